// Typed access to the free `model` of items and components.

extension Item {
  // Disfavored, so that a `JSONValue` and its literals choose the initializer that does not throw.
  /// Creates an item with a typed model for the presenter registered for `kind`.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold, NaN for example.
  @_disfavoredOverload
  public init(
    identifier: Identifier? = nil, title: String = "", subtitle: String = "", text: String = "",
    image: String = "", kind: String = "", action: String? = nil, size: Size = .zero,
    meta: Meta = Meta(), relations: [String: [Item]] = [:], children: [ComponentModel] = [],
    model: some Encodable
  ) throws {
    self.init(
      identifier: identifier, title: title, subtitle: subtitle, text: text, image: image,
      kind: kind, action: action, size: size, meta: meta, relations: relations,
      children: children, model: try JSONValue(encoding: model))
  }

  /// The item's `model` decoded as `type`; nil when it has none.
  ///
  /// - Throws: `DecodingError` with the path, below `model`, of the first value that does not fit.
  public func resolveModel<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model? {
    try model?.decoded(as: type)
  }

  /// Replaces the item's model.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold; the item is then unchanged.
  public mutating func update(model: some Encodable) throws {
    self.model = try JSONValue(encoding: model)
  }
}

extension ComponentModel {
  /// The component's `model` decoded as `type`; nil when it has none.
  ///
  /// - Throws: `DecodingError` with the path, below `model`, of the first value that does not fit.
  public func resolveModel<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model? {
    try model?.decoded(as: type)
  }

  /// Replaces the component's model.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold; the component is then unchanged.
  public mutating func update(model: some Encodable) throws {
    self.model = try JSONValue(encoding: model)
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
