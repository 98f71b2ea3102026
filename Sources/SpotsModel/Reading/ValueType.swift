/// The type of a value in a document.
package indirect enum ValueType: Hashable, Sendable {
  /// Text; outside nibs the reader takes a number as its text, with a warning.
  case string
  /// A number, or a string that holds one. The reader cuts it to the range, with a warning.
  case number(ClosedRange<Double>)
  /// Like `number`, without a fraction.
  case integer(ClosedRange<Int>)
  /// `true` or `false`; no other value counts as one.
  case bool
  /// An integer or a string.
  case identifier
  /// One of a few words.
  case words([String])
  /// `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  case color
  /// A regular expression.
  case pattern
  /// A day or a time of day, as ISO 8601 writes them.
  case date, time, dateTime
  /// The name of a registered view, or of a registered layout.
  case itemKind, componentKind
  /// An object with the keys of the table of this name.
  case object(String)
  /// An array whose elements are all of one type.
  case array(ValueType)
  /// An object with free keys, whose values are all of one type.
  case map(ValueType)
  /// Any JSON.
  case any
  /// `null`, which counts as a missing key.
  case null
  /// Text with a hole for data.
  case hole
  /// A value of one of the types.
  case either([ValueType])
  /// A value, or an object with one for each class of the component's width.
  case byWidth(ValueType)

  /// The raw value of a case of an enumeration.
  package static func words<Words: CaseIterable & RawRepresentable<String>>(of: Words.Type)
    -> ValueType
  {
    .words(Words.allCases.map(\.rawValue))
  }

  /// The name of the table of an object that may be the value itself, not one inside it.
  var objectName: String? {
    switch self {
    case .object(let name): name
    case .byWidth(let type): type.objectName
    case .either(let types): types.lazy.compactMap(\.objectName).first
    default: nil
    }
  }

  /// The type, or text with a hole in its place; any text is one already where text is expected.
  var orHole: ValueType {
    switch self {
    case .string, .identifier, .pattern, .itemKind, .any, .null, .hole, .object: self
    // Items and components themselves are never data, and neither are the fields to sort by.
    case .array(.object("item")), .array(.object("component")), .map(.array), .array(.string): self
    case .array(let element): .either([.array(element.orHole), .hole])
    case .byWidth(let type): .byWidth(type.orHole)
    case .either(let types): types.contains(.string) ? self : .either(types + [.hole])
    default: .either([self, .hole])
    }
  }

  /// The type or `null`.
  var orNull: ValueType {
    switch self {
    case .any: self
    case .either(let types): .either(types + [.null])
    default: .either([self, .null])
    }
  }
}
