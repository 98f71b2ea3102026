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

/// Shows items with what an `ElementItemView` makes of them.
public final class ElementItemHost<Described: ElementItemView>: ItemElementHost, HostsDescription {
  private let described = Described()

  public override class var measuresUnconfigured: Bool { true }

  static var describedName: String { String(describing: Described.self) }

  public override func body(for item: Item) -> (any Element)? { described.body(for: item) }

  public override var insets: EdgeInsets { described.padding ?? super.insets }
  public override var surface: ItemSurface { described.surface }
}

/// A view that is known by the name of what it hosts.
@MainActor
protocol HostsDescription {
  static var describedName: String { get }
}
