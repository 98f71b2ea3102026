// `Codable` for the models of a screen, through the reader and the writer of documents, so that
// there is one JSON form. Formats other than JSON get the same tree.

/// Converts models between the coders of the standard library and the JSON of screens.
enum ModelCoding {
  /// Passes the JSON that `write` writes for `model` to `encoder`.
  ///
  /// - Throws: `EncodingError` when the model is nested deeper than documents may be.
  static func encode<Model>(
    _ model: Model, to encoder: any Encoder, _ write: (inout JSONWriter) -> Void
  ) throws {
    let (value, diagnostics) = JSONValue.read(JSONWriter(write).bytes)
    guard let value else {
      throw EncodingError.invalidValue(
        model,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: diagnostics.first?.message ?? "there is no JSON for it"))
    }
    try value.encode(to: encoder)
  }

  /// Reads a model from the JSON in `decoder` with `read`.
  ///
  /// - Throws: `DecodingError` with the path of the first value that does not fit its key. Faults
  ///   that are only warnings in a document are ignored.
  static func decode<Model>(
    _ decoder: any Decoder,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Model?
  ) throws -> Model {
    let value = try JSONValue(from: decoder)
    let writer = JSONWriter { $0.value(value) }
    let document = ScreenReader().readDocument(writer.bytes) { cursor throws(SyntaxError) in
      try read(&cursor)
    }
    let error = document.diagnostics.first { $0.severity == .error }
    if error == nil, let model = document.value ?? nil { return model }
    let path = decoder.codingPath + JSONKey.path(ofPointer: error?.path ?? "")
    throw DecodingError.dataCorrupted(
      .init(codingPath: path, debugDescription: error?.message ?? "null is no such value"))
  }
}

extension JSONKey {
  /// The keys along a JSON pointer.
  fileprivate static func path(ofPointer text: String) -> [any CodingKey] {
    do throws(PointerFault) {
      return try JSONPointer(text).tokens.map { token in
        Int(token).map { JSONKey(intValue: $0) } ?? JSONKey(stringValue: token)
      }
    } catch {
      return []
    }
  }
}

// Each type is encoded in its form in a document: an object, an array or a scalar.

/// A model that `Codable` reads and writes as documents hold it.
protocol DocumentCoded: Codable {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> Self?
  func writeDocument(to json: inout JSONWriter)
}

extension DocumentCoded {
  /// Decodes the value as documents hold it.
  ///
  /// - Throws: `DecodingError` for the first value that does not fit its key.
  public init(from decoder: any Decoder) throws {
    self = try ModelCoding.decode(decoder, Self.readDocument)
  }

  /// Encodes the value as documents write it: an empty object if everything is the default.
  public func encode(to encoder: any Encoder) throws {
    try ModelCoding.encode(self, to: encoder, writeDocument)
  }
}

extension Screen: DocumentCoded {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> Screen? {
    try read(from: &cursor)
  }
  func writeDocument(to json: inout JSONWriter) { ScreenWriter().write(self, to: &json) }
}

extension ComponentModel: DocumentCoded {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> ComponentModel? {
    try read(from: &cursor)
  }
  func writeDocument(to json: inout JSONWriter) { ScreenWriter().write(self, to: &json) }
}

extension ComponentModel.Kind: Codable {}

extension Item: DocumentCoded {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> Item? {
    try ItemReader.read(from: &cursor)
  }
  func writeDocument(to json: inout JSONWriter) { ScreenWriter().write(self, to: &json) }
}

extension Item.Identifier: Codable {
  /// Decodes an identifier as documents hold it.
  ///
  /// - Throws: `DecodingError` for a value that is neither an integer nor a string.
  public init(from decoder: any Decoder) throws {
    self = try ModelCoding.decode(decoder, Item.Identifier.read)
  }

  /// An integer or a string.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ItemList: DocumentCoded {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> ItemList? {
    var starts: [UInt32] = []
    return try readItems(from: &cursor, starts: &starts).map { ItemList($0) }
  }
  func writeDocument(to json: inout JSONWriter) { ScreenWriter().write(self, to: &json) }
}

extension Layout: DocumentCoded {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> Layout? {
    try LayoutReading.read(from: &cursor)?.layout
  }
  func writeDocument(to json: inout JSONWriter) { LayoutKeys.layout.write(self, to: &json) }
}

extension Layout.PageIndicator: Codable {}
extension Layout.HeaderMode: Codable {}

extension Interaction: DocumentCoded {
  static func readDocument(from cursor: inout JSONCursor) throws(SyntaxError) -> Interaction? {
    try LayoutKeys.interaction.read(from: &cursor)
  }
  func writeDocument(to json: inout JSONWriter) { LayoutKeys.interaction.write(self, to: &json) }
}

extension Interaction.Paginate: Codable {}
extension Interaction.MouseClick: Codable {}
extension Interaction.ScrollDirection: Codable {}

extension Meta: Codable {
  /// Decodes an object as documents hold it.
  ///
  /// - Throws: `DecodingError` for a value that is not an object.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([String: JSONValue].self))
  }

  /// An object with the same keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
