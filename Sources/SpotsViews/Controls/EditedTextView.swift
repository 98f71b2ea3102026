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
  /// Whether a character can be typed; all of them unless set. A text that is pasted loses no more
  /// than the words around it: without others of its characters it could mean something else.
  var accepts: (Character) -> Bool = { _ in true }
  /// Called after the user has changed the text, but not during composition.
  var onChange: () -> Void = {}
  /// Shown while there is no text.
  var placeholder = "" { didSet { if placeholder != oldValue { setNeedsDisplay() } } }
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
  private var drag: Drag?
  /// The x coordinate to keep when moving by rows; nil after any other move.
  private var column: Double?

  /// A selection that the pressed pointer extends.
  private struct Drag {
    /// The part of the text that the press selected, in the edited text.
    var origin: Range<Int>
    var unit: TextUnit
    /// The last position of the pointer, in the view's coordinates.
    var point: Point
    /// The time of the last frame that scrolled because the pointer is outside; nil before.
    var lastScroll: Double?
  }

  /// Seconds between two steps of scrolling while the pointer is dragged outside.
  private static let scrollInterval = 0.05

  // MARK: What the user does

  /// Handles a key that was pressed while the field has the focus.
  ///
  /// - Returns: Whether the key is handled, as all typing keys are: their text comes separately.
  func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if case .character(let character) = key {
      guard modifiers.contains(.control), !modifiers.contains(.alt) else { return true }
      return handleShortcut(character, modifiers)
    }
    guard !modifiers.contains(.alt) else { return false }
    if key == .space { return !modifiers.contains(.control) }
    return handleMove(key, modifiers) || handleDeletion(key, modifiers)
  }

  /// Enters text that was typed or composed with an input method.
  func type(_ text: String) {
    let accepted = text.filter(accepts)
    change {
      accepted.isEmpty && !text.isEmpty ? $0.compose("", selected: 0..<0) : $0.type(accepted)
    }
  }

  /// Shows the composition of an input method.
  func compose(_ text: String, selected: Range<Int>) {
    change { $0.compose(text, selected: selected) }
  }

  func selectAll() { move { $0.selectAll() } }

  /// Puts the caret at a point, in the view's coordinates: two clicks select a word, three a
  /// paragraph.
  func press(at point: Point, clicks: Int) {
    guard let offset = offset(at: point) else { return }
    // A fourth click begins the next series.
    let unit = [TextUnit.paragraph, .character, .word][max(clicks, 1) % 3]
    let part = range(of: unit, around: offset)
    drag = Drag(origin: part, unit: unit, point: point)
    move { $0.select(TextSelection(part)) }
  }

  /// Extends the selection to a point while the pointer is held, by words or paragraphs if that is
  /// what the press selected. The text scrolls while the pointer is outside.
  func drag(to point: Point) {
    guard drag != nil else { return }
    drag?.point = point
    extendSelection()
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
    let selection = editedSelection(range)
    move { $0.select(selection) }
  }

  /// Replaces a part with a text, as if it were pasted there.
  func replace(_ range: Range<Int>, with text: String) {
    let text = text.withoutWords(besides: accepts)
    select(range)
    guard text.isEmpty else { return change { $0.paste(text) } }
    change { $0.selection.isEmpty ? false : $0.delete(.character, forward: true) }
  }

  private func editedSelection(_ range: Range<Int>) -> TextSelection {
    let display = EditedDisplay(edited, isSecret: isSecret)
    return TextSelection(
      anchor: display.edited(range.lowerBound), head: display.edited(range.upperBound))
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
    return onView(areas.dropFirst().reduce(first) { $0.union($1) })
  }

  // MARK: Keys

  private func handleShortcut(_ character: Character, _ modifiers: Modifiers) -> Bool {
    switch (character, modifiers.contains(.shift)) {
    case ("a", false):
      move { $0.selectAll() }
      offerSelection()
    case ("c", false): copy()
    case ("x", false): cut()
    case ("v", _): paste(.copied)
    case ("z", false): change { $0.undo() }
    case ("z", true), ("y", false): change { $0.redo() }
    default: return false
    }
    return true
  }

  private func handleMove(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let (extending, control) = (modifiers.contains(.shift), modifiers.contains(.control))
    switch key {
    case .left, .right: moveSideways(toRight: (key == .right) != isMirrored, modifiers)
    case .up, .down: return moveByRows(key == .up ? -1 : 1, modifiers)
    case .pageUp, .pageDown:
      return moveByRows((key == .pageUp ? -1 : 1) * max(rowLimits.upperBound - 1, 1), modifiers)
    case .home, .end:
      let forward = key == .end
      if control {
        move { $0.move(.document, forward: forward, extending: extending) }
      } else if let end = rowEnd(forward: forward) {
        move { $0.move(to: end, extending: extending) }
      }
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
    let x = column ?? current.place(of: current.display.caret)?.x ?? 0
    let next = layout?.position(count, rowsFrom: current.display.caret, x: x)
    move { $0.move(to: current.display.edited(next ?? 0), extending: modifiers.contains(.shift)) }
    column = x
    if modifiers.contains(.shift) { offerSelection() }
    return true
  }

  private func rowEnd(forward: Bool) -> Int? {
    guard let current = currentLayout() else { return nil }
    let end = layout?.rowEnd(of: current.display.caret, forward: forward)
    return end.map { current.display.edited($0) }
  }

  private func handleDeletion(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let (shift, control) = (modifiers.contains(.shift), modifiers.contains(.control))
    let unit: TextUnit = !control ? .character : isSecret ? .document : .word
    switch key {
    case .backspace: change { $0.delete(unit, forward: false) }
    case .delete where shift: cut()
    case .delete: change { $0.delete(unit, forward: true) }
    case .insert where shift: paste(.copied)
    case .insert where control: copy()
    case .enter where edited.hasLines && !control: change { $0.type("\n") }
    default: return false
    }
    return true
  }

  // MARK: Clipboard

  private func copy() {
    guard !isSecret, !edited.selection.isEmpty else { return }
    environment?.clipboard.text = String(edited.selectedText)
  }

  private func cut() {
    guard !isSecret, !edited.selection.isEmpty else { return }
    copy()
    change { $0.delete(.character, forward: true) }
  }

  /// Pastes a text once it is there, if the field still has the keyboard then.
  private func paste(_ source: ClipboardSource) {
    let (field, wasFocused) = (field, isFocused)
    environment?.clipboard.read(source) { [weak self] text in
      guard let self, self.field === field, isFocused || !wasFocused else { return }
      if !text.isEmpty { change { $0.paste(text.withoutWords(besides: self.accepts)) } }
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
    setNeedsDisplay()
  }

  private func focusDidChange() {
    blink.restart()
    drag = nil
    if !isFocused, edited.composition != nil { _ = field.text.compose("", selected: 0..<0) }
    setNeedsDisplay()
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

  private func extendSelection() {
    guard let drag, let offset = offset(at: drag.point) else { return }
    let part = range(of: drag.unit, around: offset)
    let selection =
      part.lowerBound < drag.origin.lowerBound
      ? TextSelection(anchor: drag.origin.upperBound, head: part.lowerBound)
      : TextSelection(
        anchor: drag.origin.lowerBound, head: max(part.upperBound, drag.origin.upperBound))
    if selection != edited.selection { move { $0.select(selection) } }
  }

  // MARK: Layout

  private var isMirrored: Bool { environment?.isRightToLeft ?? false }

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
      version: environment.version)
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
  var caretFrame: Rect? {
    guard let layout = currentLayout() else { return nil }
    return layout.place(of: layout.display.caret).map(onView)
  }

  private func onView(_ rect: Rect) -> Rect {
    isMirrored ? rect.mirrored(in: frame.width) : rect
  }

  /// The offset in the shown text that is nearest to a point; nil without an environment.
  func offset(at point: Point) -> Int? {
    currentLayout()?.offset(at: isMirrored ? point.mirrored(in: frame.width) : point)
  }

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
      let isEmpty = layout.display.text.isEmpty
      let shade = isFocused ? theme[.accent].opacity(0.3) : theme[.secondary].opacity(0.2)
      for area in layout.areas(of: layout.display.selection) { list.fill(onView(area), shade) }
      for area in layout.areas(of: layout.display.target) { list.fill(onView(area), shade) }
      if isEmpty { drawPlaceholder(theme[.secondary], in: &list) }
      for line in layout.lines { draw(line, theme[.primary], in: &list) }
      if let composition = layout.display.composition {
        underline(layout.areas(of: composition), theme[.primary], in: &list)
      }
    }
    drawCaret(layout, theme[.primary], in: &list)
  }

  private func draw(_ line: FieldLayout.Line, _ color: Color, in list: inout DrawList) {
    guard let environment, !line.line.text.isEmpty else { return }
    let frame = onView(
      Rect(
        x: line.origin.x, y: line.origin.y, width: line.line.width,
        height: line.line.font.lineHeight))
    let baseline = frame.y + baseline(of: line.line.font, environment)
    list.append(
      .text(
        line.line.text, line.line.font, color, origin: Point(x: frame.x, y: baseline),
        width: line.line.width, direction: line.line.direction))
  }

  /// The distance of the baseline from the top of a line.
  private func baseline(of font: Font, _ environment: Environment) -> Double {
    let extents = environment.text.extents(of: font)
    return (font.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
  }

  private func drawPlaceholder(_ color: Color, in list: inout DrawList) {
    guard let environment, !placeholder.isEmpty else { return }
    let font = environment.scaled(font)
    let text = TextLayout(
      placeholder, font: font, width: frame.width,
      // The field's height is that of its empty text, not that of the placeholder.
      lineLimit: max(Int((frame.height / font.lineHeight).rounded()), 1),
      direction: environment.textDirection, measurer: environment.text, isDrawn: true)
    for (index, line) in text.lines.enumerated() {
      let y = Double(index) * font.lineHeight + baseline(of: font, environment)
      list.append(
        .text(
          line.text, font, color, origin: Point(y: y), width: line.width, direction: line.direction)
      )
    }
  }

  private func underline(_ areas: [Rect], _ color: Color, in list: inout DrawList) {
    let thickness = max(environment?.onPixel(1) ?? 1, environment?.hairline ?? 1)
    for area in areas {
      let line = Rect(x: area.x, y: area.maxY - thickness * 2, width: area.width, height: thickness)
      list.fill(onView(line), color)
    }
  }

  private func drawCaret(_ layout: FieldLayout, _ color: Color, in list: inout DrawList) {
    guard isFocused, let environment, let place = layout.place(of: layout.display.caret) else {
      return
    }
    if let now = list.time, !environment.reducesMotion {
      let (isOn, next) = blink.phase(at: now)
      if let next { list.setChanging(at: next) }
      guard isOn else { return }
    }
    var caret = onView(place)
    caret.x = environment.onPixel(caret.x)
    list.fill(caret, color)
  }

  /// Keeps scrolling, one step per interval, while the pointer is held outside.
  private func scrollWhileDragging(_ list: inout DrawList) {
    guard let drag, let now = list.time, let layout = currentLayout() else { return }
    let (left, right) = (drag.point.x < 0, drag.point.x > frame.width)
    let isBeside = !edited.hasLines && (left || right)
    let isOutside = edited.hasLines && (drag.point.y < 0 || drag.point.y > frame.height)
    guard isBeside || isOutside else { return }
    list.setChanging(at: now + Self.scrollInterval)
    guard let last = drag.lastScroll else {
      self.drag?.lastScroll = now
      return
    }
    guard now - last >= Self.scrollInterval - 1e-6 else { return }
    self.drag?.lastScroll = now
    let caret = layout.display.caret
    let next =
      isBeside
      ? layout.position(beside: caret, toRight: right != isMirrored)
      : self.layout?.position(drag.point.y < 0 ? -1 : 1, rowsFrom: caret, x: drag.point.x) ?? caret
    let head = layout.display.edited(next)
    move { $0.move(to: head, extending: true) }
  }
}

extension String {
  /// The text without the letters and signs of currencies around what is accepted; all of it if
  /// nothing is.
  fileprivate func withoutWords(besides accepts: (Character) -> Bool) -> String {
    func isWord(_ character: Character) -> Bool {
      !accepts(character) && (character.isLetter || character.isCurrencySymbol)
    }
    let rest = drop(while: isWord).reversed().drop(while: isWord)
    return rest.isEmpty ? self : String(rest.reversed())
  }
}
