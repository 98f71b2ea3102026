/// What a key may be meant for, in the order in which it is offered; what is not part of the screen
/// is known to the window alone.
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
