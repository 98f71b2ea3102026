/// The days of a month in front of the screen, from which users pick one.
///
/// The arrows move by days and weeks, Home and End to the ends of the week, Page Up and Page Down
/// and the wheel to other months, the page keys with Shift to other years, and Tab to the buttons.
final class MonthPopup: Popup {
  /// The day that is the value; nil for none.
  var chosen: CalendarDate? { didSet { if chosen != oldValue { setNeedsLayout() } } }
  /// The day that keys act on, whose month is shown.
  private(set) var current = CalendarDate.first {
    didSet {
      guard current != oldValue else { return }
      needsReveal = true
      setNeedsLayout()
    }
  }

  /// Whether the day that keys act on has to come into view where not all of the month fits.
  private var needsReveal = true
  private var range = CalendarDate.first...CalendarDate.last
  private var today: CalendarDate?
  private var canClear = false
  private var onPick: (CalendarDate?) -> Void = { _ in }
  private var onType: (String) -> Void = { _ in }
  private let grid = ElementView()
  /// The pages that the wheel turns.
  private var wheel = WheelSteps()

  private static let padding = 8.0
  private static let leastCell = 36.0
  private static let rows = 6

  required init() {
    super.init()
    area.insets = EdgeInsets(
      top: Self.padding, left: Self.padding, bottom: Self.padding, right: Self.padding)
    area.content.addSubview(grid)
  }

  /// Creates a month.
  ///
  /// - Parameters:
  ///   - chosen: The value, whose month is shown first.
  ///   - start: The day to open at if `chosen` is nil.
  ///   - range: The days that can be picked.
  ///   - today: The day to mark as today; nil for none.
  ///   - canClear: Whether there may be no value.
  ///   - onType: Called with text that has digits, after the popup has closed.
  ///   - onPick: Called after the popup has closed; with nil to clear the value.
  convenience init(
    _ chosen: CalendarDate?, opensAt start: CalendarDate, in range: ClosedRange<CalendarDate>,
    today: CalendarDate?, canClear: Bool, onType: @escaping (String) -> Void,
    onPick: @escaping (CalendarDate?) -> Void
  ) {
    self.init()
    (self.chosen, self.range, self.today) = (chosen, range, today)
    (self.canClear, self.onType, self.onPick) = (canClear, onType, onPick)
    current = allowed(chosen ?? start)
  }

  private func allowed(_ date: CalendarDate) -> CalendarDate {
    min(max(date, range.lowerBound), range.upperBound)
  }

  // MARK: Layout

  override var fillsAnchor: Bool { false }

  override var hasButtons: Bool { true }

  /// Half a month is of no use, so the popup covers the field where there is no room beside it.
  override var leastHeight: Double { wanted.height }

  private func line(_ font: Font) -> Double { environment?.scaled(font).lineHeight ?? 0 }

  private var titleHeight: Double { max(Self.leastCell, line(.headline) + 12) }

  private var weekHeight: Double { line(.caption) + 8 }

  /// The height of the buttons below the days; 0 without any.
  private var footerHeight: Double { canClear || today != nil ? titleHeight : 0 }

  private var cell: Double { max(Self.leastCell, line(.callout) + 14).rounded(.up) }

  /// The height of all that is in the popup, without the room around it.
  private var contentHeight: Double {
    titleHeight + weekHeight + cell * Double(Self.rows) + footerHeight
  }

  private var wanted: Size {
    Size(width: cell * 7 + Self.padding * 2, height: contentHeight + Self.padding * 2)
  }

  /// Whether it has to be scrolled, as in a small window.
  private var scrolls: Bool { area.content.frame.height < contentHeight - 0.5 }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(wanted.width, size.width), height: min(wanted.height, size.height))
  }

  override func layoutSubviews() {
    area.frame = bounds
    area.show(height: contentHeight)
    grid.frame = Rect(
      origin: .zero, size: Size(width: area.content.frame.width, height: contentHeight))
    grid.element = environment.map(month)
    if needsReveal, scrolls {
      let row = (current.ordinal - days.lowerBound.ordinal + column(of: days.lowerBound)) / 7
      let top = titleHeight + weekHeight + Double(row) * cell
      let least = top + cell - area.content.frame.height
      area.jump(to: min(max(area.offset, least), top))
    }
    needsReveal = false
  }

  // MARK: Elements

  private var dates: DateFormat { words.dates }

  /// The first and the last day of the month.
  private var days: ClosedRange<CalendarDate> {
    let day = dates.calendar.day(current)
    let first = current.adding(days: 1 - day.day)
    return first...first.adding(days: dates.calendar.days(in: day.month, of: day.year) - 1)
  }

  /// How many days a date is after the first one of its week.
  private func column(of date: CalendarDate) -> Int { (date.weekday - dates.firstWeekday + 7) % 7 }

  private func month(_ environment: Environment) -> any Element {
    let days = days
    let names = dates.weekdays.map { name in
      LabelElement(name, font: .caption, color: .role(.secondary), alignment: .center)
        .accessible(isHidden: true)
    }
    let weeks = (0..<Self.rows).map { week in
      Row(
        alignment: .stretch,
        (0..<7).map { column in
          let number = week * 7 + column - self.column(of: days.lowerBound)
          let date = days.lowerBound.adding(days: number)
          let isInside = number >= 0 && days.contains(date)
          return (isInside ? day(date, number + 1, environment) : Spacer())
            .flexed(grow: 1, basis: 0)
        })
    }
    return Column(
      [
        title(environment).sized(height: titleHeight),
        Row(names.map { $0.flexed(grow: 1, basis: 0) }).sized(height: weekHeight),
      ] + weeks.map { $0.flexed(grow: 1, basis: 0) } + footer(environment))
  }

  /// The month and the year, each between two arrows that stay in place.
  private func title(_ environment: Environment) -> any Element {
    let side = (grid.frame.width * 0.12).rounded(.down)
    let room = (grid.frame.width - 4 * side) / 3
    let (months, day) = (dates.months, dates.calendar.day(current))
    let (month, year) = (months[day.month - 1], dates.text(max(day.year, 0)))
    let label = dates.month(of: current)
    let widest = months.map {
      environment.text.width(of: $0, font: environment.scaled(.bodyMedium))
    }
    let font = Font.bodyMedium.scaled(by: min(room * 2 / ((widest.max() ?? 0) + 4), 1))
    func part(_ text: String, _ share: Double, _ months: Int) -> [any Element] {
      let text = LabelElement(text, font: font, alignment: .center).centered()
      return [
        arrow(-months, environment).sized(width: side),
        (months == 1
          ? text.accessible(label: label, role: .heading)
          : text.accessible(isHidden: true)).sized(width: room * share),
        arrow(months, environment).sized(width: side),
      ]
    }
    let parts = [part(month, 2, 1), part(year, 1, 12)]
    // In some languages the year comes first.
    let ordered = label.hasPrefix(year) ? parts.reversed() : parts
    return Row(alignment: .stretch, ordered.flatMap { $0 })
  }

  private func arrow(_ months: Int, _ environment: Environment) -> any Element {
    let isAllowed = canTurn(months)
    var icon = Icon(.chevron, size: 16 * max(environment.textScale, 1))
    icon.color = color(.primary, isAllowed, environment)
    icon.isFlipped = months < 0
    let label =
      words[
        abs(months) == 1
          ? months < 0 ? .previousMonth : .nextMonth : months < 0 ? .previousYear : .nextYear]
    // Inset so that the ring around it has room.
    return button(icon.centered(), label, isAllowed) { $0.turnPage(months) }
      .inset(horizontal: 3, vertical: 4)
  }

  /// Buttons for no day at all, and for today.
  private func footer(_ environment: Environment) -> [any Element] {
    func text(_ title: String, _ isEnabled: Bool, _ date: CalendarDate?) -> any Element {
      let color = color(.accent, isEnabled, environment)
      let label = LabelElement(title, font: .bodyMedium, color: color)
      return button(label.inset(horizontal: 10, vertical: 6), title, isEnabled) { $0.pick(date) }
    }
    let clear = canClear ? [text(words[.clear], chosen != nil, nil)] : []
    let now = today.map { [text(words[.today], range.contains($0), $0)] } ?? []
    return footerHeight > 0
      ? [Row(alignment: .center, clear + [Spacer()] + now).sized(height: footerHeight)] : []
  }

  private func day(_ date: CalendarDate, _ number: Int, _ environment: Environment) -> any Element {
    let (isChosen, isToday, isAllowed) = (date == chosen, date == today, range.contains(date))
    let color = color(isChosen ? .onAccent : isToday ? .accent : .primary, isAllowed, environment)
    var label = LabelElement(
      dates.text(number), font: .callout, color: color, alignment: .center)
    var bar = Box(cornerRadius: 1)
    if isToday { (label.font.weight, bar.color) = (.bold, color) }
    let line = bar.sized(width: 14 * max(environment.textScale, 1), height: 2)
    let face = Overlay([
      Aligned(horizontal: .fill, vertical: .center, label),
      Inset(EdgeInsets(bottom: 3), Aligned(horizontal: .center, vertical: .end, line)),
    ])
    let square = Box(
      color: isChosen ? .role(.accent) : nil, cornerRadius: 8,
      border: date == current && !isOnButton ? .role(.focusRing) : nil, borderWidth: 2, face)
    let edges = EdgeInsets(top: 2, left: 2, bottom: 2, right: 2)
    return button(Inset(edges, square), dates.text(date), isAllowed, isPart: true) {
      $0.pick(date)
    }
  }

  /// A button that cannot be pressed is faint.
  private func color(_ role: ColorRole, _ isEnabled: Bool, _ environment: Environment) -> Paint {
    isEnabled ? .role(role) : .color(environment.theme[role].opacity(0.35))
  }

  private func button(
    _ face: any Element, _ label: String, _ isEnabled: Bool, isPart: Bool = false,
    onTap: @escaping (MonthPopup) -> Void
  ) -> any Element {
    guard isEnabled else { return face.accessible(label: label, role: .button) }
    var area = Tappable(face) { [weak self] in self.map(onTap) }
    area.isPart = isPart
    return area.accessible(label: label)
  }

  // MARK: Input

  private func pick(_ date: CalendarDate?) {
    if let date, !range.contains(date) { return }
    close()
    onPick(date)
  }

  /// Whether any day before or after this month can be picked.
  private func canTurn(_ months: Int) -> Bool {
    months < 0 ? range.lowerBound < days.lowerBound : range.upperBound > days.upperBound
  }

  private func turnPage(_ months: Int) {
    current = allowed(dates.calendar.date(current, addingMonths: months))
  }

  private func move(_ days: Int) { current = allowed(current.adding(days: days)) }

  override func wheelTurned(by notches: Double, precise: Bool, at now: Double) {
    guard notches.isFinite else { return }
    guard !scrolls else { return super.wheelTurned(by: notches, precise: precise, at: now) }
    turnPage(wheel.turn(by: -notches, atMost: 1200))
  }

  override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    let page = modifiers.contains(.shift) ? 12 : 1
    switch key {
    case .left: move(-1)
    case .right: move(1)
    case .up: move(-7)
    case .down: move(7)
    case .home: move(-column(of: current))
    case .end: move(6 - column(of: current))
    case .pageUp: turnPage(-page)
    case .pageDown: turnPage(page)
    case .enter, .space: pick(current)
    default: return false
    }
    return true
  }

  /// A month has no use for digits, so they go to the field.
  override func textEntered(_ text: String) -> Bool {
    guard text.contains(where: \.isNumber) else { return false }
    close()
    onType(text)
    return true
  }

  // MARK: Accessibility

  override var role: AccessibleRole { .calendar }

  /// The arrows with the name of the month between the first two, the days, and the buttons. The
  /// number of a day is the same whichever month is shown.
  override var accessibleParts: [AccessiblePart] {
    var parts = super.accessibleParts
    let days = days
    for index in parts.indices.dropFirst(5).prefix(
      days.upperBound.ordinal - days.lowerBound.ordinal + 1)
    {
      let date = days.lowerBound.adding(days: index - 5)
      parts[index].number = 5 + date.ordinal
      if date == today { parts[index].content.details = words[.today] }
      parts[index].states.insert(.selectable)
      if date == chosen { parts[index].states.insert(.selected) }
      if date == current, !isOnButton { parts[index].states.formUnion([.focusable, .focused]) }
    }
    return parts
  }
}
