/// The sign at the end of a row that says what a click does.
public enum ItemAccessory: String, Hashable, Sendable, CaseIterable {
  /// No sign.
  case none
  /// An angle: something opens in the window.
  case chevron
  /// An arrow that points out: something opens elsewhere.
  case external
  /// A check mark: the row is one of those chosen.
  case check
  /// Three dots: there is more to be done. A row without an action opens its menu.
  case menu
  /// A spinner: something is under way.
  case busy

  /// Creates the sign of an item that does not name one: a chevron for a screen, three dots for one
  /// beside the item, the arrow for an address, none for anything else.
  public init(forAction action: String?) {
    guard let action else {
      self = .none
      return
    }
    let isLink = ["http://", "https://", "mailto:"].contains { action.hasPrefix($0) }
    if action.hasPrefix("popover:") {
      self = .menu
    } else {
      self = isLink ? .external : Self.opensScreen(action) ? .chevron : .none
    }
  }

  /// Whether `action` is that of an item that opens another screen.
  package static func opensScreen(_ action: String) -> Bool {
    ["screen:", "push:", "sheet:", "popover:"].contains(where: action.hasPrefix)
      || action.hasSuffix(".json") && !action.contains(":")
  }
}
