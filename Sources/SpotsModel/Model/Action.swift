/// A text that an item sends when it is clicked: one of those that screens know, or any other,
/// which means what the program makes of it.
///
/// ```swift
/// let save = Item.button("Save", action: .submit, emphasis: .primary)
/// let call = Item.button("Call", action: "call:5550100")
/// ```
public struct Action: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible
{
  /// The text, as documents have it.
  public var description: String

  /// Creates an action with any text.
  public init(_ text: String) { description = text }
  /// Creates an action with any text.
  public init(stringLiteral text: String) { description = text }

  /// Checks the answers and, if nothing is wrong with them, submits them.
  public static var submit: Action { "submit" }
  /// Does what `submit` does; the name says which of several buttons it was.
  public static func submit(_ name: String) -> Action { "submit:\(name)" }
  /// Leaves a screen that another one has opened.
  public static var pop: Action { "pop" }
  /// Leaves a sheet, or the window.
  public static var close: Action { "close" }
  /// Opens a screen: a path beside the document, or a web address.
  public static func screen(_ path: String) -> Action { "screen:\(path)" }
  /// Opens a screen as a further step, which has the answers of this one, too.
  public static func push(_ name: String) -> Action { "push:\(name)" }
  /// Opens a screen in a sheet over this one.
  public static func sheet(_ name: String) -> Action { "sheet:\(name)" }
  /// Opens a screen beside the item, over this one; in a compact window in a sheet.
  public static func popover(_ name: String) -> Action { "popover:\(name)" }
  /// Shows a tab of the screen.
  public static func tab(_ name: String) -> Action { "tab:\(name)" }
  /// Opens a web or mail address in the program that the user has for it.
  public static func open(_ address: String) -> Action { Action(address) }
  /// Checks the answers, and sends them to a server.
  public static func post(_ address: String) -> Action { "post:\(address)" }
  /// Adds a row to the array at a JSON pointer in the screen's data.
  public static func addRow(to pointer: String) -> Action { "data-add:\(pointer)" }
  /// Removes the row that the item was made from.
  public static var removeRow: Action { "data-remove" }
}
