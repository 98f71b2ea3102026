/// A day or a time as data has it, with what controls do not show of it: seconds, a fraction, and a
/// zone. The clock that is shown is the one of that zone.
struct DateText {
  private let text: String
  private let hasDay: Bool

  /// Nil for anything but a day, a time of day, or both, such as `2026-11-26T14:05:00.5+01:00`.
  init?(_ text: String) {
    self.text = text
    hasDay = CalendarDate(String(text.prefix(10))) != nil
    guard Moment(hasDay ? text : "2000-01-01T" + text) != nil else { return nil }
  }

  private var day: Substring { hasDay ? text.prefix(10) : "" }
  private var clock: Substring { hasDay ? text.dropFirst(11).prefix(5) : text.prefix(5) }

  /// As a control of a kind shows it; nil if it lacks a part.
  func shown(as kind: InputKind) -> String? {
    let parts =
      switch kind {
      case .date: [day]
      case .time: [clock]
      default: [day, clock]
      }
    return parts.contains("") ? nil : parts.joined(separator: "T")
  }

  /// The text with another answer of such a control in it; the answer alone if it has no place.
  func replacing(with answer: String, as kind: InputKind) -> String {
    guard shown(as: kind) != nil else { return answer }
    switch kind {
    case .date: return answer + text.dropFirst(10)
    case .time where !hasDay: return answer + text.dropFirst(5)
    case .time: return text.prefix(11) + answer + text.dropFirst(16)
    default:
      let separator = text.dropFirst(10).prefix(1)
      return "\(answer.prefix(10))\(separator)\(answer.suffix(5))\(text.dropFirst(16))"
    }
  }
}

extension InputKind {
  /// Whether data can have an answer of an item of this kind: neither a day that lacks a part, nor
  /// a text in place of a number.
  package func isWhole(_ answer: JSONValue, of item: Item) -> Bool {
    guard isDateOrTime || item.takesNumber else { return true }
    var item = item
    item.input.value = answer
    return item.documentValue == answer
  }

  /// An answer as data takes it whose value was `old` before: days and times keep its form.
  package func written(_ answer: JSONValue, over old: JSONValue?) -> JSONValue {
    guard isDateOrTime, case .string(let text)? = old, case .string(let answer) = answer,
      let form = DateText(text)
    else { return answer }
    return .string(form.replacing(with: answer, as: self))
  }
}
