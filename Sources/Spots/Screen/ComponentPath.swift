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
  public var pointer: String {
    (parent.map { $0.pointer + "/children/" } ?? "/components/") + String(index)
  }
}
