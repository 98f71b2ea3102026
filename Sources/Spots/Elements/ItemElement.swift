/// Describes the views for items of a kind by elements alone.
///
/// ```swift
/// struct TrackView: ItemElement {
///   func body(for item: Item) -> any Element {
///     Row(spacing: 12, [
///       ImageElement(item.image).sized(width: 40, height: 40),
///       LabelElement(item.title).flexed(grow: 1),
///       LabelElement(item.meta.string("time"), color: .role(.secondary)),
///     ])
///   }
/// }
/// ```
///
/// Register it under a kind like any other view.
@MainActor
public protocol ItemElement {
  /// Creates a description; called once for each view.
  init()

  /// The content of `item`. Must depend on the item alone.
  func body(for item: Item) -> any Element

  /// The background of the body; `automatic` unless implemented.
  var surface: ItemSurface { get }

  /// The room around the body, in points; nil, the default, uses the surface's insets.
  var padding: EdgeInsets? { get }
}

extension ItemElement {
  /// A row's background in lists, a card's elsewhere.
  public var surface: ItemSurface { .automatic }
  /// nil, for the insets of the surface.
  public var padding: EdgeInsets? { nil }
}

/// A cell that shows items as an `ItemElement` describes them.
final class ItemElementCell<Content: ItemElement>: ElementCell, HostsItemElement {
  private let content = Content()

  override class var measuresUnconfigured: Bool { true }

  static var elementName: String { String(describing: Content.self) }

  override func body(for item: Item) -> (any Element)? { content.body(for: item) }

  override var insets: EdgeInsets { content.padding ?? super.insets }
  override var surface: ItemSurface { content.surface }
}

/// A view that is named after the element it hosts.
@MainActor
protocol HostsItemElement {
  static var elementName: String { get }
}
