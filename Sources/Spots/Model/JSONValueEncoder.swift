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
  enum Content {
    case nothing
    case single(JSONValue)
    case array([JSONNode])
    case object([String: JSONNode])
  }

  var content = Content.nothing

  /// The tree written so far; an empty object for a type that wrote nothing.
  var value: JSONValue {
    switch content {
    case .nothing: .object([:])
    case .single(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let nodes): .object(nodes.mapValues(\.value))
    }
  }

  /// Makes the value an empty object unless it is an object already.
  func beginObject() {
    if case .object = content { return }
    content = .object([:])
  }

  /// Makes the value an empty array unless it is an array already.
  func beginArray() {
    if case .array = content { return }
    content = .array([])
  }

  func member(_ key: some CodingKey) -> JSONNode {
    guard case .object(var nodes) = content else { return JSONNode() }
    let node = nodes[key.stringValue] ?? JSONNode()
    content = .nothing  // one reference to the members, so that they are not copied
    nodes[key.stringValue] = node
    content = .object(nodes)
    return node
  }

  var count: Int {
    guard case .array(let nodes) = content else { return 0 }
    return nodes.count
  }

  func appendElement() -> JSONNode {
    guard case .array(var nodes) = content else { return JSONNode() }
    let node = JSONNode()
    content = .nothing
    nodes.append(node)
    content = .array(nodes)
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

  func encodeNil() { node.content = .single(.null) }
  func encode(_ value: Bool) { node.content = .single(.bool(value)) }
  func encode(_ value: String) { node.content = .single(.string(value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Double) throws {
    guard value.isFinite else { throw unfit(value, "JSON has no '\(value)'") }
    node.content = .single(.number(value))
  }

  func encode(_ value: Int) { node.content = .single(.integer(value)) }
  func encode(_ value: Int8) { encode(Int(value)) }
  func encode(_ value: Int16) { encode(Int(value)) }
  func encode(_ value: Int32) { encode(Int(value)) }
  func encode(_ value: Int64) throws { try encode(whole: value) }
  func encode(_ value: UInt) throws { try encode(whole: value) }
  func encode(_ value: UInt8) { encode(Int(value)) }
  func encode(_ value: UInt16) { encode(Int(value)) }
  func encode(_ value: UInt32) throws { try encode(whole: value) }
  func encode(_ value: UInt64) throws { try encode(whole: value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    if let value = value as? JSONValue {
      node.content = .single(value)
    } else {
      try value.encode(to: self)
    }
  }

  private func encode(whole value: some FixedWidthInteger) throws {
    if let integer = Int(exactly: value) {
      encode(integer)
    } else if let number = Double(exactly: value) {
      try encode(number)
    } else {
      throw unfit(value, "'\(value)' is too large to be kept exactly")
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
