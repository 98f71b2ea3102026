// The words that users search for, and which texts contain them.

/// The words that users search for. Case, accents and other forms of letters make no difference,
/// and neither do hyphens: "email" and "e-mail" find each other.
package struct TextFilter: Hashable, Sendable {
  package let rule: FilterRule
  /// As they were typed, with single spaces between them.
  package let typed: String
  /// Folded, without hyphens, in the order in which they were typed.
  private let phrase: [[UInt8]]
  /// The same, with the longest first, since it rules out most items.
  private let words: [[UInt8]]

  package init(_ text: String, rule: FilterRule = .words) {
    self.rule = rule
    let parts = text.split(whereSeparator: \.isWhitespace)
    typed = parts.joined(separator: " ")
    phrase = parts.map { word in
      var bytes: [UInt8] = []
      TextFolding.shared.withLock { $0.append(String(word), to: &bytes) }
      let letters = bytes.filter { $0 != TextFolding.hyphen }
      return letters.isEmpty ? bytes : letters
    }
    .filter { !$0.isEmpty }
    words = phrase.sorted { $0.count > $1.count }
  }

  /// Whether there are no words to search for, so that everything matches.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether every text that matches this filter also matches `other`.
  package func isNarrower(than other: TextFilter) -> Bool {
    rule == other.rule
      && other.words.allSatisfy { wanted in
        words.contains { word in
          word.withUnsafeBufferPointer { Self.isFound(wanted, in: $0, rule) }
        }
      }
  }

  /// Whether folded texts, each on a line of its own, contain every word.
  func matches(_ texts: UnsafeBufferPointer<UInt8>) -> Bool {
    words.allSatisfy { Self.isFound($0, in: texts, rule) }
  }

  /// The word to search for first if words must be found whole; nil if not, or without words.
  var firstWhole: [UInt8]? { rule == .words ? words.first : nil }

  private static func isFound(
    _ word: [UInt8], in texts: UnsafeBufferPointer<UInt8>, _ rule: FilterRule
  ) -> Bool {
    switch rule {
    case .words: return texts.firstPlace(of: word, from: 0) != nil
    case .fuzzy:
      var (at, next) = (0, 0)
      while at < texts.count, next < word.count {
        let length = texts.scalarLength(at: at)
        if texts.hasScalar(at: at, length, equalTo: word, at: next) {
          next += length
        } else if texts[at] == ItemTexts.lineEnd {
          next = 0
        }
        at += length
      }
      return next == word.count
    }
  }

  // MARK: Ranking

  /// The ways in which words are found in a title, the best one first.
  private enum Fit: UInt16, Comparable {
    case whole, start, wordStart, inside, scattered, elsewhere

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  /// The ranks of titles that have the same characters as what was typed, perhaps in other forms;
  /// 0 is left to titles that are exactly what was typed.
  static let wholeRanks: Range<UInt16> = 1..<(1 << 13)

  /// How well the folded texts of an item, which match, fit what was typed: the lower, the better.
  /// Texts that fit equally well are ordered by the length of the first one, the title.
  ///
  /// - Parameter isRough: Whether only the beginning of the title counts.
  func rank(_ texts: UnsafeBufferPointer<UInt8>, isRough: Bool) -> UInt16 {
    if isRough, phrase.count > 1 || texts.first != words[0].first {
      return Fit.inside.rawValue << 13
    }
    let end = texts.firstPlace(of: ItemTexts.lineEnd, from: 0) ?? texts.count
    let title = UnsafeBufferPointer(rebasing: texts[..<end])
    var fit = phrase.count == 1 ? Fit.whole : .wordStart
    for word in phrase { fit = max(fit, self.fit(of: word, in: title)) }
    if phrase.count > 1, fit < .scattered {
      fit = min(fit, self.fit(of: Array(phrase.joined(separator: [0x20])), in: title))
    }
    return fit.rawValue << 13 | UInt16(min(end + 1, 1 << 13 - 1))
  }

  private func fit(of word: [UInt8], in title: UnsafeBufferPointer<UInt8>) -> Fit {
    var (fit, start) = (Fit.elsewhere, 0)
    while let place = title.firstPlace(of: word, from: start) {
      if title.isWordStart(place.lowerBound) {
        // Options of commands begin with hyphens.
        let isFirst = title[..<place.lowerBound].allSatisfy { $0 == TextFolding.hyphen }
        return isFirst ? place.upperBound == title.count ? .whole : .start : .wordStart
      }
      (fit, start) = (.inside, place.lowerBound + 1)
    }
    if fit == .elsewhere, rule == .fuzzy, Self.isFound(word, in: title, .fuzzy) {
      return .scattered
    }
    return fit
  }

  // MARK: Marking

  /// The parts of a text that match the words, as UTF-8 offsets, ascending and disjoint.
  ///
  /// - Complexity: O(*n*) for each word.
  package func matches(in text: String) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var folded: [UInt8] = []
    // The offset of the character that each folded byte comes from.
    var origins: [Int] = []
    TextFolding.shared.withLock {
      $0.append(text, to: &folded) { offset, bytes in
        while origins.count < bytes.count { origins.append(offset) }
      }
    }
    origins.append(text.utf8.count)
    var found = RangeSet<Int>()
    for word in words {
      for range in Self.places(of: word, in: folded, rule) {
        var end = range.upperBound
        // A character may be folded to several bytes, all of which begin where it does.
        while end < folded.count, origins[end] == origins[range.upperBound - 1] { end += 1 }
        found.insert(contentsOf: origins[range.lowerBound]..<origins[end])
      }
    }
    return Array(found.ranges)
  }

  private static func places(
    of word: [UInt8], in folded: [UInt8], _ rule: FilterRule
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    folded.withUnsafeBufferPointer { bytes in
      var start = 0
      while let place = bytes.firstPlace(of: word, from: start) {
        places.append(place)
        start = place.upperBound
      }
    }
    guard places.isEmpty, rule == .fuzzy else { return places }
    var (at, next) = (0, 0)
    folded.withUnsafeBufferPointer { bytes in
      while at < bytes.count, next < word.count {
        let length = bytes.scalarLength(at: at)
        if bytes.hasScalar(at: at, length, equalTo: word, at: next) {
          places.append(at..<at + length)
          next += length
        }
        at += length
      }
    }
    return next == word.count ? places : []
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes of the character that begins at `index`.
  fileprivate func scalarLength(at index: Int) -> Int {
    switch self[index] {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  /// Whether a word begins at `index`: what precedes is a sign or a space.
  fileprivate func isWordStart(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    switch self[index - 1] {
    case 0x30...0x39, 0x61...0x7A, 0x80...: return false
    default: return true
    }
  }

  /// Whether the character of `length` bytes at `index` is also in `word` at `place`. Only whole
  /// characters are compared: those of many scripts begin with the same bytes.
  fileprivate func hasScalar(
    at index: Int, _ length: Int, equalTo word: [UInt8], at place: Int
  ) -> Bool {
    guard index + length <= count, place + length <= word.count else { return false }
    for offset in 0..<length where self[index + offset] != word[place + offset] { return false }
    return true
  }
}
