/// A field to type text into.
@MainActor
public struct TextField: ViewElement {
  /// The text. An update with another value than the one typed replaces what the user typed.
  public var text: String
  /// The number that a field for numbers shows in place of `text`, as users type it; nil to show
  /// the text.
  public var number: Double?
  /// Identifies the field: typed text does not stay when the view is reused for another field.
  public var name: String
  /// Shown while there is no text.
  public var placeholder: String
  /// What can be typed.
  public var inputType: TextInputType
  /// The most lines that the field grows to; 1 for a text without line breaks.
  public var lines: Int
  /// Shown after the text, such as a unit of measure.
  public var unit: String
  /// Whether the field is marked as invalid.
  public var isWrong = false
  /// Called with the text after each change by the user; if nil, the enclosing item gets the value.
  public var onChange: ((String) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a field, for one line of any text and enabled unless given.
  public init(
    _ text: String, name: String = "", placeholder: String = "", inputType: TextInputType = .text,
    lines: Int = 1, unit: String = "", isEnabled: Bool = true,
    onChange: ((String) -> Void)? = nil
  ) {
    self.text = text
    self.name = name
    self.placeholder = placeholder
    self.inputType = inputType
    self.lines = lines
    self.unit = unit
    self.isEnabled = isEnabled
    self.onChange = onChange
  }

  /// Creates the field for the value of an item: that of its document unless given.
  init(of item: Item, value: JSONValue? = nil) {
    let input = item.input
    let shown = value ?? item.documentValue
    self.init(
      shown?.typedText ?? "", name: Self.name(of: item), placeholder: input.placeholder,
      inputType: input.inputType, lines: input.lines, unit: input.unit)
    if inputType == .number { number = shown?.number }
  }

  /// What tells the field of an item from others: the name of its value or, for a value of a row,
  /// something that stays while rows with identifiers move.
  private static func name(of item: Item) -> String {
    guard let pointer = item.input.boundPointer, let identifier = item.identifier else {
      return item.valueName ?? ""
    }
    let fields = pointer.split(separator: "/").filter { Int($0) == nil }
    return "/data/" + fields.joined(separator: "/") + " \(identifier)"
  }

  /// The text, with a number as `environment` has users type it.
  func shownText(in environment: Environment?) -> String {
    number.map { (environment?.numbers ?? NumberFormat()).text($0) } ?? text
  }

  /// Sets every property.
  public func updateView(_ view: TextFieldControl, with context: ViewElementContext) {
    (view.placeholder, view.unit, view.isEnabled) = (placeholder, unit, isEnabled)
    (view.inputType, view.onChange, view.isWrong) = (inputType, onChange, isWrong)
    let lines = min(max(lines, 1), 100)
    let text = shownText(in: context.environment)
    // With so few lines, the beginning of a text is enough to count those it takes.
    let isLong = context.isMeasuring && text.utf8.count > Self.longestMeasured
    view.show(
      isLong ? String(text.part(0..<text.position(before: Self.longestMeasured))) : text,
      of: name, lines: lines)
  }

  private static let longestMeasured = 16_384

  /// A field with its text, which is dots for a secret.
  public var accessibility: Accessibility? {
    let isSecret = inputType == .secret
    var reading = Accessibility(role: isSecret ? .secret : .textField, label: placeholder)
    let dots = isSecret ? String(repeating: EditedDisplay.dot, count: text.count) : text
    (reading.text, reading.isWrong) = (AccessibleText(dots, hasLines: lines > 1), isWrong)
    (reading.placeholder, reading.details) = (placeholder, unit)
    return reading
  }
}

/// The view of `TextField`: a box around the text, at least 36 points high and as wide as there is
/// room.
public final class TextFieldControl: FieldControl {
  /// Shown while there is no text.
  public var placeholder: String {
    get { textView.placeholder.text }
    set { textView.placeholder.text = newValue }
  }
  /// Shown after the text.
  public var unit: String {
    get { unitLabel.text }
    set {
      guard newValue != unit else { return }
      unitLabel.text = newValue
      setNeedsLayout()
    }
  }
  /// What can be typed.
  public var inputType = TextInputType.text {
    didSet { if inputType != oldValue { inputTypeDidChange() } }
  }
  /// The text as it is now.
  public var text: String { textView.edited.text }

  private let textView = EditedTextView()
  private let unitLabel = Label(.body, .secondary)
  /// The name of the field whose text is shown.
  private var name: String?
  /// Whether a press or a program placed the caret, so that getting the keyboard selects nothing.
  private var isPlaced = false
  /// The rows that the wheel scrolls.
  private var wheel = WheelSteps()

  private static let gap = 8.0
  /// The side of the magnifying glass of a search field, in points.
  private var glass: Double { 15 * (environment?.textScale ?? 1) }
  /// The width where the room is unlimited, in points at normal text size.
  private static let usualWidth = 240.0
  /// The rows that a notch of the wheel scrolls.
  private static let rowsPerNotch = 3.0

  /// Creates an empty field.
  public required init() {
    super.init()
    addSubview(textView)
    addSubview(unitLabel)
    textView.onChange = { [weak self] in self?.textDidChange() }
  }

  /// Shows the text of a field. Text typed by the user stays if its value is the same.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - lines: The most lines that are visible; 1 for a text without line breaks.
  package func show(_ text: String, of name: String, lines: Int) {
    let isSame = name == self.name
    self.name = name
    textView.rowLimits = 1...lines
    if isSame { textView.setLines(lines > 1) }
    func shows(_ field: EditedField) -> Bool {
      field.text.hasLines == (lines > 1) && value(of: field.text.text) == value(of: text)
    }
    if isSame, shows(textView.field) { return }
    let known = sharesField ? environment?.values?.fields[name] : nil
    textView.field =
      known.flatMap { shows($0) ? $0 : nil }
      ?? EditedField(EditedText(text, hasLines: lines > 1))
    if hasKeyboard { keepField() }
    setNeedsLayout()
  }

  /// Whether the field is known by its name, as the only one of its item is.
  private var sharesField: Bool { onChange == nil && name?.isEmpty == false }

  /// Has another view that shows the field go on with its text, selection and history.
  private func keepField() {
    if sharesField, let name { environment?.values?.fields[name] = textView.field }
  }

  private func value(of text: String) -> JSONValue {
    guard inputType == .number else { return .string(text) }
    return (environment?.numbers ?? NumberFormat()).value(typedAs: text)
  }

  private func textDidChange() {
    setNeedsLayout()
    tell(text, as: value(of: text))
  }

  private func inputTypeDidChange() {
    let signs = Set("+-−–‒－＋.,．，٫٬'’eE")
    textView.isSecret = inputType == .secret
    textView.accepts =
      inputType == .number
      ? { $0.isNumber || $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" || signs.contains($0) }
      : { _ in true }
    setNeedsLayout()
  }

  // MARK: Picking

  /// Whether there is a mark at the end from which something is picked.
  private var hasMark: Bool {
    inputType == .color || inputType.isPicked && environment?.filePicker != nil
  }

  /// Opens the colors, or the desktop's dialog for files.
  private func pick() {
    switch inputType {
    case .color:
      open(ColorPopup(Color(hex: text), words) { [weak self] in self?.replaceAll(with: $0.hex) })
    case .file, .folder:
      let name = name
      environment?.filePicker?.pick(inputType == .file ? .file : .folder) { [weak self] path in
        // The view may show another field by now.
        if let self, self.name == name { replaceAll(with: path) }
      }
    case .text, .number, .secret, .search: break
    }
  }

  private func replaceAll(with text: String) {
    isPlaced = true
    textView.replace(0..<accessibleText.content.utf8.count, with: text)
  }

  private func drawMark(_ environment: Environment, in list: inout DrawList) {
    let theme = environment.theme
    guard inputType == .color else {
      let icon: Icon.Name = inputType == .folder ? "folder" : "document-open"
      return IconView.draw(icon, in: markFrame, theme[.secondary], environment, into: &list)
    }
    let isColor = text.utf8.count <= 9
    if isColor, let color = Color(hex: text) { list.fill(markFrame, color, cornerRadius: 4) }
    list.append(.stroke(markFrame, theme.outline, width: 1, cornerRadius: 4))
  }

  // MARK: Input

  public override var caretFrame: Rect? {
    let origin = textView.frame.origin
    return (textView.caretFrame ?? textView.bounds).offsetBy(x: origin.x, y: origin.y)
  }

  package override var takesSecret: Bool { inputType == .secret }

  public override var sense: Sense { [.drag, .text] }

  public override func pointerPressed(at point: Point, clicks: Int) {
    if hasMark, point.x >= markFrame.x - Self.gap / 2 { return pick() }
    isPlaced = true
    textView.press(at: point - textView.frame.origin, clicks: clicks)
  }

  public override func pointerDragged(to point: Point) {
    textView.drag(to: point - textView.frame.origin)
  }

  public override func pointerReleased(at point: Point) { textView.release() }

  package override func contextMenu() -> Popup? {
    // It gets the keyboard, which must not select all of the text.
    isPlaced = isPlaced || !hasKeyboard
    let (text, isSecret) = (textView.edited, textView.isSecret)
    return EditCommand.menu([.cut, .copy, .paste, .selectAll], words) { command in
      switch command {
      case .cut, .copy: !isSecret && !text.selection.isEmpty
      case .selectAll: !text.text.isEmpty
      case .paste, .undo, .redo: true
      }
    } perform: { [weak textView] in
      textView?.perform($0)
    }
  }

  public override func middleButtonPressed(at point: Point) {
    isPlaced = true
    textView.pasteSelection(at: point - textView.frame.origin)
  }

  /// Scrolls a field of several lines by rows while it has the keyboard.
  public override func wheelTurned(by notches: Double) -> Bool {
    guard hasKeyboard, textView.edited.hasLines else { return false }
    return textView.scroll(by: wheel.turn(by: -notches * Self.rowsPerNotch, atMost: 1000))
  }

  /// Alt+Down opens what there is to pick from.
  public override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if hasMark, key == .down, modifiers == .alt {
      pick()
      return true
    }
    return textView.handle(key, modifiers)
  }

  public override func textEntered(_ text: String) { textView.type(text) }

  public override func textComposed(_ text: String, selected: Range<Int>) {
    textView.compose(text, selected: selected)
  }

  /// Selects the whole text of a one-line field that is reached by keys, to be typed over.
  public override func keyboardDidChange() {
    if hasKeyboard, !isPlaced, !textView.edited.hasLines { textView.selectAll() }
    isPlaced = false
    if hasKeyboard { keepField() }
    textView.isFocused = hasKeyboard
    setNeedsDisplay()
  }

  package override func keyboardWillReturn(from other: Control?) {
    isPlaced = true
    // It must not end the composition that goes on here.
    guard let other = other as? TextFieldControl, other !== self else { return }
    (other.name, other.textView.field) = (nil, EditedField())
  }

  // MARK: From outside

  /// The text as programs read it; its caret counts only while the field has the keyboard.
  package var accessibleText: AccessibleText { textView.accessibleText }

  /// Selects a range of `accessibleText`; an empty range places the caret.
  package func select(_ range: Range<Int>) {
    isPlaced = true
    textView.select(range)
  }

  /// Replaces a range of `accessibleText` with `text`, as if the user had pasted it.
  package func replace(_ range: Range<Int>, with text: String) {
    textView.replace(range, with: text)
  }

  /// The row around an offset of `accessibleText`.
  package func row(around offset: Int) -> Range<Int> { textView.row(around: offset) }

  /// The rectangle around a range of `accessibleText`, in the control's coordinates; nil while none
  /// of it is visible.
  package func frame(of range: Range<Int>) -> Rect? {
    let origin = textView.frame.origin
    return textView.frame(of: range)?.offsetBy(x: origin.x, y: origin.y)
  }

  /// The offset in `accessibleText` that is nearest to a point of the control.
  package func textOffset(at point: Point) -> Int? {
    textView.offset(at: point - textView.frame.origin)
  }

  // MARK: Layout

  /// The room at the start and the end of the text, in points.
  private func sides(in width: Double) -> (start: Double, end: Double) {
    let unit = unitSize(in: width).width
    return (
      Self.padding.width + (inputType == .search ? glass + Self.gap : 0),
      Self.padding.width + (unit > 0 ? unit + Self.gap : 0)
        + (hasMark ? markSide + Self.gap : 0)
    )
  }

  /// The size of the unit, which takes half of the room at most.
  private func unitSize(in width: Double) -> Size {
    var size = unitLabel.sizeThatFits(Size(width: .infinity, height: .infinity))
    size.width = min(size.width, max(width / 2 - Self.padding.width - Self.gap, 0))
    return size
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let usual = Self.usualWidth * (environment?.textScale ?? 1)
    let width = size.width.isFinite ? size.width : usual
    let (start, end) = sides(in: width)
    let room = max(width - start - end, 0)
    let text = textView.sizeThatFits(Size(width: room, height: .infinity))
    return Size(width: width, height: max((text.height + Self.padding.height * 2).rounded(.up), 36))
  }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let (start, end) = sides(in: frame.width)
    let room = Size(width: max(frame.width - start - end, 0), height: .infinity)
    let text = textView.sizeThatFits(room)
    textView.frame = Rect(
      x: start, y: (frame.height - text.height) / 2, width: room.width, height: text.height)
    let unit = unitSize(in: frame.width)
    unitLabel.frame = Rect(
      x: (hasMark ? markFrame.x - Self.gap : frame.width - Self.padding.width) - unit.width,
      y: (frame.height - unit.height) / 2,
      width: unit.width, height: unit.height)
  }

  // MARK: Drawing

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    drawBox(in: &list)
    if inputType == .search { drawGlass(environment.theme[.secondary], in: &list) }
    if hasMark { drawMark(environment, in: &list) }
    drawKeyboardMark(around: bounds, cornerRadius: Self.cornerRadius, in: &list)
  }

  private func drawGlass(_ color: Color, in list: inout DrawList) {
    let side = glass * 0.7
    let lens = Rect(
      x: Self.padding.width, y: bounds.midY - glass / 2, width: side, height: side)
    list.append(.stroke(lens, color, width: 1.5, cornerRadius: side / 2))
    let (start, end) = (side * 0.86, glass)
    list.append(
      .polyline(
        [Point(x: lens.x + start, y: lens.y + start), Point(x: lens.x + end, y: lens.y + end)],
        color, width: 1.5))
  }
}
