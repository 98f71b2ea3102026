/// A line of edited text as it is drawn, which maps positions to places and places to positions.
///
/// Where directions meet, a position has two places, beside the letter before it and beside the one
/// after it, and shares one of them with another position. It is shown beside the letter that is
/// less deeply embedded, so that every position has a place of its own. Places are distances from
/// the line's left end, in points.
@MainActor
struct EditedLine {
  /// A part of the line that reads in one direction, at its place.
  private struct Span {
    var range: Range<Int>
    var x: Double
    var width: Double
    var level: Int

    var isRightToLeft: Bool { level & 1 == 1 }
  }

  let text: String
  /// The direction of its paragraph.
  let direction: TextDirection
  let font: Font
  /// In points.
  let width: Double
  private let spans: [Span]
  private let measurer: any TextMeasurer

  /// - Parameters:
  ///   - text: Without line breaks.
  ///   - font: Already multiplied by the text scale.
  init(_ text: String, direction: TextDirection, font: Font, measurer: any TextMeasurer) {
    (self.text, self.direction, self.font, self.measurer) = (text, direction, font, measurer)
    var x = 0.0
    spans = measurer.spans(of: text, font: font, direction: direction).map { span in
      defer { x += span.width }
      return Span(range: span.range, x: x, width: span.width, level: span.level)
    }
    width = x
  }

  private var base: Int { direction == .leftToRight ? 0 : 1 }

  /// Whether all of it reads in the direction of its paragraph.
  private var hasOneDirection: Bool { spans.count < 2 && spans.first?.level ?? base == base }

  /// The place of a position; the nearest end for a position outside of the line.
  func x(of offset: Int) -> Double {
    guard let span = span(showing: offset) else {
      return (offset <= 0) == (direction == .leftToRight) ? 0 : width
    }
    return x(of: offset, in: span)
  }

  /// The span beside which a position is shown; nil for the ends of the line, unless a span in the
  /// direction of the paragraph begins or ends there.
  private func span(showing offset: Int) -> Span? {
    let before = spans.first { $0.range.lowerBound < offset && offset <= $0.range.upperBound }
    let after = spans.first { $0.range.contains(offset) }
    let (left, right) = (before?.level ?? base, after?.level ?? base)
    return left <= right ? before : after
  }

  private func x(of offset: Int, in span: Span) -> Double {
    let offset = min(max(offset, span.range.lowerBound), span.range.upperBound)
    let part: Double
    if offset == span.range.upperBound {
      part = span.width
    } else if offset == span.range.lowerBound {
      part = 0
    } else {
      let text = String(text.part(span.range.lowerBound..<offset))
      let direction: TextDirection = span.isRightToLeft ? .rightToLeft : .leftToRight
      part = min(measurer.width(of: text, font: font, direction: direction), span.width)
    }
    return span.isRightToLeft ? span.x + span.width - part : span.x + part
  }

  /// The position nearest to a place. A binary search, which measures O(log *n*) parts of the line.
  func offset(at x: Double) -> Int {
    let x = min(max(x, 0), width)
    guard let span = spans.first(where: { x <= $0.x + $0.width }) ?? spans.last else { return 0 }
    let stops = positions(in: span.range)
    var (low, high) = (0, stops.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let isBehind = self.x(of: stops[middle], in: span) <= x
      if isBehind != span.isRightToLeft { low = middle } else { high = middle }
    }
    // By where they are shown, which may be beside another span.
    let near = [stops[low], stops[high]]
    let around = hasOneDirection ? [] : near.flatMap { neighbors(of: $0) }
    let distances = (near + around).map { (offset: $0, distance: abs(self.x(of: $0) - x)) }
    return distances.min { $0.distance < $1.distance }?.offset ?? stops[low]
  }

  private func neighbors(of offset: Int) -> [Int] {
    [true, false].compactMap { position(beside: offset, toRight: $0) }
  }

  /// The positions from the start to the end of a range.
  private func positions(in range: Range<Int>) -> [Int] {
    var positions = [range.lowerBound]
    for character in text.part(range) {
      positions.append((positions.last ?? 0) + character.utf8.count)
    }
    return positions
  }

  /// The places that the characters in `range` cover, from left to right.
  func areas(of range: Range<Int>) -> [ClosedRange<Double>] {
    var areas: [ClosedRange<Double>] = []
    for span in spans where span.range.overlaps(range) {
      let shared = span.range.clamped(to: range)
      let (a, b) = (x(of: shared.lowerBound, in: span), x(of: shared.upperBound, in: span))
      let area = min(a, b)...max(a, b)
      if let last = areas.last, last.upperBound >= area.lowerBound {
        areas[areas.count - 1] = last.lowerBound...max(last.upperBound, area.upperBound)
      } else {
        areas.append(area)
      }
    }
    return areas
  }

  /// The next position to the right or to the left; nil at the end of the line.
  func position(beside offset: Int, toRight: Bool) -> Int? {
    if hasOneDirection {
      let isForward = toRight == (direction == .leftToRight)
      let next = isForward ? text.position(after: offset) : text.position(before: offset)
      return next == offset ? nil : next
    }
    let order = positionsFromLeft
    guard let index = order.firstIndex(of: offset) else { return nil }
    let next = index + (toRight ? 1 : -1)
    return order.indices.contains(next) ? order[next] : nil
  }

  /// The positions at the left and at the right end of the line.
  var outermost: (left: Int, right: Int) {
    direction == .leftToRight ? (0, text.utf8.count) : (text.utf8.count, 0)
  }

  /// All positions in the order of their places. Not found by measuring, because letters of no
  /// width are passed one by one as well.
  private var positionsFromLeft: [Int] {
    var (places, column): ([Int: Int], Int) = ([:], 0)
    for span in spans {
      let stops = positions(in: span.range)
      for (index, stop) in stops.enumerated() where isShown(stop, beside: span) {
        places[stop] = column + (span.isRightToLeft ? stops.count - 1 - index : index)
      }
      column += stops.count - 1
    }
    let count = text.utf8.count
    for end in [0, count] where places[end] == nil {
      places[end] = end == outermost.left ? -1 : column + 1
    }
    return places.sorted { $0.value < $1.value }.map(\.key)
  }

  private func isShown(_ offset: Int, beside span: Span) -> Bool {
    self.span(showing: offset)?.range == span.range
  }
}
