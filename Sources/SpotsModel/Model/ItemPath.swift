/// The position of an item, header or footer, in a component of the screen or in one inside a
/// composite item; or that of a button of the screen's toolbar.
public struct ItemPath: Hashable, Sendable {
  /// A part of a component.
  public enum Part: Hashable, Sendable {
    /// The item at this index, from 0.
    case item(Int)
    /// The header above the items.
    case header
    /// The footer below the items.
    case footer
  }

  /// One level of the path: a component, and a part of it.
  public struct Step: Hashable, Sendable {
    /// The index of the component, from 0.
    public var component: Int
    /// The part of the component.
    public var part: Part

    /// Creates the step to a part of the component at this index.
    public init(component: Int, part: Part) {
      self.component = component
      self.part = part
    }

    /// The item's index; nil for headers and footers.
    public var item: Int? {
      if case .item(let index) = part { return index }
      return nil
    }
  }

  /// The step on the screen itself.
  public var first: Step
  /// The steps inside composite items, from the outside in.
  public var nested: [Step] = []

  /// Creates the path of a part of the screen's component at this index.
  public init(component: Int, part: Part) {
    first = Step(component: component, part: part)
  }

  /// Creates the path of an item of the screen's component at this index.
  public init(component: Int, item: Int) {
    self.init(component: component, part: .item(item))
  }

  /// The component of the screen.
  public var component: Int { first.component }

  /// The part of the screen's component, which contains what the path points at.
  public var part: Part { first.part }

  /// The index of the item of the screen's component; nil for headers and footers.
  public var item: Int? { first.item }

  /// All steps, from the outside in.
  public var steps: [Step] { [first] + nested }

  /// The innermost step.
  public var last: Step { nested.last ?? first }

  /// The path of `inner`, which is relative to the item at this path.
  public func appending(_ inner: ItemPath) -> ItemPath {
    var path = self
    path.nested += inner.steps
    return path
  }

  /// The component of the innermost step.
  public var componentPath: ComponentPath { ComponentPath(last.component, in: parent) }

  /// The path with another innermost step.
  package func replacingLast(_ step: Step) -> ItemPath {
    var path = self
    if nested.isEmpty { path.first = step } else { path.nested[nested.count - 1] = step }
    return path
  }

  /// The path of the enclosing composite item; nil at the outermost level.
  package var parent: ItemPath? {
    guard !nested.isEmpty else { return nil }
    var path = self
    path.nested.removeLast()
    return path
  }

  /// The JSON pointer of this position in the screen's document.
  public var pointer: String {
    isInToolbar ? "/toolbar/actions/\(item ?? 0)" : PartPath(self).pointer
  }
}

/// The position of a component: on the screen, or inside a composite item, header or footer.
public struct ComponentPath: Hashable, Sendable {
  /// The item, header or footer the component is inside of; nil for a component of the screen.
  public var parent: ItemPath?
  /// The component's index, from 0, on the screen or among the parent's children.
  public var index: Int

  /// The path of the component at `index` of the screen, or of the children of `parent`.
  public init(_ index: Int, in parent: ItemPath? = nil) {
    (self.parent, self.index) = (parent, index)
  }

  /// The path of one of the component's items.
  public func item(_ index: Int) -> ItemPath { part(.item(index)) }

  /// The path of one of the component's parts.
  public func part(_ part: ItemPath.Part) -> ItemPath {
    let step = ItemPath(component: index, part: part)
    return parent?.appending(step) ?? step
  }

  /// The JSON pointer of the component in the screen's document.
  public var pointer: String { PartPath(self).pointer }
}
