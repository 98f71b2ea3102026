/// Shows an item that users answer: its texts and the control for its value, or a button.
///
/// A click anywhere on the row is meant for the control, unless that shows all options of a choice.
/// `InputKind(of:)` chooses the control; an item without a kind is a button.
public final class InputItemView: ElementCell {
  private var kind = InputKind.button
  private var hasPicture = false
  /// Whether a choice shows all its options, so that a click has to hit one of them.
  private var hasOptions = false

  public override class var measuresUnconfigured: Bool { true }

  public override func configure(with item: Item) {
    kind = InputKind(of: item) ?? .button
    hasPicture = !item.image.isEmpty
    hasOptions = kind == .choice && ChoiceStyle(of: item) != .menu
    super.configure(with: item)
  }

  /// Rows of which only a part reacts, such as a field, do not light up.
  package override var answersClicks: Bool {
    switch kind {
    case .toggle, .checkbox, .button: true
    case .choice: !hasOptions
    case .slider, .stepper, .textField, .date, .time, .dateTime: false
    }
  }

  package override var marksFocus: Bool { kind.isTyped }

  /// The answer and, below it, what is wrong with it.
  public override func body(for item: Item) -> (any Element)? {
    let answer = answer(for: item)
    let sentence = environment?.fault(of: item).map {
      LabelElement($0, font: .caption, color: .role(.error), lineLimit: 0)
    }
    // A field stays in its place, and so keeps its view, when a sentence comes or goes.
    guard InputKind(of: item)?.isTyped == true || sentence != nil else { return answer }
    return Column(spacing: 2, [answer] + (sentence.map { [$0] } ?? []))
  }

  private func answer(for item: Item) -> any Element {
    let item = Self.answered(item, with: environment?.value(of: item))
    let kind = InputKind(of: item) ?? .button
    let (control, number) = (control(kind, of: item), item.documentValue?.number ?? 0)
    switch kind {
    case .toggle: return row(item, end: [control])
    case .checkbox: return row(item, start: [control])
    case .stepper:
      let text = LabelElement(self.text(number, of: item), alignment: .trailing)
      // Large text needs the room beside it.
      let isLarge = (environment?.textScale ?? 1) > 1.5
      if item.input.unit.isEmpty, !isLarge { return row(item, end: [text, control]) }
      return pair(item, Row(spacing: Self.gap, alignment: .center, [text, control]))
    case .slider: return slider(item, number, control)
    case .textField: return field(item)
    case .choice: return choice(item, control)
    case .date, .time, .dateTime: return pair(item, control)
    case .button:
      let button = Sized(SizeLimits(minimumWidth: 120), control)
      return cellStyle.isRow ? Row(alignment: .center, [button, Spacer()]) : button
    }
  }

  /// The item as if its document gave it `value`.
  private static func answered(_ item: Item, with value: JSONValue?) -> Item {
    guard let value else { return item }
    var item = item
    item.input.value = value
    return item
  }

  private func control(_ kind: InputKind, of item: Item) -> any Element {
    let control = kind.control(for: item)
    if var picker = control as? DatePicker {
      picker.isWrong = environment?.fault(of: item) != nil
      return picker
    }
    guard kind == .button else { return control }
    var button = Button(item.title, emphasis: item.input.emphasis)
    button.isBusy = state.contains(.busy)
    return button
  }

  public override func stateDidChange() {
    super.stateDidChange()
    if kind == .button { setNeedsLayout() }
  }

  /// The height, without insets, that makes a row as high as one without a control.
  private static func leastHeight(of item: Item) -> Double { item.subtitle.isEmpty ? 28 : 40 }

  private static let gap = 12.0

  /// The room for a picture, in points, as in rows without an answer.
  private var slot: Double { cellStyle.pictureRoom(in: environment) }

  private func row(
    _ item: Item, start: [any Element] = [], end: [any Element] = []
  ) -> any Element {
    let texts = Column(texts(item)).flexed(grow: 1, shrink: 1, basis: 0)
    let badge = item.badge.flatMap { $0.isEmpty ? nil : BadgeElement($0).flexed(shrink: 0) }
    let parts = start + picture(item) + [texts] + (badge.map { [$0] } ?? []) + end
    return Sized(
      SizeLimits(minimumHeight: Self.leastHeight(of: item)),
      Row(spacing: Self.gap, alignment: .center, parts))
  }

  /// Users have to read all of what they answer, so no text is cut.
  private func texts(_ item: Item) -> [any Element] {
    let title = LabelElement(
      item.title, font: item.subtitle.isEmpty ? .body : .bodyMedium, lineLimit: 0)
    guard !item.subtitle.isEmpty else { return [title] }
    return [
      title,
      LabelElement(item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: 0),
    ]
  }

  private func picture(_ item: Item) -> [any Element] {
    guard !item.image.isEmpty else {
      return cellStyle.hasPictures ? [Column([]).sized(width: slot)] : []
    }
    let side = item.subtitle.isEmpty ? slot * 0.7 : slot
    let image = ImageElement(of: item, corners: Corners(radius: 8)).sized(width: side, height: side)
    return [image.inset(horizontal: (slot - side) / 2)]
  }

  private func field(_ item: Item) -> any Element {
    // A text in place of a number is the one that was typed, whatever it would mean in a document.
    var field = TextField(of: item, value: environment?.value(of: item))
    field.isWrong = environment?.fault(of: item) != nil
    var parts: [any Element] = [field]
    if !item.title.isEmpty {
      let title = LabelElement(
        item.title, font: .subtitle, color: .role(.secondary), lineLimit: 0)
      parts.insert(title, at: 0)
    }
    if !item.subtitle.isEmpty {
      parts.append(
        LabelElement(item.subtitle, font: .caption, color: .role(.secondary), lineLimit: 0))
    }
    let column = Column(spacing: 4, parts)
    guard !item.image.isEmpty else { return column }
    return Row(
      spacing: Self.gap, alignment: .center,
      picture(item) + [column.flexed(grow: 1, shrink: 1, basis: 0)])
  }

  /// A control that shows all options is placed below the texts, but for a few short segments.
  private func choice(_ item: Item, _ control: any Element) -> any Element {
    let style = ChoiceStyle(of: item)
    if style == .menu || style == .segments && areShort(item, control) {
      return pair(item, control)
    }
    let texts = item.title.isEmpty && item.subtitle.isEmpty ? [] : texts(item)
    let column = Column(spacing: 8, texts.isEmpty ? [control] : [Column(texts), control])
    guard !item.image.isEmpty else { return column }
    return Row(
      spacing: Self.gap, alignment: .start,
      picture(item) + [column.flexed(grow: 1, shrink: 1, basis: 0)])
  }

  private func areShort(_ item: Item, _ segments: any Element) -> Bool {
    guard let environment, item.input.options.count <= 4 else { return false }
    let width = ElementNode(segments, environment).measure(in: SizeRange()).width
    return width <= Self.shortSegments * environment.textScale
  }

  /// The width up to which segments stand beside their title, in points at normal text size.
  private static let shortSegments = 300.0

  /// A control at the end of the row where it fits beside the texts, or else below them.
  private func pair(_ item: Item, _ control: any Element) -> any Element {
    let texts = Column(texts(item)).flexed(grow: 1)
    let row = Row(spacing: Self.gap, wraps: true, lineSpacing: 6, [texts, control.flexed()])
    let parts = picture(item) + [row.flexed(grow: 1, shrink: 1, basis: 0)]
    return Sized(
      SizeLimits(minimumHeight: Self.leastHeight(of: item)), Row(spacing: Self.gap, parts))
  }

  /// The number as users read it, with its unit. Without one, a slider from 0 to 1 shows percent.
  private func text(_ number: Double, of item: Item) -> String {
    let (choice, unit) = (NumberChoice(of: item), item.input.unit)
    let text = choice.text(number, in: environment?.numbers ?? NumberFormat())
    if !unit.isEmpty { return "\(text) \(unit)" }
    let isShare = InputKind(of: item) == .slider && choice.range == 0...1 && choice.step == 0
    let percent = words(.percent, ["count": Int((number * 100).rounded())])
    return isShare ? percent : text
  }

  private func slider(
    _ item: Item, _ number: Double, _ control: any Element
  ) -> any Element {
    let texts = Column(texts(item))
    let text = self.text(number, of: item)
    let value = LabelElement(text, font: .callout, color: .role(.secondary), alignment: .trailing)
    var parts: [any Element] = [texts.flexed(grow: 1, shrink: 1, basis: 0), value]
    if !item.input.unit.isEmpty {
      // A number with words after it leaves the question its room.
      let row = Row(spacing: Self.gap, wraps: true, [texts.flexed(grow: 1), value.flexed()])
      parts = [row.flexed(grow: 1, shrink: 1, basis: 0)]
    }
    return Column(
      spacing: 2, [Row(spacing: Self.gap, alignment: .center, picture(item) + parts), control])
  }

  /// Buttons have no row behind them.
  public override var surface: ItemSurface { kind == .button ? .none : .automatic }

  public override var insets: EdgeInsets {
    guard kind == .button else { return super.insets }
    let side = cellStyle.isRow ? cellStyle.margin : 0
    return EdgeInsets(top: 8, left: side, bottom: 8, right: side)
  }

  /// A button in a cell is as wide as its title wants.
  public override func computeSize(for item: Item, containerSize: Size) -> Size {
    kind = InputKind(of: item) ?? .button
    guard kind == .button, !cellStyle.isRow, let environment, let body = body(for: item) else {
      return super.computeSize(for: item, containerSize: containerSize)
    }
    let room = Size(width: containerSize.width, height: .infinity)
    return ElementNode(Inset(insets, body), environment)
      .measure(in: SizeRange(minimum: .zero, maximum: room))
  }

  package override var isFramed: Bool { kind == .textField }

  public override var separatorInset: Double {
    super.separatorInset + (hasPicture || cellStyle.hasPictures ? slot + Self.gap : 0)
      + (kind == .checkbox ? CheckboxControl.side * (mainControl?.growth ?? 1) + Self.gap : 0)
  }

  public override var mainControl: Control? {
    layoutIfNeeded()
    return controls.first
  }

  /// The control, with the texts as its name.
  public override func accessibility(for item: Item) -> Accessibility {
    var reading = Accessibility(item)
    let value = environment?.value(of: item)
    switch InputKind(of: item) {
    case .toggle: (reading.role, reading.isChecked) = (.toggle, value == .bool(true))
    case .checkbox: (reading.role, reading.isChecked) = (.checkBox, value == .bool(true))
    case .stepper, .slider:
      let role: AccessibleRole = InputKind(of: item) == .slider ? .slider : .spinButton
      let number = Accessibility.number(value?.number ?? 0, NumberChoice(of: item), role: role)
      (reading.role, reading.value) = (number.role, number.value)
      reading.value?.text = text(value?.number ?? 0, of: item)
    case .textField:
      var shown = TextField(of: item, value: value)
      shown.text = shown.shownText(in: environment)
      let field = shown.accessibility
      (reading.role, reading.text) = (field?.role, field?.text)
      reading.placeholder = item.input.placeholder
      reading.details = [reading.details, item.input.unit].filter { !$0.isEmpty }
        .joined(separator: ", ")
    case .choice, .date, .time, .dateTime:
      let control = InputKind(of: item)?.control(for: Self.answered(item, with: value))
      let content = (control as? any ViewElement)?.accessibility(words)
      (reading.role, reading.details) = (content?.role, content?.details ?? "")
      (reading.children, reading.text) = (content?.children ?? [], content?.text)
      reading.placeholder = content?.placeholder ?? ""
    case .button, nil: reading.role = .button
    }
    reading.isRequired = item.input.checks.isRequired
    if let fault = environment?.fault(of: item) {
      reading.isWrong = true
      reading.details = [reading.details, fault].filter { !$0.isEmpty }.joined(separator: ", ")
      // The sentence is the last element.
      reading.children += placedParts(of: item).suffix(1)
    }
    return reading
  }
}
