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
    return reader.runs.map(\.text).joined()
  }

  /// The text without such sequences, in the parts that they color.
  ///
  /// - Complexity: O(*n*).
  package var terminalRuns: [TerminalRun] {
    var text = self
    guard text.withUTF8(Self.hasTerminalSequences) else {
      return text.isEmpty ? [] : [TerminalRun(text: text, style: TerminalStyle())]
    }
    var reader = TerminalReader()
    for scalar in text.unicodeScalars { reader.read(scalar) }
    return reader.runs
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

/// A part of a text in one style.
package struct TerminalRun: Equatable, Sendable {
  package let text: String
  package let style: TerminalStyle
}

/// The style that a terminal is told to show text in (SGR, ECMA-48).
package struct TerminalStyle: Equatable, Sendable {
  package enum Color: Equatable, Sendable {
    /// One of the 256 of xterm: 16 with names, a cube of 6 × 6 × 6, and 24 grays.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  /// Nil for that of usual text.
  package private(set) var color: Color?
  /// Nil for none.
  package private(set) var background: Color?
  package private(set) var isBold = false
  package private(set) var isFaint = false
  package private(set) var isUnderlined = false
  package private(set) var isInverse = false

  /// Follows the numbers of a sequence; those without a meaning here are passed over.
  fileprivate mutating func apply(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = TerminalStyle()
      case 1: isBold = true
      case 2: isFaint = true
      case 4: isUnderlined = true
      case 7: isInverse = true
      case 22: (isBold, isFaint) = (false, false)
      case 24: isUnderlined = false
      case 27: isInverse = false
      case 30...37: color = .palette(UInt8(number - 30))
      case 38: color = Self.color(&rest) ?? color
      case 39: color = nil
      case 40...47: background = .palette(UInt8(number - 40))
      case 48: background = Self.color(&rest) ?? background
      case 49: background = nil
      case 90...97: color = .palette(UInt8(number - 82))
      case 100...107: background = .palette(UInt8(number - 92))
      default: break
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().map { .palette(UInt8(clamping: $0)) }
    case 2:
      let parts = rest.prefix(3).map { UInt8(clamping: $0) }
      rest = rest.dropFirst(3)
      return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
    default: return nil
    }
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

  private var shown: [Unicode.Scalar] = []
  private var state = State.text
  private var style = TerminalStyle()
  private var ended: [TerminalRun] = []
  /// The numbers of the sequence being read, as digits and separators.
  private var numbers = ""
  private static let mostDigits = 64
  /// The character that a backspace has removed, until another takes its place.
  private var struck: Unicode.Scalar?

  mutating func read(_ scalar: Unicode.Scalar) {
    switch (state, scalar.value) {
    case (.string, 0x07), (.string, 0x9C): state = .text
    case (.string, 0x1B): state = .stringEscape
    case (.string, 0x0A): append(scalar)
    case (.string, _): break
    case (.stringEscape, 0x5C): state = .text
    case (.escape, 0x5B), (.stringEscape, 0x5B), (_, 0x9B): (state, numbers) = (.control, "")
    case (.control, 0x30...0x3B) where numbers.utf8.count < Self.mostDigits:
      numbers.unicodeScalars.append(scalar)
    case (.control, 0x6D): setStyle()
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

  /// The text read so far, in parts of one style.
  var runs: [TerminalRun] {
    let last = String(String.UnicodeScalarView(shown))
    return shown.isEmpty ? ended : ended + [TerminalRun(text: last, style: style)]
  }

  private mutating func setStyle() {
    state = .text
    var next = style
    let parts = numbers.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
    next.apply(parts.map { $0.isEmpty ? 0 : Int($0) ?? -1 })
    guard next != style else { return }
    (ended, shown) = (runs, [])
    style = next
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    // A line below a letter may come before the letter or after it.
    let isUnderlined = scalar == "_" && struck != nil
    shown.append(isUnderlined ? struck ?? scalar : scalar)
    (state, struck) = (.text, nil)
  }
}
