/// An element that is backed by a view.
///
/// Elements are values; views persist. A view is kept while its place holds an element of the same
/// type, and is updated when the element or the environment changes.
@MainActor
public protocol ViewElement: Element {
  /// The class of the view.
  associatedtype ViewType: View

  /// Creates a view, which is updated next. Must not depend on the element's values.
  func makeView() -> ViewType

  /// Shows this element in `view`. Every property an element of this type may set must be set.
  func updateView(_ view: ViewType, with context: ViewElementContext)

  /// The size the element wants within `size`, whose sides may be infinite. `view` is the measuring
  /// instance, updated with this element.
  func size(_ size: Size, thatFits view: ViewType) -> Size

  /// Whether both elements are known to look the same, so that the view needs no update. Elements
  /// that are `Equatable` are compared; others count as different.
  func isEqual(to other: any ViewElement) -> Bool

  /// The description for users who do not see the element; nil, the default, for mere decoration.
  var accessibility: Accessibility? { get }
}

/// An element whose description has words of the program in it.
@MainActor
protocol WordedElement {
  func accessibility(in words: Words) -> Accessibility
}

extension ViewElement {
  /// The description in a language.
  func accessibility(_ words: Words) -> Accessibility? {
    (self as? any WordedElement)?.accessibility(in: words) ?? accessibility
  }
}

/// The circumstances of an update.
@MainActor
public struct ViewElementContext {
  /// Whether the view only measures and is never on the screen.
  public let isMeasuring: Bool
  /// The environment the view is measured or shown in.
  public let environment: Environment
}

extension ViewElement {
  /// Creates the view with its `init()`.
  public func makeView() -> ViewType { ViewType() }

  /// The size that the view's `sizeThatFits(_:)` returns.
  public func size(_ size: Size, thatFits view: ViewType) -> Size { view.sizeThatFits(size) }

  /// No children; the view measures the element.
  public var content: ElementContent {
    ElementContent(measuring: self)
  }

  /// The size the element wants within `room`, from the measuring view of its type.
  func size(in room: Size, _ environment: Environment) -> Size {
    let view = environment.measuringViews.view(for: Self.self, makeView)
    // The environment owns this view, so a lasting reference back would be a cycle.
    view.environment = environment
    defer { view.environment = nil }
    updateView(view, with: ViewElementContext(isMeasuring: true, environment: environment))
    return size(room, thatFits: view)
  }

  /// The widths that a row leaves to a control or a label; none to mere decoration.
  func needs(_ environment: Environment) -> WidthNeeds {
    guard ViewType.self is Control.Type || ViewType.self is Label.Type else { return WidthNeeds() }
    let view = environment.measuringViews.view(for: Self.self, makeView)
    view.environment = environment
    defer { view.environment = nil }
    updateView(view, with: ViewElementContext(isMeasuring: true, environment: environment))
    if let label = view as? Label {
      let widths = label.leastWidths
      return WidthNeeds(readable: widths.readable, least: widths.least)
    }
    let width = (view as? Control)?.leastWidth ?? 0
    return WidthNeeds(readable: width, least: width)
  }

  func update(_ view: View, with context: ViewElementContext) {
    if let view = view as? ViewType { updateView(view, with: context) }
  }

  /// nil, as for lines and decorations, which have nothing to say.
  public var accessibility: Accessibility? { nil }

  /// `false`, so that the view is updated in every layout pass.
  public func isEqual(to other: any ViewElement) -> Bool { false }
}

extension ViewElement where Self: Equatable {
  /// Whether `other` has the same type and is equal.
  public func isEqual(to other: any ViewElement) -> Bool { other as? Self == self }
}
