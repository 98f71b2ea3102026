// Positions in edited text are UTF-8 offsets between characters, which can be compared and moved
// within a `String` without reading the text before them.

extension String {
  /// The index at a UTF-8 offset, which is clamped to the text. O(1).
  package func index(at offset: Int) -> Index {
    utf8.index(startIndex, offsetBy: min(max(offset, 0), utf8.count))
  }

  /// The text between two UTF-8 offsets.
  func part(_ range: Range<Int>) -> Substring {
    self[index(at: range.lowerBound)..<index(at: range.upperBound)]
  }

  /// Whether a character begins or ends at `offset`.
  func isPosition(_ offset: Int) -> Bool {
    guard 0...utf8.count ~= offset else { return false }
    return Index(index(at: offset), within: self) != nil
  }

  /// `offset`, clamped to the text; or the end of the character that it lies inside.
  package func position(atOrAfter offset: Int) -> Int {
    let offset = min(max(offset, 0), utf8.count)
    return isPosition(offset) ? offset : position(after: offset)
  }

  /// The end of the character that begins at `offset` or contains it; at most the text's end.
  func position(after offset: Int) -> Int {
    guard offset < utf8.count else { return utf8.count }
    return utf8.distance(from: startIndex, to: index(after: index(at: offset)))
  }

  /// The beginning of the character that ends at `offset` or contains it; at least 0.
  func position(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let index = index(at: offset)
    guard let end = Index(index, within: self) else {
      // Rounded down to the start of the character around it.
      return utf8.distance(from: startIndex, to: self.index(before: self.index(after: index)))
    }
    return utf8.distance(from: startIndex, to: self.index(before: end))
  }

  /// The character that begins at the position `offset`; nil at the end.
  func character(at offset: Int) -> Character? {
    offset < utf8.count ? self[index(at: offset)] : nil
  }

  /// The character that ends at the position `offset`; nil at the start.
  func character(before offset: Int) -> Character? {
    offset > 0 ? self[index(at: position(before: offset))] : nil
  }

  /// Whether both texts are equal and equally long, so that positions in one serve for the other:
  /// strings that are equal may differ in length.
  func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && self == other }

  /// The number of characters, or any number above `limit` when there are more than that. Reads no
  /// more of the text than necessary.
  func count(upTo limit: Int) -> Int {
    utf8.count <= limit ? count : prefix(limit + 1).count
  }
}
