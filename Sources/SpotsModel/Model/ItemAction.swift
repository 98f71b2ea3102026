/// An entry of the menu of an item.
public struct ItemAction: Hashable, Sendable {
  /// The text of the entry; empty for the action itself.
  public var title: String
  /// The URI-like text that is sent when it is chosen, as a click sends the item's own.
  public var action: String
  /// Whether it does what cannot be taken back; it is in the color of errors then.
  public var isDestructive: Bool

  /// Creates an action that can be taken back unless said otherwise.
  public init(_ title: String, action: String, isDestructive: Bool = false) {
    self.title = title
    self.action = action
    self.isDestructive = isDestructive
  }

  /// The text of the entry as users see it.
  package var name: String { title.isEmpty ? action : title }
}
