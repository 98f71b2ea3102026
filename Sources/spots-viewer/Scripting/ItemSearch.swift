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

  /// The buttons of the toolbar, items, headers and footers of a screen that match, and the buttons
  /// of items that have some, in document order.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Complexity: O(*n*), where *n* is the number of items up to the last result, or all.
  func parts(in screen: Screen, limit: Int) -> [FoundPart] {
    let buttons = (0..<(screen.toolbar?.actions.count ?? 0)).map(ItemPath.init(toolbarAction:))
    var found = buttons.filter { path in
      path.item.flatMap { screen.toolbar?.item(at: $0) }.map { matches($0, path) } == true
    }.map(FoundPart.item)
    ItemWalk.visit(screen.components) { item, path in
      if matches(item, path) { found.append(.item(path)) }
      found += matchingButtons(of: item, path)
      return found.count < limit
    }
    return found
  }

  /// Searches the screen as it is now, on another thread; and the one in the other column, where
  /// the first one has nothing. What only screen readers have a name for is searched last.
  ///
  /// - Parameters:
  ///   - limit: The most parts that are wanted.
  ///   - overlays: Whether the buttons of notes and questions can be found.
  ///   - then: Called with those that are still there, and the controller of their screen.
  @MainActor
  func find(
    limit: Int, overlays: Bool = true, in viewer: Viewer, on queue: WorkQueue,
    then: @escaping @MainActor (SpotsController, [FoundPart]) -> Void
  ) {
    let (mailbox, controller) = (viewer.mailbox, viewer.session.page.controller)
    let controllers = [controller] + (controller.beside.map { [$0] } ?? [])
    let screens = controllers.map(\.screen)
    queue.async {
      let found = screens.map { parts(in: $0, limit: limit) }
      mailbox.post {
        for (controller, found) in zip(controllers, found) where !found.isEmpty {
          return then(controller, found.filter { isThere($0, in: controller) })
        }
        let read = readParts(in: controllers, limit: limit, overlays: overlays)
        then(read.controller, read.found)
      }
    }
  }

  /// Searches the screen, and then that of the other column.
  @MainActor
  func find(limit: Int, in controller: SpotsController) -> (SpotsController, [FoundPart]) {
    let controllers = [controller] + (controller.beside.map { [$0] } ?? [])
    for controller in controllers {
      let found = parts(in: controller.screen, limit: limit)
      if !found.isEmpty { return (controller, found) }
    }
    return readParts(in: controllers, limit: limit, overlays: true)
  }

  /// The parts near the window that screen readers call by the title, or whose name has the text in
  /// it. Of several with that name, those that can be used are meant.
  @MainActor
  private func readParts(
    in controllers: [SpotsController], limit: Int, overlays: Bool
  ) -> (controller: SpotsController, found: [FoundPart]) {
    guard title != nil || text != nil, self == ItemSearch(title: title, text: text) else {
      return (controllers[0], [])
    }
    for controller in controllers {
      let screen = AccessibleScreen(controller)
      let named = screen.window.all.filter { node in
        (screen.path(of: node.id) != nil || node.id.isPopup || overlays && node.id.isOverlay)
          && (title == nil || node.name == title) && text.map(node.name.contains) != false
      }
      let usable = named.filter { !$0.actions.isEmpty && $0.states.contains(.enabled) }
      guard !named.isEmpty else { continue }
      let found = (usable.isEmpty ? named : usable).prefix(limit)
      return (controller, found.map { .part($0, in: screen.path(of: $0.id)) })
    }
    return (controllers[0], [])
  }

  /// Whether what was found a moment ago still matches.
  @MainActor
  private func isThere(_ found: FoundPart, in controller: SpotsController) -> Bool {
    guard let path = found.path, let item = controller.item(at: path) else { return false }
    return found == .item(path)
      ? matches(item, path) : matchingButtons(of: item, path).contains(found)
  }

  /// The buttons of an item that match, by their title, action or pointer.
  private func matchingButtons(of item: Item, _ path: ItemPath) -> [FoundPart] {
    guard item.kind == ItemAction.rowKind,
      self == ItemSearch(title: title, action: action, path: self.path)
    else { return [] }
    return item.actions.indices.filter { index in
      let button = item.actions[index]
      return (title == nil || title == button.name) && (action == nil || action == button.action)
        && (self.path == nil || self.path == FoundPart.pointer(toButton: index, of: path))
    }.map { .button($0, of: path) }
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
