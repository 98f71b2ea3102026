// Typed values to and from JSON trees, by the standard library's `Codable`.

extension JSONValue {
  /// This value, decoded as `type`.
  ///
  /// A whole number, even one written `1.0`, decodes as any integer type it fits, and any number as
  /// `Double` and `Float`. Nothing else is converted.
  ///
  /// - Throws: `DecodingError` with the path of the first value that does not fit.
  /// - Complexity: O(values in the tree), plus the work of the type's initializer.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONValueDecoder(value: self, codingPath: []).decode(type)
  }

  /// The value in words, for messages.
  package var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "the number \(value)"
    case .number(let value): "the number \(value)"
    case .string(let value): "the string '\(value.printable(limit: 40))'"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// One value of a tree and its path; both decoder and single-value container.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else {
      throw mismatch([String: JSONValue].self, "an object")
    }
    return KeyedDecodingContainer(JSONObjectDecoder<Key>(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
    return JSONArrayDecoder(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  // MARK: - Single values

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value else { throw mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = value else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double { try number(type) }
  func decode(_ type: Float.Type) throws -> Float {
    let result = Float(try number(type))
    guard result.isFinite else { throw corrupted("does not fit \(type)") }
    return result
  }

  func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let result: Value? =
      switch value {
      case .integer(let value): Value(exactly: value)
      case .number(let value): Value(exactly: value)
      default: throw mismatch(type, "a whole number")
      }
    guard let result else { throw corrupted("does not fit \(type)") }
    return result
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == JSONValue.self, let value = value as? Value { return value }
    return try Value(from: self)
  }

  private func number(_ type: Any.Type) throws -> Double {
    switch value {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: throw mismatch(type, "a number")
    }
  }

  // MARK: - Faults

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), not \(value.kindInWords)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func corrupted(_ fault: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(value.kindInWords) \(fault)"))
  }
}

/// The members of an object.
private struct JSONObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(JSONKey.parent) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "the key '\(key.stringValue.printable(limit: 40))' is missing"))
    }
    return JSONValueDecoder(value: value, codingPath: codingPath + [key])
  }
}

/// The elements of an array, in order.
private struct JSONArrayDecoder: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next(Never.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(JSONValue.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next(JSONValue.self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next(JSONValue.self) { $0 }
  }

  /// Decodes the next element with `body`; when that throws, the element can be decoded again.
  private mutating func next<Result>(
    _ type: Any.Type, _ body: (JSONValueDecoder) throws -> Result
  ) throws -> Result {
    let result = try body(next(type))
    currentIndex += 1
    return result
  }

  /// The element to decode next; callers advance the index after decoding has succeeded.
  private func next(_ type: Any.Type) throws -> JSONValueDecoder {
    let path = codingPath + [JSONKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "the array ends before this element"))
    }
    return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
  }
}

/// An index, a key, or the key under which a superclass is encoded.
package struct JSONKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  static let parent = JSONKey(stringValue: "super")

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

extension JSONValue: Codable {
  /// Takes the first of null, `Bool`, `Int`, `Double`, string, array and object that decodes; a
  /// decoder that accepts `1.0` as an `Int` gives an `integer` for it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = container.decodedIfFits(Bool.self) {
      self = .bool(value)
    } else if let value = container.decodedIfFits(Int.self) {
      self = .integer(value)
    } else if let value = container.decodedIfFits(Double.self) {
      self = .number(value)
    } else if let value = container.decodedIfFits(String.self) {
      self = .string(value)
    } else if let value = container.decodedIfFits([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Encodes the value as the JSON type it is.
  ///
  /// - Throws: The error of `encoder`, for example for NaN.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension SingleValueDecodingContainer {
  /// The value if it decodes as `type`; decoders offer no other way to ask for a value's type.
  fileprivate func decodedIfFits<Value: Decodable>(_ type: Value.Type) -> Value? {
    do { return try decode(type) } catch { return nil }
  }
}
