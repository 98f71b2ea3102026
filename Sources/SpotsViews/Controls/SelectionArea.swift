/// An element whose Markdown, and whose labels made for it, can be selected with the pointer and
/// copied. Touches and clicks count as those on the enclosing item.
@MainActor
public struct Selectable: Element {
  /// The element, which keeps its traits for the row or column around it.
  public var element: any Element

  /// Creates an element with texts that can be selected.
  public init(_ element: any Element) { self.element = element }

  /// As large as the element.
  public var content: ElementContent {
    ElementContent(
      children: [element], layout: WholeLayout(), backing: .element(SelectionGround()))
  }
}

extension Element {
  /// This element, whose Markdown can be selected and copied if `isSelectable` is true.
  public func selectable(_ isSelectable: Bool = true) -> any Element {
    isSelectable ? Selectable(self) as any Element : self
  }
}

/// The area behind texts that can be selected.
private struct SelectionGround: ViewElement, Equatable {
  func updateView(_ view: SelectionArea, with context: ViewElementContext) {}
}

/// Selects in the texts in front of it, from one to the next, and draws what is selected.
package final class SelectionArea: Control {
  private struct Place: Comparable {
    /// The index of the text.
    var text: Int
    /// In UTF-8 offsets.
    var offset: Int

    static func < (a: Place, b: Place) -> Bool { (a.text, a.offset) < (b.text, b.offset) }
  }

  private struct Selection {
    /// The end that stays, and the one that moves.
    var anchor, head: Place
    /// The texts it was made in; it is void in others.
    let texts: [String]

    var range: Range<Place> { min(anchor, head)..<max(anchor, head) }
  }

  private var selection: Selection? { didSet { setNeedsDisplay() } }
  /// The range that the press selected, which a drag extends unit by unit.
  private var pressed: (range: Range<Place>, unit: TextUnit)?

  package override var isForPointer: Bool { true }
  package override var sense: Sense { [.drag, .text] }

  /// The texts in front, in reading order.
  private var texts: [StyledTextView] { Self.texts(in: self) }

  private static func texts(in view: View) -> [StyledTextView] {
    view.subviews.flatMap { view in (view as? StyledTextView).map { [$0] } ?? texts(in: view) }
  }

  /// The selected part of each text.
  private var parts: [(view: StyledTextView, range: Range<Int>)] {
    guard let selection, !selection.range.isEmpty else { return [] }
    let (texts, range) = (texts, selection.range)
    guard texts.map(\.text) == selection.texts else { return [] }
    return (range.lowerBound.text...range.upperBound.text).map { index in
      let start = index == range.lowerBound.text ? range.lowerBound.offset : 0
      let isLast = index == range.upperBound.text
      let end = isLast ? range.upperBound.offset : texts[index].text.utf8.count
      return (texts[index], start..<end)
    }
  }

  /// Whether something is selected.
  package var hasSelection: Bool { !parts.isEmpty }

  /// The selected texts, a line for each; empty for none.
  package var selectedText: String {
    let parts = parts
    return parts.enumerated().reduce(into: "") { text, part in
      text += part.element.view.text.part(part.element.range)
      guard part.offset < parts.count - 1 else { return }
      text += part.element.view.content.isMarker ? " " : "\n"
    }
  }

  // MARK: The pointer

  package override func pointerPressed(at point: Point, clicks: Int) {
    Self.deselect(in: root, except: self)
    guard let place = place(at: point) else { return }
    let unit = [TextUnit.paragraph, .character, .word][max(clicks, 1) % 3]
    let range = range(of: unit, around: place)
    pressed = (range, unit)
    select(from: range.lowerBound, to: range.upperBound)
  }

  package override func pointerDragged(to point: Point) {
    guard let pressed, let place = place(at: point) else { return }
    let range = range(of: pressed.unit, around: place)
    if range.lowerBound < pressed.range.lowerBound {
      select(from: pressed.range.upperBound, to: range.lowerBound)
    } else {
      select(
        from: pressed.range.lowerBound, to: max(range.upperBound, pressed.range.upperBound))
    }
  }

  package override func pointerReleased(at point: Point) {
    pressed = nil
    offerSelection()
  }

  /// The place nearest to a point; nil without texts.
  private func place(at point: Point) -> Place? {
    let distances = texts.enumerated().map { index, view in
      let place = view.convert(point, from: self)
      return (
        index: index, place: place, y: max(-place.y, place.y - view.frame.height, 0),
        x: max(-place.x, place.x - view.frame.width, 0)
      )
    }
    guard let nearest = distances.min(by: { ($0.y, $0.x) < ($1.y, $1.x) }) else { return nil }
    return Place(text: nearest.index, offset: texts[nearest.index].offset(at: nearest.place))
  }

  private func range(of unit: TextUnit, around place: Place) -> Range<Place> {
    let text = texts[place.text].text
    let part =
      switch unit {
      case .character: place.offset..<place.offset
      case .word: text.word(around: place.offset)
      case .paragraph, .document: 0..<text.utf8.count
      }
    let (start, end) = (part.lowerBound, part.upperBound)
    return Place(text: place.text, offset: start)..<Place(text: place.text, offset: end)
  }

  private func select(from anchor: Place, to head: Place) {
    selection = Selection(anchor: anchor, head: head, texts: texts.map(\.text))
  }

  /// Makes the selection available to the middle button.
  private func offerSelection() {
    let text = selectedText
    if !text.isEmpty { environment?.clipboard.selectedText = text }
  }

  private var root: View {
    var view: View = self
    while let next = view.superview { view = next }
    return view
  }

  fileprivate func deselect() { selection = nil }

  // MARK: Keys

  /// Extends, copies or ends the selection.
  ///
  /// - Returns: Whether the key means one of these.
  package func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard hasSelection else { return false }
    if let command = EditCommand(key, modifiers) { return perform(command) }
    switch key {
    case .escape where modifiers.isEmpty: deselect()
    case .left, .right: return extend(isForward: key == .right, modifiers)
    case .up, .down: return extend(isDown: key == .down, modifiers)
    default: return false
    }
    return true
  }

  @discardableResult
  private func perform(_ command: EditCommand) -> Bool {
    switch command {
    case .copy: environment?.clipboard.text = selectedText
    case .selectAll:
      let texts = texts
      guard let last = texts.last else { return false }
      select(
        from: Place(text: 0, offset: 0),
        to: Place(text: texts.count - 1, offset: last.text.utf8.count))
      offerSelection()
    case .cut, .paste, .undo, .redo: return false
    }
    return true
  }

  private func extend(isForward: Bool, _ modifiers: Modifiers) -> Bool {
    guard modifiers.subtracting(.control) == .shift, var head = selection?.head else {
      return false
    }
    let texts = texts
    let (text, end) = (texts[head.text].text, isForward ? texts[head.text].text.utf8.count : 0)
    if head.offset == end {
      let next = head.text + (isForward ? 1 : -1)
      guard texts.indices.contains(next) else { return true }
      head = Place(text: next, offset: isForward ? 0 : texts[next].text.utf8.count)
    } else if modifiers.contains(.control) {
      head.offset =
        isForward ? text.wordEnd(after: head.offset) : text.wordStart(before: head.offset)
    } else {
      head.offset =
        isForward ? text.position(after: head.offset) : text.position(before: head.offset)
    }
    return move(to: head)
  }

  private func extend(isDown: Bool, _ modifiers: Modifiers) -> Bool {
    guard modifiers == .shift, let head = selection?.head else { return false }
    let view = texts[head.text]
    let caret = view.caret(at: head.offset)
    let corner = Point.zero - view.convert(.zero, from: self)
    let y = isDown ? caret.maxY + caret.height / 2 : caret.y - caret.height / 2
    // Past the first or the last line, the end of the text there.
    let next = place(at: Point(x: corner.x + caret.x, y: corner.y + y))
    return move(to: next ?? head)
  }

  private func move(to head: Place) -> Bool {
    selection?.head = head
    offerSelection()
    return true
  }

  // MARK: Menu and drawing

  package override func contextMenu() -> Popup? {
    EditCommand.menu([.copy, .selectAll], words) { [self] in
      $0 == .selectAll || hasSelection
    } perform: { [weak self] in
      self?.perform($0)
    }
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    for (view, range) in parts {
      let corner = Point.zero - view.convert(.zero, from: self)
      for area in view.areas(of: range) {
        list.fill(area.offsetBy(x: corner.x, y: corner.y), theme[.accent].opacity(0.3))
      }
    }
  }

  /// Ends the selections in `view`, except that of one area: there is one on a screen.
  private static func deselect(in view: View, except area: SelectionArea) {
    for view in view.subviews where view !== area {
      (view as? SelectionArea)?.deselect()
      deselect(in: view, except: area)
    }
  }
}
