// Functions of expressions whose results are written as a language writes them.

extension ExpressionFunctions {
  /// The functions of CEL and the formats.
  package static let formatting = standard.adding(ExpressionFunction.formats)
}

extension [Expression] {
  /// Why their results are not written as a language does it; nil where they are.
  package var lackOfFormats: String? {
    guard contains(where: \.hasFormats), ICU.shared == nil else { return nil }
    return "numbers and days are as in JSON: libicu is not installed (libicu72 in Debian 12)"
  }
}

extension ExpressionFunction {
  private typealias Check = @Sendable (String) throws(ExpressionFault) -> Void

  fileprivate static let formats: [ExpressionFunction] = [
    format("number", 1...2, check: style) { call throws(ExpressionFault) in
      try call.number(usual: ".###", style: 1)
    },
    format("percent", 1...2, check: style) { call throws(ExpressionFault) in
      try call.number("percent scale/100 ", usual: "precision-integer", style: 1)
    },
    format("currency", 2...3, check: currency) { call throws(ExpressionFault) in
      let code = try call.string(1)
      try currency(code)
      return try call.number("currency/\(code) ", in: call.language.money, style: 2)
    },
    format("bytes", 1...1) { call throws(ExpressionFault) in try call.bytes() },
    format("date", 1...2, check: DatePattern.check) { call throws(ExpressionFault) in
      try call.date(call.arguments.count > 1 ? try call.string(1) : "yMMMd")
    },
    format("time", 1...1) { call throws(ExpressionFault) in try call.date("jm") },
    format("relative", 1...1) { call throws(ExpressionFault) in try call.relative() },
    format("list", 1...1) { call throws(ExpressionFault) in try call.joined() },
    format("plural", 2...2, check: plural) { call throws(ExpressionFault) in try call.plural() },
    format("message", 2...3, check: message) { call throws(ExpressionFault) in
      try call.message()
    },
  ]

  /// A function that gives an empty text for null, which data has where something is not known.
  private static func format(
    _ name: String, _ count: ClosedRange<Int>, check: Check? = nil,
    _ body: @escaping @Sendable (inout ExpressionCall) throws(ExpressionFault) -> String
  ) -> ExpressionFunction {
    var function = ExpressionFunction(name, count) { call throws(ExpressionFault) in
      guard call.arguments[0] != .null else { return .string("") }
      do throws(ExpressionFault) {
        let text = try body(&call)
        try call.work.spend(text.utf8.count)
        return .string(text)
      } catch {
        // Its range is that in an argument, which need not be written in the expression.
        throw ExpressionFault(error.message, isLimit: error.isLimit)
      }
    }
    (function.check, function.takesTime, function.isFormat) = (check, name == "relative", true)
    return function
  }

  /// Checks a constant that stands at a place in an expression.
  func check(_ text: String, at place: Range<Int>) throws(ExpressionFault) {
    do throws(ExpressionFault) { try check?(text) } catch {
      // Quotes are around it. Where a sign is written as several, only the whole is certain.
      let quotes = place.count - text.utf8.count
      let start = place.lowerBound + (quotes + 1) / 2
      let part = start + error.range.lowerBound..<start + error.range.upperBound
      throw ExpressionFault(error.message, at: [2, 3, 6, 7].contains(quotes) ? part : place)
    }
  }

  private static let style: Check = { _ = try NumberStyle.skeleton($0, usual: "") }
  private static let plural: Check = { _ = try Message(plural: $0) }
  private static let message: Check = { _ = try Message($0) }
  private static let currency: Check = { text throws(ExpressionFault) in
    if text.utf8.count == 3, DatePattern.isSkeleton(text) { return }
    throw ExpressionFault(
      "'\(text.printable(limit: 40))' is no currency such as 'EUR'", at: 0..<text.utf8.count)
  }
}

extension ExpressionCall {
  /// The first argument, which must be a number.
  private func number() throws(ExpressionFault) -> JSONValue {
    guard arguments[0].number != nil else { throw mismatch("a number", 0) }
    return arguments[0]
  }

  /// The first argument as a number, in the style that is another argument, if that is there.
  ///
  /// - Parameter kind: The beginning of the skeleton.
  fileprivate mutating func number(
    _ kind: String = "", usual: String = "", in locale: String? = nil, style: Int
  ) throws(ExpressionFault) -> String {
    let value = try number()
    let style = arguments.count > style ? try string(style) : ""
    let skeleton = kind + (try NumberStyle.skeleton(style, usual: usual))
    if let icu = ICU.shared {
      return try icu.number(value, skeleton, locale ?? language.numbers, &work).text
    }
    switch name {
    case "percent": return JSONValue.of((value.number ?? 0) * 100).typedText + "%"
    case "currency": return value.typedText + " " + (try string(1))
    default: return value.typedText
    }
  }

  /// The first argument as a number of bytes, in the greatest unit of which there is one.
  fileprivate mutating func bytes() throws(ExpressionFault) -> String {
    let value = try number()
    guard let icu = ICU.shared else { return value.typedText + " B" }
    let units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"]
    var (count, unit) = (value.number ?? 0, 0)
    // A number that is rounded up to a thousand is one of the next unit.
    while count.magnitude >= (unit == 0 ? 999.5 : 999.95), unit < units.count - 1 {
      (count, unit) = (count / 1000, unit + 1)
    }
    let digits = unit == 0 ? "precision-integer" : ".#"
    let skeleton = "measure-unit/digital-\(units[unit]) unit-width-short \(digits)"
    return try icu.number(.number(count), skeleton, language.numbers, &work).text
  }

  private func moment(_ index: Int = 0) throws(ExpressionFault) -> Moment {
    switch arguments[index] {
    case .string, .integer, .number: try Moment(arguments[index])
    default: throw mismatch("a day or a time", index)
    }
  }

  /// The first argument as a date in a language.
  fileprivate mutating func date(_ pattern: String) throws(ExpressionFault) -> String {
    try DatePattern.check(pattern)
    let moment = try moment()
    guard let icu = ICU.shared else { return moment.text }
    return try icu.date(moment, pattern, language.times, zone: language.timeZone, &work)
  }

  /// How far the first argument is from the time that is the last one.
  fileprivate mutating func relative() throws(ExpressionFault) -> String {
    let moment = try moment()
    guard let icu = ICU.shared, arguments.count > 1 else { return moment.text }
    return try icu.relative(moment, try self.moment(1), language, &work)
  }

  /// The elements of the first argument as an enumeration.
  fileprivate mutating func joined() throws(ExpressionFault) -> String {
    var texts: [String] = []
    for element in try list(0) {
      guard let text = element.expressionText else {
        throw ExpressionFault("\(ExpressionType(of: element).words) is no text of a list")
      }
      guard texts.count < 1000 else { throw ExpressionFault("a list has at most 1000 texts") }
      texts.append(text)
      try work.spend(text.utf8.count)
    }
    guard let icu = ICU.shared, texts.count > 1 else { return texts.joined(separator: ", ") }
    return try icu.list(texts, language.words, &work)
  }

  /// The text of the second argument for the number that is the first.
  fileprivate mutating func plural() throws(ExpressionFault) -> String {
    let (value, message) = (try number(), try string(1))
    try work.spend(message.utf8.count)
    let count = try Message.Count(
      value, words: language.words, numbers: language.numbers, &work)
    return try Message(plural: message).text({ _ in "" }, counting: { _ in count })
  }

  /// The message that is the second argument with the values of the first one, in the language that
  /// is the third.
  fileprivate mutating func message() throws(ExpressionFault) -> String {
    guard case .object(let values) = arguments[0] else { throw mismatch("a map", 0) }
    let text = try string(1)
    try work.spend(text.utf8.count)
    let words = arguments.count > 2 ? try string(2) : language.words
    let message = try Message(text)
    return try (Language.isRightToLeft(words) ? message.isolatingValues : message)
      .text(with: values, words: words, numbers: language.numbers, &work)
  }
}
