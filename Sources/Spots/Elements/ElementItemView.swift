/// A view for items that is described by elements alone.
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
  /// Creates a description; called once for each view.
  init()

  /// The content of `item`. Must depend on the item alone.
  func body(for item: Item) -> any Element

  /// The background of the body; `automatic` unless implemented.
  var surface: ItemSurface { get }

  /// The room around the body, in points; nil, the default, uses the surface's insets.
  var padding: EdgeInsets? { get }
}

extension ElementItemView {
  /// A row's background in lists, a card's elsewhere.
  public var surface: ItemSurface { .automatic }
  /// nil, for the insets of the surface.
  public var padding: EdgeInsets? { nil }
}

/// A view that shows items as an `ElementItemView` describes them.
public final class ElementItemHost<Described: ElementItemView>: ItemElementHost, HostsDescription {
  private let described = Described()

  public override class var measuresUnconfigured: Bool { true }

  static var describedName: String { String(describing: Described.self) }

  public override func body(for item: Item) -> (any Element)? { described.body(for: item) }

  public override var insets: EdgeInsets { described.padding ?? super.insets }
  public override var surface: ItemSurface { described.surface }
}

/// A view that is named after the description it hosts.
@MainActor
protocol HostsDescription {
  static var describedName: String { get }
}
