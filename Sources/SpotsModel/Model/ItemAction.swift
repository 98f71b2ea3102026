/// An entry of the menu of an item.
public struct ItemAction: Hashable, Sendable {
  /// The text of the entry; when empty, the action itself is shown.
  public var title: String
  /// The URI-like text sent when the entry is chosen, as a click sends the item's own action.
  public var action: String
  /// Whether the action cannot be undone; the entry is then in the color of errors.
  public var isDestructive: Bool

  /// Creates an action, which can be undone unless `isDestructive` is true.
  public init(_ title: String, action: String, isDestructive: Bool = false) {
    self.title = title
    self.action = action
    self.isDestructive = isDestructive
  }

  /// The text of the entry as users see it.
  package var name: String { title.isEmpty ? action : title }
}
