extension String {
  /// The text without what only terminals understand: escape sequences, which color it or set a
  /// title, and characters that are struck over to make them bold or underlined.
  ///
  /// - Complexity: O(*n*); a text without any is returned as it is.
  package var withoutTerminalSequences: String {
    var text = self
    guard text.withUTF8(Self.hasTerminalSequences) else { return self }
    var reader = TerminalReader()
    for scalar in text.unicodeScalars { reader.read(scalar) }
    return String(String.UnicodeScalarView(reader.shown))
  }

  private static func hasTerminalSequences(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20, byte == 0x1B || byte == 0x08 || byte & 0xFE == 0x0E { return true }
      // The same sequences begin with U+0090 to U+009F where they are not ASCII.
      if last == 0xC2, 0x90...0x9F ~= byte { return true }
      last = byte
    }
    return false
  }
}

/// Takes a text character by character as a terminal does (ECMA-48), and keeps what it shows.
private struct TerminalReader {
  private enum State {
    case text
    /// After ESC, and what may come between it and the end of a short sequence.
    case escape
    /// In a sequence with numbers, which sets colors or moves the cursor.
    case control
    /// In a text for the terminal itself, such as its title.
    case string
    case stringEscape
  }

  private(set) var shown: [Unicode.Scalar] = []
  private var state = State.text
  /// The character that a backspace has removed, until another takes its place.
  private var struck: Unicode.Scalar?

  mutating func read(_ scalar: Unicode.Scalar) {
    switch (state, scalar.value) {
    case (.string, 0x07), (.string, 0x9C): state = .text
    case (.string, 0x1B): state = .stringEscape
    case (.string, 0x0A): append(scalar)
    case (.string, _): break
    case (.stringEscape, 0x5C): state = .text
    case (.escape, 0x5B), (.stringEscape, 0x5B), (_, 0x9B): state = .control
    case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F), (_, 0x90), (_, 0x98),
      (_, 0x9D...0x9F):
      state = .string
    case (_, 0x1B): state = .escape
    case (.escape, 0x20...0x2F), (.control, 0x20...0x3F): break
    case (.escape, 0x30...0x7E), (.control, 0x40...0x7E), (.stringEscape, _): state = .text
    case (_, 0x08): struck = shown.popLast() ?? struck
    case (_, 0x0E...0x0F), (_, 0x91...0x9F): break
    default: append(scalar)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    // A line below a letter may come before the letter or after it.
    let isUnderlined = scalar == "_" && struck != nil
    shown.append(isUnderlined ? struck ?? scalar : scalar)
    (state, struck) = (.text, nil)
  }
}
