/// The geometry of an edited text in its field: which lines of it are visible, and where.
///
/// Places are in points from the top left corner of the field's text, mirrored if the view is, so
/// that texts look the same on the screen. A field of one line scrolls sideways, one of several by
/// rows, to keep the caret visible.
@MainActor
struct FieldLayout {
  /// The properties that lines are laid out with.
  struct Style: Equatable {
    /// Already multiplied by the text scale.
    var font: Font
    /// The width of the lines, in points.
    var width: Double
    /// The most rows that are visible at a time; 1 for a field of one line.
    var rows: Int
    /// Whether the text breaks into rows.
    var hasLines: Bool
    /// The direction of text without directional letters.
    var direction: TextDirection
    /// The width of the caret, in points.
    var caretWidth: Double
    /// Whether the view is on a mirrored screen.
    var isMirrored = false
    /// The version of the environment, whose fonts may change.
    var version: Int
  }

  /// A visible line.
  struct Line {
    var line: EditedLine
    /// Its UTF-8 offset in the shown text.
    var start: Int
    /// Whether its end is the start of the next line, which then shows the caret.
    var isWrapped: Bool
    /// Its top left corner, not mirrored.
    var origin: Point

    var range: Range<Int> { start..<start + line.text.utf8.count }
  }

  let style: Style
  private(set) var display: EditedDisplay
  /// From top to bottom; at least one.
  private(set) var lines: [Line] = []
  private let measurer: any TextMeasurer
  private var window = LineWindow()
  /// The x coordinate of the window's left end; the field shows it from 0 to the width.
  private var windowX = 0.0
  private var rows: EditedRows
  /// The offset of the first visible row.
  private var top = 0

  init(_ display: EditedDisplay, style: Style, measurer: any TextMeasurer) {
    (self.display, self.style, self.measurer) = (display, style, measurer)
    rows = Self.rows(of: display, style, measurer)
    layOut()
  }

  /// Shows the text after it or the selection has changed, scrolled to the caret.
  mutating func show(_ display: EditedDisplay) {
    guard display != self.display else { return }
    if !display.text.isSame(as: self.display.text) {
      rows = Self.rows(of: display, style, measurer)
    }
    self.display = display
    layOut()
  }

  private static func rows(
    of display: EditedDisplay, _ style: Style, _ measurer: any TextMeasurer
  ) -> EditedRows {
    EditedRows(
      display.text, width: style.width - style.caretWidth, font: style.font,
      direction: style.direction, measurer: measurer)
  }

  private mutating func layOut() {
    if style.hasLines { layOutRows() } else { layOutLine() }
  }

  // MARK: One line

  private mutating func layOutLine() {
    let old = lines.first.map { $0.origin.x + $0.line.x(of: display.caret - $0.start) }
    let reach = max(64, Int(min(style.width, 16_384) / max(style.font.size * 0.25, 1)))
    let hasMoved = window.follow(display.caret, in: display.text, reach: reach)
    let start = display.text.part(0..<min(display.text.utf8.count, LineWindow.longestWhole))
    let line = EditedLine(
      String(display.text.part(window.range)),
      direction: measurer.direction(of: String(start)) ?? style.direction, font: style.font,
      measurer: measurer)
    let caret = line.x(of: display.caret - window.range.lowerBound)
    // The caret stays where it was when the window moves to another part of the text.
    if hasMoved, let old { windowX = old - caret }
    windowX = scrolled(line, caret: caret)
    lines = [
      Line(
        line: line, start: window.range.lowerBound, isWrapped: false, origin: Point(x: windowX))
    ]
  }

  /// The x coordinate of a line's left end that shows the caret and leaves no avoidable gap.
  private func scrolled(_ line: EditedLine, caret: Double) -> Double {
    let isFirst = window.range.lowerBound == 0
    let isLast = window.range.upperBound == display.text.utf8.count
    let isRightToLeft = line.direction == .rightToLeft
    if isFirst, isLast, line.width <= style.width - style.caretWidth { return left(of: line) }
    // The caret needs room on the side toward which the text grows.
    let least = isRightToLeft ? style.caretWidth : 0
    let greatest = isRightToLeft ? style.width : style.width - style.caretWidth
    var x = windowX
    if isRightToLeft ? isFirst : isLast { x = max(x, greatest - line.width) }
    if isRightToLeft ? isLast : isFirst { x = min(x, least) }
    return min(max(x, least - caret), greatest - caret)
  }

  /// The x coordinate of the left end of a line that is not scrolled: flush where reading starts.
  private func left(of line: EditedLine) -> Double {
    line.direction == .leftToRight ? 0 : style.width - line.width
  }

  // MARK: Rows

  private mutating func layOutRows() {
    let caret = rows.row(around: display.caret)
    var first = rows.row(around: top)
    if caret.range.lowerBound < first.range.lowerBound { first = caret }
    var seen = rowsSeen(from: first)
    if let last = seen.last, last.range.lowerBound < caret.range.lowerBound {
      seen = rowsSeen(from: row(style.rows - 1, above: caret))
    }
    show(seen)
  }

  /// Shows rows, with rows above them if they are too few: no room stays empty below while there is
  /// text above.
  private mutating func show(_ rowsSeen: [EditedRows.Row]) {
    var seen = rowsSeen
    if seen.count < style.rows, let last = seen.last {
      seen = self.rowsSeen(from: row(style.rows - 1, above: last))
    }
    top = seen.first?.range.lowerBound ?? 0
    let known = lines
    lines = seen.enumerated().map { index, row in
      let text = String(display.text.part(row.range))
      let line =
        known.first { $0.line.direction == row.direction && $0.line.text.isSame(as: text) }?.line
        ?? rows.line(of: row)
      return Line(
        line: line, start: row.range.lowerBound, isWrapped: row.isWrapped,
        origin: Point(x: left(of: line), y: Double(index) * style.font.lineHeight))
    }
  }

  private mutating func rowsSeen(from first: EditedRows.Row) -> [EditedRows.Row] {
    var seen = [first]
    while seen.count < style.rows, let next = rows.row(after: seen[seen.count - 1]) {
      seen.append(next)
    }
    return seen
  }

  private mutating func row(_ count: Int, above row: EditedRows.Row) -> EditedRows.Row {
    var first = row
    for _ in 0..<count {
      guard let above = rows.row(before: first) else { break }
      first = above
    }
    return first
  }

  /// Scrolls by rows, without moving the caret, until the next change.
  ///
  /// - Returns: Whether there were rows to scroll to.
  mutating func scroll(by count: Int) -> Bool {
    guard style.hasLines, count != 0 else { return false }
    let old = top
    var first = rows.row(around: top)
    for _ in 0..<min(abs(count), 1000) {
      guard let next = count < 0 ? rows.row(before: first) : rows.row(after: first) else { break }
      first = next
    }
    show(rowsSeen(from: first))
    return top != old
  }

  // MARK: Places

  private func onView(_ rect: Rect) -> Rect {
    style.isMirrored ? rect.mirrored(in: style.width) : rect
  }

  /// Draws the visible lines.
  func drawLines(_ color: Color, in list: inout DrawList) {
    for line in lines where !line.line.text.isEmpty {
      let (origin, text) = (line.origin, line.line)
      let (width, height) = (text.width, text.font.lineHeight)
      let frame = onView(Rect(x: origin.x, y: origin.y, width: width, height: height))
      let extents = measurer.extents(of: text.font)
      let baseline = (height - extents.ascent - extents.descent) / 2 + extents.ascent
      list.append(
        .text(
          text.text, text.font, color, origin: Point(x: frame.x, y: frame.y + baseline),
          width: width, direction: text.direction))
    }
  }

  /// The rectangle of the caret at a position; nil while its line is not visible.
  func place(of offset: Int) -> Rect? {
    guard let line = line(showing: offset) else { return nil }
    let room = max(style.width - style.caretWidth, 0)
    var x = line.origin.x + line.line.x(of: offset - line.start)
    if line.line.direction == .rightToLeft { x -= style.caretWidth }
    // Spaces at the end of a row may extend beyond the field.
    return onView(
      Rect(
        x: min(max(x, 0), room), y: line.origin.y, width: style.caretWidth,
        height: style.font.lineHeight))
  }

  private func line(showing offset: Int) -> Line? {
    lines.first { line in
      offset >= line.start
        && (line.isWrapped ? offset < line.range.upperBound : offset <= line.range.upperBound)
    }
  }

  /// The position nearest to a point, which may be outside.
  func offset(at point: Point) -> Int {
    let index = Int(min(max((point.y / style.font.lineHeight).rounded(.down), 0), 10_000))
    let x = style.isMirrored ? style.width - point.x : point.x
    return position(at: x, in: lines[min(index, lines.count - 1)])
  }

  private func position(at x: Double, in line: Line) -> Int {
    let offset = line.line.offset(at: x - line.origin.x)
    // The end of a wrapped line is the start of the next one.
    guard line.isWrapped, offset == line.line.text.utf8.count else { return line.start + offset }
    return line.start + line.line.text.position(before: offset)
  }

  /// The rectangles that a range covers, one line after another.
  func areas(of range: Range<Int>) -> [Rect] {
    lines.flatMap { line -> [Rect] in
      guard range.lowerBound <= line.range.upperBound, line.start <= range.upperBound else {
        return []
      }
      let part = range.clamped(to: line.range)
      let local = part.lowerBound - line.start..<part.upperBound - line.start
      return line.line.areas(of: local).map { area in
        onView(
          Rect(
            x: line.origin.x + area.lowerBound, y: line.origin.y,
            width: area.upperBound - area.lowerBound, height: style.font.lineHeight))
      }
    }
  }

  // MARK: Moves

  /// The direction of the paragraph around a position.
  func direction(at offset: Int) -> TextDirection {
    line(showing: offset)?.line.direction ?? style.direction
  }

  /// The position beside another one, to the left or the right on the screen.
  func position(beside offset: Int, toRight: Bool) -> Int {
    guard let line = line(showing: offset) else { return offset }
    if let next = line.line.position(beside: offset - line.start, toRight: toRight),
      !(line.isWrapped && next == line.line.text.utf8.count)
    {
      return line.start + next
    }
    let isForward = toRight == (line.line.direction == .leftToRight)
    return isForward ? display.text.position(after: offset) : display.text.position(before: offset)
  }

  /// The start or the end of the row of a position.
  mutating func rowEnd(of offset: Int, forward: Bool) -> Int {
    guard style.hasLines else { return forward ? display.text.utf8.count : 0 }
    let row = rows.row(around: offset)
    guard forward else { return row.range.lowerBound }
    return row.isWrapped
      ? display.text.position(before: row.range.upperBound) : row.range.upperBound
  }

  /// The row of a position, with its line break; the whole text of a field of one line.
  mutating func row(around offset: Int) -> Range<Int> {
    guard style.hasLines else { return 0..<display.text.utf8.count }
    let row = rows.row(around: offset)
    return row.range.lowerBound..<(rows.row(after: row)?.range.lowerBound ?? row.range.upperBound)
  }

  /// The position at `x`, `count` rows below another one, or above it if negative; past the first
  /// or the last row, the start or the end of the text.
  mutating func position(_ count: Int, rowsFrom offset: Int, x: Double) -> Int {
    var row = rows.row(around: offset)
    for _ in 0..<abs(count) {
      guard let next = count < 0 ? rows.row(before: row) : rows.row(after: row) else {
        return count < 0 ? 0 : display.text.utf8.count
      }
      row = next
    }
    let line = rows.line(of: row)
    return position(
      at: style.isMirrored ? style.width - x : x,
      in: Line(
        line: line, start: row.range.lowerBound, isWrapped: row.isWrapped,
        origin: Point(x: left(of: line))))
  }
}
