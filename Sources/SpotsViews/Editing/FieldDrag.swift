/// A selection that the pressed pointer extends.
struct FieldDrag {
  /// The part of the text that the press selected, in the edited text.
  var origin: Range<Int>
  var unit: TextUnit
  /// The last position of the pointer, in the view's coordinates.
  var point: Point
  /// The time of the last frame that scrolled because the pointer is outside; nil before.
  private var lastScroll: Double?

  /// Seconds between two steps of scrolling while the pointer is dragged outside.
  static let scrollInterval = 0.05

  init(origin: Range<Int>, unit: TextUnit, point: Point) {
    (self.origin, self.unit, self.point) = (origin, unit, point)
  }

  /// The selection from the part that was pressed to the one that the pointer is at.
  func selection(to part: Range<Int>) -> TextSelection {
    part.lowerBound < origin.lowerBound
      ? TextSelection(anchor: origin.upperBound, head: part.lowerBound)
      : TextSelection(anchor: origin.lowerBound, head: max(part.upperBound, origin.upperBound))
  }

  /// Whether it is time for the next step of scrolling, which then counts as made.
  mutating func isDue(at now: Double) -> Bool {
    let isDue = lastScroll.map { now - $0 >= Self.scrollInterval - 1e-6 } ?? false
    if isDue || lastScroll == nil { lastScroll = now }
    return isDue
  }
}
