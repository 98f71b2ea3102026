/// The names of the values that decide how an item looks: its own, and those in its rules.
package enum ValueNames {
  /// Calls `body` with the names for an item and those for the items inside it.
  package static func visit(_ item: Item, _ body: (String) -> Void) {
    visitOwn(item, body)
    for component in item.children {
      if let header = component.header { visit(header, body) }
      if let footer = component.footer { visit(footer, body) }
      for item in component.items { visit(item, body) }
    }
  }

  /// Whether the names for the item itself include one of `names`.
  package static func include(oneOf names: Set<String>, for item: Item) -> Bool {
    var includes = false
    visitOwn(item) { includes = includes || names.contains($0) }
    return includes
  }

  private static func visitOwn(_ item: Item, _ body: (String) -> Void) {
    if let name = item.valueName { body(name) }
    guard let rules = item.rules else { return }
    if let condition = rules.visibleWhen { body(condition.name) }
    if let condition = rules.enabledWhen { body(condition.name) }
    if !rules.checks.sameAs.isEmpty { body(rules.checks.sameAs) }
  }
}
