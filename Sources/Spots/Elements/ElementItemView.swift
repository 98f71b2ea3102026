/// A view for items that is described by elements and nothing else.
///
///     struct TrackView: ElementItemView {
///       func body(for item: Item) -> any Element {
///         Row(spacing: 12, [
///           ImageElement(item.image).sized(width: 40, height: 40),
///           LabelElement(item.title).flexed(grow: 1),
///           LabelElement(item.meta.string("time"), color: .role(.secondary)),
///         ])
///       }
///     }
///
/// Register it under a kind like any other view.
@MainActor
public protocol ElementItemView {
  init()

  /// What is to be seen of `item`. Must depend on the item alone.
  func body(for item: Item) -> any Element

  /// What lies behind the body; `automatic` unless said otherwise.
  var surface: ItemSurface { get }

  /// Room around the body; nil, the default, is what the surface brings.
  var padding: EdgeInsets? { get }
}

extension ElementItemView {
  public var surface: ItemSurface { .automatic }
  public var padding: EdgeInsets? { nil }
}

/// What lies behind an item, and shows how it is being used.
public enum ItemSurface: String, Hashable, Sendable, CaseIterable {
  /// A row's in lists, a card's elsewhere.
  case automatic
  case none
}

/// Shows items with what an `ElementItemView` makes of them.
public final class ElementItemHost<Described: ElementItemView>: ItemElementHost, HostsDescription {
  private let described = Described()

  static var describedName: String { String(describing: Described.self) }

  public required init() {
    super.init()
    surface = described.surface
    padding = described.padding
  }

  override func body(for item: Item) -> (any Element)? { described.body(for: item) }
}

/// A view that is known by the name of what it hosts.
@MainActor
protocol HostsDescription {
  static var describedName: String { get }
}

/// A view for items whose content is an element, on the surface of a row or card.
public class ItemElementHost: ElementHost, ItemConfigurable {
  var surface = ItemSurface.automatic { didSet { if surface != oldValue { setNeedsLayout() } } }
  /// Nil: what the surface brings.
  var padding: EdgeInsets? { didSet { if padding != oldValue { setNeedsLayout() } } }
  private var content: (any Element)?

  private static let cornerRadius = 12.0

  func body(for item: Item) -> (any Element)? { nil }

  public func configure(with item: Item) {
    content = body(for: item)
    setNeedsLayout()
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let environment, let body = body(for: item) else { return .zero }
    let padded = padded(body)
    let size = Self.measure(padded, width: containerSize.width, environment)
    let isRigid = ElementNode(padded, environment).limits(.horizontal).isRigid
    return Size(width: isRigid ? size.width : 0, height: size.height)
  }

  public override func layoutSubviews() {
    element = content.map(padded)
    super.layoutSubviews()
  }

  public override func draw(in list: inout DrawList) {
    guard surface == .automatic else { return }
    if place.isRow {
      drawRowSurface(in: &list)
      drawSeparator(in: &list, from: insets.left)
    } else {
      drawCellSurface(in: &list, cornerRadius: Self.cornerRadius)
    }
  }

  public override var focusCornerRadius: Double {
    place.isRow ? max(place.groupRadius, 6) : Self.cornerRadius
  }

  private func padded(_ body: any Element) -> any Element { Inset(insets, body) }

  private var insets: EdgeInsets {
    if let padding { return padding }
    guard surface == .automatic else { return .zero }
    let side = place.isRow ? place.margin : 12
    let edge = place.isRow ? 8.0 : 12
    return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
  }
}
