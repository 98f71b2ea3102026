/// A field for a day, a time of day or both, typed part by part or picked from a popup: a day from
/// a month, a time from a menu.
@MainActor
public struct DatePicker: ViewElement {
  /// Whether it is a day, a time, or both.
  public var mode: DatePickerMode
  /// The day or time in ISO 8601, `2026-11-23` or `14:05`, without the digits of missing parts;
  /// empty for none.
  public var text: String
  /// The first and the last one that can be picked; typing can go beyond them.
  public var range: ClosedRange<InputBound>
  /// The minutes between the times that are offered.
  public var step: Int
  /// Identifies the field: an open popup closes when the view is reused for another field.
  public var name: String
  /// The name of the popup for users who do not see it.
  public var label: String
  /// Whether it is marked as invalid.
  public var isWrong = false
  /// Whether there must be a value, which the calendar then has no button to clear.
  public var isRequired = false
  /// Called with the text after each change by the user, where typing all digits of a part is one
  /// change; if nil, the enclosing item gets the value.
  public var onChange: ((String) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a field, for any day and enabled unless given. Bounds of another mode are ignored, and
  /// times are at least a minute apart.
  public init(
    _ text: String, mode: DatePickerMode = .date, range: ClosedRange<InputBound>? = nil,
    step: Int = 30, name: String = "", label: String = "", isEnabled: Bool = true,
    onChange: ((String) -> Void)? = nil
  ) {
    let limits = ItemInput(minimum: range?.lowerBound, maximum: range?.upperBound)
    self.mode = mode
    self.text = text
    self.range = limits.range(as: mode.kind) ?? .date(.first)...(.date(.last))
    self.step = max(step, 1)
    self.name = name
    self.label = label
    self.isEnabled = isEnabled
    self.onChange = onChange
  }

  /// Creates the field for the value that the document gives an item, even if parts of it are
  /// missing.
  init(of item: Item, mode: DatePickerMode) {
    let input = item.input
    self.init(
      input.value?.typedText ?? "", mode: mode,
      range: input.range(as: mode.kind),
      step: Int(min(max(sane(input.step ?? 30), 1), 24 * 60)), name: item.valueName ?? "",
      label: item.title)
    isRequired = input.checks.isRequired
  }

  /// Sets every property.
  public func updateView(_ view: DatePickerControl, with context: ViewElementContext) {
    (view.isWrong, view.onChange, view.isEnabled) = (isWrong, onChange, isEnabled)
    view.show(self, in: context.environment.words.dates)
  }

  /// A field with its day in words, or its time.
  public var accessibility: Accessibility? { accessibility(in: .english) }
}

extension DatePicker: WordedElement {
  func accessibility(in words: Words) -> Accessibility {
    var reading = Accessibility(
      role: .dateEditor, details: InputBound(text).map(words.dates.text) ?? text)
    let parts = DateParts(text, mode: mode, format: words.dates)
    (reading.text, reading.isWrong) = (AccessibleText(parts.shown), isWrong)
    return reading
  }

  /// The value of an item with a text in its field: in ISO 8601 or as the field shows it; null for
  /// an empty one, and nil for any other text.
  package static func value(typedAs text: String, of item: Item, in words: Words) -> JSONValue? {
    let kind = InputKind(of: item)
    guard let mode = DatePickerMode.allCases.first(where: { $0.kind == kind }) else { return nil }
    if text.isEmpty { return .null }
    let parts = DateParts(mode: mode, format: words.dates).typed(text)
    // A text that is still being edited is neither.
    return parts?.text == text || parts?.shown == text ? parts?.bound?.value : nil
  }
}

/// The view of `DatePicker`: as wide as its parts, and at least 36 points high.
public final class DatePickerControl: FieldControl {
  private(set) var parts = DateParts(mode: .date)
  private var picker = DatePicker("")
  /// The month or menu that is open beside the field.
  private weak var popup: Popup?
  /// The steps by which the wheel changes a part.
  private var wheel = WheelSteps()
  /// Of the parts, and of the signs between them.
  private var (labels, signs): ([Label], [Label]) = ([], [])

  private static let gap = 12.0
  /// The room beside the digits of a part.
  private static let partPadding = 2.0

  /// Creates a field for a day, without one.
  public required init() {
    super.init()
    makeLabels()
  }

  /// Shows a day or a time; a popup that is open for another field closes. Another text for the
  /// same field keeps the part that is typed into.
  func show(_ new: DatePicker, in format: DateFormat) {
    let isNew = new.mode != picker.mode || format != parts.format
    let isOther = isNew || new.name != picker.name
    picker = new
    guard isOther || new.text != parts.text else { return }
    let current = isOther ? 0 : parts.current
    if isOther { popup?.close() }
    parts = DateParts(new.text, mode: new.mode, format: format)
    parts.move(to: current)
    if isNew { makeLabels() } else { showParts() }
  }

  private func makeLabels() {
    for label in labels + signs { label.removeFromSuperview() }
    labels = parts.order.parts.map { _ in Label(.body) }
    signs = parts.order.signs.map { sign in
      let label = Label(.body, .secondary)
      label.text = sign
      return label
    }
    for label in labels { label.alignment = .center }
    for label in labels + signs { addSubview(label) }
    showParts()
  }

  private func showParts() {
    let placeholders = parts.placeholders(in: words)
    for (index, label) in labels.enumerated() {
      label.text = parts.shown(index) ?? placeholders[index]
    }
    (popup as? MonthPopup)?.chosen = parts.day
    setNeedsLayout()
  }

  /// Changes the parts on behalf of the user, and reports the value, but not the year 2 on the way
  /// to 2026 as a final one.
  private func change(_ body: (inout DateParts) -> Void) {
    let before = parts
    body(&parts)
    showParts()
    let (text, isTyping) = (parts.text, parts.isBeingTyped)
    guard text != before.text || isTyping != before.isBeingTyped else { return }
    if onChange == nil, isTyping {
      send(.valueChanging(.string(text)))
    } else if !isTyping {
      tell(text, as: text.isEmpty ? .null : .string(text))
    }
  }

  // MARK: Picking

  /// Whether the part that is typed into is one of a day.
  private var isOnDay: Bool {
    [.year, .month, .day].contains(parts.order.parts[parts.current])
  }
  private static let dayParts = 3

  /// Opens a month, or a menu of times.
  public override func activate() {
    let popup = isOnDay ? month : times
    popup.name = picker.label
    self.popup = popup
    open(popup)
    setNeedsDisplay()
  }

  /// The day or time to begin with where there is none: as near to now as can be picked.
  private var start: InputBound {
    let now = environment?.now()
    let day = now?.day ?? CalendarDate(year: 2000, month: 1, day: 1) ?? .first
    let time = now?.time ?? TimeOfDay(minutes: 12 * 60)
    let start: InputBound =
      switch parts.mode {
      case .date: .date(day)
      case .time: .time(time)
      case .dateTime: .dateTime(day, time)
      }
    return min(max(start, picker.range.lowerBound), picker.range.upperBound)
  }

  private var month: Popup {
    let days = (picker.range.lowerBound.date ?? .first)...(picker.range.upperBound.date ?? .last)
    return MonthPopup(
      parts.day, opensAt: start.date ?? .first, in: days, today: environment?.today(),
      canClear: !picker.isRequired, onType: { [weak self] in self?.textEntered($0) },
      onPick: { [weak self] day in self?.pick(day) })
  }

  private var times: Popup {
    // On a day, all times are offered; those outside of the range are said to be so.
    let isWhole = parts.mode == .dateTime
    let first = isWhole ? .first : picker.range.lowerBound.time ?? .first
    let last = isWhole ? .last : picker.range.upperBound.time ?? .last
    let times = stride(from: first.minutes, through: last.minutes, by: picker.step).map {
      TimeOfDay(minutes: $0)
    }
    let chosen = parts.time
    let dates = words.dates
    let rows = times.map { time in
      let stored = time.description
      return Menu.Row(
        title: dates.text(time), isChecked: time == chosen,
        aliases: [stored, stored.replacing(":", with: "")])
    }
    let start = ((chosen ?? start.time ?? first).minutes - first.minutes) / picker.step
    return Menu(rows, opensAt: min(max(start, 0), max(rows.count - 1, 0))) { [weak self] in
      self?.pick(times[$0])
    }
  }

  /// Picks a day, after which it is the turn of the time where there is one.
  private func pick(_ day: CalendarDate?) {
    change { $0.set(day: day) }
    if day != nil, parts.mode == .dateTime {
      change { $0.move(to: Self.dayParts) }
      if parts.time == nil { activate() }
    }
  }

  private func pick(_ time: TimeOfDay) { change { $0.set(time: time) } }

  // MARK: The pointer

  public override var sense: Sense { .drag }

  public override func pointerPressed(at point: Point, clicks: Int) {
    guard point.x < markFrame.x - Self.gap / 2 else { return activate() }
    let distances = labels.map { abs($0.frame.midX - point.x) }
    guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return }
    change { $0.move(to: nearest) }
  }

  /// Changes the current part while the field has the keyboard.
  public override func wheelTurned(by notches: Double) -> Bool {
    guard hasKeyboard, notches.isFinite else { return false }
    let steps = wheel.turn(by: notches, atMost: 100)
    for _ in 0..<abs(steps) { step(up: steps > 0) }
    return true
  }

  public override func middleButtonPressed(at point: Point) {
    paste(.selected)
  }

  // MARK: The keyboard

  /// Goes back to the first part when the keyboard leaves, so that Tab always enters there.
  public override func keyboardDidChange() {
    if !hasKeyboard { change { $0.move(to: 0) } }
    wheel = WheelSteps()
    showParts()
  }

  public override var caretFrame: Rect? { labels.isEmpty ? bounds : labels[parts.current].frame }

  /// The left and right arrows move from part to part, the up and down arrows change a part; Enter,
  /// Space and Alt+Down open the popup.
  public override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if let command = EditCommand(key, modifiers) { return perform(command) }
    if case .character = key { return !modifiers.contains(.control) || modifiers.contains(.alt) }
    switch (key, modifiers) {
    case (.left, []), (.right, []):
      let isToRight = (key == .right) != (environment?.isRightToLeft ?? false)
      change { $0.moveSideways(right: isToRight) }
    case (.home, []): change { $0.move(to: 0) }
    case (.end, []): change { $0.move(to: labels.count - 1) }
    case (.up, []): step(up: true)
    case (.down, []): step(up: false)
    case (.delete, []): change { _ = $0.clear() }
    case (.backspace, []), (.backspace, .shift):
      change { if !$0.clear() { $0.move(to: $0.current - 1) } }
    case (.enter, []), (.space, []), (.down, .alt): activate()
    default: return false
    }
    return true
  }

  private func step(up: Bool) {
    let (range, start) = (picker.range, start)
    change { $0.step(up: up, in: range, from: start) }
  }

  /// Copies and cuts the whole value, whatever part is current.
  private func perform(_ command: EditCommand) -> Bool {
    switch command {
    case .copy, .cut:
      if !parts.text.isEmpty { environment?.clipboard.text = parts.text }
      if command == .cut { change { $0.set(nil) } }
    case .paste: paste(.copied)
    case .undo: change { $0.change { $0.undo() } }
    case .redo: change { $0.change { $0.redo() } }
    case .selectAll: return false
    }
    return true
  }

  /// Pastes a text once it is there, if it is still for this field then.
  private func paste(_ source: ClipboardSource) {
    let (name, hadKeyboard) = (picker.name, hasKeyboard)
    environment?.clipboard.read(source) { [weak self] text in
      guard let self, picker.name == name, hasKeyboard || !hadKeyboard else { return }
      paste(text)
    }
  }

  /// Replaces the value by a text that is a whole day or time.
  ///
  /// - Returns: Whether the text is one.
  @discardableResult
  private func paste(_ text: String) -> Bool {
    guard text.utf8.count <= 64, let typed = parts.typed(text) else { return false }
    change { $0.set(typed.bound) }
    return true
  }

  public override func textEntered(_ text: String) {
    guard !paste(text) else { return }
    change { parts in
      for character in text.prefix(32) { parts.type(character) }
    }
  }

  // MARK: Layout

  private func width(_ text: String) -> Double {
    guard let environment else { return 0 }
    let font = environment.scaled(.body)
    return environment.text.width(of: text, font: font, direction: .leftToRight).rounded(.up)
  }

  /// The same whatever the parts contain.
  public override func sizeThatFits(_ size: Size) -> Size {
    let widths = zip(parts.order.parts, parts.placeholders(in: words)).map { part, placeholder in
      (part.widest(in: parts.format) + [placeholder]).reduce(Self.partPadding * 2) {
        max($0, width($1) + Self.partPadding * 2)
      }
    }
    let texts = signs.reduce(widths.reduce(0, +)) { $0 + width($1.text) }
    let line = environment?.scaled(.body).lineHeight ?? 0
    return Size(
      width: min(texts + Self.padding.width * 2 + Self.gap + markSide, size.width),
      height: max((line + Self.padding.height * 2).rounded(.up), 36))
  }

  override var leastWidth: Double { ownWidth }

  /// Keeps the parts in the order of their language, whatever the direction of the screen.
  public override func layoutSubviews() {
    super.layoutSubviews()
    let height = environment?.scaled(.body).lineHeight ?? 0
    var places = parts.format.places(of: parts.order)
    if environment?.isRightToLeft == true { places.reverse() }
    let numbers = parts.numbers
    let isOnAccent = hasKeyboard && environment?.theme.isHighContrast == true
    for (index, label) in labels.enumerated() {
      label.color = numbers[index] == nil ? .secondary : .primary
      if isOnAccent, index == parts.current { label.color = .onAccent }
    }
    var x = Self.padding.width - Self.partPadding
    for place in places {
      let (label, side) =
        switch place {
        case .part(let index): (labels[index], Self.partPadding)
        case .sign(let index): (signs[index], 0.0)
        }
      let width = width(label.text) + side * 2
      label.frame = Rect(x: x, y: (frame.height - height) / 2, width: width, height: height)
      x += width
    }
  }

  // MARK: Drawing

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let hover = drawBox(in: &list)
    if hasKeyboard, labels.indices.contains(parts.current) {
      let shade = theme[.accent].opacity(theme.isHighContrast ? 1 : 0.3)
      list.fill(labels[parts.current].frame, shade, cornerRadius: 3)
    }
    let color = theme[.secondary].mixed(with: theme[.primary], hover)
    let end = labels.map(\.frame.maxX).max() ?? 0
    // Where there is no room for both, the digits come first.
    switch parts.mode {
    case _ where end > markFrame.x: break
    case .time: drawClock(color, in: &list)
    case .date, .dateTime: drawCalendar(color, in: &list)
    }
    drawKeyboardMark(around: bounds, cornerRadius: Self.cornerRadius, in: &list)
  }

  private func drawCalendar(_ color: Color, in list: inout DrawList) {
    let side = markSide
    let width = max(side * 0.085, 1)
    let sheet = Rect(
      x: markFrame.x + side * 0.06, y: markFrame.y + side * 0.14, width: side * 0.88,
      height: side * 0.8)
    list.append(.stroke(sheet, color, width: width, cornerRadius: side * 0.14))
    func line(_ a: Point, _ b: Point) { list.append(.polyline([a, b], color, width: width)) }
    let y = sheet.y + side * 0.24
    line(Point(x: sheet.x, y: y), Point(x: sheet.maxX, y: y))
    for x in [sheet.x + side * 0.22, sheet.maxX - side * 0.22] {
      line(Point(x: x, y: markFrame.y), Point(x: x, y: sheet.y + side * 0.1))
    }
  }

  private func drawClock(_ color: Color, in list: inout DrawList) {
    let side = markSide
    let width = max(side * 0.085, 1)
    let face = markFrame.expanded(by: -side * 0.05)
    list.append(.stroke(face, color, width: width, cornerRadius: face.width / 2))
    let middle = Point(x: face.midX, y: face.midY)
    // The hands are not mirrored.
    let reach = side * (environment?.isRightToLeft == true ? -0.2 : 0.2)
    list.append(
      .polyline(
        [
          Point(x: middle.x, y: middle.y - side * 0.28), middle,
          Point(x: middle.x + reach, y: middle.y + side * 0.12),
        ], color, width: width))
  }
}
