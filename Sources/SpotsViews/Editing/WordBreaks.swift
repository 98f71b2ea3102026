// Words for the keyboard and for double clicks. The rules are those of Unicode (UAX #29) as far as
// they matter for that, without its tables: letters, digits and what joins them make words, each
// run of spaces or of symbols is one step, and words end between Han, hiragana and katakana, which
// finds most words of Japanese.

/// The role of a character in finding words.
private enum WordClass: Equatable {
  case space, lineEnd, symbol, letter, han, hiragana, katakana

  init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first else {
      self = .symbol
      return
    }
    switch scalar.value {
    case 0x0A: self = .lineEnd
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: self = .letter
    case 0x09, 0x20: self = .space
    case 0..<0x80: self = .symbol
    case 0x3041...0x309F: self = .hiragana
    case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
    case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
    default: self = WordClass(other: scalar.properties)
    }
  }

  private init(other properties: Unicode.Scalar.Properties) {
    if properties.isWhitespace {
      self = .space
    } else if properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
    {
      self = .letter
    } else {
      self = .symbol
    }
  }

  var isWord: Bool { self != .space && self != .lineEnd && self != .symbol }
}

extension String {
  /// Whether a word, or a run of spaces or symbols, ends or begins at a position.
  private func isWordBoundary(_ offset: Int) -> Bool {
    guard let before = character(before: offset), let after = character(at: offset) else {
      return true
    }
    let (left, right) = (WordClass(before), WordClass(after))
    if left == .lineEnd || right == .lineEnd { return true }
    if left == right { return false }
    // As in can't, example.com and 3,50.
    if left == .letter, joinsLetters(after, between: before, at: offset) { return false }
    if right == .letter, let first = character(before: position(before: offset)),
      joinsLetters(before, between: first, at: position(before: offset))
    {
      return false
    }
    return true
  }

  /// Whether `sign`, at `offset`, is part of the word around it, whose letter before it is
  /// `letter`.
  private func joinsLetters(_ sign: Character, between letter: Character, at offset: Int) -> Bool {
    guard let next = character(at: position(after: offset)), WordClass(letter) == .letter,
      WordClass(next) == .letter
    else { return false }
    switch sign {
    case "'", "’", ".": return letter.isNumber == next.isNumber
    case ":", "·": return !letter.isNumber && !next.isNumber
    case ",", ";": return letter.isNumber && next.isNumber
    default: return false
    }
  }

  /// The end of the word that `offset` is in or before: after the last letter, so that what follows
  /// is a space or a symbol. O(*n*) in the text passed over.
  func wordEnd(after offset: Int) -> Int {
    var (start, end) = (offset, offset)
    while end < utf8.count {
      repeat { end = position(after: end) } while !isWordBoundary(end)
      if let first = character(at: start), WordClass(first).isWord { return end }
      start = end
    }
    return end
  }

  /// The start of the word that `offset` is in or after. O(*n*) in the text passed over.
  func wordStart(before offset: Int) -> Int {
    var start = offset
    while start > 0 {
      repeat { start = position(before: start) } while !isWordBoundary(start)
      if let first = character(at: start), WordClass(first).isWord { return start }
    }
    return start
  }

  /// The word, or the run of spaces or symbols, that the character at `offset` belongs to; at the
  /// end of a line, the one before it.
  func word(around offset: Int) -> Range<Int> {
    var (start, end) = (offset, offset)
    let isAtEnd = character(at: offset).map { WordClass($0) == .lineEnd } ?? true
    if !isAtEnd { repeat { end = position(after: end) } while !isWordBoundary(end) }
    if isAtEnd, character(before: start).map({ WordClass($0) == .lineEnd }) ?? true {
      return start..<end
    }
    if isAtEnd { start = position(before: start) }
    while !isWordBoundary(start) { start = position(before: start) }
    return start..<end
  }
}
