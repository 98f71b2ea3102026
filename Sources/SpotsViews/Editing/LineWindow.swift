/// The part of a long line of text that is laid out: what is visible of it, and some more on both
/// sides, so that it rarely moves. A shorter line is laid out whole.
struct LineWindow {
  /// In UTF-8 offsets of the text.
  private(set) var range = 0..<0
  /// The length of the text that the range was chosen for.
  private var length = 0

  /// The longest line that is laid out whole, in bytes of UTF-8.
  static let longestWhole = 1024

  /// Keeps the window around `offset`, where the caret is, even after an edit there.
  ///
  /// - Parameter reach: The least number of characters to lay out on each side of it.
  /// - Returns: Whether the start of the window has moved.
  mutating func follow(_ offset: Int, in text: String, reach: Int) -> Bool {
    let (old, count) = (range, text.utf8.count)
    let end = min(old.upperBound + count - length, count)
    length = count
    if count <= max(Self.longestWhole, reach * 4) {
      range = 0..<count
    } else if let kept = Self.range(old.lowerBound, end, around: offset, in: text, reach: reach) {
      range = kept
    } else {
      let caret = text.index(at: offset)
      let first =
        text.index(caret, offsetBy: -reach * 2, limitedBy: text.startIndex) ?? text.startIndex
      let last = text.index(caret, offsetBy: reach * 2, limitedBy: text.endIndex) ?? text.endIndex
      let start = text.utf8.distance(from: text.startIndex, to: first)
      range = start..<text.utf8.distance(from: text.startIndex, to: last)
    }
    return range.lowerBound != old.lowerBound
  }

  /// The range from `start` to `end` if it still suits.
  private static func range(
    _ start: Int, _ end: Int, around offset: Int, in text: String, reach: Int
  ) -> Range<Int>? {
    guard start <= offset, offset <= end, end - start <= reach * 256, text.isPosition(start),
      text.isPosition(end)
    else { return nil }
    let (first, caret, last) = (text.index(at: start), text.index(at: offset), text.index(at: end))
    let hasBefore = text.index(caret, offsetBy: -reach, limitedBy: first) != nil
    let hasAfter = text.index(caret, offsetBy: reach, limitedBy: last) != nil
    let isTooLong = text.index(first, offsetBy: reach * 8, limitedBy: last) != nil
    let isEnough = (start == 0 || hasBefore) && (end == text.utf8.count || hasAfter)
    return isEnough && !isTooLong ? start..<end : nil
  }
}
