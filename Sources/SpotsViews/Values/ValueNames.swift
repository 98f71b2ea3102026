/// The names of the values that decide how an item looks: its own, those in its rules, and those
/// that its view reads.
package struct ValueNames {
  /// The names that views of kinds read for any item.
  private let views: [String: Set<String>]

  package init(readByViews views: [String: Set<String>] = [:]) {
    self.views = views.filter { !$0.value.isEmpty }
  }

  /// Calls `body` with the names for an item and those for the items inside it.
  package func visit(_ item: Item, _ body: (String) -> Void) {
    visitOwn(item, body)
    for component in item.children {
      if let header = component.header { visit(header, body) }
      if let footer = component.footer { visit(footer, body) }
      for item in component.items { visit(item, body) }
    }
  }

  /// Whether there are views that read the time.
  package var includeTime: Bool {
    views.values.contains { $0.contains(ExpressionEnvironment.clock) }
  }

  /// Whether the names for the item itself include one of `names`.
  package func include(oneOf names: Set<String>, for item: Item) -> Bool {
    var includes = false
    visitOwn(item) { includes = includes || names.contains($0) }
    return includes
  }

  private func visitOwn(_ item: Item, _ body: (String) -> Void) {
    if let name = item.valueName { body(name) }
    if !views.isEmpty { views[item.kind]?.forEach(body) }
    guard let rules = item.rules else { return }
    for condition in [rules.visibleWhen, rules.enabledWhen, rules.checks.that] {
      condition?.names.forEach(body)
    }
    if !rules.checks.sameAs.isEmpty { body(rules.checks.sameAs) }
  }
}
