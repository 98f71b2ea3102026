// Requirements on answers, and conditions that depend on answers.

/// The requirements that an item's value must meet before a screen is submitted.
public struct InputChecks: Hashable, Sendable {
  /// Whether an answer is required: a text, something chosen, or a check mark.
  public var isRequired: Bool
  /// The least and greatest length of a text, in characters; nil for no limit.
  public var minimumLength, maximumLength: Int?
  /// The least and greatest number of options that are chosen where several can be; nil for no
  /// limit.
  public var minimumChoices, maximumChoices: Int?
  /// The format that a text must have unless it is empty; nil for any.
  public var format: Format?
  /// The pattern that a text must match as a whole unless it is empty; nil for any.
  public var pattern: TextPattern?
  /// The name of another value that this one must equal; empty for none.
  public var sameAs: String
  /// The condition on the value, which expressions call `value`, and on others; nil for none.
  public var that: InputCondition?
  /// The sentence shown in place of the standard ones; empty to show those.
  public var message: String

  /// A format that can be required of a text.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Some text, an at sign, and a host name that contains a dot.
    case email
    /// An address that begins with `http://` or `https://` and names a host.
    case url
    /// A number with or without a fraction.
    case number
    /// A color: `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
    case color
  }

  /// Creates checks; none unless given.
  public init(
    isRequired: Bool = false, minimumLength: Int? = nil, maximumLength: Int? = nil,
    format: Format? = nil, pattern: TextPattern? = nil, sameAs: String = "",
    that: InputCondition? = nil, message: String = ""
  ) {
    self.isRequired = isRequired
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.format = format
    self.pattern = pattern
    self.sameAs = sameAs
    self.that = that
    self.message = message
  }

  /// A sentence that says what is wrong with a value; nil when nothing is.
  ///
  /// - Parameters:
  ///   - value: The value, or nil for none.
  ///   - range: The answers that are allowed: both bounds are numbers, days, or times.
  ///   - verdict: Matches a text; what is undecided is wrong, too.
  ///   - holds: Decides about the condition; nil to evaluate it.
  ///   - other: Looks up the value with a name.
  /// - Complexity: O(*n*) in the length of a text, which is examined only as far as the limits
  ///   require.
  public func fault(
    in value: JSONValue?, within range: ClosedRange<InputBound>? = nil,
    verdict: (TextPattern, String) -> TextPattern.Verdict = { $0.verdict(on: $1) },
    holds: ((InputCondition) -> Bool)? = nil, other: @escaping (String) -> JSONValue?
  ) -> String? {
    fault(in: value, within: range, words: .english, other: other, verdict: verdict, holds: holds)
  }

  /// As `fault(in:within:verdict:holds:other:)`, in a language.
  package func fault(
    in value: JSONValue?, within range: ClosedRange<InputBound>?, words: Words,
    other: @escaping (String) -> JSONValue?,
    verdict: (TextPattern, String) -> TextPattern.Verdict, holds: ((InputCondition) -> Bool)?
  ) -> String? {
    let undecided = words[.takesTooLong]
    var fault =
      usualFault(in: value, words, verdict, other)
      ?? range.flatMap { rangeFault(in: value, within: $0, words) }
    if fault == nil, let that, let value, value == false || !value.isEmptyAnswer,
      !(holds?(that) ?? that.holds(value: value, other))
    {
      fault = words[.notAllowed]
    }
    return fault == nil || fault == undecided || message.isEmpty ? fault : message
  }

  private func rangeFault(
    in value: JSONValue?, within range: ClosedRange<InputBound>, _ words: Words
  ) -> String? {
    let text = value?.typedText ?? ""
    switch range.lowerBound {
    case .number(let least):
      guard let number = value?.number, !range.contains(.number(number)) else { return nil }
      let isBelow = number < least
      let bound = (isBelow ? range.lowerBound : range.upperBound).number ?? 0
      return words(isBelow ? .atLeast : .atMost, ["bound": bound])
    case .date, .time, .dateTime:
      guard !text.isEmpty else { return nil }
      let whole = range.lowerBound.value.typedText
      guard let bound = InputBound(text), text.utf8.count == whole.utf8.count else {
        // It may be typed only in part.
        if text.utf8.count < whole.utf8.count { return words[.notComplete] }
        return words[range.lowerBound.date == nil ? .noSuchTime : .noSuchDay]
      }
      guard !range.contains(bound) else { return nil }
      return bound < range.lowerBound
        ? words(.notBefore, ["bound": words.dates.text(range.lowerBound)])
        : words(.notAfter, ["bound": words.dates.text(range.upperBound)])
    }
  }

  private func usualFault(
    in value: JSONValue?, _ words: Words, _ verdict: (TextPattern, String) -> TextPattern.Verdict,
    _ other: (String) -> JSONValue?
  ) -> String? {
    let isEmpty = value?.isEmptyAnswer ?? true
    if isEmpty, isRequired {
      return words[value == .bool(false) ? .mustBeChecked : .mustNotBeEmpty]
    }
    if !sameAs.isEmpty, other(sameAs) ?? .null != value ?? .null { return words[.notTheSame] }
    if case .array(let chosen)? = value {
      if let minimumChoices, chosen.count < minimumChoices {
        return words(.chooseAtLeast, ["count": minimumChoices])
      }
      if let maximumChoices, chosen.count > maximumChoices {
        return words(.chooseAtMost, ["count": maximumChoices])
      }
    }
    guard case .string(let text)? = value, !isEmpty else { return nil }
    if let minimumLength, text.isShorter(than: minimumLength) {
      return words(.charactersAtLeast, ["count": minimumLength])
    }
    if let maximumLength, !text.isShorter(than: maximumLength + 1) {
      return words(.charactersAtMost, ["count": maximumLength])
    }
    if let format, !format.matches(text) { return words[format.demand] }
    switch pattern.map({ verdict($0, text) }) {
    case nil, .matches: return nil
    case .differs: return words[.wrongForm]
    case .undecided: return words[.takesTooLong]
    }
  }
}

extension InputChecks.Format {
  fileprivate var demand: Word {
    switch self {
    case .email: .notEmail
    case .url: .notWebAddress
    case .number: .notNumber
    case .color: .notColor
    }
  }

  fileprivate func matches(_ text: String) -> Bool {
    // Longer texts never match, and need not be searched.
    guard text.utf8.count <= 2048, !text.utf8.contains(where: { $0 <= 32 || $0 == 127 }) else {
      return false
    }
    switch self {
    case .email:
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && isHost(parts[1], needsDot: true)
    case .url:
      let lower = text.lowercased()
      guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return false }
      let rest = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
      return isHost(rest.split(separator: "@").last ?? "", needsDot: false)
    case .number: return Double(text)?.isFinite ?? false
    case .color: return text.utf8.count <= 9 && Color(hex: text) != nil
    }
  }

  private func isHost(_ text: Substring, needsDot: Bool) -> Bool {
    let name = text.split(separator: ":", omittingEmptySubsequences: false)[0]
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > (needsDot ? 1 : 0) && labels.allSatisfy { !$0.isEmpty }
  }
}

extension String {
  /// Whether there are fewer than `count` characters; counts no further than that.
  fileprivate func isShorter(than count: Int) -> Bool {
    index(startIndex, offsetBy: count - 1, limitedBy: endIndex).map { $0 == endIndex } ?? true
  }
}

extension JSONValue {
  /// Whether a value counts as no answer: null, `false`, or an empty text, array or object.
  public var isEmptyAnswer: Bool {
    switch self {
    case .null, .bool(false), .string(""): true
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }

  /// Whether both are equal, numbers by their value: 1 is 1.0.
  func isSame(as other: JSONValue) -> Bool {
    var work = ExpressionWork(.max)
    do throws(ExpressionFault) { return try work.areEqual(self, other) } catch { return false }
  }
}

/// A condition on answers, under which an item is shown or can be used.
///
/// It is an expression, such as `values.stars > 3 && 'a' in values.tags`, or is about one answer
/// and made from values. An expression without a bool as its value does not hold.
public struct InputCondition: Hashable, Sendable {
  /// A condition on one answer, as the object that documents write.
  struct Comparison: Hashable, Sendable {
    var name = ""
    var equals: JSONValue?
    var differs: JSONValue?
    var isEmpty: Bool?
    var oneOf: [JSONValue]?

    fileprivate func holds(for value: JSONValue) -> Bool {
      if let equals, !value.isSame(as: equals) { return false }
      if let differs, value.isSame(as: differs) { return false }
      if let isEmpty, value.isEmptyAnswer != isEmpty { return false }
      if let oneOf, !oneOf.contains(where: value.isSame) { return false }
      return true
    }
  }

  // Behind one reference, since items are copied with it.
  indirect enum Form: Hashable, Sendable {
    case comparison(Comparison)
    case expression(ExpressionCondition)
  }

  let form: Form
  /// The names of the answers it depends on, sorted.
  public let names: [String]

  init(_ form: Form) {
    self.form = form
    names =
      switch form {
      case .comparison(let comparison): [comparison.name]
      case .expression(let condition): ItemScope.answers(in: condition.expressions).sorted()
      }
  }

  /// Creates a condition on the answer with a name, which always holds unless something is given.
  ///
  /// - Parameters:
  ///   - name: The name of the answer.
  ///   - equals: The value it must have; numbers are equal if their values are.
  ///   - differs: A value it must not have.
  ///   - isEmpty: Whether it must be empty, or must not be: null, `false`, an empty text, array or
  ///     object.
  ///   - oneOf: The values of which it must have one.
  public init(
    name: String = "", equals: JSONValue? = nil, differs: JSONValue? = nil, isEmpty: Bool? = nil,
    oneOf: [JSONValue]? = nil
  ) {
    self.init(
      .comparison(
        Comparison(name: name, equals: equals, differs: differs, isEmpty: isEmpty, oneOf: oneOf)))
  }

  /// Creates a condition from an expression over `values`, the answers by their names, and, for
  /// checks, `value`, the answer that is checked.
  ///
  /// - Throws: The first fault of the expression.
  public init(_ expression: String) throws(ExpressionFault) {
    let (condition, faults) = ExpressionCondition.parse(expression, in: ItemScope.checks)
    guard let condition, faults.isEmpty else { throw faults[0] }
    self.init(.expression(condition))
  }

  /// Whether it holds with the answers that `answer` finds by their names; nil counts as none.
  ///
  /// - Parameters:
  ///   - value: The answer that is checked.
  ///   - answer: Looks up an answer by its name.
  public func holds(value: JSONValue? = nil, _ answer: @escaping (String) -> JSONValue?) -> Bool {
    var work = ExpressionWork()
    return holds(value: value, answer, &work)
  }

  /// As `holds(value:_:)`, with the work that it may do.
  package func holds(
    value: JSONValue? = nil, _ answer: @escaping (String) -> JSONValue?,
    _ work: inout ExpressionWork
  ) -> Bool {
    switch form {
    case .comparison(let comparison): comparison.holds(for: answer(comparison.name) ?? .null)
    case .expression(let condition):
      condition.holds(in: ItemScope(value: value ?? .null, answer: answer), &work)
    }
  }

  /// Whether it holds when every answer it depends on is `value`; nil counts as null.
  public func holds(for value: JSONValue?) -> Bool { holds { _ in value } }
}
