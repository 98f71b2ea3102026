/// A text that is edited, on one line or on several: the text itself, without a frame around it.
///
/// The enclosing control passes on what the user does (keys, text, the pointer), and the view
/// changes its `edited` text. It draws the selection and, while it has the focus, a blinking caret.
final class EditedTextView: View {
  /// The text with its selection. Setting it shows it, and does not call `onChange`.
  var edited: EditedText {
    get { field.text }
    set { field = EditedField(newValue) }
  }
  /// The field that has the text. Another view that shows the field goes on with the same one.
  var field = EditedField() { didSet { editedDidChange() } }
  /// Whether a character belongs to the text; all of them unless set. A text that is pasted loses
  /// the words of others around it, but nothing more: without the rest it could mean something
  /// else.
  var accepts: (Character) -> Bool = { _ in true }
  /// Called after the user has changed the text, but not during composition.
  var onChange: () -> Void = {}
  /// Shown while there is no text.
  let placeholder = Label(.body, .secondary, lineLimit: 0)
  /// Before text scale.
  var font = Font.body { didSet { if font != oldValue { discardLayout() } } }
  /// Whether dots are shown in place of the characters, and nothing can be copied.
  var isSecret = false { didSet { if isSecret != oldValue { discardLayout() } } }
  /// The least and the most rows of a field of several lines, which grows between them.
  var rowLimits = 1...1 { didSet { if rowLimits != oldValue { discardLayout() } } }
  /// Whether keys and text come to this field. It draws the caret only then.
  var isFocused = false { didSet { if isFocused != oldValue { focusDidChange() } } }

  private var layout: FieldLayout?
  private var blink = CaretBlink()
  /// What the pointer drags; nil while it is not held.
  private var drag: FieldDrag?
  /// The x coordinate to keep when moving by rows; nil after any other move.
  private var column: Double?

  required init() {
    super.init()
    addSubview(placeholder)
  }

  // MARK: What the user does

  /// Handles a key that was pressed while the field has the focus.
  ///
  /// - Returns: Whether the key is handled, as all typing keys are: their text comes separately.
  func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if let command = EditCommand(key, modifiers) {
      perform(command)
      return true
    }
    if case .character = key { return !modifiers.contains(.control) || modifiers.contains(.alt) }
    guard !modifiers.contains(.alt) else { return false }
    if key == .space { return !modifiers.contains(.control) }
    return handleMove(key, modifiers) || handleDeletion(key, modifiers)
  }

  /// Enters text that was typed or composed with an input method.
  func type(_ text: String) { change { $0.type(text) } }

  /// Shows the composition of an input method.
  func compose(_ text: String, selected: Range<Int>) {
    change { $0.compose(text, selected: selected) }
  }

  func selectAll() { move { $0.selectAll() } }

  /// Allows line breaks, or ends that, and keeps the caret.
  func setLines(_ hasLines: Bool) {
    if hasLines != edited.hasLines { move { $0.setLines(hasLines) } }
  }

  /// Puts the caret at a point, in the view's coordinates: two clicks select a word, three a
  /// paragraph.
  func press(at point: Point, clicks: Int) {
    guard let offset = offset(at: point) else { return }
    // A fourth click begins the next series.
    let unit = [TextUnit.paragraph, .character, .word][max(clicks, 1) % 3]
    let part = range(of: unit, around: offset)
    drag = FieldDrag(origin: part, unit: unit, point: point)
    move { $0.select(TextSelection(part)) }
  }

  /// Extends the selection to a point while the pointer is held, by words or paragraphs if that is
  /// what the press selected. The text scrolls while the pointer is outside.
  func drag(to point: Point) {
    drag?.point = point
    guard let drag, let offset = offset(at: point) else { return }
    let selection = drag.selection(to: range(of: drag.unit, around: offset))
    if selection != edited.selection { move { $0.select(selection) } }
  }

  /// Ends a press and makes the selection available to the middle button.
  func release() {
    drag = nil
    offerSelection()
  }

  /// Pastes the text selected last on this desktop at a point, as the middle button does.
  func pasteSelection(at point: Point) {
    guard let offset = offset(at: point) else { return }
    move { $0.move(to: offset, extending: false) }
    paste(.selected)
  }

  /// Scrolls a field of several lines by rows.
  ///
  /// - Returns: Whether there was anything to scroll to.
  func scroll(by rows: Int) -> Bool {
    guard currentLayout() != nil, layout?.scroll(by: rows) == true else { return false }
    setNeedsDisplay()
    return true
  }

  // MARK: Programs

  /// The text as programs read it, in the offsets that the functions below take.
  var accessibleText: AccessibleText {
    let display = EditedDisplay(edited, isSecret: isSecret)
    var text = AccessibleText(display.text, hasLines: edited.hasLines)
    (text.caret, text.selection) = (display.caret, display.selection)
    if display.selection.isEmpty { text.selection = display.caret..<display.caret }
    return text
  }

  func select(_ range: Range<Int>) {
    let display = EditedDisplay(edited, isSecret: isSecret)
    let ends = (display.edited(range.lowerBound), display.edited(range.upperBound))
    move { $0.select(TextSelection(anchor: ends.0, head: ends.1)) }
  }

  /// Replaces a part with a text, as if it were pasted there.
  func replace(_ range: Range<Int>, with text: String) {
    select(range)
    guard text.isEmpty else { return change { $0.paste(text, accepting: accepts) } }
    change { $0.selection.isEmpty ? false : $0.delete(.character, forward: true) }
  }

  /// The row around an offset; the whole text of a field of one line.
  func row(around offset: Int) -> Range<Int> {
    guard currentLayout() != nil else { return 0..<0 }
    return layout?.row(around: offset) ?? 0..<0
  }

  /// The rectangle around a part; nil while none of it is visible.
  func frame(of range: Range<Int>) -> Rect? {
    guard let layout = currentLayout() else { return nil }
    let areas = range.isEmpty ? [] : layout.areas(of: range)
    guard let first = areas.first ?? layout.place(of: range.lowerBound) else { return nil }
    return areas.dropFirst().reduce(first) { $0.union($1) }
  }

  // MARK: Keys

  func perform(_ command: EditCommand) {
    switch command {
    case .selectAll:
      selectAll()
      offerSelection()
    case .copy, .cut:
      guard !isSecret, !edited.selection.isEmpty else { return }
      environment?.clipboard.text = String(edited.selectedText)
      if command == .cut { change { $0.delete(.character, forward: true) } }
    case .paste: paste(.copied)
    case .undo: change { $0.undo() }
    case .redo: change { $0.redo() }
    }
  }

  private func handleMove(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let extending = modifiers.contains(.shift)
    switch key {
    case .left, .right: moveSideways(toRight: (key == .right) != isMirrored, modifiers)
    case .up, .down: return moveByRows(key == .up ? -1 : 1, modifiers)
    case .pageUp, .pageDown:
      return moveByRows((key == .pageUp ? -1 : 1) * max(rowLimits.upperBound - 1, 1), modifiers)
    case .home where modifiers.contains(.control), .end where modifiers.contains(.control):
      move { $0.move(.document, forward: key == .end, extending: extending) }
    case .home, .end:
      guard let display = currentLayout()?.display else { break }
      let end = layout?.rowEnd(of: display.caret, forward: key == .end) ?? display.caret
      move { $0.move(to: display.edited(end), extending: extending) }
    default: return false
    }
    if extending { offerSelection() }
    return true
  }

  private func moveSideways(toRight: Bool, _ modifiers: Modifiers) {
    let extending = modifiers.contains(.shift)
    guard let layout = currentLayout() else { return }
    let isForward = toRight == (layout.direction(at: layout.display.caret) == .leftToRight)
    if modifiers.contains(.control) {
      // The dots of a secret must not reveal its words.
      let unit: TextUnit = isSecret ? .document : .word
      move { $0.move(unit, forward: isForward, extending: extending) }
    } else if !extending, !edited.selection.isEmpty {
      move { $0.move(.character, forward: isForward, extending: false) }
    } else {
      let next = layout.position(beside: layout.display.caret, toRight: toRight)
      move { $0.move(to: layout.display.edited(next), extending: extending) }
    }
  }

  /// - Returns: Whether the field has rows to move by.
  private func moveByRows(_ count: Int, _ modifiers: Modifiers) -> Bool {
    guard edited.hasLines, !modifiers.contains(.control), let current = currentLayout() else {
      return false
    }
    let place = current.place(of: current.display.caret)
    let x = column ?? (isMirrored ? place?.maxX : place?.x) ?? 0
    let next = layout?.position(count, rowsFrom: current.display.caret, x: x)
    move { $0.move(to: current.display.edited(next ?? 0), extending: modifiers.contains(.shift)) }
    column = x
    if modifiers.contains(.shift) { offerSelection() }
    return true
  }

  private func handleDeletion(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let control = modifiers.contains(.control)
    let unit: TextUnit = !control ? .character : isSecret ? .document : .word
    switch key {
    case .backspace: change { $0.delete(unit, forward: false) }
    case .delete: change { $0.delete(unit, forward: true) }
    case .enter where edited.hasLines && !control: change { $0.type("\n") }
    default: return false
    }
    return true
  }

  // MARK: Clipboard

  /// Pastes a text once it is there, if the field still has the keyboard then.
  private func paste(_ source: ClipboardSource) {
    let (field, wasFocused) = (field, isFocused)
    environment?.clipboard.read(source) { [weak self] text in
      guard let self, self.field === field, isFocused || !wasFocused else { return }
      if !text.isEmpty { change { $0.paste(text, accepting: self.accepts) } }
    }
  }

  /// Makes the selection available to the middle button.
  private func offerSelection() {
    guard !isSecret, !edited.selection.isEmpty else { return }
    environment?.clipboard.selectedText = String(edited.selectedText)
  }

  // MARK: Changes

  /// - Parameter body: Returns whether it has changed the text.
  private func change(_ body: (inout EditedText) -> Bool) {
    let hasChanged = body(&field.text)
    editedDidChange()
    if hasChanged { onChange() }
  }

  private func move(_ body: (inout EditedText) -> Void) {
    body(&field.text)
    editedDidChange()
  }

  private func editedDidChange() {
    column = nil
    blink.restart()
    placeholder.isHidden = !edited.text.isEmpty || edited.composition != nil
    setNeedsDisplay()
  }

  private func focusDidChange() {
    drag = nil
    if !isFocused, edited.composition != nil { _ = field.text.compose("", selected: 0..<0) }
    editedDidChange()
  }

  /// The part of the text that a click selects at an offset of the shown text.
  private func range(of unit: TextUnit, around offset: Int) -> Range<Int> {
    let place = layout?.display.edited(offset) ?? offset
    switch unit {
    case .character: return place..<place
    case .word where !isSecret: return edited.text.word(around: place)
    case .paragraph where !isSecret: return edited.text.paragraph(around: place)
    default: return 0..<edited.text.utf8.count
    }
  }

  // MARK: Layout

  private var isMirrored: Bool { environment?.isRightToLeft ?? false }

  override func layoutSubviews() {
    (placeholder.frame, placeholder.font) = (bounds, font)
  }

  /// The width of the caret, in points.
  private var caretWidth: Double {
    guard let environment else { return 1 }
    let width = environment.theme.isHighContrast ? 2.0 : 1
    return max(environment.onPixel(width * max(environment.textScale, 1)), environment.hairline)
  }

  private func discardLayout() {
    layout = nil
    setNeedsLayout()
  }

  /// The layout of what is shown now; nil without an environment.
  private func currentLayout() -> FieldLayout? {
    guard let environment else { return nil }
    let style = FieldLayout.Style(
      font: environment.scaled(font), width: frame.width, rows: rowLimits.upperBound,
      hasLines: edited.hasLines, direction: environment.textDirection, caretWidth: caretWidth,
      isMirrored: isMirrored, version: environment.version)
    let display = EditedDisplay(edited, isSecret: isSecret)
    if layout?.style != style {
      layout = FieldLayout(display, style: style, measurer: environment.text)
    } else {
      layout?.show(display)
    }
    return layout
  }

  /// The width on offer, and as many rows as the text takes within `rowLimits`.
  override func sizeThatFits(_ size: Size) -> Size {
    guard let environment else { return .zero }
    let font = environment.scaled(font)
    guard edited.hasLines, rowLimits.lowerBound < rowLimits.upperBound else {
      return Size(width: size.width, height: font.lineHeight * Double(rowLimits.upperBound))
    }
    var rows = EditedRows(
      edited.text, width: size.width - caretWidth, font: font,
      direction: environment.textDirection, measurer: environment.text)
    let count = max(rows.count(upTo: rowLimits.upperBound), rowLimits.lowerBound)
    return Size(width: size.width, height: font.lineHeight * Double(count))
  }

  /// The caret, in the view's coordinates, for what is shown beside it; nil while out of sight.
  var caretFrame: Rect? { currentLayout().flatMap { $0.place(of: $0.display.caret) } }

  /// The offset in the shown text that is nearest to a point; nil without an environment.
  func offset(at point: Point) -> Int? { currentLayout()?.offset(at: point) }

  // MARK: Drawing

  override func draw(in list: inout DrawList) {
    scrollWhileDragging(&list)
    guard let environment, let layout = currentLayout() else { return }
    let theme = environment.theme
    // Accents in some scripts extend beyond their lines.
    let reach = layout.style.font.size / 2
    let clip = Rect(
      x: -caretWidth, y: -reach, width: frame.width + caretWidth * 2,
      height: frame.height + reach * 2)
    list.clipped(to: clip) { list in
      let shade = isFocused ? theme[.accent].opacity(0.3) : theme[.secondary].opacity(0.2)
      for area in layout.areas(of: layout.display.selection) { list.fill(area, shade) }
      for area in layout.areas(of: layout.display.target) { list.fill(area, shade) }
      layout.drawLines(theme[.primary], in: &list)
      let thickness = max(environment.onPixel(1), environment.hairline)
      for area in layout.display.composition.map(layout.areas) ?? [] {
        list.fill(
          Rect(x: area.x, y: area.maxY - thickness * 2, width: area.width, height: thickness),
          theme[.primary])
      }
    }
  }

  /// Draws the caret in front of the placeholder.
  override func drawInFront(in list: inout DrawList) {
    guard isFocused, let environment, var caret = caretFrame else { return }
    if let now = list.time, !environment.reducesMotion {
      let (isOn, next) = blink.phase(at: now)
      if let next { list.setChanging(at: next) }
      guard isOn else { return }
    }
    caret.x = environment.onPixel(caret.x)
    list.fill(caret, environment.theme[.primary])
  }

  /// Keeps scrolling, one step per interval, while the pointer is held outside.
  private func scrollWhileDragging(_ list: inout DrawList) {
    guard let drag, let now = list.time, let layout = currentLayout() else { return }
    let (left, right) = (drag.point.x < 0, drag.point.x > frame.width)
    let isBeside = !edited.hasLines && (left || right)
    let isOutside = edited.hasLines && (drag.point.y < 0 || drag.point.y > frame.height)
    guard isBeside || isOutside else { return }
    list.setChanging(at: now + FieldDrag.scrollInterval)
    guard self.drag?.isDue(at: now) == true else { return }
    let caret = layout.display.caret
    let next =
      isBeside
      ? layout.position(beside: caret, toRight: right != isMirrored)
      : self.layout?.position(drag.point.y < 0 ? -1 : 1, rowsFrom: caret, x: drag.point.x) ?? caret
    let head = layout.display.edited(next)
    move { $0.move(to: head, extending: true) }
  }
}
