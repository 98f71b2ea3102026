/// The bar at the top of a screen, which stays while the content scrolls.
public struct ToolbarModel: Hashable, Sendable {
  /// Shown at its beginning; nil for none, or for the screen's where there is a way back.
  public var title: String?
  /// The buttons at its end, in order. Those without room are in a menu.
  public var actions: [ItemAction]
  /// Whether it has the field that the lists of the screen with a `filter` are filtered by.
  public var hasSearch: Bool

  /// The most buttons: more than these would be hard to find even in a menu.
  public static var maximumCount: Int { 50 }

  /// Creates a bar, which is empty unless something is given.
  public init(title: String? = nil, actions: [ItemAction] = [], hasSearch: Bool = false) {
    (self.title, self.actions, self.hasSearch) = (title, actions, hasSearch)
  }

  /// What a button stands for when it is pressed.
  package func item(at index: Int) -> Item? {
    guard actions.indices.contains(index) else { return nil }
    let action = actions[index]
    var item = Item(identifier: action.identifier, title: action.name, kind: "button")
    item.action = action.action
    item.input.payload = action.payload
    item.input.confirmation = action.confirmation
    item.input.emphasis = action.isDestructive ? .destructive : action.emphasis
    return item
  }
}

extension ItemPath {
  /// In place of the index of a component.
  private static let toolbar = -1

  /// The path of the button of the screen's toolbar at an index.
  public init(toolbarAction index: Int) { self.init(component: Self.toolbar, item: index) }

  /// Whether it is that of a button of the toolbar, which is in no component.
  public var isInToolbar: Bool { component == Self.toolbar }
}
