/// How numbers are typed and shown: the marks before fractions and between groups of digits.
///
/// Digits of any script count, as do full-width and Arabic marks, whose meaning is the same
/// everywhere. A point or a comma that the format does not use may be either mark; a text with two
/// meanings is no number, rather than one of them.
public struct NumberFormat: Hashable, Sendable {
  /// The mark before a fraction.
  public var decimal: Character
  /// The mark between groups of digits, besides spaces and apostrophes; nil for none.
  public var group: Character?

  /// Creates a format; without arguments, that of documents.
  public init(decimal: Character = ".", group: Character? = nil) {
    (self.decimal, self.group) = (decimal, group)
  }

  /// The number that `text` spells; nil when it spells none, or may mean several.
  public func number(typedAs text: String) -> Double? {
    let readings = readings(of: text, decimal)
    return readings.count == 1 ? readings.first : nil
  }

  /// `number` as it is typed, without groups of digits.
  public func text(_ number: Double) -> String {
    let plain = JSONValue.number(number).typedText
    return decimal == "." ? plain : String(plain.map { $0 == "." ? decimal : $0 })
  }

  /// The value of a field for numbers with `text` typed into it: null for none, and the text itself
  /// where it is no number.
  package func value(typedAs text: String) -> JSONValue {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return .null }
    guard let number = number(typedAs: text) else { return .string(text) }
    return integer(typedAs: text, near: number).map(JSONValue.integer) ?? .of(number)
  }

  /// The whole number that `text` spells, where it has more digits than `number` can have; nil for
  /// any other.
  private func integer(typedAs text: String, near number: Double) -> Int? {
    guard number.magnitude >= 0x1p53 else { return nil }
    let plain = text.unicodeScalars.compactMap(Self.plain)
    let integer = Int(String(plain.filter { $0 == decimal || !" ',.٬".contains($0) }))
    return integer.flatMap { Double($0) == number ? $0 : nil }
  }

  /// A sentence that says why `text` is no number.
  package static func fault(of text: String, in words: Words = .english) -> String {
    let meanings = NumberFormat().readings(of: text, nil).sorted(by: >).map {
      NumberFormat().text($0)
    }
    guard meanings.count > 1 else { return words[.notNumber] }
    let readings = meanings.dropFirst().reduce(meanings[0]) {
      words(.either, ["first": $0, "second": $1])
    }
    return words(.mayMean, ["readings": readings])
  }

  // MARK: Reading

  /// All numbers that `text` may mean.
  ///
  /// - Parameter decimal: The mark before fractions; nil if points and commas may have any meaning.
  private func readings(of text: String, _ decimal: Character?) -> Set<Double> {
    var plain = text.unicodeScalars.compactMap(Self.plain)
    while plain.first == " " { plain.removeFirst() }
    while plain.last == " " { plain.removeLast() }
    let isNegative = plain.first == "-"
    if isNegative || plain.first == "+" { plain.removeFirst() }
    let parts = plain.split(separator: "e", omittingEmptySubsequences: false)
    guard let mantissa = parts.first, parts.count <= 2 else { return [] }
    let known: [Character?] = [decimal, "٫"]
    let groups = decimal == nil ? [] : [group]
    let marks: [Character] = [",", "."]
    let open = marks.filter { !known.contains($0) && !groups.contains($0) }
    let choices = open.reduce([[]] as [Set<Character>]) { sets, mark in
      sets + sets.map { $0.union([mark]) }
    }
    let numbers = choices.compactMap { chosen -> Double? in
      let decimals = chosen.union(known.compactMap { $0 })
      guard let digits = Self.digits(of: mantissa, decimals) else { return nil }
      let exponent = parts.count == 2 ? "e" + parts[1] : ""
      return Double((isNegative ? "-" : "") + digits + exponent)
    }
    return Set(numbers.filter { $0.isFinite })
  }

  /// A digit, a sign or a mark as ASCII has it; nil for what has no meaning in a number.
  private static func plain(_ scalar: UnicodeScalar) -> Character? {
    let properties = scalar.properties
    if properties.generalCategory == .decimalNumber, let digit = properties.numericValue {
      return Character("\(Int(digit))")
    }
    if properties.isWhitespace { return " " }
    if properties.isBidiControl { return nil }
    switch scalar {
    case "．": return "."
    case "，": return ","
    case "’", "＇": return "'"
    case "−", "–", "‒", "－", "﹣": return "-"
    case "＋": return "+"
    case "E": return "e"
    default: return Character(scalar)
    }
  }

  /// The digits of a number without a sign, with a point before its fraction; nil when it is none.
  /// All marks but `decimals` stand between groups of digits.
  private static func digits(
    of text: ArraySlice<Character>, _ decimals: Set<Character>
  ) -> String? {
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: decimals.contains)
    guard parts.count <= 2, let whole = parts.first else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let marks = Set(whole.filter { !$0.isASCIIDigit })
    guard fraction.allSatisfy(\.isASCIIDigit), marks.count <= 1 else { return nil }
    guard let mark = marks.first else {
      return whole.isEmpty && fraction.isEmpty ? nil : "0" + whole + "." + fraction + "0"
    }
    let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
    // India counts in hundreds above a thousand.
    let lengths = Set(groups.dropFirst().dropLast().map(\.count))
    guard " ',.٬".contains(mark), (1...3).contains(groups[0].count), groups[0] != ["0"],
      groups.last?.count == 3, lengths.isSubset(of: [3]) || lengths.isSubset(of: [2])
    else { return nil }
    return String(groups.joined()) + "." + fraction + "0"
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
