import CSDL2
import SpotsViews

/// Text that SDL reports: entered, or still being composed by an input method.
struct TypedText {
  /// The event for the screen.
  let input: InputEvent

  /// Reads an event, and frees what comes with it; nil when it is not about text.
  init?(_ event: SDL_Event) {
    switch event.type {
    case SDL_TEXTINPUT.rawValue:
      input = .textEntered(Self.text(in: event.text.text))
    case SDL_TEXTEDITING.rawValue:
      let edit = event.edit
      input = Self.composed(Self.text(in: edit.text), start: edit.start, length: edit.length)
    case SDL_TEXTEDITING_EXT.rawValue:
      guard let text = event.editExt.text else { return nil }
      defer { SDL_free(text) }
      input = Self.composed(
        String(cString: text), start: event.editExt.start, length: event.editExt.length)
    default: return nil
    }
  }

  /// - Parameters:
  ///   - start: In code points of `text`, as SDL counts; often -1 or beyond the end.
  ///   - length: In code points as well.
  static func composed(_ text: String, start: Int32, length: Int32) -> InputEvent {
    let scalars = text.unicodeScalars
    func offset(_ count: Int) -> Int {
      let index =
        scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex)
        ?? scalars.endIndex
      return text.utf8.distance(from: text.startIndex, to: index)
    }
    // Without a place, the caret is after the text, where the next letter goes.
    let first = start < 0 ? Int.max : Int(start)
    let last = first.addingReportingOverflow(max(Int(length), 0))
    let end = offset(last.overflow ? .max : last.partialValue)
    return .textComposed(text, selected: offset(first)..<end)
  }

  /// The text in a C array, up to its first zero.
  private static func text<Characters>(in characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
