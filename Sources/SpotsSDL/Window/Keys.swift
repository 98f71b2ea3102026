import CSDL2
import Spots

extension Key {
  /// Translates SDL's key; nil for keys that have no use here.
  init?(_ key: SDL_Keysym) {
    let code = UInt32(bitPattern: key.sym)
    let isNumeric = UInt32(key.mod) & KMOD_NUM.rawValue != 0
    if let key = Self.named[code] ?? (isNumeric ? nil : Self.keypad[code]) {
      self = key
    } else if let character = Self.keypadCharacters[code] {
      self = .character(character)
    } else if (SDLK_F1.rawValue...SDLK_F12.rawValue).contains(code) {
      self = .function(Int(code - SDLK_F1.rawValue) + 1)
    } else if code > 0x20, code != 0x7F, let scalar = UnicodeScalar(code) {
      self = .character(Character(scalar))
    } else {
      return nil
    }
  }

  private static let named: [UInt32: Key] = [
    SDLK_UP.rawValue: .up, SDLK_DOWN.rawValue: .down, SDLK_LEFT.rawValue: .left,
    SDLK_RIGHT.rawValue: .right, SDLK_PAGEUP.rawValue: .pageUp, SDLK_PAGEDOWN.rawValue: .pageDown,
    SDLK_HOME.rawValue: .home, SDLK_END.rawValue: .end, SDLK_RETURN.rawValue: .enter,
    SDLK_KP_ENTER.rawValue: .enter, SDLK_SPACE.rawValue: .space, SDLK_ESCAPE.rawValue: .escape,
    SDLK_TAB.rawValue: .tab, SDLK_BACKSPACE.rawValue: .backspace,
    SDLK_AC_BACK.rawValue: .back, SDLK_AC_FORWARD.rawValue: .forward,
  ]

  /// The keypad while Num Lock is off.
  private static let keypad: [UInt32: Key] = [
    SDLK_KP_8.rawValue: .up, SDLK_KP_2.rawValue: .down, SDLK_KP_4.rawValue: .left,
    SDLK_KP_6.rawValue: .right, SDLK_KP_9.rawValue: .pageUp, SDLK_KP_3.rawValue: .pageDown,
    SDLK_KP_7.rawValue: .home, SDLK_KP_1.rawValue: .end,
  ]

  private static let keypadCharacters: [UInt32: Character] = [
    SDLK_KP_0.rawValue: "0", SDLK_KP_1.rawValue: "1", SDLK_KP_2.rawValue: "2",
    SDLK_KP_3.rawValue: "3", SDLK_KP_4.rawValue: "4", SDLK_KP_5.rawValue: "5",
    SDLK_KP_6.rawValue: "6", SDLK_KP_7.rawValue: "7", SDLK_KP_8.rawValue: "8",
    SDLK_KP_9.rawValue: "9", SDLK_KP_PLUS.rawValue: "+", SDLK_KP_MINUS.rawValue: "-",
  ]
}

extension Modifiers {
  /// Translates SDL's bits, which tell left from right.
  init(_ bits: UInt16) {
    let bits = UInt32(bits)
    self = []
    if bits & (KMOD_LSHIFT.rawValue | KMOD_RSHIFT.rawValue) != 0 { insert(.shift) }
    if bits & (KMOD_LCTRL.rawValue | KMOD_RCTRL.rawValue) != 0 { insert(.control) }
    if bits & (KMOD_LALT.rawValue | KMOD_RALT.rawValue) != 0 { insert(.alt) }
  }
}

extension PointerButton {
  /// SDL counts from 1: left, middle, right, and the two at the thumb.
  init?(_ number: UInt8) {
    switch number {
    case 1: self = .left
    case 2: self = .middle
    case 3: self = .right
    case 4: self = .back
    case 5: self = .forward
    default: return nil
    }
  }
}
