/// Breaks a text into lines, paragraph by paragraph and word by word.
@MainActor
struct LineBreaker {
  private(set) var lines: [TextLayout.Line] = []
  /// The indexes of the characters after those of each line; not of lines that end in an ellipsis.
  private(set) var ends: [Int] = []
  /// Whether an ellipsis replaces part of the text.
  private(set) var isCut = false
  private let room: LineRoom
  private let limit: Int
  private let direction: TextDirection

  private struct Paragraph {
    /// The indexes of its characters in the shown text.
    var range: Range<Int>
    /// The indexes at which a line may end, ascending; the last one is the paragraph's end.
    var wordEnds: [Int]
    var direction: TextDirection
  }

  /// - Parameters:
  ///   - limit: The largest number of lines; 0 for as many as needed.
  ///   - direction: The direction of paragraphs without a directional letter.
  init(room: LineRoom, limit: Int, direction: TextDirection) {
    self.room = room
    self.limit = limit > 0 ? limit : Int.max
    self.direction = direction
  }

  /// Adds the lines of `text`.
  mutating func append(_ text: String) {
    if !text.isEmpty { append(ShownText(text)) }
  }

  /// Adds the lines of a text that is divided into characters already.
  mutating func append(_ shown: ShownText) {
    if limit == 1 {
      appendSingleLine(shown.withSpacesForLineEnds)
    } else {
      appendParagraphs(of: shown)
    }
  }

  private mutating func appendSingleLine(_ shown: ShownText) {
    let all = shown[0..<shown.count]
    let direction = direction(of: all)
    if !shown.isCut, mayFit(0..<64, upTo: shown.count, of: shown, direction) {
      let line = room.wholeLine(String(all), direction)
      if room.holds(line.width) {
        lines.append(line)
        return
      }
    }
    appendEllipsized(0..<shown.count, of: shown, direction)
  }

  private mutating func appendParagraphs(of shown: ShownText) {
    var start = 0
    for end in shown.lineEnds where lines.count < limit {
      appendLines(of: start..<end, in: shown, hasMore: true, isCut: false)
      start = end + 1
    }
    guard lines.count < limit else { return }
    appendLines(of: start..<shown.count, in: shown, hasMore: shown.isCut, isCut: shown.isCut)
  }

  /// Adds the lines of one paragraph.
  ///
  /// - Parameters:
  ///   - hasMore: Whether text follows it, which an ellipsis replaces when there is no line left.
  ///   - isCut: Whether the character limit cuts off its end.
  private mutating func appendLines(
    of range: Range<Int>, in shown: ShownText, hasMore: Bool, isCut: Bool
  ) {
    guard !range.isEmpty else {
      let isHint = isCut || hasMore && lines.count == limit - 1
      if isHint { self.isCut = true }
      lines.append(room.line(isHint ? "…" : "", direction, at: shown.boundaries[range.lowerBound]))
      ends.append(range.upperBound)
      return
    }
    let paragraph = paragraph(range, of: shown)
    var (start, word) = (range.lowerBound, 0)
    while start < range.upperBound, lines.count < limit {
      while paragraph.wordEnds[word] <= start { word += 1 }
      let (end, line) = line(from: start, word: word, in: paragraph, of: shown)
      let isLastLine = lines.count == limit - 1
      if end < range.upperBound ? isLastLine : isLastLine && hasMore || isCut {
        appendEllipsized(start..<range.upperBound, of: shown, paragraph.direction)
        return
      }
      lines.append(line)
      ends.append(end)
      start = end
    }
  }

  private func paragraph(_ range: Range<Int>, of shown: ShownText) -> Paragraph {
    let text = String(shown[range])
    let start = shown.boundaries[range.lowerBound]
    var wordEnds: [Int] = []
    var character = range.lowerBound
    // Breaks within a character are skipped: older rules break between the people of an emoji.
    for offset in room.measurer.lineBreaks(in: text) {
      while character < range.upperBound, shown.boundaries[character] - start < offset {
        character += 1
      }
      if shown.boundaries[character] - start == offset { wordEnds.append(character) }
    }
    if wordEnds.last != range.upperBound { wordEnds.append(range.upperBound) }
    return Paragraph(range: range, wordEnds: wordEnds, direction: direction(of: text[...]))
  }

  private func direction(of text: Substring) -> TextDirection {
    room.measurer.direction(of: String(text)) ?? direction
  }

  /// The line that starts at `start`, within the word at the index `word`: as many words as fit,
  /// but at least one character.
  private func line(
    from start: Int, word: Int, in paragraph: Paragraph, of shown: ShownText
  ) -> (end: Int, line: TextLayout.Line) {
    let ends = paragraph.wordEnds
    func line(to end: Int) -> TextLayout.Line {
      let text = Self.lineText(shown[start..<end], isBroken: end < paragraph.range.upperBound)
      return room.line(text, paragraph.direction, at: shown.boundaries[start])
    }
    var best: (end: Int, line: TextLayout.Line)?
    var next = guess(from: start, word: word, in: paragraph, of: shown)
    while next > word, best == nil {
      let candidate = line(to: ends[next - 1])
      if room.holds(candidate.width) { best = (ends[next - 1], candidate) } else { next -= 1 }
    }
    while next < ends.count {
      let known = start..<(best?.end ?? start)
      guard mayFit(known, upTo: ends[next], of: shown, paragraph.direction) else { break }
      let candidate = line(to: ends[next])
      guard room.holds(candidate.width) else { break }
      best = (ends[next], candidate)
      next += 1
    }
    if let best { return best }
    var part = room.longest(from: start, to: ends[word], line)
    // A soft hyphen that does not fit must not become a line by itself.
    while part.end < ends[word], Self.isSoftHyphen(shown[part.end..<part.end + 1]) { part.end += 1 }
    return part
  }

  /// The index of the first word that probably does not fit, estimated from the widths of single
  /// words, most of which the measurer knows already.
  private func guess(
    from start: Int, word: Int, in paragraph: Paragraph, of shown: ShownText
  ) -> Int {
    var (next, start, filled) = (word, start, 0.0)
    while next < paragraph.wordEnds.count {
      let end = paragraph.wordEnds[next]
      guard mayFit(start..<start, upTo: end, of: shown, paragraph.direction) else { break }
      filled += room.measure(
        String(shown[start..<end]), paragraph.direction, at: shown.boundaries[start])
      guard room.holds(filled) else { break }
      (next, start) = (next + 1, end)
    }
    return next
  }

  /// Whether the characters from the start of `known`, which fits, up to `end` may fit too.
  /// Measures longer and longer parts, so that a word of thousands of characters is rejected early
  /// instead of being measured for every line it fills.
  private func mayFit(
    _ known: Range<Int>, upTo end: Int, of shown: ShownText, _ direction: TextDirection
  ) -> Bool {
    var length = LineRoom.firstLength
    while known.upperBound + length < end {
      let part = shown[known.lowerBound..<known.upperBound + length]
      let offset = shown.boundaries[known.lowerBound]
      guard room.holds(room.measure(String(part), direction, at: offset)) else { return false }
      length *= 2
    }
    return true
  }

  /// Adds as much of a part as fits on one line, with an ellipsis.
  private mutating func appendEllipsized(
    _ range: Range<Int>, of shown: ShownText, _ direction: TextDirection
  ) {
    isCut = true
    let offset = shown.boundaries[range.lowerBound]
    guard !range.isEmpty else { return lines.append(room.line("…", direction, at: offset)) }
    let (room, isPath) = (room, !shown.isCut && TextLayout.isPath(shown[range]))
    let longest = room.longest(from: range.lowerBound, to: range.upperBound) { end in
      let count = end - range.lowerBound
      let tail = isPath ? count - count / 3 : 0
      let start = Self.trimmed(shown[range.lowerBound..<end - tail])
      return room.line(
        start + "…" + shown[range.upperBound - tail..<range.upperBound], direction, at: offset)
    }
    let ellipsis = room.line("…", direction, at: offset)
    let isTooLong = !room.holds(longest.line.width) && room.holds(ellipsis.width)
    lines.append(isTooLong ? ellipsis : longest.line)
  }

  private static func lineText(_ text: Substring, isBroken: Bool) -> String {
    isBroken && isSoftHyphen(text.suffix(1)) ? trimmed(text) + "-" : spaceless(text)
  }

  private static func isSoftHyphen(_ text: Substring) -> Bool { text == "\u{AD}" }

  private static func spaceless(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// `text` without trailing characters that are visible only inside a line.
  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last.isWhitespace || last == "\u{AD}" || last == "\u{200B}" {
      text.removeLast()
    }
    return String(text)
  }
}

/// Decides how much text fits into a line.
///
/// A line is always measured as a whole, as it will be painted, because the sum of its words is a
/// little wider or narrower. A text that is given its measured width therefore breaks at the same
/// places.
@MainActor
struct LineRoom {
  let width: Double
  let font: Font
  let measurer: any TextMeasurer
  /// Whether the lines that fit are drawn next.
  var isDrawn = false
  /// The styles of a text that has several.
  var runs: StyledRuns?
  private let tried = TriedWidths()

  /// The widths of what was tried in a room, on which all that is decided about lines depends.
  private final class TriedWidths {
    var widestHeld = 0.0
    var narrowestRefused: Double?
  }

  init(
    width: Double, font: Font, measurer: any TextMeasurer, isDrawn: Bool = false,
    runs: StyledRuns? = nil
  ) {
    (self.width, self.font) = (width, font)
    (self.measurer, self.isDrawn, self.runs) = (measurer, isDrawn, runs)
  }

  /// The number of characters with which the search for the longest fitting line starts.
  static let firstLength = 16

  /// - Parameter start: Where `text` begins in the whole text, as a UTF-8 offset.
  func measure(_ text: String, _ direction: TextDirection, at start: Int) -> Double {
    if let runs { return runs.width(of: text, at: start, direction) }
    return text.isEmpty ? 0 : measurer.width(of: text, font: font, direction: direction)
  }

  func holds(_ width: Double) -> Bool {
    guard Self.holds(width, in: self.width) else {
      tried.narrowestRefused = min(tried.narrowestRefused ?? width, width)
      return false
    }
    tried.widestHeld = max(tried.widestHeld, width)
    return true
  }

  /// Whether everything tried so far has the same answer in a room of `other` points, so that the
  /// lines are the same there.
  func isSame(at other: Double) -> Bool {
    Self.holds(tried.widestHeld, in: other)
      && tried.narrowestRefused.map { Self.holds($0, in: other) } != true
  }

  private static func holds(_ width: Double, in room: Double) -> Bool { width <= room + 0.01 }

  /// All of `text` as one line, which is drawn only if it fits.
  func wholeLine(_ text: String, _ direction: TextDirection) -> TextLayout.Line {
    guard isDrawn else { return line(text, direction, at: 0) }
    let width = measurer.widthToDraw(of: text, font: font, direction: direction)
    return .init(text: text, width: width, direction: direction)
  }

  func line(_ text: String, _ direction: TextDirection, at start: Int) -> TextLayout.Line {
    .init(text: text, width: measure(text, direction, at: start), direction: direction)
  }

  /// The longest line that fits, from `start` to at most `end`; at least one character long.
  ///
  /// `line` makes the line up to an index. Short lines are tried first, so that the cost depends on
  /// how much fits and not on how much text there is.
  func longest(
    from start: Int, to end: Int, _ line: (Int) -> TextLayout.Line
  ) -> (end: Int, line: TextLayout.Line) {
    var best = (end: start + 1, line: line(start + 1))
    var high = min(start + Self.firstLength, end)
    var isGrowing = true
    while best.end < high {
      let middle = isGrowing ? high : (best.end + high + 1) / 2
      let candidate = line(middle)
      if holds(candidate.width) {
        best = (middle, candidate)
        if isGrowing { high = min(start + (middle - start) * 2, end) }
      } else {
        high = middle - 1
        isGrowing = false
      }
    }
    return best
  }
}
