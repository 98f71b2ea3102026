import Spots

/// Answers about a text that is read or edited (`org.a11y.atspi.Text` and `EditableText`).
///
/// AT-SPI counts Unicode scalars, so every place is looked up from the start of the text.
@MainActor
struct AccessibleTextAnswers {
  let node: AccessibleNode
  let text: AccessibleText
  let screen: AccessibleScreen
  /// The time at which requested actions are performed.
  let now: Double
  /// A rectangle of the window in the pixels of a space, as in `AccessibleAnswers`.
  let place: (Rect, _ space: Int) -> Rect
  /// A place in the pixels of a space as a point of the window.
  let point: (Point, _ space: Int) -> Point

  /// How a text is divided (`AtspiTextBoundaryType`); the raw value is its number.
  private enum Boundary: Int {
    case character, wordStart, wordEnd, sentenceStart, sentenceEnd, lineStart, lineEnd
  }

  /// The properties of the interface for texts.
  var properties: [String: BusValue] {
    [
      "CharacterCount": .int(Int32(clamping: text.content.unicodeScalars.count)),
      "CaretOffset": .int(caret),
    ]
  }

  /// The answer to a question about the text; nil for an unknown method.
  func reply(to call: BusCall) -> BusReply? {
    switch call.member {
    case "GetText":
      let range = range(call.integer(0) ?? 0, call.integer(1) ?? -1)
      return .values([.string(String(content[range]))])
    case "GetCharacterAtOffset":
      let index = index(call.integer(0) ?? 0)
      let scalar = index < content.endIndex ? content[index].value : 0
      return .values([.int(Int32(scalar))])
    case "GetStringAtOffset", "GetTextAtOffset", "GetTextBeforeOffset", "GetTextAfterOffset":
      return part(call)
    case "GetNSelections": return .values([.int(text.selection.isEmpty ? 0 : 1)])
    case "GetSelection":
      let selection = call.integer(0) == 0 ? text.selection : 0..<0
      return .values([number(selection.lowerBound), number(selection.upperBound)])
    case "SetCaretOffset": return select(call.integer(0) ?? 0, call.integer(0) ?? 0)
    case "AddSelection": return select(call.integer(0) ?? 0, call.integer(1) ?? -1)
    case "SetSelection":
      guard call.integer(0) == 0 else { return .values([.bool(false)]) }
      return select(call.integer(1) ?? 0, call.integer(2) ?? -1)
    case "RemoveSelection":
      let end = text.caret..<text.caret
      return .values([.bool(!text.selection.isEmpty && perform(.selectText(end)))])
    default: return placesReply(to: call) ?? attributesReply(to: call)
    }
  }

  /// The answer to a request to change the text; nil for an unknown method.
  func editReply(to call: BusCall) -> BusReply? {
    let isDone: Bool
    switch call.member {
    case "SetTextContents":
      isDone = replace(0..<text.content.utf8.count, with: call.string(0))
    case "InsertText":
      let place = utf8(index(call.integer(0) ?? -1))
      let new = call.string(1)?.unicodeScalars.prefix(max(call.integer(2) ?? 0, 0))
      isDone = replace(place..<place, with: new.map { String($0) })
    case "DeleteText":
      isDone = replace(utf8(range(call.integer(0) ?? 0, call.integer(1) ?? -1)), with: "")
    // The clipboard is the user's.
    case "CopyText": return .values([])
    case "CutText", "PasteText": isDone = false
    default: return nil
    }
    return .values([.bool(isDone)])
  }

  private func replace(_ range: Range<Int>, with new: String?) -> Bool {
    new.map { perform(.replaceText(range, with: $0)) } ?? false
  }

  private func select(_ start: Int, _ end: Int) -> BusReply {
    .values([.bool(perform(.selectText(utf8(range(start, end)))))])
  }

  private func perform(_ action: AccessibleAction) -> Bool {
    screen.perform(action, on: node.id, at: now)
  }

  // MARK: Places

  private var content: String.UnicodeScalarView { text.content.unicodeScalars }

  private var caret: Int32 {
    Int32(clamping: content.distance(from: content.startIndex, to: scalar(text.caret)))
  }

  /// The index of the scalar at `offset`, counted from 0; the end for −1 and beyond the text.
  private func index(_ offset: Int) -> String.Index {
    guard offset >= 0 else { return content.endIndex }
    return content.index(content.startIndex, offsetBy: offset, limitedBy: content.endIndex)
      ?? content.endIndex
  }

  /// The range between two scalars, in either order.
  private func range(_ start: Int, _ end: Int) -> Range<String.Index> {
    let (start, end) = (index(max(start, 0)), index(end))
    return min(start, end)..<max(start, end)
  }

  private func utf8(_ index: String.Index) -> Int {
    text.content.utf8.distance(from: text.content.startIndex, to: index)
  }

  private func utf8(_ range: Range<String.Index>) -> Range<Int> {
    utf8(range.lowerBound)..<utf8(range.upperBound)
  }

  /// The index at a UTF-8 offset.
  private func scalar(_ offset: Int) -> String.Index {
    let utf8 = text.content.utf8
    return utf8.index(utf8.startIndex, offsetBy: min(max(offset, 0), utf8.count))
  }

  private func number(_ offset: Int) -> BusValue {
    .int(Int32(clamping: content.distance(from: content.startIndex, to: scalar(offset))))
  }

  // MARK: Parts

  /// Returns a part of the text, and where it begins and ends.
  private func part(_ call: BusCall) -> BusReply {
    let unit = call.integer(1) ?? 0
    let boundary: Boundary =
      call.member == "GetStringAtOffset"
      ? [.character, .wordStart, .lineEnd, .lineStart, .lineEnd][min(max(unit, 0), 4)]
      : Boundary(rawValue: unit) ?? .character
    let offset = utf8(index(call.integer(0) ?? 0))
    var range = part(boundary, around: offset)
    if call.member == "GetTextBeforeOffset" {
      range = range.lowerBound == 0 ? 0..<0 : part(boundary, around: range.lowerBound - 1)
    } else if call.member == "GetTextAfterOffset" {
      range = part(boundary, around: range.upperBound)
    }
    let part = text.content[scalar(range.lowerBound)..<scalar(range.upperBound)]
    return .values([.string(String(part)), number(range.lowerBound), number(range.upperBound)])
  }

  private func part(_ boundary: Boundary, around offset: Int) -> Range<Int> {
    switch boundary {
    case .character: return text.part(.character, around: offset)
    case .wordStart: return word(around: offset)
    case .wordEnd: return text.part(.word, around: offset)
    case .lineStart where node.text != nil: return screen.textRow(around: offset, of: node)
    case .lineStart: return 0..<text.content.utf8.count
    case .lineEnd, .sentenceStart, .sentenceEnd: return text.part(.paragraph, around: offset)
    }
  }

  /// The word around a place, with the spaces after it.
  private func word(around offset: Int) -> Range<Int> {
    var range = text.part(.word, around: offset)
    if isSpace(range), range.lowerBound > 0 {
      let before = text.part(.word, around: range.lowerBound - 1)
      range = before.lowerBound..<range.upperBound
    } else {
      let after = text.part(.word, around: range.upperBound)
      if isSpace(after) { range = range.lowerBound..<max(after.upperBound, range.upperBound) }
    }
    return range
  }

  private func isSpace(_ range: Range<Int>) -> Bool {
    let part = text.content[scalar(range.lowerBound)..<scalar(range.upperBound)]
    return part.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  // MARK: On the screen

  private func placesReply(to call: BusCall) -> BusReply? {
    switch call.member {
    case "GetCharacterExtents":
      let start = utf8(index(call.integer(0) ?? 0))
      let range = text.part(.character, around: start)
      return extents(of: range, in: call.integer(1) ?? 0)
    case "GetRangeExtents":
      let range = utf8(range(call.integer(0) ?? 0, call.integer(1) ?? -1))
      return extents(of: range, in: call.integer(2) ?? 0)
    case "GetOffsetAtPoint":
      let pixel = Point(x: Double(call.integer(0) ?? 0), y: Double(call.integer(1) ?? 0))
      let offset = screen.textOffset(at: point(pixel, call.integer(2) ?? 0), in: node)
      return .values([offset.map(number) ?? .int(-1)])
    case "GetBoundedRanges":
      let sides = (0..<4).map { Double(call.integer($0) ?? 0) }
      let box = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
      return .values([.array("(iisv)", rows(in: box, call.integer(4) ?? 0))])
    case "ScrollSubstringTo", "ScrollSubstringToPoint":
      return .values([.bool(perform(.reveal))])
    default: return nil
    }
  }

  /// The visible rows of the text that a box of a space meets, each with its place and content.
  private func rows(in box: Rect, _ space: Int) -> [BusValue] {
    var found: [BusValue] = []
    var start = screen.textOffset(at: point(box.origin, space), in: node) ?? 0
    let end = min(box.maxY, place(node.frame, space).maxY)
    while start < text.content.utf8.count {
      let row = part(.lineStart, around: start)
      let frame = place(screen.textFrame(of: row, in: node) ?? node.frame, space)
      guard row.upperBound > start, frame.y < end else { break }
      start = row.upperBound
      guard frame.intersects(box) else { continue }
      let content = String(text.content[scalar(row.lowerBound)..<scalar(row.upperBound)])
      found.append(
        .structure([
          number(row.lowerBound), number(row.upperBound), .string(content), .variant(.string("")),
        ]))
    }
    return found
  }

  private func extents(of range: Range<Int>, in space: Int) -> BusReply {
    let frame = place(screen.textFrame(of: range, in: node) ?? node.frame, space)
    return .values([frame.x, frame.y, frame.width, frame.height].map(BusValue.length))
  }

  /// All of a text looks the same.
  private func attributesReply(to call: BusCall) -> BusReply? {
    let end = number(text.content.utf8.count)
    let isEditable = node.text != nil && node.states.contains(.enabled)
    let language = screen.language.replacing("_", with: "-").lowercased()
    let attributes = ["editable": "\(isEditable)", "language": language]
    switch call.member {
    case "GetAttributes", "GetAttributeRun":
      return .values([.dictionary(attributes), .int(0), end])
    case "GetAttributeValue": return .values([.string(attributes[call.string(1) ?? ""] ?? "")])
    case "GetDefaultAttributes", "GetDefaultAttributeSet":
      return .values([.dictionary(attributes)])
    default: return nil
    }
  }
}
