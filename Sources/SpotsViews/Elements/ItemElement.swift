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

  /// The content of `item`. Must depend on the item alone. Either this or `body(for:context:)` is
  /// implemented.
  func body(for item: Item) -> any Element

  /// The content of `item` in a context, made anew when the context changes; that of `body(for:)`
  /// unless implemented. Must depend on the item and the context alone. Measured in the state at
  /// rest, so it should be equally large in every state.
  func body(for item: Item, context: ItemContext) -> any Element

  /// The background of the body; `automatic` unless implemented.
  var surface: ItemSurface { get }

  /// The room around the body, in points; nil, the default, uses the surface's insets.
  var padding: EdgeInsets? { get }
}

/// The circumstances of an item that its content may depend on.
public struct ItemContext: Hashable, Sendable {
  /// Whether the item is under the pointer, pressed, selected or has the keyboard, for example.
  public var state: ViewState
  /// The width of the view, in points; the width on offer while the item is measured.
  public var width: Double

  /// Creates the context of an item at rest unless given.
  public init(state: ViewState = [], width: Double = 0) {
    (self.state, self.width) = (state, width)
  }
}

extension ItemElement {
  /// Stops the program: the type implements neither method.
  public func body(for item: Item) -> any Element {
    preconditionFailure("\(Self.self) needs body(for:) or body(for:context:)")
  }
  /// The content of `body(for:)`, whatever the context.
  public func body(for item: Item, context: ItemContext) -> any Element { body(for: item) }
  /// A row's background in lists, a card's elsewhere.
  public var surface: ItemSurface { .automatic }
  /// nil, for the insets of the surface.
  public var padding: EdgeInsets? { nil }
}

/// A cell that shows items as an `ItemElement` describes them.
package final class ItemElementCell<Content: ItemElement>: ElementCell {
  private let content = Content()

  package override class var measuresUnconfigured: Bool { true }

  /// The width on offer while the view measures.
  private var offeredWidth: Double?

  package override func body(for item: Item) -> (any Element)? {
    let shown = ItemContext(state: state, width: frame.width)
    return content.body(for: item, context: offeredWidth.map { ItemContext(width: $0) } ?? shown)
  }

  package override func computeSize(for item: Item, containerSize: Size) -> Size {
    offeredWidth = containerSize.width
    defer { offeredWidth = nil }
    return super.computeSize(for: item, containerSize: containerSize)
  }

  package override func stateDidChange() {
    super.stateDidChange()
    setNeedsLayout()
  }

  package override var insets: EdgeInsets { content.padding ?? super.insets }
  package override var surface: ItemSurface { content.surface }
}
