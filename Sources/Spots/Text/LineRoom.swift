/// What fits into a line.
///
/// Whether a line fits is always told by the width of the whole line, as it will be painted, and
/// never by a sum of words, which is a little wider or narrower. So a text given the width it was
/// measured with breaks where it broke then.
@MainActor
struct LineRoom {
  let width: Double
  let font: Font
  let measurer: any TextMeasurer
  /// Whether what fits is drawn next.
  var isDrawn = false

  /// With how many characters the search for what fits starts.
  static let firstLength = 16

  func measure(_ text: String, _ direction: TextDirection) -> Double {
    text.isEmpty ? 0 : measurer.width(of: text, font: font, direction: direction)
  }

  func holds(_ width: Double) -> Bool { width <= self.width + 0.01 }

  /// All of a text on one line, which fits or is not shown.
  func wholeLine(_ text: String, _ direction: TextDirection) -> TextLayout.Line {
    guard isDrawn else { return line(text, direction) }
    let width = measurer.widthToDraw(of: text, font: font, direction: direction)
    return .init(text: text, width: width, direction: direction)
  }

  func line(_ text: String, _ direction: TextDirection) -> TextLayout.Line {
    .init(text: text, width: measure(text, direction), direction: direction)
  }

  /// The longest of the lines that `line` gives for the ends up to `end` that fits; at least the
  /// one that ends a character behind `start`.
  ///
  /// Asks for short lines first, so that the cost depends on what fits and not on what there is.
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
