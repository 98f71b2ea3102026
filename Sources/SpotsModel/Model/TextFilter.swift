/// The rule by which a text that users type leaves out items; see `ComponentModel.filter`.
public enum FilterRule: String, Hashable, Sendable, CaseIterable {
  /// An item has to have every word somewhere in its texts.
  case words
  /// An item has to have the letters of every word in their order, others between them or not, in
  /// one of its texts.
  case fuzzy
}

/// The words that users look for. Case, accents and width make no difference.
package struct TextFilter: Hashable, Sendable {
  package let rule: FilterRule
  /// Folded, the longest first, which most items lack.
  private let words: [[UInt8]]

  package init(_ text: String, rule: FilterRule = .words) {
    self.rule = rule
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      var bytes: [UInt8] = []
      TextFolding.shared.withLock { $0.append(String(word), to: &bytes) }
      return bytes
    }
    .filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// Whether there is nothing to look for, which everything has.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether nothing has these words that does not have those of `other`, too.
  package func isNarrower(than other: TextFilter) -> Bool {
    rule == other.rule
      && other.words.allSatisfy { wanted in
        words.contains { word in
          word.withUnsafeBufferPointer { Self.isFound(wanted, in: $0, rule) }
        }
      }
  }

  /// Whether folded texts, each on a line of its own, have every word.
  func matches(_ texts: UnsafeBufferPointer<UInt8>) -> Bool {
    words.allSatisfy { Self.isFound($0, in: texts, rule) }
  }

  /// The word that is looked for first where all of it has to be there; nil for none.
  var firstWhole: [UInt8]? { rule == .words ? words.first : nil }

  private static func isFound(
    _ word: [UInt8], in texts: UnsafeBufferPointer<UInt8>, _ rule: FilterRule
  ) -> Bool {
    switch rule {
    case .words: return texts.firstPlace(of: word, from: 0) != nil
    case .fuzzy:
      var next = 0
      for byte in texts where next < word.count {
        if byte == word[next] { next += 1 } else if byte == ItemTexts.lineEnd { next = 0 }
      }
      return next == word.count
    }
  }

  // MARK: Marking

  /// The parts of a text that are looked for, in its UTF-8 offsets, ascending and apart.
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
        places.append(place..<place + word.count)
        start = place + word.count
      }
    }
    guard places.isEmpty, rule == .fuzzy else { return places }
    for (index, byte) in folded.enumerated()
    where places.count < word.count && byte == word[places.count] {
      places.append(index..<index + 1)
    }
    return places.count == word.count ? places : []
  }
}
