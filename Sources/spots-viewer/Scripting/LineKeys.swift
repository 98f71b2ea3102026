import Spots

/// A key of lines that are objects with one key: how its value is read, and what the line then
/// means.
struct LineKey<Meaning: Sendable>: Sendable {
  let name: String
  fileprivate let value: FieldValue<Meaning>

  init<Value>(
    _ name: String, _ value: FieldValue<Value>,
    _ meaning: @escaping @Sendable (Value) throws -> Meaning
  ) {
    self.name = name
    self.value = value.converted { found, _ in try meaning(found) }
  }

  /// Creates a key whose lines mean what `meaning` makes of those of another one.
  init<Other>(_ other: LineKey<Other>, _ meaning: @escaping @Sendable (Other) -> Meaning) {
    self.init(other.name, other.value) { found in meaning(found) }
  }
}

/// A meaning of a line.
protocol LineMeaning: Sendable {
  /// Whether it searches for items, by no other properties than those that are known.
  var isSearch: Bool { get }
}

/// The keys of the lines of scripts, or of the questions of clients.
struct LineKeys<Meaning: LineMeaning>: Sendable {
  private let table: KeyTable
  private let keys: [LineKey<Meaning>]
  /// A line in messages.
  private let expected: String

  /// - Parameter noun: The word for a line.
  init(_ noun: String, example: String, _ keys: [LineKey<Meaning>]) {
    table = KeyTable(
      noun, noun: noun,
      keys.enumerated().map {
        KeyTable.Key(name: $1.name, type: $1.value.type, text: "", slot: UInt8($0))
      })
    (self.keys, expected) = (keys, "an object with one key, such as \(example)")
  }

  /// Reads a line.
  ///
  /// - Throws: The first fault. Keys without a meaning inside of values are none, but for searches.
  func read(_ line: [UInt8]) throws(FieldFault) -> Meaning {
    let document = ScreenReader().readDocument(line) { cursor throws(SyntaxError) in
      try table.readObject(
        from: &cursor, into: [(name: String, meaning: Meaning?)](),
        expecting: expected
      ) { found, slot, cursor throws(SyntaxError) in
        let key = keys[Int(slot)]
        found.append((key.name, try key.value.read(&cursor)))
      } ?? []
    }
    let found = document.value ?? []
    let isStrict = found.first?.meaning?.isSearch ?? true
    let faults = document.diagnostics.filter { fault in
      switch fault.code {
      case .duplicateKey, .brokenText: false
      case .unknownKey: isStrict || Self.isOutermost(fault)
      default: true
      }
    }
    if let fault = faults.first(where: { $0.code == .unknownKey }) ?? faults.first {
      throw FieldFault(message(of: fault))
    }
    guard found.count == 1 else { throw FieldFault("\(table.noun) is \(expected)") }
    guard let meaning = found[0].meaning else {
      throw FieldFault("'\(found[0].name)' has no value")
    }
    return meaning
  }
  private static func isOutermost(_ fault: Diagnostic) -> Bool {
    !fault.path.dropFirst().contains("/")
  }

  private func message(of fault: Diagnostic) -> String {
    let first = String(fault.message.prefix { $0 != ";" })
    return switch fault.code {
    case .syntax: "column \(fault.column): \(fault.message)"
    case .unknownKey where Self.isOutermost(fault):
      "\(first); known are \(table.names.joined(separator: ", "))"
    // The rest of the warning says how a screen takes the value.
    case .typeMismatch where fault.severity == .warning: first
    default: fault.message
    }
  }
}
