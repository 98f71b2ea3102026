// Text broken into lines, with words measured one by one, so that a long text costs one pass.

/// A text broken into the lines that show it.
public struct TextLayout: Equatable, Sendable {
  public struct Line: Equatable, Sendable {
    public var text: String
    /// In points.
    public var width: Double
  }

  public var lines: [Line]
  /// The widest line, and all lines' heights.
  public var size: Size

  /// No text shows more characters than this; the rest is behind an ellipsis.
  public static let characterLimit = 4096

  /// Breaks `text` into lines of at most `width` points.
  ///
  /// Lines break at line ends, after spaces and hyphens and between ideographs; a word wider than a
  /// line breaks anywhere between characters. A text that does not fit into `lineLimit` lines ends
  /// in an ellipsis.
  ///
  /// - Parameters:
  ///   - font: Its text scale in it.
  ///   - lineLimit: 0 for as many lines as needed.
  /// - Complexity: O(*n*), where *n* is the number of characters shown.
  @MainActor
  public init(
    _ text: String, font: Font, width: Double, lineLimit: Int = 0, measurer: any TextMeasurer
  ) {
    var breaker = LineBreaker(font: font, width: max(width, 0), measurer: measurer)
    lines = breaker.lines(of: text, limit: lineLimit)
    size = Size(
      width: lines.reduce(0) { max($0, $1.width) },
      height: Double(lines.count) * font.lineHeight)
  }
}

@MainActor
private struct LineBreaker {
  let font: Font
  let width: Double
  let measurer: any TextMeasurer
  private var lines: [TextLayout.Line] = []
  private var limit = 0

  init(font: Font, width: Double, measurer: any TextMeasurer) {
    self.font = font
    self.width = width
    self.measurer = measurer
  }

  mutating func lines(of text: String, limit: Int) -> [TextLayout.Line] {
    guard !text.isEmpty else { return [] }
    self.limit = limit > 0 ? limit : Int.max
    // One character more tells whether there is a rest that is not shown.
    let cut = text.prefix(TextLayout.characterLimit + 1)
    let isCut = cut.endIndex < text.endIndex
    let shown = isCut ? cut.dropLast() : cut
    if limit == 1 {
      appendSingleLine(shown, isCut: isCut)
    } else {
      appendParagraphs(shown, isCut: isCut)
    }
    return lines
  }

  private mutating func appendSingleLine(_ text: Substring, isCut: Bool) {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let wide = measure(line[...])
    if !isCut, wide <= width {
      lines.append(.init(text: line, width: wide))
    } else {
      lines.append(ellipsized(line[...]))
    }
  }

  private mutating func appendParagraphs(_ text: Substring, isCut: Bool) {
    var rest = text
    while lines.count < limit {
      let end = rest.firstIndex(where: \.isNewline)
      let paragraph = rest[..<(end ?? rest.endIndex)]
      let following = end.map { rest[rest.index(after: $0)...] }
      let isLast = following == nil
      appendLines(of: paragraph, hasMore: isLast ? isCut : true, mustEllipsize: isLast && isCut)
      guard let following else { return }
      rest = following
    }
  }

  /// Fills lines with the words of one paragraph.
  private mutating func appendLines(of text: Substring, hasMore: Bool, mustEllipsize: Bool) {
    var start = text.startIndex
    if text.isEmpty {
      let isCut = mustEllipsize || hasMore && lines.count == limit - 1
      lines.append(isCut ? ellipsized(text) : .init(text: "", width: 0))
    }
    while start < text.endIndex, lines.count < limit {
      let end = lineEnd(of: text, from: start)
      let isLastLine = lines.count == limit - 1
      if end < text.endIndex && isLastLine || end == text.endIndex && isLastLine && hasMore
        || end == text.endIndex && mustEllipsize
      {
        lines.append(ellipsized(text[start...]))
        return
      }
      let line = trimmed(text[start..<end])
      lines.append(.init(text: String(line), width: measure(line)))
      start = end
    }
  }

  /// Where the line that starts at `start` ends: after as many words as fit, but at least one
  /// character.
  private func lineEnd(of text: Substring, from start: Substring.Index) -> Substring.Index {
    var end = start
    var filled = 0.0
    while end < text.endIndex {
      let next = wordEnd(of: text, from: end)
      let word = text[end..<next]
      if filled + measure(trimmed(word)) > width + 0.01 {
        return end == start ? fitting(word).endIndex : end
      }
      filled += measure(word)
      end = next
    }
    return end
  }

  /// The end of the word that starts at `start`, the spaces behind it included.
  private func wordEnd(of text: Substring, from start: Substring.Index) -> Substring.Index {
    var index = start
    var previous: Character?
    while index < text.endIndex {
      let character = text[index]
      if let previous, Self.breaks(between: previous, and: character) { return index }
      previous = character
      index = text.index(after: index)
    }
    return index
  }

  private static func breaks(between a: Character, and b: Character) -> Bool {
    if b.isWhitespace { return false }
    if a.isWhitespace { return a != "\u{A0}" && a != "\u{202F}" }
    if a == "-" || a == "\u{2010}" || a == "–" || a == "—" || a == "\u{200B}" {
      return b.isLetter
    }
    return isIdeographic(a) && b.isLetter || isIdeographic(b) && a.isLetter
  }

  /// Scripts written without spaces: Han, kana.
  private static func isIdeographic(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return 0x3040...0x30FF ~= scalar || 0x3400...0x9FFF ~= scalar || 0x20000...0x3FFFF ~= scalar
  }

  /// The longest beginning of `text` that fits; at least one character.
  private func fitting(_ text: Substring, reserving room: Double = 0) -> Substring {
    var low = 1
    var high = text.count
    while low < high {
      let middle = (low + high + 1) / 2
      if measure(text.prefix(middle)) + room <= width {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return text.prefix(low)
  }

  private func ellipsized(_ text: Substring) -> TextLayout.Line {
    let ellipsis = "…"
    // Far more than fits into any window; keeps the search short.
    let candidate = text.prefix(1024)
    let head = trimmed(fitting(candidate, reserving: measure(ellipsis[...])))
    let line = String(head) + ellipsis
    return .init(text: line, width: measure(line[...]))
  }

  private func trimmed(_ text: Substring) -> Substring {
    var result = text
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }

  private func measure(_ text: Substring) -> Double {
    text.isEmpty ? 0 : measurer.width(of: String(text), font: font)
  }
}
