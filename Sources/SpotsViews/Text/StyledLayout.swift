/// A styled text broken into lines, each made of fragments that are drawn one beside the other.
@MainActor
struct StyledLayout {
  /// A part of a line in one style that reads in one direction.
  struct Fragment {
    /// As it is drawn.
    var text: String
    /// Its place in the text, in UTF-8 offsets; that of a hyphen is empty.
    var range: Range<Int>
    var style: StyledText.Style
    var font: Font
    /// From the left end of the line, in points.
    var x: Double
    var width: Double
    var direction: TextDirection
    /// The room at each end, in points, that the ground of source text takes.
    var padding: Double
  }

  struct Line {
    /// From left to right.
    var fragments: [Fragment]
    /// In points.
    var width: Double
    /// In UTF-8 offsets of the text, with the spaces at its end that are not drawn.
    var range: Range<Int>
    var direction: TextDirection
  }

  private(set) var lines: [Line] = []
  /// The height of each line, in points.
  let lineHeight: Double
  /// The width of the widest line and the height of all lines, in points.
  let size: Size

  /// Breaks a text into lines as `TextLayout` does, but shows all of it.
  ///
  /// - Parameters:
  ///   - font: The font of parts without a style; already multiplied by the text scale.
  ///   - width: The most points that a line may take.
  ///   - direction: The direction of paragraphs without a directional letter.
  /// - Complexity: O(*n*) in the length of the text.
  init(
    _ styled: StyledText, font: Font, width: Double, direction: TextDirection,
    measurer: any TextMeasurer
  ) {
    let shown = ShownText(styled.text, characterLimit: styled.text.utf8.count)
    // A letter that carries too many accents loses them, and what follows its style.
    let isWhole = shown.text.utf8.count == styled.text.utf8.count
    let runs = StyledRuns(
      styled: isWhole ? styled : StyledText(shown.text), font: font, measurer: measurer)
    let room = LineRoom(width: max(width, 0), font: font, measurer: measurer, runs: runs)
    var breaker = LineBreaker(room: room, limit: 0, direction: direction)
    breaker.append(shown)
    var (start, lineEnds) = (0, shown.lineEnds[...])
    for (line, end) in zip(breaker.lines, breaker.ends) {
      let offset = shown.boundaries[start]
      lines.append(
        Line(
          fragments: runs.fragments(of: line.text, at: offset, line.direction), width: line.width,
          range: offset..<shown.boundaries[end], direction: line.direction))
      start = end
      if lineEnds.first == end {
        start += 1
        lineEnds.removeFirst()
      }
    }
    lineHeight =
      TextLayout.mayNeedHigherLines(styled.text)
      ? breaker.lines.reduce(font.lineHeight) {
        max($0, measurer.lineHeight(of: $1.text, font: font))
      } : font.lineHeight
    size = Size(
      width: lines.reduce(0) { max($0, $1.width) }, height: Double(lines.count) * lineHeight)
  }
}

/// Measures parts of a styled text.
@MainActor
struct StyledRuns {
  let styled: StyledText
  /// The font of parts without a style; already multiplied by the text scale.
  let font: Font
  let measurer: any TextMeasurer

  func width(of line: String, at start: Int, _ direction: TextDirection) -> Double {
    fragments(of: line, at: start, direction).last.map { $0.x + $0.width } ?? 0
  }

  /// The fragments of a line from left to right.
  ///
  /// - Parameters:
  ///   - line: The text from `start` on, perhaps with a hyphen.
  ///   - start: A UTF-8 offset of the styled text.
  ///   - direction: That of the paragraph.
  func fragments(
    of line: String, at start: Int, _ direction: TextDirection
  ) -> [StyledLayout.Fragment] {
    var (fragments, x): ([StyledLayout.Fragment], Double) = ([], 0)
    for span in spans(of: line, direction) {
      let parts = parts(of: start + span.range.lowerBound..<start + span.range.upperBound)
      for part in span.direction == .leftToRight ? parts : parts.reversed() {
        let text = line.bytes(in: part.range.lowerBound - start..<part.range.upperBound - start)
        let font = part.style.font(font)
        let isGrounded = part.style.isCode && self.font.design != .monospaced
        let padding = isGrounded ? (font.size / 5).rounded() : 0
        let width =
          measurer.width(of: text, font: font, direction: span.direction) + padding * 2
        let end = styled.text.utf8.count
        fragments.append(
          StyledLayout.Fragment(
            text: text, range: part.range.clamped(to: 0..<end), style: part.style, font: font,
            x: x, width: width, direction: span.direction, padding: padding))
        x += width
      }
    }
    return fragments
  }

  private func spans(of line: String, _ direction: TextDirection) -> [TextSpan] {
    // Scripts that read from right to left start at U+0590.
    guard direction == .rightToLeft || TextLayout.mayNeedHigherLines(line) else {
      return line.isEmpty ? [] : [TextSpan(range: 0..<line.utf8.count, width: 0, level: 0)]
    }
    return measurer.spans(of: line, font: font, direction: direction)
  }

  /// The runs within a range; what is behind the end of the text is in the style before it.
  private func parts(of range: Range<Int>) -> [StyledText.Run] {
    var (parts, start): ([StyledText.Run], Int) = ([], range.lowerBound)
    var index = styled.runIndex(at: start)
    while start < range.upperBound, index < styled.runs.count {
      let run = styled.runs[index]
      let isLast = index == styled.runs.count - 1
      let end = isLast ? range.upperBound : min(run.range.upperBound, range.upperBound)
      parts.append(StyledText.Run(range: start..<end, style: run.style))
      (start, index) = (end, index + 1)
    }
    return parts
  }
}
