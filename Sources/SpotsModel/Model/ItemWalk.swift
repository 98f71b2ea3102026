/// Visits the items, headers and footers of a screen, including nested ones, from top to bottom.
package enum ItemWalk {
  /// Calls `body` with each part and its path, until it returns false.
  ///
  /// - Parameter parent: The composite item that holds the components; nil for the screen.
  /// - Returns: Whether all parts were visited.
  @discardableResult
  package static func visit(
    _ components: [ComponentModel], inside parent: ItemPath? = nil,
    _ body: (Item, ItemPath) -> Bool
  ) -> Bool {
    func visit(_ item: Item?, _ path: ItemPath) -> Bool {
      guard let item else { return true }
      return body(item, path) && Self.visit(item.children, inside: path, body)
    }
    for (index, component) in components.enumerated() {
      let place = ComponentPath(index, in: parent)
      guard visit(component.header, place.part(.header)) else { return false }
      for (number, item) in component.items.enumerated() {
        guard visit(item, place.item(number)) else { return false }
      }
      guard visit(component.footer, place.part(.footer)) else { return false }
    }
    return true
  }
}
