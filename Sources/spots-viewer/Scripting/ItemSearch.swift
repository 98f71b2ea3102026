import Spots
import SpotsSDL
import SpotsViewer

/// A search for the items of a screen that have all the properties given here.
struct ItemSearch: Equatable, Sendable {
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

  static let keys: [Field<ItemSearch>] = [
    Field(optional: \.title, "title", .string, "Its title."),
    Field(optional: \.subtitle, "subtitle", .string, "Its subtitle."),
    Field(optional: \.text, "text", .string, "Its text."),
    Field(optional: \.kind, "kind", .string, "Its kind."),
    Field(optional: \.action, "action", .string, "Its action."),
    Field(optional: \.identifier, "identifier", .identifier, "Its identifier."),
    Field(optional: \.name, "name", .string, "The name of its value."),
    Field(optional: \.path, "path", .string, "Its JSON pointer."),
  ]

  static let fields = Fields<ItemSearch>("search", of: ItemSearch(), keys)

  /// The names of the keys, for a message.
  static let names = fields.table.names.map { "'\($0)'" }.joined(separator: ", ")

  /// The buttons of the toolbar, items, headers and footers of a screen that match, in document
  /// order.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Complexity: O(*n*), where *n* is the number of items up to the last result, or all.
  func paths(in screen: Screen, limit: Int) -> [ItemPath] {
    let buttons = (0..<(screen.toolbar?.actions.count ?? 0)).map(ItemPath.init(toolbarAction:))
    var found = buttons.filter { path in
      path.item.flatMap { screen.toolbar?.item(at: $0) }.map { matches($0, path) } == true
    }
    ItemWalk.visit(screen.components) { item, path in
      if matches(item, path) { found.append(path) }
      return found.count < limit
    }
    return found
  }

  /// Searches the screen as it is now, on another thread; and the one in the other column, where
  /// the first one has nothing.
  ///
  /// - Parameters:
  ///   - limit: The most items that are wanted.
  ///   - then: Called with those that are still there, and the controller of their screen.
  @MainActor
  func find(
    limit: Int, in viewer: Viewer, on queue: WorkQueue,
    then: @escaping @MainActor (SpotsController, [ItemPath]) -> Void
  ) {
    let (mailbox, controller) = (viewer.mailbox, viewer.session.page.controller)
    let beside = controller.beside
    let screens = [controller.screen] + (beside.map { [$0.screen] } ?? [])
    queue.async {
      let found = screens.map { paths(in: $0, limit: limit) }
      mailbox.post {
        let isBeside = found[0].isEmpty && found.count > 1
        let searched = isBeside ? beside ?? controller : controller
        then(
          searched,
          (isBeside ? found[1] : found[0]).filter { path in
            searched.item(at: path).map { matches($0, path) } == true
          })
      }
    }
  }

  /// The only one of the items that match.
  ///
  /// - Throws: When there is none, or more than one.
  static func only(of paths: [ItemPath]) throws(FieldFault) -> ItemPath {
    guard let path = paths.first else { throw FieldFault("there is no such item") }
    guard paths.count == 1 else {
      throw FieldFault("there are several, such as \(path.pointer) and \(paths[1].pointer)")
    }
    return path
  }

  /// Whether an item has all the properties.
  func matches(_ item: Item, _ path: ItemPath) -> Bool {
    func isWanted<Value: Equatable>(_ wanted: Value?, _ value: Value?) -> Bool {
      wanted == nil || wanted == value
    }
    return isWanted(title, item.title) && isWanted(subtitle, item.subtitle)
      && isWanted(text, item.text) && isWanted(kind, item.kind) && isWanted(action, item.action)
      && isWanted(identifier, item.identifier) && isWanted(name, item.valueName)
      && (self.path == nil || self.path == path.pointer)
  }
}
