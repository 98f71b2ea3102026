/// An element that brings a view of its own.
///
/// Elements are values and describe; the view lives on. It stays as long as the same place has an
/// element of the same type, and is updated when the element or the surroundings changed.
@MainActor
public protocol ViewElement: Element {
  associatedtype ViewType: View

  /// A new view, not updated yet. Must not depend on the element's values.
  func makeView() -> ViewType

  /// Makes `view` show this element. Every property an element of this type may set must be set.
  func updateView(_ view: ViewType, with context: ViewElementContext)

  /// The size the element wants in at most `size`, whose sides may be infinite.
  ///
  /// - Parameter view: The measuring instance, updated with this element.
  func size(_ size: Size, thatFits view: ViewType) -> Size

  /// Whether both are known to show the same, so that no view need be updated: elements that are
  /// `Equatable` are compared, others never are.
  func isEqual(to other: any ViewElement) -> Bool
}

/// What a view element is updated for.
@MainActor
public struct ViewElementContext {
  /// Whether the view is the one that measures, and never on the screen.
  public let isMeasuring: Bool
  public let environment: Environment
}

extension ViewElement {
  public func makeView() -> ViewType { ViewType() }

  public func size(_ size: Size, thatFits view: ViewType) -> Size { view.sizeThatFits(size) }

  public var content: ElementContent {
    ElementContent(measuring: self)
  }

  func update(_ view: View, with context: ViewElementContext) {
    if let view = view as? ViewType { updateView(view, with: context) }
  }

  public func isEqual(to other: any ViewElement) -> Bool { false }
}

extension ViewElement where Self: Equatable {
  public func isEqual(to other: any ViewElement) -> Bool { other as? Self == self }
}
