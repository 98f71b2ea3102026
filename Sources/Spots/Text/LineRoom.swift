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

  /// The number of characters with which the search for the longest fitting line starts.
  static let firstLength = 16

  func measure(_ text: String, _ direction: TextDirection) -> Double {
    text.isEmpty ? 0 : measurer.width(of: text, font: font, direction: direction)
  }

  func holds(_ width: Double) -> Bool { width <= self.width + 0.01 }

  /// All of `text` as one line, which is drawn only if it fits.
  func wholeLine(_ text: String, _ direction: TextDirection) -> TextLayout.Line {
    guard isDrawn else { return line(text, direction) }
    let width = measurer.widthToDraw(of: text, font: font, direction: direction)
    return .init(text: text, width: width, direction: direction)
  }

  func line(_ text: String, _ direction: TextDirection) -> TextLayout.Line {
    .init(text: text, width: measure(text, direction), direction: direction)
  }

  /// The longest line from `start` to `end` or before that fits; at least one character long.
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
