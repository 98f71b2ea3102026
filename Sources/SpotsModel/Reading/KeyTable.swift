/// The keys of one kind of object. The reader matches keys with these tables, the schema is
/// generated from them, and the documentation is tested against them.
package final class KeyTable: Sendable {
  /// One key of an object: its spellings, the type of its value and its default.
  package struct Key: Sendable {
    /// The preferred spelling, also suggested for a misspelled key.
    package var name: String
    /// Older spellings, read like `name`; the schema marks them as deprecated.
    var aliases: [String]
    /// The type of the value; `null` counts as a missing key.
    package var type: ValueType
    /// The default as JSON text; nil when a missing key means that there is no value.
    var fallback: String? { makeFallback() }
    /// Only the schema asks for it.
    var makeFallback: @Sendable () -> String?
    /// What the key is for, in one sentence.
    package var text: String
    /// Whether only older screens have the key, as its sentence begins by saying.
    package var isOlder: Bool { text.hasPrefix("Older") || text.hasPrefix("The older name") }

    var slot: UInt8

    package init(
      name: String, aliases: [String] = [], type: ValueType, fallback: String? = nil, text: String,
      slot: UInt8
    ) {
      (self.name, self.aliases, self.type) = (name, aliases, type)
      (self.text, self.slot) = (text, slot)
      makeFallback = { fallback }
    }
  }

  /// The name by which `ValueType.object` refers to the table.
  package let name: String
  /// In the order in which the schema lists them.
  package let keys: [Key]

  /// The key that objects must have; nil when all are optional.
  let required: String?
  let matcher: KeyMatcher
  /// The word for a key in messages.
  package let noun: String
  /// The tables that values refer to by name, besides those of screens.
  private let others: [KeyTable]

  package init(
    _ name: String, noun: String = "key", required: String? = nil, others: [KeyTable] = [],
    _ keys: [Key]
  ) {
    self.name = name
    self.others = others
    self.required = required
    self.noun = noun
    self.keys = keys
    matcher = KeyMatcher(
      keys.flatMap { key in ([key.name] + key.aliases).map { ($0, key.slot) } })
  }

  /// The preferred spellings.
  package var names: [String] { keys.map(\.name) }

  /// What to write in place of a key that is not in the table, as far as its name tells.
  func advice(onUnknown name: String) -> String? {
    let places = keys.filter { has(name, in: $0) }.map { "'\($0.name)'" }
    if !places.isEmpty { return "it belongs in \(places.joined(separator: " or "))" }
    if let nearest = nearestName(to: name, among: keys.lazy.map(\.name)) {
      return "did you mean '\(nearest)'?"
    }
    let free = keys.first { $0.type == .map(.any) }
    return free.map { "data of your own belongs in '\($0.name)'" }
  }

  /// The keys as part of another table, in which they have the slots from `first` on.
  func keys(from first: UInt8) -> [Key] {
    keys.map {
      var key = $0
      key.slot += first
      return key
    }
  }

  /// Whether the value of `key` is an object that may have a key called `name`.
  private func has(_ name: String, in key: Key) -> Bool {
    guard let table = key.type.objectName else { return false }
    let inner = (others + ScreenKeys.all).first { $0.name == table }
    return inner?.keys.contains { $0.name == name } ?? false
  }
}

extension KeyTable {
  /// Reads an object with these keys into a copy of `value`; nil for `null` and after a mismatch.
  ///
  /// - Parameter read: Reads the value of the key with a slot.
  @inline(__always)
  package func readObject<Value>(
    from cursor: inout JSONCursor, into value: Value, expecting what: String = "an object",
    _ read: (inout Value, UInt8, inout JSONCursor) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> Value? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch(what)
    }
    var value = value
    var keys = try cursor.beginObject(self)
    while let slot = try cursor.nextKey(&keys, of: self) { try read(&value, slot, &cursor) }
    return value
  }
}

/// Finds which of a few known names some bytes spell, without making a string of them.
///
/// A perfect hash over a name's first eight bytes and its length, found by trial when the matcher
/// is created; one comparison decides.
struct KeyMatcher: @unchecked Sendable {
  private struct Cell {
    var word: UInt64 = 0
    /// 0 when empty.
    var count = 0
    var slot: UInt8 = 0
    var name: UnsafePointer<UInt8>?
  }

  // Matchers belong to key tables, which live as long as the program: nothing is freed, and after
  // the initializer nothing is written.
  private let cells: UnsafePointer<Cell>
  private let factor: UInt64
  private static let shift: UInt64 = 56

  /// The number of factors tried before the names count as too many.
  private static let trials = 1 << 16

  /// - Parameter names: Distinct, not empty, a few dozen; no two may share both length and first
  ///   eight bytes.
  init(_ names: [(name: String, slot: UInt8)]) {
    let entries = names.map { name, slot in
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: name.utf8.count)
      for (index, byte) in name.utf8.enumerated() { bytes[index] = byte }
      return Cell(
        word: Self.word(bytes, count: name.utf8.count, readable: name.utf8.count),
        count: name.utf8.count, slot: slot, name: UnsafePointer(bytes))
    }
    if let (a, b) = Self.clash(among: names.map(\.name)) {
      preconditionFailure("no hash tells '\(a)' from '\(b)': give one of them another name")
    }
    var factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var table = Self.table(entries, factor: factor)
    var trial = 0
    while table == nil {
      precondition(trial < Self.trials, "too many names for a perfect hash: split their table")
      trial += 1
      factor = factor &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F | 1
      table = Self.table(entries, factor: factor)
    }
    let cells = UnsafeMutablePointer<Cell>.allocate(capacity: 256)
    cells.initialize(repeating: Cell(), count: 256)
    for (index, cell) in (table ?? []).enumerated() { cells[index] = cell }
    self.cells = UnsafePointer(cells)
    self.factor = factor
  }

  /// The slot of the name that a token spells; nil when it is not a known one.
  @inline(__always)
  func slot(of token: StringToken, in scanner: JSONScanner) -> UInt8? {
    if token.hasEscapes {
      var text = scanner.text(of: token)
      return text.withUTF8 { slot($0.baseAddress, count: $0.count, readable: $0.count) }
    }
    return slot(
      scanner.base + token.start, count: token.end - token.start,
      readable: scanner.end - token.start)
  }

  /// The slot of the name that `count` bytes spell; `readable` bytes may be looked at.
  @inline(__always)
  func slot(_ bytes: UnsafePointer<UInt8>?, count: Int, readable: Int) -> UInt8? {
    guard let bytes, count > 0 else { return nil }
    let word = Self.word(bytes, count: count, readable: readable)
    let cell = cells[Self.index(word, count, factor)]
    guard cell.word == word, cell.count == count else { return nil }
    if count > 8, let name = cell.name {
      for index in 8..<count where bytes[index] != name[index] { return nil }
    }
    return cell.slot
  }

  /// Two names that no factor keeps apart; nil when there are none.
  static func clash(among names: [String]) -> (String, String)? {
    var known: [[UInt8]: String] = [:]
    for name in names {
      let key = Array(name.utf8.prefix(8)) + [UInt8(truncatingIfNeeded: name.utf8.count)]
      if let other = known.updateValue(name, forKey: key) { return (other, name) }
    }
    return nil
  }

  private static func table(_ entries: [Cell], factor: UInt64) -> [Cell]? {
    var cells = [Cell](repeating: Cell(), count: 256)
    for entry in entries {
      let index = index(entry.word, entry.count, factor)
      guard cells[index].count == 0 else { return nil }
      cells[index] = entry
    }
    return cells
  }

  @inline(__always)
  private static func index(_ word: UInt64, _ count: Int, _ factor: UInt64) -> Int {
    Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: count)) &* factor) >> shift)
  }

  /// The first eight bytes as a little-endian number, padded with zeros.
  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, count: Int, readable: Int) -> UInt64 {
    if readable >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
      return count >= 8 ? word : word & ((1 << UInt64(8 * count)) &- 1)
    }
    var word: UInt64 = 0
    for index in 0..<min(count, 8) { word |= UInt64(bytes[index]) << UInt64(8 * index) }
    return word
  }
}
