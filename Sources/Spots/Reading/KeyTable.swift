/// The keys of one kind of object. The reader matches keys with these tables, the schema is
/// generated from them, and the README is tested against them.
public final class KeyTable: Sendable {
  /// The type of a value.
  public indirect enum ValueType: Hashable, Sendable {
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
    /// A value of one of the types.
    case either([ValueType])

    /// The type or `null`.
    var orNull: ValueType {
      switch self {
      case .any: self
      case .either(let types): .either(types + [.null])
      default: .either([self, .null])
      }
    }
  }

  /// One key of an object: its spellings, the type of its value and its default.
  public struct Key: Sendable {
    /// The preferred spelling, also suggested for a misspelled key.
    public var name: String
    /// Older spellings, read like `name`; the schema marks them as deprecated.
    public var aliases: [String]
    /// The type of the value; `null` counts as a missing key.
    public var type: ValueType
    /// The default as JSON text; nil when a missing key means that there is no value.
    public var fallback: String?
    /// What the key is for, in one sentence.
    public var text: String

    let slot: UInt8
  }

  /// The name by which `ValueType.object` refers to the table.
  public let name: String
  /// In the order in which the schema lists them.
  public let keys: [Key]

  let matcher: KeyMatcher
  /// The word for a key in messages.
  let noun: String

  init(_ name: String, noun: String = "key", _ keys: [Key]) {
    self.name = name
    self.noun = noun
    self.keys = keys
    matcher = KeyMatcher(
      keys.flatMap { key in ([key.name] + key.aliases).map { ($0, key.slot) } })
  }

  /// All tables of screens, the root object's first.
  public static var all: [KeyTable] {
    [root, component, item, layout, interaction, inset, size, theme]
  }
}

extension KeyTable.Key {
  /// Creates a key without a default.
  init(
    _ key: some RawRepresentable<UInt8>, _ name: String, _ type: KeyTable.ValueType, _ text: String
  ) {
    self.init(
      name: name, aliases: [], type: type, fallback: nil, text: text, slot: key.rawValue)
  }

  init(
    _ key: some RawRepresentable<UInt8>, _ name: String, _ type: KeyTable.ValueType,
    _ fallback: String, aliases: [String] = [], _ text: String
  ) {
    self.init(
      name: name, aliases: aliases, type: type, fallback: fallback, text: text,
      slot: key.rawValue)
  }
}
