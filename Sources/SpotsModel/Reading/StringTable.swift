import Synchronization

/// The texts of a document in one language, by identifier: an object of messages, as in the file
/// `strings/de.json`.
///
/// They are read when the first one is looked up. Messages with faults are left out.
package final class StringTable: Sendable {
  /// ICU's name of the language.
  package let language: String
  package let bytes: [UInt8]
  private let known = Mutex<[String: Message]?>(nil)

  package init(_ language: String, _ bytes: [UInt8]) {
    (self.language, self.bytes) = (language, bytes)
  }

  /// The message with an identifier; nil for none.
  func message(_ identifier: String) -> Message? {
    messages[identifier]
  }

  /// All messages that have no fault.
  ///
  /// - Complexity: O(bytes) the first time.
  package var messages: [String: Message] {
    known.withLock { known in
      if let known { return known }
      var messages: [String: Message] = [:]
      _ = visit { identifier, text, _, _ in
        let message = Result { () throws(ExpressionFault) in try Message(text) }
        if case .success(let message) = message { messages[identifier] = message }
      }
      known = messages
      return messages
    }
  }

  /// Calls `body` with the identifier and the text of each message, in their order.
  ///
  /// - Returns: The faults of the document, and those that `body` reports.
  package func visit(
    _ body: (_ identifier: String, _ text: String, StringToken, inout JSONCursor) -> Void
  ) -> [Diagnostic] {
    ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) -> Void in
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        return try cursor.mismatch("an object of messages")
      }
      try cursor.beginFreeObject()
      var keys = FreeKeys()
      var seen: Set<String> = []
      while let key = try cursor.nextFreeKey(&keys.isFirst) {
        let identifier = cursor.scanner.text(of: key)
        guard cursor.scanner.current == UInt8(ascii: "\"") else {
          try cursor.mismatch("a message")
          continue
        }
        let token = try cursor.scanner.string()
        body(identifier, cursor.scanner.text(of: token), token, &cursor)
        try keys.note(key, identifier, isNew: seen.insert(identifier).inserted, in: &cursor)
      }
    }.diagnostics
  }
}

extension StringTable: Equatable {
  package static func == (a: StringTable, b: StringTable) -> Bool {
    a === b || a.language == b.language && a.bytes == b.bytes
  }
}

/// The texts of a document in several languages, of which that of the user counts.
package struct ScreenStrings: Sendable, Equatable {
  /// In the order in which a text is looked for.
  package private(set) var tables: [StringTable] = []
  /// The language of the user, and that which the document says it is in; nil for none.
  private var user = Language.standard.words
  private var own: String?
  /// Whether a text has been looked up.
  private(set) var isUsed = false
  /// How much of long texts may still be read, in bytes: one of them may be named by every item.
  private var room = 16 << 20
  /// A text that is no longer costs only as much as a short one that is written out.
  private static let long = 1024

  package init() {}

  /// - Parameter tables: Of two for one language, the first one is asked first.
  package init(_ tables: [StringTable]) {
    self.tables = tables
    sort()
  }

  /// The same texts for a user, and for a document that says in which language it is.
  func preferring(_ user: String, _ own: String? = nil) -> ScreenStrings {
    var strings = self
    (strings.user, strings.own) = (user, own.flatMap(Language.known) ?? self.own)
    strings.sort()
    return strings
  }

  /// The same texts and those of a document, which come before those of files beside it.
  package func adding(_ texts: [String: JSONText]) -> ScreenStrings {
    let new = texts.map { StringTable($0.key, $0.value.bytes) }.filter { !tables.contains($0) }
    guard !new.isEmpty else { return self }
    var strings = self
    strings.tables = new + tables
    strings.sort()
    return strings
  }

  /// Whether texts are looked for elsewhere, or in another order.
  func isOther(than other: ScreenStrings) -> Bool { tables != other.tables }

  /// The language of what the user reads; nil where no text has been looked up.
  var language: String? { isUsed ? tables.first?.language : nil }

  /// Makes room for a message; false when there is none.
  mutating func take(_ message: Message) -> Bool {
    room -= max(message.source.utf8.count - Self.long, 0)
    return room >= 0
  }

  /// The message with an identifier in the first language that has it, and that language.
  mutating func message(_ identifier: String) -> (message: Message, language: String)? {
    isUsed = true
    for table in tables {
      if let message = table.message(identifier) { return (message, table.language) }
    }
    return nil
  }

  private mutating func sort() {
    let wanted = [user, own, "en"].compactMap { $0 }
    func rank(_ language: String) -> Int {
      let ranks = wanted.enumerated().map { index, wanted in
        if wanted == language { return index * 3 }
        if wanted.hasPrefix(language + "_") { return index * 3 + 1 }
        return wanted.prefix { $0 != "_" } == language.prefix { $0 != "_" } ? index * 3 + 2 : .max
      }
      return ranks.min() ?? .max
    }
    tables = tables.enumerated().map { (rank($1.language), $1.language, $0, $1) }
      .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
  }
}

extension ScreenStrings {
  /// Reads texts by language, each table as its text.
  static func readTables(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [String: JSONText]? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object with the texts of each language")
    }
    try cursor.beginFreeObject()
    var keys = FreeKeys()
    var tables: [String: JSONText] = [:]
    while let token = try cursor.nextFreeKey(&keys.isFirst) {
      let name = cursor.scanner.text(of: token)
      guard let language = Language.known(name) else {
        cursor.report(.error, .outOfRange, at: token.start - 1) { cursor in
          "\(cursor.quoted(token)) is no language such as 'de'"
        }
        try cursor.skipValue()
        continue
      }
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("an object of messages")
        continue
      }
      let text = try JSONText.read(from: &cursor)
      try keys.note(
        token, name, isNew: tables.updateValue(text, forKey: language) == nil, in: &cursor)
    }
    return tables
  }
}
