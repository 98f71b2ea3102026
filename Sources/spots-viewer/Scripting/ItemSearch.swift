import Spots
import SpotsViewer

/// A search for the items of a screen that have all the properties given here.
struct ItemSearch: Equatable {
  var title: String?
  var subtitle: String?
  var text: String?
  var kind: String?
  var action: String?
  var identifier: Item.Identifier?
  /// The name of its value.
  var name: String?
  /// Its JSON pointer in the document.
  var path: String?

  /// The keys of a search.
  static let keys = ["title", "subtitle", "text", "kind", "action", "identifier", "name", "path"]

  /// Reads a search, which has at least one key.
  ///
  /// - Parameter others: Keys to ignore, which do not belong to the search.
  init(_ members: [String: JSONValue], besides others: Set<String> = []) throws(ReplayStep.Fault) {
    for (key, value) in members where !others.contains(key) {
      guard Self.keys.contains(key) else {
        throw ReplayStep.Fault(
          message: "unknown key '\(key.printable(limit: 40))'; known are "
            + Self.keys.joined(separator: ", "))
      }
      if key == "identifier", case .integer(let number) = value {
        identifier = .integer(number)
        continue
      }
      guard case .string(let text) = value else {
        throw ReplayStep.Fault(message: "'\(key)' takes a string")
      }
      switch key {
      case "title": title = text
      case "subtitle": subtitle = text
      case "text": self.text = text
      case "kind": kind = text
      case "action": action = text
      case "identifier": identifier = .string(text)
      case "name": name = text
      default: path = text
      }
    }
    guard self != ItemSearch() else {
      throw ReplayStep.Fault(message: "say which items: by \(Self.keys.joined(separator: ", "))")
    }
  }

  private init() {}

  /// The items, headers and footers of a screen that match, in document order.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Complexity: O(*n*), where *n* is the number of items up to the last result, or all.
  func paths(in components: [ComponentModel], limit: Int) -> [ItemPath] {
    var found: [ItemPath] = []
    ItemWalk.visit(components) { item, path in
      if matches(item, path) { found.append(path) }
      return found.count < limit
    }
    return found
  }

  private func matches(_ item: Item, _ path: ItemPath) -> Bool {
    func isWanted<Value: Equatable>(_ wanted: Value?, _ value: Value?) -> Bool {
      wanted == nil || wanted == value
    }
    return isWanted(title, item.title) && isWanted(subtitle, item.subtitle)
      && isWanted(text, item.text) && isWanted(kind, item.kind) && isWanted(action, item.action)
      && isWanted(identifier, item.identifier) && isWanted(name, item.valueName)
      && (self.path == nil || self.path == path.pointer)
  }
}
