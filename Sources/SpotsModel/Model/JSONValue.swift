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
