/// A value of a screen's data. Arrays stay bytes: below the root and objects in it, their elements
/// are read each time they are asked for.
public enum DataValue: Hashable, Sendable {
  /// A value without a list in it that is read row by row.
  case value(JSONValue)
  /// The members of an object.
  case object([String: DataValue])
  /// The elements of an array.
  case rows(RowList)

  static let null = DataValue.value(.null)

  /// Creates the data of a program: what `value` is as JSON.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold, NaN for example.
  /// - Complexity: O(*n*) in all values inside.
  public init(encoding value: some Encodable) throws {
    self.init(try JSONValue(encoding: value))
  }

  /// Creates the data that a JSON value is.
  public init(_ value: JSONValue) {
    switch value {
    case .array(let elements): self = .rows(RowList(elements))
    case .object(let members): self = .object(members.mapValues(DataValue.init))
    default: self = .value(value)
    }
  }

  /// The most elements of an array that is read as one value.
  static let mostElements = 100_000

  /// The whole as JSON; nil for more than `mostElements` elements.
  package var json: JSONValue? {
    switch self {
    case .value(let value): return value
    case .object(let members):
      let values = members.compactMapValues(\.json)
      return values.count == members.count ? .object(values) : nil
    case .rows(let rows):
      return rows.count > Self.mostElements ? nil : .array(rows.map(\.value))
    }
  }

  /// The value that `steps` lead to; nil for none.
  package subscript(steps: ArraySlice<ExpressionStep>) -> DataValue? {
    guard let step = steps.first else { return self }
    switch (self, step) {
    case (.object(let members), .key(let key)): return members[key]?[steps.dropFirst()]
    case (.rows(let rows), .index(let index)) where rows.indices.contains(index):
      guard case .found(let value) = rows[index].lookUp(Array(steps.dropFirst())) else {
        return nil
      }
      return DataValue(value)
    case (.value(let value), _):
      guard case .found(let found) = value.lookUp(Array(steps)) else { return nil }
      return DataValue(found)
    default: return nil
    }
  }

  /// Follows `steps` from this value.
  func lookUp(_ steps: [ExpressionStep]) -> ExpressionLookup {
    var place = self
    for (count, step) in steps.enumerated() {
      switch (place, step) {
      case (.object(let members), .key(let key)):
        guard let member = members[key] else { return .missing(after: count, in: .map) }
        place = member
      case (.object, _): return .missing(after: count, in: .map)
      case (.rows(let rows), .index(let index)) where rows.indices.contains(index):
        return rows[index].lookUp(Array(steps[(count + 1)...])).after(count + 1)
      case (.rows, _): return .missing(after: count, in: .list)
      case (.value(let value), _): return value.lookUp(Array(steps[count...])).after(count)
      }
    }
    // A list that is too long for one value has a size, and elements, all the same.
    return place.json.map { .found($0) } ?? .missing(after: steps.count, in: .list)
  }
}

extension JSONWriter {
  /// Writes the data of a screen, row by row.
  package mutating func data(_ data: DataValue) {
    switch data {
    case .value(let value): self.value(value)
    case .object(let members):
      object { json in
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          json.key(key)
          json.data(value)
        }
      }
    case .rows(let rows): array(rows) { $0.value($1.value) }
    }
  }
}

extension ExpressionLookup {
  /// The result where `count` steps led to where it began.
  fileprivate func after(_ count: Int) -> ExpressionLookup {
    if case .missing(let steps, let type) = self { return .missing(after: steps + count, in: type) }
    return self
  }
}
