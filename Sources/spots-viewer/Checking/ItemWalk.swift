import Spots

/// Visits the items, headers and footers of a screen, including nested ones, with their JSON
/// pointers.
struct ItemWalk {
  /// A header, an item or a footer.
  struct Part {
    var item: Item
    /// Its role in its component.
    var role: ViewRole
    /// Its JSON pointer.
    var pointer: String
  }

  /// Calls `body` with each part, from top to bottom.
  static func forEach(in screen: Screen, _ body: (Part) -> Void) {
    visit(screen.components, at: "/components", body)
  }

  private static func visit(
    _ components: [ComponentModel], at pointer: String, _ body: (Part) -> Void
  ) {
    for (index, component) in components.enumerated() {
      let pointer = "\(pointer)/\(index)"
      if let header = component.header { visit(header, .header, at: "\(pointer)/header", body) }
      for (index, item) in component.items.enumerated() {
        visit(item, .item, at: "\(pointer)/items/\(index)", body)
      }
      if let footer = component.footer { visit(footer, .footer, at: "\(pointer)/footer", body) }
    }
  }

  private static func visit(
    _ item: Item, _ role: ViewRole, at pointer: String, _ body: (Part) -> Void
  ) {
    body(Part(item: item, role: role, pointer: pointer))
    visit(item.children, at: "\(pointer)/children", body)
  }
}
