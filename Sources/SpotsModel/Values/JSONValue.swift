/// Any JSON value, for the free parts of a screen: `meta` and `model`.
///
/// Numbers written without fraction and exponent keep their exact value in `integer` when they fit;
/// all others, even `1.0`, are `number`. The order of an object's keys is not kept, since RFC 8259
/// gives it no meaning.
public enum JSONValue: Hashable, Sendable {
  /// JSON `null`; not the same as a missing key.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits an `Int`.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// Text with its escapes resolved.
  case string(String)
  /// Elements in document order.
  case array([JSONValue])
  /// Members by key, in no order.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The most arrays and objects inside each other.
  package static let maximumDepth = 128

  /// The number, whole or not; nil for anything else.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The text of a string; nil for anything else.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The truth; nil for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array; nil for anything else.
  public var elements: [JSONValue]? { if case .array(let all) = self { all } else { nil } }
  /// The members of an object; nil for anything else.
  public var object: [String: JSONValue]? { if case .object(let all) = self { all } else { nil } }
  /// A member of an object; nil without it, and for anything else.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The string, or the number as it would be typed; empty for anything else.
  package var typedText: String {
    switch self {
    case .string(let text): text
    case .integer(let value): String(value)
    case .number(let value): Int(exactly: value).map { String($0) } ?? value.shortestText
    default: ""
    }
  }

  /// `number` as documents write it: as an integer when it is whole.
  public static func of(_ number: Double) -> JSONValue {
    Int(exactly: number).map(JSONValue.integer) ?? .number(number)
  }
}

extension Double {
  /// The shortest text that reads back as the same number; without exponent from 1e-6 to 1e21, and
  /// without a fraction if it is whole.
  package var shortestText: String {
    guard isFinite else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
    let spelled = magnitude.description.split(separator: "e")
    var digits = Array(spelled[0].utf8)
    // The value is a fraction of these digits, times ten to the power of this.
    var exponent = spelled.count > 1 ? Int(spelled[1]) ?? 0 : 0
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    exponent += point
    digits.removeAll { $0 == UInt8(ascii: ".") }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    exponent -= zeros
    let sign = self.sign == .minus ? "-" : ""
    func text(_ digits: some Collection<UInt8>) -> String {
      String(decoding: digits, as: UTF8.self)
    }
    func nulls(_ count: Int) -> String { String(repeating: "0", count: max(count, 0)) }
    if digits.isEmpty { return sign + "0" }
    switch exponent {
    case 1...21 where digits.count <= exponent:
      return sign + text(digits) + nulls(exponent - digits.count)
    case 1...21: return sign + text(digits[..<exponent]) + "." + text(digits[exponent...])
    case -5...0: return sign + "0." + nulls(-exponent) + text(digits)
    default:
      let fraction = digits.count > 1 ? "." + text(digits[1...]) : ""
      return sign + text(digits[..<1]) + fraction + "e" + (exponent > 0 ? "+" : "")
        + String(exponent - 1)
    }
  }
}

/// The free data of a component or item, with look-ups that never fail.
///
/// A look-up gives the default when the key is missing or its value has another type.
public struct Meta: Hashable, Sendable {
  /// All values by key, of any type.
  public var values: [String: JSONValue]

  /// Creates free data; empty unless given.
  public init(_ values: [String: JSONValue] = [:]) {
    self.values = values
  }

  /// The value under `key`, of any type; nil when there is none. Setting nil removes the key.
  public subscript(key: String) -> JSONValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The text under `key`.
  public func string(_ key: String, default fallback: String = "") -> String {
    if case .string(let value)? = values[key] { return value }
    return fallback
  }

  /// The Boolean value under `key`.
  public func bool(_ key: String, default fallback: Bool = false) -> Bool {
    if case .bool(let value)? = values[key] { return value }
    return fallback
  }

  /// The whole number under `key`, including one written `1.0` or `1e3`.
  public func integer(_ key: String, default fallback: Int = 0) -> Int {
    switch values[key] {
    case .integer(let value): value
    case .number(let value): Int(exactly: value) ?? fallback
    default: fallback
    }
  }

  /// The number under `key`, whole or not.
  public func number(_ key: String, default fallback: Double = 0) -> Double {
    switch values[key] {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: fallback
    }
  }
}

// MARK: Literals

// There is no literal `nil`: it must keep meaning the absence of an optional value.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation
{
  /// Creates a `bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an `integer`.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a `number`, even from a whole literal such as `1.0`.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a `string`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates an `array`.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// The last of several equal keys wins, as in documents.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension Meta: ExpressibleByDictionaryLiteral {
  /// The last of several equal keys wins, as in documents.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    values = Dictionary(elements, uniquingKeysWith: { $1 })
  }
}
