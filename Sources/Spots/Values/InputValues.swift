/// The values that users have given the items of a screen, by name.
///
/// A value belongs to its item as a scroll position does: it stays when the content changes around
/// it, goes with the item, and ends with it. A document that gives the item another value than
/// before takes its place; one that repeats the value it began with does not.
///
/// Owned by the controller; lives as long.
@MainActor
final class InputValues {
  private struct Entry {
    var value: JSONValue
    /// The document's value, in whose place it is.
    let base: JSONValue
    /// The item that users gave it.
    var path: ItemPath
  }

  private var entries: [String: Entry] = [:]
  /// The names whose values changed since they were last reported, in that order, with the items.
  private var unreported: [(name: String, path: ItemPath)] = []

  /// The value of an item; nil for one that has none.
  func value(of item: Item) -> JSONValue? {
    guard let name = item.valueName else { return nil }
    return entries[name]?.value ?? item.documentValue
  }

  /// Gives the item at `path` another value.
  ///
  /// - Returns: The name of the value; nil when the item has none, or has this one.
  func set(_ value: JSONValue, of item: Item, at path: ItemPath) -> String? {
    guard let name = item.valueName, let base = item.documentValue,
      value != self.value(of: item)
    else { return nil }
    entries[name] = value == base ? nil : Entry(value: value, base: base, path: path)
    unreported.removeAll { $0.name == name }
    unreported.append((name, path))
    return name
  }

  /// Forgets what users gave, so that every item has the document's value.
  ///
  /// - Returns: The names of the values that are others now, sorted.
  func reset() -> [String] {
    let names = entries.keys.sorted()
    entries.removeAll()
    unreported.removeAll()
    return names
  }

  /// Follows the content's change.
  ///
  /// - Parameters:
  ///   - move: The path now of the part that was at a path; nil when it is gone.
  ///   - item: The item at a path now.
  ///   - find: The path of the item whose value has a name, for one that was taken out and put in
  ///     elsewhere; nil when there is none.
  func follow(
    _ move: (ItemPath) -> ItemPath?, item: (ItemPath) -> Item?, find: (String) -> ItemPath?
  ) {
    for (name, entry) in entries {
      func isKept(_ path: ItemPath) -> Bool {
        item(path).map { $0.valueName == name && $0.documentValue == entry.base } ?? false
      }
      var path = move(entry.path)
      if path.flatMap(item)?.valueName != name { path = find(name) }
      entries[name]?.path = path ?? entry.path
      if path.map(isKept) != true { entries[name] = nil }
    }
    unreported = unreported.compactMap { name, path in move(path).map { (name, $0) } }
  }

  /// The changes since the last call, each value once.
  func takeChanges() -> [(name: String, path: ItemPath)] {
    defer { unreported.removeAll() }
    return unreported
  }
}

extension [ComponentModel] {
  /// Visits the items that have a value, in the order of the document, those inside composite items
  /// included, until `body` returns false.
  ///
  /// - Parameters:
  ///   - around: The path of the composite part that holds the components; nil on the screen.
  ///   - body: Takes the item, the name of its value, and its path.
  /// - Returns: Whether all were visited.
  /// - Complexity: O(*n*) in all items, which are read if they have not been yet.
  @discardableResult
  func visitInputs(
    around: ItemPath? = nil, _ body: (Item, String, ItemPath) -> Bool
  ) -> Bool {
    for (index, component) in enumerated() {
      let path = ComponentPath(index, in: around)
      let edges = [(component.header, ItemPath.Part.header), (component.footer, .footer)]
      for case (let item?, let part) in edges {
        guard item.visitInputs(at: path.part(part), body) else { return false }
      }
      for (index, item) in component.items.enumerated() {
        guard item.visitInputs(at: path.item(index), body) else { return false }
      }
    }
    return true
  }
}

extension Item {
  fileprivate func visitInputs(
    at path: ItemPath, _ body: (Item, String, ItemPath) -> Bool
  ) -> Bool {
    if let name = valueName, !body(self, name, path) { return false }
    return children.isEmpty || children.visitInputs(around: path, body)
  }
}
