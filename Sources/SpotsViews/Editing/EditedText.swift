/// A text while it is edited: with a selection, a composition, and edits that can be undone.
///
/// Positions are UTF-8 offsets, always at boundaries of characters as readers see them. A change
/// costs as much as moving the bytes after it, plus reading the text passed over: no operation
/// counts the characters of the text, unless their number is limited.
struct EditedText: Sendable {
  /// Without control characters other than line feeds and tabs.
  private(set) var text: String
  private(set) var selection: TextSelection
  /// What an input method is putting together at the caret; nil most of the time.
  private(set) var composition: TextComposition?
  /// Whether line breaks can be entered; otherwise they become spaces.
  private(set) var hasLines: Bool
  /// The most characters the text may have; nil for no other limit than `longest`.
  var limit: Int?
  private var history = EditHistory()

  /// The most bytes of UTF-8 that a text may have.
  static let longest = 1 << 20

  /// - Parameters:
  ///   - text: Reduced to what may be entered.
  ///   - limit: The most characters that can be entered; `text` may be longer.
  init(_ text: String = "", hasLines: Bool = false, limit: Int? = nil) {
    self.hasLines = hasLines
    self.limit = limit
    self.text = Self.start(of: text.enterable(inLines: hasLines), bytes: Self.longest)
    selection = TextSelection(caret: self.text.utf8.count)
  }

  var selectedText: Substring { text.part(selection.range) }

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  // MARK: Text

  /// Replaces the selection with typed text, or with the composed text of an input method.
  ///
  /// - Returns: Whether the text has changed.
  @discardableResult
  mutating func type(_ string: String) -> Bool {
    composition = nil
    return enter(string, .typing)
  }

  /// Enters a text from elsewhere in place of the selection, as an edit of its own.
  ///
  /// - Parameter accepts: Whether a character may be entered; where others are, the text loses the
  ///   letters and signs of currencies around those that may, but nothing between them.
  /// - Returns: Whether the text has changed.
  @discardableResult
  mutating func paste(_ string: String, accepting accepts: (Character) -> Bool = { _ in true })
    -> Bool
  {
    func isWord(_ character: Character) -> Bool {
      !accepts(character) && (character.isLetter || character.isCurrencySymbol)
    }
    composition = nil
    let rest = string.drop(while: isWord).reversed().drop(while: isWord)
    return enter(rest.isEmpty ? string : String(rest.reversed()), .other)
  }

  /// Deletes the selection and shows the composition of an input method in its place.
  ///
  /// - Parameters:
  ///   - string: Empty when the composition has ended.
  ///   - selected: In UTF-8 offsets of `string`.
  /// - Returns: Whether the text has changed, because something was selected.
  @discardableResult
  mutating func compose(_ string: String, selected: Range<Int>) -> Bool {
    let string = string.enterable(inLines: false)
    guard !string.isEmpty else {
      composition = nil
      return false
    }
    let hasChanged = composition == nil && replace(selection.range, with: "", .other)
    let start = string.position(atOrAfter: selected.lowerBound)
    let end = string.position(atOrAfter: selected.upperBound)
    composition = TextComposition(text: string, selected: start..<max(start, end))
    return hasChanged
  }

  /// Deletes the selection; without one, the unit before or after the caret.
  ///
  /// - Returns: Whether the text has changed.
  @discardableResult
  mutating func delete(_ unit: TextUnit, forward: Bool) -> Bool {
    composition = nil
    guard selection.isEmpty else { return replace(selection.range, with: "", .other) }
    let end = place(unit, forward: forward)
    let range = min(end, selection.head)..<max(end, selection.head)
    let kind: EditHistory.Kind =
      unit != .character ? .other : forward ? .deletingForward : .deletingBackward
    return replace(range, with: "", kind)
  }

  /// Replaces the whole text from outside. Neither this nor any earlier edit can be undone.
  mutating func reset(to text: String) {
    self = EditedText(text, hasLines: hasLines, limit: limit)
  }

  /// Allows line breaks, or ends that: then they become spaces, and no edit can be undone that made
  /// them. The selection stays.
  mutating func setLines(_ hasLines: Bool) {
    guard hasLines != self.hasLines else { return }
    let old = self
    if !hasLines { self = EditedText(text, limit: limit) }
    self.hasLines = hasLines
    select(old.selection)
  }

  /// Undoes the last edit, and restores the selection that was there before it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func undo() -> Bool {
    composition = nil
    guard let edit = history.undo() else { return false }
    splice(edit.start..<edit.start + edit.inserted.utf8.count, with: edit.removed)
    selection = edit.selection
    return true
  }

  /// Redoes the edit that was undone last.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  mutating func redo() -> Bool {
    composition = nil
    guard let edit = history.redo() else { return false }
    splice(edit.start..<edit.start + edit.removed.utf8.count, with: edit.inserted)
    return true
  }

  // MARK: Selection

  /// Selects the text between two positions, which are moved to the ends of the characters around
  /// them.
  mutating func select(_ selection: TextSelection) {
    let anchor = text.position(atOrAfter: selection.anchor)
    let head = text.position(atOrAfter: selection.head)
    history.close()
    self.selection = TextSelection(anchor: anchor, head: head)
  }

  /// Moves the caret to an offset, extending the selection or ending it.
  mutating func move(to offset: Int, extending: Bool) {
    select(TextSelection(anchor: extending ? selection.anchor : offset, head: offset))
  }

  /// Moves the caret by a unit. By a character, it collapses a selection unless `extending`.
  mutating func move(_ unit: TextUnit, forward: Bool, extending: Bool) {
    if unit == .character, !extending, !selection.isEmpty {
      let range = selection.range
      return move(to: forward ? range.upperBound : range.lowerBound, extending: false)
    }
    move(to: place(unit, forward: forward), extending: extending)
  }

  mutating func selectAll() { select(TextSelection(0..<text.utf8.count)) }

  /// The position that is a unit away from the caret.
  private func place(_ unit: TextUnit, forward: Bool) -> Int {
    let head = selection.head
    switch unit {
    case .character: return forward ? text.position(after: head) : text.position(before: head)
    case .word: return forward ? text.wordEnd(after: head) : text.wordStart(before: head)
    case .paragraph:
      let paragraph = text.paragraph(around: head)
      return forward ? paragraph.upperBound : paragraph.lowerBound
    case .document: return forward ? text.utf8.count : 0
    }
  }

  // MARK: Edits

  private mutating func enter(_ string: String, _ kind: EditHistory.Kind) -> Bool {
    let string = fitting(string.enterable(inLines: hasLines))
    return replace(selection.range, with: string, kind)
  }

  /// As much of `string` as has room in place of the selection.
  private func fitting(_ string: String) -> String {
    let room = max(Self.longest - text.utf8.count + selection.range.count, 0)
    let string = Self.start(of: string, bytes: room)
    guard let limit, text.utf8.count + string.utf8.count > limit else { return string }
    let kept = text.count(upTo: limit + selection.range.count) - selectedText.count
    return String(string.prefix(max(limit - kept, 0)))
  }

  private mutating func replace(
    _ range: Range<Int>, with string: String, _ kind: EditHistory.Kind
  ) -> Bool {
    guard !range.isEmpty || !string.isEmpty else { return false }
    history.record(
      EditHistory.Edit(
        start: range.lowerBound, removed: String(text.part(range)), inserted: string,
        selection: selection, kind: kind))
    splice(range, with: string)
    return true
  }

  /// Replaces a part of the text and puts the caret after it.
  private mutating func splice(_ range: Range<Int>, with string: String) {
    text.replaceSubrange(
      text.index(at: range.lowerBound)..<text.index(at: range.upperBound), with: string)
    // The end of what was entered may have merged into one character with what follows.
    let end = range.lowerBound + string.utf8.count
    selection = TextSelection(caret: text.position(atOrAfter: end))
  }

  /// The start of `string`, up to `bytes` bytes and in whole characters.
  private static func start(of string: String, bytes: Int) -> String {
    guard string.utf8.count > bytes else { return string }
    let end = string.isPosition(bytes) ? bytes : string.position(before: bytes)
    return String(string.part(0..<end))
  }
}
