/// A question that users answer before an action is carried out.
public struct Confirmation: Hashable, Sendable {
  /// The question; wraps where it is long.
  public var title: String
  /// The words on the button that carries the action out; nil for "OK".
  public var button: String?

  /// Creates a question.
  public init(_ title: String, button: String? = nil) {
    (self.title, self.button) = (title, button)
  }

  /// The question before an action of an item, or of its menu or buttons, is carried out; nil where
  /// none is asked.
  package init?(before action: String, of item: Item) {
    let own = action == item.action ? item.input.confirmation : nil
    let entry = item.actions.first { $0.action == action }
    guard let question = own ?? entry?.confirmation else { return nil }
    self = question
  }
}
