extension Screen {
  /// Whether the screen is a later version of `earlier` rather than another one, which begins at
  /// its top: it has the same identifier or, if it has none, shares a part with `earlier`.
  ///
  /// Components and items with identifiers are shared by them. Where one of the screens has none,
  /// items are by their kind and title, or else their text or picture; the buttons of forms, often
  /// the same in all of them, do not count, nor do headers there.
  ///
  /// - Complexity: O(*n*) in the items of both, at most 2000 of each. Of a longer one the rest may
  ///   be shared.
  package func isVersion(of earlier: Screen) -> Bool {
    if let identifier { return identifier == earlier.identifier }
    var (old, new) = (ScreenParts(), ScreenParts())
    old.add(earlier.components)
    new.add(components)
    if old.rest == 0 || new.rest == 0 || old.isEmpty || new.isEmpty { return true }
    if !old.identifiers.isEmpty, !new.identifiers.isEmpty {
      return !old.identifiers.isDisjoint(with: new.identifiers)
    }
    let areForms = old.isForm || new.isForm
    return !old.texts(ofForm: areForms).isDisjoint(with: new.texts(ofForm: areForms))
  }
}

/// The parts of a screen by which it is known again.
private struct ScreenParts {
  /// A component or an item with an identifier.
  enum Identifier: Hashable {
    case component(String)
    case item(Item.Identifier)
  }

  /// An item without one.
  struct Text: Hashable {
    var kind: String
    var title: String
  }

  var identifiers: Set<Identifier> = []
  private var items: Set<Text> = []
  /// Headers, footers and buttons.
  private var others: Set<Text> = []
  /// Whether users answer the screen.
  var isForm = false
  /// The items that may still be read.
  var rest = 2000

  var isEmpty: Bool { identifiers.isEmpty && items.isEmpty && others.isEmpty }

  func texts(ofForm isForm: Bool) -> Set<Text> { isForm ? items : items.union(others) }

  mutating func add(_ components: [ComponentModel]) {
    for component in components where rest > 0 {
      if let identifier = component.identifier { identifiers.insert(.component(identifier)) }
      for case let edge? in [component.header, component.footer] { add(edge, isEdge: true) }
      for item in component.items.prefix(rest) { add(item, isEdge: false) }
    }
  }

  private mutating func add(_ item: Item, isEdge: Bool) {
    rest = max(rest - 1, 0)
    if let identifier = item.identifier { identifiers.insert(.item(identifier)) }
    if item.valueName != nil { isForm = true }
    let titles = [item.title, item.text, item.markdown, item.image]
    if let title = titles.first(where: { !$0.isEmpty }) {
      let text = Text(kind: item.kind, title: title)
      if isEdge || InputKind(of: item) == .button {
        others.insert(text)
      } else {
        items.insert(text)
      }
    }
    add(item.children)
  }
}
