import CSDL2

/// A key that was pressed or released, as SDL reports it, modifiers and locks included.
package struct KeyStroke: Hashable, Sendable {
  /// Holding a key presses it again and again.
  package var isPressed: Bool
  /// The place of the key on the keyboard, an SDL scancode, which is a usage of USB keyboards.
  package var place: UInt32
  /// The key in the user's layout without modifiers, an `SDL_KeyCode`.
  package var code: UInt32
  /// The modifiers and locks that are on when SDL reports it, as bits of `SDL_Keymod`.
  package var modifiers: UInt32
  /// The text that it enters; empty for none, and while nothing takes text.
  package var text = ""
}

extension KeyStroke {
  /// - Parameter text: The text that the key enters, which SDL reports in an event of its own.
  package init(_ event: SDL_KeyboardEvent, text: String) {
    let key = event.keysym
    self.init(
      isPressed: event.type == SDL_KEYDOWN.rawValue, place: key.scancode.rawValue,
      code: UInt32(bitPattern: key.sym), modifiers: UInt32(key.mod), text: text)
  }
}
