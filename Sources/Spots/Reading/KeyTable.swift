/// The keys of one kind of object in a screen, as the reader knows them. Schema and documentation
/// are made from the same tables.
public final class KeyTable: Sendable {
  /// What a key's value must be.
  public indirect enum ValueType: Hashable, Sendable {
    case string
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case bool
    /// An integer or a string.
    case identifier
    /// One of a few words.
    case words([String])
    /// `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
    case color
    /// The name of a view, or of a layout.
    case itemKind, componentKind
    /// An object with the keys of the table of this name.
    case object(String)
    case array(ValueType)
    /// An object with free keys.
    case map(ValueType)
    /// Any JSON.
    case any
    case null
    case either([ValueType])

    /// The type, or `null`, which means that the key is missing.
    var orNull: ValueType {
      switch self {
      case .any: self
      case .either(let types): .either(types + [.null])
      default: .either([self, .null])
      }
    }
  }

  public struct Key: Sendable {
    public var name: String
    /// Other spellings, from older generations.
    public var aliases: [String]
    public var type: ValueType
    /// What a missing key means, as JSON; nil when there is no value then.
    public var fallback: String?
    /// What the key is for, in one sentence.
    public var text: String

    let slot: UInt8
  }

  /// The name other tables refer to.
  public let name: String
  public let keys: [Key]

  let matcher: KeyMatcher
  /// What a key is called in messages.
  let noun: String

  init(_ name: String, noun: String = "key", _ keys: [Key]) {
    self.name = name
    self.noun = noun
    self.keys = keys
    matcher = KeyMatcher(
      keys.flatMap { key in ([key.name] + key.aliases).map { ($0, key.slot) } })
  }

  /// All tables, the document's own first.
  public static var all: [KeyTable] {
    [root, component, item, layout, interaction, inset, size, theme]
  }
}

extension KeyTable.Key {
  /// A key that means nothing when it is missing.
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
