/// The days of a month in front of the screen, from which users pick one.
///
/// The arrows move by days and weeks, Home and End to the ends of the week, Page Up and Page Down
/// and the wheel to other months, and the page keys with Shift to other years.
final class MonthPopup: Popup {
  /// The day that is the value; nil for none.
  var chosen: CalendarDate? { didSet { if chosen != oldValue { setNeedsDisplay() } } }
  /// The day that keys act on, whose month is shown.
  private(set) var current = CalendarDate.first {
    didSet { if current != oldValue { setNeedsDisplay() } }
  }

  private var range = CalendarDate.first...CalendarDate.last
  private var today: CalendarDate?
  private var onPick: (CalendarDate) -> Void = { _ in }
  /// The target under the pointer.
  private var hovered: Part? { didSet { if hovered != oldValue { setNeedsDisplay() } } }
  /// The fraction of a wheel notch that has not yet turned a page.
  private var turned = 0.0

  /// A part that can be clicked.
  private enum Part: Hashable {
    case before, after
    case day(CalendarDate)

    /// The same whichever month is shown; 0 is reserved for the name of the month.
    var number: Int {
      switch self {
      case .before: 1
      case .after: 2
      case .day(let date): 3 + date.ordinal
      }
    }
  }

  private static let padding = 8.0
  private static let leastCell = 36.0
  private static let rows = 6

  /// Creates a month.
  ///
  /// - Parameters:
  ///   - chosen: The value, whose month is shown first.
  ///   - start: The day to open at if `chosen` is nil.
  ///   - range: The days that can be picked.
  ///   - today: The day to mark as today; nil for none.
  ///   - onPick: Called after the popup has closed.
  convenience init(
    _ chosen: CalendarDate?, opensAt start: CalendarDate, in range: ClosedRange<CalendarDate>,
    today: CalendarDate?, onPick: @escaping (CalendarDate) -> Void
  ) {
    self.init()
    (self.chosen, self.range, self.today, self.onPick) = (chosen, range, today, onPick)
    current = allowed(chosen ?? start)
  }

  private func allowed(_ date: CalendarDate) -> CalendarDate {
    min(max(date, range.lowerBound), range.upperBound)
  }

  // MARK: Layout

  override var fillsAnchor: Bool { false }

  /// Half a month is of no use, so the popup covers the field where there is no room beside it.
  override var leastHeight: Double { wanted.height }

  private var scale: Double { max(environment?.textScale ?? 1, 1) }

  private func line(_ font: Font) -> Double { environment?.scaled(font).lineHeight ?? 0 }

  private var wanted: Size {
    let cell = max(Self.leastCell, line(.callout) + 14).rounded(.up)
    return Size(
      width: cell * 7 + Self.padding * 2,
      height: titleHeight + weekHeight + cell * Double(Self.rows) + Self.padding * 2)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(wanted.width, size.width), height: min(wanted.height, size.height))
  }

  private var titleHeight: Double { max(Self.leastCell, line(.headline) + 12) }

  private var weekHeight: Double { line(.caption) + 8 }

  private var cell: Size {
    let room = frame.height - Self.padding * 2 - titleHeight - weekHeight
    return Size(
      width: max(frame.width - Self.padding * 2, 0) / 7,
      height: max(room, 0) / Double(Self.rows))
  }

  /// The frame of a cell; row 0 holds the names of the weekdays.
  private func frame(row: Int, column: Int) -> Rect {
    let y = Self.padding + titleHeight
    return Rect(
      x: Self.padding + cell.width * Double(column),
      y: row == 0 ? y : y + weekHeight + cell.height * Double(row - 1), width: cell.width,
      height: row == 0 ? weekHeight : cell.height)
  }

  /// The first day of the month.
  private var first: CalendarDate { current.adding(days: 1 - current.day) }

  private var days: [CalendarDate] {
    let first = first
    return (0..<CalendarDate.days(in: first.month, of: first.year)).map { first.adding(days: $0) }
  }

  private func frame(of part: Part) -> Rect {
    switch part {
    case .before:
      return Rect(x: Self.padding, y: Self.padding, width: cell.width, height: titleHeight)
    case .after:
      return Rect(
        x: frame.width - Self.padding - cell.width, y: Self.padding, width: cell.width,
        height: titleHeight)
    case .day(let date):
      let index = first.weekday + date.day - 1
      return frame(row: index / 7 + 1, column: index % 7)
    }
  }

  /// Whether a day can be picked; for the arrows, whether any day before or after this month can.
  private func isEnabled(_ part: Part) -> Bool {
    switch part {
    case .before: return range.lowerBound < first
    case .after: return range.upperBound > (days.last ?? first)
    case .day(let date): return range.contains(date)
    }
  }

  private var parts: [Part] { [.before, .after] + days.map(Part.day) }

  private func part(at point: Point?) -> Part? {
    guard let point else { return nil }
    return parts.first { frame(of: $0).contains(point) && isEnabled($0) }
  }

  // MARK: Input

  private func use(_ part: Part) {
    switch part {
    case .before: turnPage(-1)
    case .after: turnPage(1)
    case .day(let date):
      guard range.contains(date) else { return }
      close()
      onPick(date)
    }
  }

  private func turnPage(_ months: Int) { current = allowed(current.adding(months: months)) }

  override func pointerMoved(to point: Point?, at now: Double) { hovered = part(at: point) }

  override func pointerReleased(at point: Point, at now: Double) {
    if let part = part(at: point) { use(part) }
    hovered = part(at: point)
  }

  override func wheelTurned(by notches: Double, precise: Bool, at now: Double) {
    guard notches.isFinite else { return }
    turned -= notches
    let whole = turned.rounded(.towardZero)
    turned -= whole
    turnPage(Int(min(max(whole, -1200), 1200)))
    hovered = nil
  }

  override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    let page = modifiers.contains(.shift) ? 12 : 1
    switch key {
    case .left: move(-1)
    case .right: move(1)
    case .up: move(-7)
    case .down: move(7)
    case .home: move(-current.weekday)
    case .end: move(6 - current.weekday)
    case .pageUp: turnPage(-page)
    case .pageDown: turnPage(page)
    case .enter, .space: use(.day(current))
    default: return false
    }
    return true
  }

  private func move(_ days: Int) { current = allowed(current.adding(days: days)) }

  // MARK: Drawing

  override func draw(in list: inout DrawList) {
    super.draw(in: &list)
    guard let environment else { return }
    let theme = environment.theme
    for (part, isBack) in [(Part.before, true), (.after, false)] {
      let frame = frame(of: part)
      if hovered == part { list.fill(frame, theme[.surfaceHover], cornerRadius: 8) }
      let side = min(16 * scale, cell.width)
      let square = Rect(
        x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side)
      list.faded(by: isEnabled(part) ? 1 : 0.35) { list in
        IconView.draw(.chevron, in: square, isFlipped: isBack, theme[.primary], into: &list)
      }
    }
    let title = Rect(
      x: Self.padding + cell.width, y: Self.padding,
      width: max(frame.width - Self.padding * 2 - cell.width * 2, 0),
      height: titleHeight)
    draw(titleText, .headline, theme[.primary], in: title, &list)
    for (column, name) in CalendarDate.weekdays.enumerated() {
      draw(
        String(name.prefix(2)), .caption, theme[.secondary], in: frame(row: 0, column: column),
        &list)
    }
    for day in days { draw(day, theme, in: &list) }
  }

  private var titleText: String { "\(CalendarDate.months[current.month - 1]) \(current.year)" }

  private func draw(_ day: CalendarDate, _ theme: Theme, in list: inout DrawList) {
    let part = Part.day(day)
    let square = frame(of: part).expanded(by: -2)
    let (isChosen, isToday) = (day == chosen, day == today)
    if isChosen {
      list.fill(square, theme[.accent], cornerRadius: 8)
    } else if hovered == part {
      list.fill(square, theme[.surfaceHover], cornerRadius: 8)
    }
    if day == current {
      list.append(
        .stroke(square.expanded(by: 1), theme[.focusRing], width: 2, cornerRadius: 9))
    }
    let color = theme[isChosen ? .onAccent : isToday ? .accent : .primary]
    list.faded(by: isEnabled(part) ? 1 : 0.35) { list in
      var font = Font.callout
      if isToday { font.weight = .bold }
      draw(String(day.day), font, color, in: square, &list)
      guard isToday else { return }
      let width = min(14 * scale, square.width)
      list.fill(
        Rect(x: square.midX - width / 2, y: square.maxY - 5, width: width, height: 2), color,
        cornerRadius: 1)
    }
  }

  /// Draws a line of text in the middle of `rect`, smaller where it does not fit.
  private func draw(
    _ text: String, _ font: Font, _ color: Color, in rect: Rect, _ list: inout DrawList
  ) {
    guard let environment, rect.height > 0 else { return }
    var font = environment.scaled(font)
    let width = environment.text.width(
      of: text, font: font, direction: environment.textDirection)
    font = font.scaled(by: min(rect.height / font.lineHeight, rect.width / max(width + 4, 1), 1))
    let layout = TextLayout(
      text, font: font, width: rect.width, lineLimit: 1, direction: environment.textDirection,
      measurer: environment.text, isDrawn: true)
    guard let line = layout.lines.first else { return }
    let extents = environment.text.extents(of: font)
    let top = rect.midY - (extents.ascent + extents.descent) / 2
    list.append(
      .text(
        line.text, font, color,
        origin: Point(x: rect.midX - line.width / 2, y: top + extents.ascent), width: line.width,
        direction: line.direction))
  }

  // MARK: Hearing

  override var role: AccessibleRole { .calendar }

  /// The name of the month, the two arrows and the days.
  override var numberedParts: [(number: Int, part: AccessiblePart)] {
    let title = AccessiblePart(
      Accessibility(role: .heading, label: titleText),
      frame: Rect(x: 0, y: Self.padding, width: frame.width, height: titleHeight))
    return [(0, title)] + parts.map { ($0.number, accessible($0)) }
  }

  private func accessible(_ part: Part) -> AccessiblePart {
    var content = Accessibility(role: .button)
    var states: AccessibleStates = isEnabled(part) ? [.enabled] : []
    switch part {
    case .before: content.label = "Previous month"
    case .after: content.label = "Next month"
    case .day(let date):
      content.label = date.words
      content.details = date == today ? "Today" : ""
      states.formUnion([.focusable, .selectable])
      if date == chosen { states.insert(.selected) }
      if date == current { states.insert(.focused) }
    }
    return AccessiblePart(content, frame: frame(of: part), states: states) { [weak self] in
      self?.use(part)
    }
  }
}
