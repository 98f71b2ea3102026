// The texts of numbers and times on the axes of charts, in the language of the user.

/// The texts of a chart's numbers.
package struct ValueFormat {
  /// The names in formats.
  static let names = ExpressionEnvironment(roots: ["value"], functions: .formatting)

  private let expression: Expression?
  private let language: Language

  /// - Parameter text: An expression over `value`; an empty or faulty one counts as none.
  package init(_ text: String, _ language: Language) {
    self.language = language
    let compiled = Result { () throws(ExpressionFault) in
      try Expression(text, in: Self.names)
    }
    if case .success(let compiled) = compiled, !text.isEmpty {
      expression = compiled
    } else {
      expression = nil
    }
  }

  /// The text of a number; a dash for one that is missing.
  ///
  /// - Parameter step: The distance between the numbers of a scale, which decides how many digits
  ///   they have; nil for a number by itself.
  package func text(_ value: Double, step: Double? = nil) -> String {
    guard !value.isNaN else { return "–" }
    if let expression {
      let scope = NumberScope(value: value, language: language)
      let result = Result { () throws(ExpressionFault) in try expression.value(in: scope) }
      if case .success(let found) = result { return found.typedText }
    }
    return language.text(value, Self.skeleton(value, step))
  }

  private static func skeleton(_ value: Double, _ step: Double?) -> String {
    guard let step, step > 0 else {
      let isLarge = value.magnitude >= 1 || value == 0
      return value.magnitude >= 1e15 ? "scientific" : isLarge ? ".##" : "@@#"
    }
    if step >= 1000 { return "compact-short .##" }
    let digits = (0...12).first { step * pow10($0) > 0.999 } ?? 13
    if digits > 12 { return "scientific" }
    return digits == 0 ? "precision-integer" : "." + String(repeating: "0", count: digits)
  }

  private static func pow10(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

/// The only name in formats of numbers.
private struct NumberScope: ExpressionScope {
  let value: Double
  let language: Language

  func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
    JSONValue.of(value).lookUp(steps)
  }
}

extension Language {
  /// A number as a skeleton of ICU says.
  fileprivate func text(_ value: Double, _ skeleton: String) -> String {
    var work = ExpressionWork()
    let text = Result { () throws(ExpressionFault) in
      try ICU.shared?.number(.of(value), skeleton, numbers, &work).text
    }
    if case .success(let text?) = text { return text }
    return JSONValue.of(value).typedText
  }

  /// A day or a time as a skeleton or a pattern of ICU says.
  package func text(_ moment: Moment, _ pattern: String) -> String {
    // Charts ask for few texts, in a handful of patterns.
    var work = ExpressionWork()
    let text = Result { () throws(ExpressionFault) in
      try ICU.shared?.date(moment, pattern, times, zone: timeZone, &work)
    }
    if case .success(let text?) = text { return text }
    return moment.text
  }

  /// The seconds since 1970 that a clock on the wall shows at a moment, as if in universal time.
  package func wallSeconds(of moment: Moment) -> Double {
    guard moment.hasZone else { return moment.seconds }
    var work = ExpressionWork()
    let clock = Result { () throws(ExpressionFault) in
      try ICU.shared?.date(
        moment, "uuuu-MM-dd'T'HH:mm:ss", "en_US_POSIX", zone: timeZone, &work)
    }
    guard case .success(let text?) = clock, let wall = Moment(text) else { return moment.seconds }
    return wall.seconds + moment.seconds - moment.seconds.rounded(.down)
  }
}
