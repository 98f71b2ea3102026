import CSDL2
import Spots

/// A key as it is reported to the keyboard's listeners (`DeviceEvent`): with X11's numbers and
/// names for keys, also under Wayland.
struct AccessibleKey {
  let isPressed: Bool
  let symbol: UInt32
  /// The number of the key on the keyboard; 0 where it has none.
  let code: UInt32
  /// The modifiers and locks that were on before the key, as in the state of X11's events.
  let modifiers: UInt32
  /// The character that the key enters, or the name of its symbol.
  let text: String

  init(_ stroke: KeyStroke) {
    isPressed = stroke.isPressed
    code = Self.code(of: stroke.place)
    modifiers = Self.state(before: stroke)
    let isShifted = stroke.modifiers & KMOD_SHIFT.rawValue != 0
    let isNumeric = (stroke.modifiers & KMOD_NUM.rawValue != 0) != isShifted
    if stroke.code == SDLK_TAB.rawValue, isShifted {
      (symbol, text) = (0xFE20, "ISO_Left_Tab")
    } else if let named = Self.named[stroke.code] ?? (isNumeric ? nil : Self.keypad[stroke.code]) {
      (symbol, text) = named
    } else if let (symbol, character) = Self.keypadCharacters[stroke.code] {
      (self.symbol, text) = (symbol, stroke.text.isEmpty ? character : stroke.text)
    } else {
      text = stroke.text.isEmpty ? Self.character(stroke) : stroke.text
      symbol = Self.symbol(of: text)
    }
  }

  /// The argument of `NotifyListenersSync`, with the types that the registry accepts: signed ones,
  /// although it passes the numbers on with other types.
  ///
  /// - Parameter time: In milliseconds, different for each event.
  func value(at time: Int32) -> BusValue {
    let numbers = [symbol, code, modifiers].map { BusValue.int(Int32(bitPattern: $0)) }
    return .structure(
      [.uint(isPressed ? 0 : 1)] + numbers
        + [.int(time), .string(text), .bool(text.unicodeScalars.count == 1)])
  }

  // MARK: Symbols

  /// The keysym for keys without a symbol, `VoidSymbol`.
  private static let nothing: UInt32 = 0xFF_FFFF

  /// The symbol of a character: its code for Latin-1, with another bit set for all others.
  private static func symbol(of text: String) -> UInt32 {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return nothing
    }
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: return scalar.value
    case 0x100...: return 0x100_0000 | scalar.value
    default: return nothing
    }
  }

  /// The character of a key that enters no text at the moment; empty for none. Of the characters
  /// that need Shift, only capital letters are known.
  private static func character(_ stroke: KeyStroke) -> String {
    guard stroke.code > 0x20, let scalar = Unicode.Scalar(stroke.code),
      scalar.properties.generalCategory != .control
    else { return "" }
    let isShifted = stroke.modifiers & KMOD_SHIFT.rawValue != 0
    let isCapital = isShifted != (stroke.modifiers & KMOD_CAPS.rawValue != 0)
    let capital = scalar.properties.uppercaseMapping
    return isCapital && capital.unicodeScalars.count == 1 ? capital : String(scalar)
  }

  private typealias Symbols = [UInt32: (UInt32, String)]

  private static func symbols(_ table: [(SDL_KeyCode, UInt32, String)]) -> Symbols {
    Symbols(uniqueKeysWithValues: table.map { ($0.rawValue, ($1, $2)) })
  }

  private static let named: Symbols = {
    func functions(_ range: ClosedRange<UInt32>, first: SDL_KeyCode) -> Symbols {
      Symbols(
        uniqueKeysWithValues: range.map {
          (first.rawValue + $0 - range.lowerBound, (0xFFBD + $0, "F\($0)"))
        })
    }
    let named = symbols([
      (SDLK_SPACE, 0x20, "space"), (SDLK_BACKSPACE, 0xFF08, "BackSpace"),
      (SDLK_TAB, 0xFF09, "Tab"), (SDLK_RETURN, 0xFF0D, "Return"), (SDLK_PAUSE, 0xFF13, "Pause"),
      (SDLK_SCROLLLOCK, 0xFF14, "Scroll_Lock"), (SDLK_ESCAPE, 0xFF1B, "Escape"),
      (SDLK_HOME, 0xFF50, "Home"), (SDLK_LEFT, 0xFF51, "Left"), (SDLK_UP, 0xFF52, "Up"),
      (SDLK_RIGHT, 0xFF53, "Right"), (SDLK_DOWN, 0xFF54, "Down"),
      (SDLK_PAGEUP, 0xFF55, "Page_Up"), (SDLK_PAGEDOWN, 0xFF56, "Page_Down"),
      (SDLK_END, 0xFF57, "End"), (SDLK_PRINTSCREEN, 0xFF61, "Print"),
      (SDLK_INSERT, 0xFF63, "Insert"), (SDLK_APPLICATION, 0xFF67, "Menu"),
      (SDLK_NUMLOCKCLEAR, 0xFF7F, "Num_Lock"), (SDLK_KP_ENTER, 0xFF8D, "KP_Enter"),
      (SDLK_LSHIFT, 0xFFE1, "Shift_L"), (SDLK_RSHIFT, 0xFFE2, "Shift_R"),
      (SDLK_LCTRL, 0xFFE3, "Control_L"), (SDLK_RCTRL, 0xFFE4, "Control_R"),
      (SDLK_CAPSLOCK, 0xFFE5, "Caps_Lock"), (SDLK_LALT, 0xFFE9, "Alt_L"),
      (SDLK_RALT, 0xFFEA, "Alt_R"), (SDLK_LGUI, 0xFFEB, "Super_L"),
      (SDLK_RGUI, 0xFFEC, "Super_R"), (SDLK_MODE, 0xFE03, "ISO_Level3_Shift"),
      (SDLK_DELETE, 0xFFFF, "Delete"),
    ])
    return named.merging(functions(1...12, first: SDLK_F1)) { $1 }
      .merging(functions(13...24, first: SDLK_F13)) { $1 }
  }()

  /// The keypad while it enters no digits.
  private static let keypad = symbols([
    (SDLK_KP_7, 0xFF95, "KP_Home"), (SDLK_KP_4, 0xFF96, "KP_Left"), (SDLK_KP_8, 0xFF97, "KP_Up"),
    (SDLK_KP_6, 0xFF98, "KP_Right"), (SDLK_KP_2, 0xFF99, "KP_Down"),
    (SDLK_KP_9, 0xFF9A, "KP_Page_Up"), (SDLK_KP_3, 0xFF9B, "KP_Page_Down"),
    (SDLK_KP_1, 0xFF9C, "KP_End"), (SDLK_KP_5, 0xFF9D, "KP_Begin"),
    (SDLK_KP_0, 0xFF9E, "KP_Insert"), (SDLK_KP_PERIOD, 0xFF9F, "KP_Delete"),
  ])

  private static let keypadCharacters = symbols([
    (SDLK_KP_MULTIPLY, 0xFFAA, "*"), (SDLK_KP_PLUS, 0xFFAB, "+"), (SDLK_KP_MINUS, 0xFFAD, "-"),
    (SDLK_KP_PERIOD, 0xFFAE, "."), (SDLK_KP_DIVIDE, 0xFFAF, "/"), (SDLK_KP_0, 0xFFB0, "0"),
    (SDLK_KP_1, 0xFFB1, "1"), (SDLK_KP_2, 0xFFB2, "2"), (SDLK_KP_3, 0xFFB3, "3"),
    (SDLK_KP_4, 0xFFB4, "4"), (SDLK_KP_5, 0xFFB5, "5"), (SDLK_KP_6, 0xFFB6, "6"),
    (SDLK_KP_7, 0xFFB7, "7"), (SDLK_KP_8, 0xFFB8, "8"), (SDLK_KP_9, 0xFFB9, "9"),
  ])

  // MARK: Numbers

  /// X11's number for the key at a place: 8 more than the kernel's.
  private static func code(of place: UInt32) -> UInt32 {
    if place >= 4, place - 4 < codes.count { return codes[Int(place - 4)] + 8 }
    if place >= 0xE0, place - 0xE0 < modifierCodes.count {
      return modifierCodes[Int(place - 0xE0)] + 8
    }
    return 0
  }

  /// The kernel's numbers for the usages 4 (A) to 115 (F24) of USB keyboards.
  private static let codes: [UInt32] = [
    30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24, 25, 16, 19, 31, 20, 22, 47, 17, 45,
    21, 44, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 28, 1, 14, 15, 57, 12, 13, 26, 27, 43, 43, 39, 40, 41,
    51, 52, 53, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 87, 88, 99, 70, 119, 110, 102, 104, 111,
    107, 109, 106, 105, 108, 103, 69, 98, 55, 74, 78, 96, 79, 80, 81, 75, 76, 77, 71, 72, 73, 82,
    83, 86, 127, 116, 117, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194,
  ]

  /// The same for the usages 224 to 231: Control, Shift, Alt and Super, on the left and the right.
  private static let modifierCodes: [UInt32] = [29, 42, 56, 125, 97, 54, 100, 126]

  // MARK: Modifiers

  /// X11's modifier bits for SDL's, which already include the key itself.
  private static func state(before stroke: KeyStroke) -> UInt32 {
    var bits = stroke.modifiers
    let own = own.first { $0.0.rawValue == stroke.code }?.1.rawValue ?? 0
    if own & (KMOD_CAPS.rawValue | KMOD_NUM.rawValue) != 0 {
      if stroke.isPressed { bits ^= own }
    } else if stroke.isPressed {
      bits &= ~own
    } else {
      bits |= own
    }
    return states.reduce(0) { bits & $1.0.rawValue == 0 ? $0 : $0 | $1.1 }
  }

  private static let own: [(SDL_KeyCode, SDL_Keymod)] = [
    (SDLK_LSHIFT, KMOD_LSHIFT), (SDLK_RSHIFT, KMOD_RSHIFT), (SDLK_LCTRL, KMOD_LCTRL),
    (SDLK_RCTRL, KMOD_RCTRL), (SDLK_LALT, KMOD_LALT), (SDLK_RALT, KMOD_RALT),
    (SDLK_LGUI, KMOD_LGUI), (SDLK_RGUI, KMOD_RGUI), (SDLK_MODE, KMOD_MODE),
    (SDLK_CAPSLOCK, KMOD_CAPS), (SDLK_NUMLOCKCLEAR, KMOD_NUM),
  ]

  private static let states: [(SDL_Keymod, UInt32)] = [
    (KMOD_SHIFT, 1 << 0), (KMOD_CAPS, 1 << 1), (KMOD_CTRL, 1 << 2), (KMOD_ALT, 1 << 3),
    (KMOD_NUM, 1 << 4), (KMOD_GUI, 1 << 6), (KMOD_MODE, 1 << 7),
  ]
}
