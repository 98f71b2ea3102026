/// The parts of a window that a key is offered to, in this order, until one of them handles it. The
/// window alone knows those that are not part of the screen.
package enum KeyReceiver: CaseIterable, Sendable {
  /// A button in front of the screen that has the keyboard.
  case overlay
  /// The popup that is open. Nothing else on the screen hears of keys then.
  case popup
  /// The inspector, and the program around the window.
  case inspector, program
  /// An item that is held or swept aside, which Escape puts back.
  case drag
  /// The field that takes text.
  case field
  /// The filter bar, or the lists that it would filter.
  case filter
  /// A key of the window.
  case window
  /// Another control that has the keyboard.
  case control
  /// The item that has the keyboard, which can be selected, moved, deleted, or has a menu.
  case item
  /// The focus, which moves or activates something, and the screen, which scrolls.
  case focus
  /// The buttons in front of the screen, which Tab comes to after the last part of it.
  case button
}
