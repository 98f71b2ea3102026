/// What a key may be meant for on a screen, in the order in which it is offered.
package enum KeyReceiver: CaseIterable, Sendable {
  /// An item that is held or swept aside, which Escape puts back.
  case drag
  /// The popup that is open. Nothing else on the screen hears of keys then.
  case popup
  /// The field that takes text.
  case field
  /// The filter bar, or the lists that it would filter.
  case filter
  /// Another control that has the keyboard.
  case control
  /// The item that has the keyboard, which can be selected, moved, deleted, or has a menu.
  case item
  /// The focus, which moves or activates something, and the screen, which scrolls.
  case focus

  /// Whether a key is offered to it before the keys of the window are tried.
  package var precedesWindow: Bool { [.drag, .popup, .field, .filter].contains(self) }
}
