// One declaration for each key of an object, which its reader, its writer and the schema follow.

/// How the values of a key are described, read and written.
package struct FieldValue<Value>: Sendable {
  package typealias Read = @Sendable (inout JSONCursor) throws(SyntaxError) -> Value?

  /// The type, for the schema.
  package let type: ValueType
  /// Reads a value; nil for `null` and after a mismatch.
  package let read: Read
  /// Writes a value; nil in documents that are never written.
  package let write: (@Sendable (inout JSONWriter, Value) -> Void)?
  /// Reads a value, or an object with one for each class of width; nil for classes without one.
  let readByWidth: @Sendable (inout JSONCursor) throws(SyntaxError) -> ByWidth<Value?>

  package init(
    _ type: ValueType,
    read: @escaping Read, write: (@Sendable (inout JSONWriter, Value) -> Void)? = nil
  ) {
    (self.type, self.read, self.write) = (type, read, write)
    readByWidth = { cursor throws(SyntaxError) in
      try ByWidth.read(from: &cursor, missing: nil, value: read)
    }
  }

  /// Creates values that may be objects with some fields.
  ///
  /// - Parameter table: The keys of the fields and the classes of width, which may stand side by
  ///   side where a value depends on the width.
  package init(
    _ type: ValueType, _ fields: Fields<Value>,
    byWidth table: @autoclosure @escaping @Sendable () -> KeyTable,
    read: @escaping Read
  ) where Value: Sendable {
    (self.type, self.read) = (type, read)
    write = { fields.write($1, to: &$0) }
    readByWidth = { cursor throws(SyntaxError) in
      try ByWidth.read(table(), from: &cursor, missing: nil, object: fields.unset) {
        found, slot, cursor throws(SyntaxError) in
        var model = found ?? fields.unset
        try fields.read(&model, slot, &cursor)
        found = model
      } value: { cursor throws(SyntaxError) in
        try read(&cursor)
      }
    }
  }
}

/// A fault of a value that has the right type, such as an unknown word; its message is shown to
/// the author of the document.
package struct FieldFault: Error, CustomStringConvertible {
  package var message: String
  package var description: String { message }

  package init(_ message: String) { self.message = message }
}

extension FieldValue {
  /// The values that `convert` makes of these. Its faults are reported, and give no value.
  ///
  /// - Parameter convert: Takes the subject of messages, too: the quoted key.
  package func converted<Other>(
    _ code: Diagnostic.Code = .typeMismatch,
    _ convert: @escaping @Sendable (Value, _ subject: String) throws -> Other
  ) -> FieldValue<Other> {
    FieldValue<Other>(type) { [read] cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let value = try read(&cursor) else { return nil }
      do {
        return try convert(value, cursor.subject)
      } catch {
        cursor.report(.error, code, at: start) { _ in "\(error)" }
        return nil
      }
    }
  }
}

extension FieldValue {
  /// An array, without the elements that are faulty.
  ///
  /// - Parameter expected: The array in messages.
  package static func list<Element>(
    of element: FieldValue<Element>, _ expected: String
  ) -> FieldValue where Value == [Element] {
    FieldValue(.array(element.type)) { cursor throws(SyntaxError) in
      try cursor.list(expected) { cursor throws(SyntaxError) in try element.read(&cursor) }
    } write: { json, elements in
      json.array(elements) { element.write?(&$0, $1) }
    }
  }
}

extension FieldValue<Item.Identifier> {
  package static var identifier: FieldValue {
    FieldValue(.identifier) { cursor throws(SyntaxError) in
      try Item.Identifier.read(from: &cursor)
    } write: { json, identifier in
      json.value(identifier.json)
    }
  }
}

extension FieldValue<Double> {
  /// A number, cut to `range`; by default a length in points.
  package static func number(_ range: ClosedRange<Double> = NumberRange.length) -> FieldValue {
    let read: Read = { cursor throws(SyntaxError) in try cursor.number(in: range) }
    return FieldValue(.number(range), read: read) { $0.number($1) }
  }
}

extension FieldValue<Int> {
  /// A number without a fraction, cut to `range`.
  package static func integer(_ range: ClosedRange<Int>) -> FieldValue {
    let read: Read = { cursor throws(SyntaxError) in try cursor.integer(in: range) }
    return FieldValue(.integer(range), read: read) { $0.integer($1) }
  }
}

extension FieldValue<Bool> {
  package static var bool: FieldValue {
    FieldValue(.bool, read: { c throws(SyntaxError) in try c.bool() }, write: { $0.bool($1) })
  }
}

extension FieldValue<String> {
  package static var string: FieldValue {
    FieldValue(.string, read: { c throws(SyntaxError) in try c.string() }, write: { $0.string($1) })
  }

  /// The name of a language.
  package static var language: FieldValue {
    let name = string.converted(.outOfRange) { name, subject in
      if Language.known(name) != nil { return name }
      throw FieldFault(
        "\(subject) expects a language such as 'de', not '\(name.printable(limit: 40))'")
    }
    return FieldValue(name.type, read: name.read, write: string.write)
  }
}

extension FieldValue<EdgeInsets> {
  package static var insets: FieldValue {
    FieldValue(
      LayoutKeys.insetType, LayoutKeys.inset, byWidth: LayoutKeys.insetByWidth,
      read: EdgeInsets.read)
  }
}

extension FieldValue<Size> {
  package static var size: FieldValue {
    FieldValue(
      LayoutKeys.sizeType, LayoutKeys.size, byWidth: LayoutKeys.sizeByWidth, read: Size.read)
  }
}

extension FieldValue where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the raw values.
  package static var word: FieldValue {
    FieldValue(.words(of: Value.self)) { cursor throws(SyntaxError) in
      try cursor.choice(Value.self)
    } write: {
      $0.string($1.rawValue)
    }
  }
}

extension FieldValue where Value: Sendable {
  /// An object with these fields.
  package static func object(
    _ fields: Fields<Value>,
    byWidth table: @autoclosure @escaping @Sendable () -> KeyTable = LayoutKeys.byWidth
  ) -> FieldValue {
    FieldValue(.object(fields.table.name), fields, byWidth: table(), read: fields.read)
  }
}

/// A key of an object, and the property of a model that has its value.
///
/// Key paths are made when they are first used, since making those of all keys would take as long
/// as reading a small screen.
package struct Field<Model: Sendable>: Sendable {
  fileprivate let key: KeyTable.Key
  /// Whether a property has the value.
  fileprivate var hasProperty = true
  /// Reads the value; one that is missing is that of another model.
  let read: @Sendable (inout Model, Model, inout JSONCursor) throws(SyntaxError) -> Void
  /// Reads a value that may depend on the class of width, into a model for each class.
  let readByWidth:
    @Sendable (inout ByWidth<Model>, Model, inout JSONCursor) throws(SyntaxError) -> Void
  /// Writes the member of one model, or of one for each class of width, unless all have the value
  /// of another one.
  let write: @Sendable ([Model], Model, inout JSONWriter) -> Void
  private let fallback: @Sendable (Model) -> String?

  /// Creates the field of a property that always has a value.
  ///
  /// - Parameter fallback: The default in the schema, if it is not that of the property; empty for
  ///   none.
  package init<Value: Equatable & Sendable>(
    _ property: @autoclosure @escaping @Sendable () -> (WritableKeyPath<Model, Value> & Sendable),
    _ name: String,
    _ value: FieldValue<Value>, aliases: [String] = [], fallback: String? = nil, _ text: String
  ) {
    self.init(name, value, aliases, fallback, text) {
      $0[keyPath: property()]
    } set: {
      $0[keyPath: property()] = $1 ?? $2[keyPath: property()]
    }
  }

  /// Creates the field of a property that is nil without a value.
  package init<Value: Equatable & Sendable>(
    optional property:
      @autoclosure @escaping @Sendable () -> (WritableKeyPath<Model, Value?> & Sendable),
    _ name: String,
    _ value: FieldValue<Value>, aliases: [String] = [], fallback: String? = nil, _ text: String
  ) {
    self.init(name, value, aliases, fallback, text) {
      $0[keyPath: property()]
    } set: { model, value, _ in
      model[keyPath: property()] = value
    }
  }

  private init<Value: Equatable & Sendable>(
    _ name: String, _ value: FieldValue<Value>, _ aliases: [String], _ fallback: String?,
    _ text: String, get: @escaping @Sendable (Model) -> Value?,
    set: @escaping @Sendable (inout Model, Value?, Model) -> Void
  ) {
    key = KeyTable.Key(name: name, aliases: aliases, type: value.type, text: text, slot: 0)
    read = { model, other, cursor throws(SyntaxError) in
      set(&model, try value.read(&cursor), other)
    }
    readByWidth = { models, other, cursor throws(SyntaxError) in
      models.update(by: try value.readByWidth(&cursor)) { set(&$0, $1, other) }
    }
    write = { models, other, json in
      json.member(name, byWidth: models.map(get), unless: get(other)) { json, found in
        if let found { value.write?(&json, found) } else { json.null() }
      }
    }
    self.fallback = { model in
      if let fallback { return fallback.isEmpty ? nil : fallback }
      let text = JSONWriter { json in get(model).map { value.write?(&json, $0) } }.text
      // An empty text or object stands for none.
      return ["", "\"\"", "{}"].contains(text) ? nil : text
    }
  }

  /// Creates the field of a part of the model.
  package init<Part>(
    _ field: Field<Part>,
    of part: @autoclosure @escaping @Sendable () -> (WritableKeyPath<Model, Part> & Sendable)
  ) {
    (key, hasProperty) = (field.key, field.hasProperty)
    read = { model, other, cursor throws(SyntaxError) in
      try field.read(&model[keyPath: part()], other[keyPath: part()], &cursor)
    }
    readByWidth = { models, other, cursor throws(SyntaxError) in
      var parts = ByWidth(each: { models[$0][keyPath: part()] })
      try field.readByWidth(&parts, other[keyPath: part()], &cursor)
      models.update(by: parts) { $0[keyPath: part()] = $1 }
    }
    write = { models, other, json in
      field.write(models.map { $0[keyPath: part()] }, other[keyPath: part()], &json)
    }
    fallback = { field.fallback($0[keyPath: part()]) }
  }

  /// Creates a key that readers and writers of the object treat in their own ways, or skip.
  package init(
    own name: String, _ type: ValueType, aliases: [String] = [], fallback: String? = nil,
    _ text: String
  ) {
    key = KeyTable.Key(name: name, aliases: aliases, type: type, text: text, slot: 0)
    read = { _, _, cursor throws(SyntaxError) in try cursor.skipValue() }
    readByWidth = { _, _, cursor throws(SyntaxError) in try cursor.skipValue() }
    (write, self.fallback) = ({ _, _, _ in }, { _ in fallback })
    hasProperty = false
  }

  /// The entry of a table.
  fileprivate func key(_ slot: Int, isByWidth: Bool, unset model: Model) -> KeyTable.Key {
    var key = key
    key.slot = UInt8(slot)
    key.makeFallback = { [fallback] in fallback(model) }
    if isByWidth, hasProperty { key.type = .byWidth(key.type) }
    return key
  }
}

/// The fields of one kind of object, in the order in which they are written.
package struct Fields<Model: Sendable>: Sendable {
  /// The slot of a field's key is the index of the field.
  package let table: KeyTable
  private let fields: [Field<Model>]
  /// The model of an empty object.
  let unset: Model
  private let noun: String

  /// - Parameters:
  ///   - unset: The model of an empty object.
  ///   - isByWidth: Whether each value may depend on the class of the component's width.
  ///   - others: The tables that values refer to by name, besides those of screens.
  ///   - noun: The object in messages.
  package init(
    _ name: String, of unset: Model, required: String? = nil, isByWidth: Bool = false,
    others: [KeyTable] = [], noun: String = "an object", _ fields: [Field<Model>]
  ) {
    table = KeyTable(
      name, required: required, others: others,
      fields.enumerated().map { $1.key($0, isByWidth: isByWidth, unset: unset) })
    (self.fields, self.unset, self.noun) = (fields, unset, noun)
  }

  /// Reads an object with these fields; nil for `null` and after a mismatch.
  package func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Model? {
    try table.readObject(from: &cursor, into: unset, expecting: noun) {
      model, slot, cursor throws(SyntaxError) in
      try read(&model, slot, &cursor)
    }
  }

  /// Reads the value of the field whose key has a slot in the table.
  package func read(
    _ model: inout Model, _ slot: UInt8, _ cursor: inout JSONCursor
  ) throws(SyntaxError) {
    try fields[Int(slot)].read(&model, unset, &cursor)
  }

  /// Reads the value of a field, which may depend on the class of width, into a model for each
  /// class.
  package func readByWidth(
    _ models: inout ByWidth<Model>, _ slot: UInt8, _ cursor: inout JSONCursor
  ) throws(SyntaxError) {
    try fields[Int(slot)].readByWidth(&models, unset, &cursor)
  }

  /// Writes an object, without the values that an empty one has.
  ///
  /// - Parameters:
  ///   - wider: The models of wider classes, if values depend on the width.
  ///   - own: Writes the member of a key that no property has a value of, if it has one.
  func write(
    _ model: Model, wider: [Model] = [], to json: inout JSONWriter,
    own: (String, inout JSONWriter) -> Void = { _, _ in }
  ) {
    json.object { writeMembers(model, wider: wider, to: &$0, own: own) }
  }

  /// Writes the members of an object that is open.
  func writeMembers(
    _ model: Model, wider: [Model] = [], to json: inout JSONWriter,
    own: (String, inout JSONWriter) -> Void = { _, _ in }
  ) {
    let models = [model] + wider
    for field in fields {
      if field.hasProperty {
        field.write(models, unset, &json)
      } else {
        own(field.key.name, &json)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a member unless all its values are `fallback`: one value as itself, or values that
  /// differ as an object.
  ///
  /// - Parameter values: One for all classes of width, or one for each.
  fileprivate mutating func member<Value: Equatable>(
    _ key: String, byWidth values: [Value], unless fallback: Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard values.contains(where: { $0 != fallback }) else { return }
    self.key(key)
    if values.allSatisfy({ $0 == values[0] }) { return write(&self, values[0]) }
    classes(values, unless: fallback, write)
  }

  /// Writes an object with a value for each class of width that differs from the next smaller one.
  ///
  /// - Parameter fallback: The value below the smallest class.
  mutating func classes<Value: Equatable>(
    _ values: [Value], unless fallback: Value, _ write: (inout JSONWriter, Value) -> Void
  ) {
    var previous = fallback
    object { json in
      for (widthClass, value) in zip(WidthClass.allCases, values) where value != previous {
        json.key(widthClass.rawValue)
        write(&json, value)
        previous = value
      }
    }
  }
}
