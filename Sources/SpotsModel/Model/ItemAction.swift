/// An entry of the menu of an item, or a button of a toolbar.
public struct ItemAction: Hashable, Sendable {
  /// The text of the entry; when empty, the action itself is shown.
  public var title: String
  /// The URI-like text sent when the entry is chosen, as a click sends the item's own action.
  public var action: String
  /// Whether the action cannot be undone; the entry is then in the color of errors.
  public var isDestructive: Bool
  /// How much its button stands out, where an item of the kind `actions` shows it.
  public var emphasis: ButtonEmphasis
  /// The data that goes along with the action; nil for that of the item.
  public var payload: JSONValue?
  /// The question before it is carried out; nil asks none.
  public var confirmation: Confirmation?
  /// The name of an icon, for a button of a toolbar; nil for none.
  public var icon: String?
  /// Identifies a button of a toolbar; nil for none.
  public var identifier: Item.Identifier?

  /// Creates an action, which can be undone unless `isDestructive` is true.
  public init(
    _ title: String, action: String, isDestructive: Bool = false,
    emphasis: ButtonEmphasis = .plain, payload: JSONValue? = nil
  ) {
    self.title = title
    self.action = action
    self.isDestructive = isDestructive
    self.emphasis = emphasis
    self.payload = payload
  }

  /// The text of the entry as users see it.
  package var name: String { title.isEmpty ? action : title }

  /// Whether an action submits the answers: `submit`, with or without a name after a colon, or
  /// `post:` with an address.
  package static func submits(_ action: String) -> Bool {
    action == "submit" || action.hasPrefix("submit:") || posts(action)
  }

  /// Whether an action sends the answers to a server.
  package static func posts(_ action: String) -> Bool { action.hasPrefix("post:") }

  /// The kind of items whose `actions` are buttons in their row.
  package static let rowKind = "actions"

  /// The index of the button that stands for a row of buttons; nil for any other item.
  package static func mainButton(of item: Item) -> Int? {
    item.kind == rowKind ? item.actions.firstIndex { $0.emphasis == .primary } ?? 0 : nil
  }

  /// The entries of the menu of an item; none where they are buttons in its row.
  package static func menu(of item: Item) -> [ItemAction] {
    item.kind == rowKind ? [] : item.actions
  }
}
