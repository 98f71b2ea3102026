// Encodes typed values as JSON trees with the standard library's `Codable`.

extension JSONValue {
  /// Encodes a typed value; `decoded(as:)` gives an equal one back.
  ///
  /// Integers are `integer`, `Double` and `Float` are `number`.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold: NaN and infinities, and integers that are
  ///   neither an `Int` nor exactly a `Double`.
  public init(encoding value: some Encodable) throws {
    let node = JSONNode()
    try JSONValueEncoder(node: node, codingPath: []).encode(value)
    self = node.value
  }
}

/// A value under construction; containers write into it throughout their lifetime.
private final class JSONNode {
  private var single: JSONValue?
  private var elements: [JSONNode]?
  private var members: [String: JSONNode]?

  /// The tree written so far; an empty object for a type that wrote nothing.
  var value: JSONValue {
    if let members { return .object(members.mapValues(\.value)) }
    if let elements { return .array(elements.map(\.value)) }
    return single ?? .object([:])
  }

  /// Makes the node this value, in place of what it was.
  func become(_ value: JSONValue) { (single, elements, members) = (value, nil, nil) }

  /// Makes the value an empty object unless it is an object already.
  func beginObject() { (elements, members) = (nil, members ?? [:]) }

  /// Makes the value an empty array unless it is an array already.
  func beginArray() { (elements, members) = (elements ?? [], nil) }

  func member(_ key: some CodingKey) -> JSONNode {
    let node = members?[key.stringValue] ?? JSONNode()
    members?[key.stringValue] = node
    return node
  }

  var count: Int { elements?.count ?? 0 }

  func appendElement() -> JSONNode {
    let node = JSONNode()
    elements?.append(node)
    return node
  }
}

/// Writes one value; both encoder and single-value container.
private struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(JSONObjectEncoder<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return JSONArrayEncoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  // MARK: - Single values

  func encodeNil() { node.become(.null) }
  func encode(_ value: Bool) { node.become(.bool(value)) }
  func encode(_ value: String) { node.become(.string(value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Double) throws {
    guard value.isFinite else { throw unfit(value, "JSON has no '\(value)'") }
    node.become(.number(value))
  }

  func encode<Value: Encodable & FixedWidthInteger>(_ value: Value) throws {
    if let integer = Int(exactly: value) {
      node.become(.integer(integer))
    } else if let number = Double(exactly: value) {
      try encode(number)
    } else {
      throw unfit(value, "'\(value)' is too large to be kept exactly")
    }
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    if let value = value as? JSONValue {
      node.become(value)
    } else {
      try value.encode(to: self)
    }
  }

  private func unfit(_ value: Any, _ fault: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: codingPath, debugDescription: fault))
  }
}

/// Writes the members of an object.
private struct JSONObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { member(key).encodeNil() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key).encode(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member(JSONKey.parent) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  private func member(_ key: some CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(node: node.member(key), codingPath: codingPath + [key])
  }
}

/// Writes the elements of an array.
private struct JSONArrayEncoder: UnkeyedEncodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey]

  var count: Int { node.count }
  func encodeNil() { element().encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  func superEncoder() -> any Encoder { element() }

  private func element() -> JSONValueEncoder {
    let path = codingPath + [JSONKey(intValue: node.count)]
    return JSONValueEncoder(node: node.appendElement(), codingPath: path)
  }
}
