extension ScreenReader {
  /// Reads a line that may be a change; nil when it is a document, or not recognized.
  ///
  /// A line is a change when its root is an object with a key of `ScreenPatch`, or a near miss of
  /// one, and without `components`. It is read strictly: a missing or unknown key, or a value of a
  /// wrong type, makes it an error. Unknown keys inside items and components are warnings, as in
  /// documents.
  ///
  /// - Complexity: O(bytes); a document is read only until it is recognized as one.
  public func readPatch(_ line: [UInt8]) -> ParsedPatch? {
    var look = PatchLook()
    _ = readDocument(line) { cursor throws(SyntaxError) in try look.read(&cursor) }
    guard look.isPatch else { return nil }
    var draft = PatchDraft(keys: look.keys)
    let document = readDocument(line) { cursor throws(SyntaxError) in try draft.read(&cursor) }
    let warnings = document.diagnostics.filter { $0.severity == .warning }
    do throws(PatchError) {
      if let error = document.diagnostics.first(where: { $0.severity == .error }) {
        throw PatchError(error.path, error.message)
      }
      let patch = ScreenPatch(change: try draft.change(line))
      return ParsedPatch(result: .success(patch), warnings: warnings)
    } catch {
      return ParsedPatch(result: .failure(error), warnings: warnings)
    }
  }

  /// Reads the parts of an `insert`, which are known to be an array.
  ///
  /// - Parameter read: `PatchParts.items` or `PatchParts.components`.
  func readInserted<Part>(
    _ line: [UInt8], _ work: PatchWork,
    _ read: (inout JSONCursor) throws(SyntaxError) -> [Part]
  ) throws(PatchError) -> [Part] {
    try work.spend(line.count, "/insert")
    let document = readDocument(line) { cursor throws(SyntaxError) in
      var parts: [Part] = []
      try PatchParts.visitMembers(&cursor) { name, cursor throws(SyntaxError) in
        if name == PatchKey.insert.rawValue {
          parts = try read(&cursor)
        } else {
          try cursor.skipValue()
        }
        return true
      }
      return parts
    }
    if let error = document.diagnostics.first(where: { $0.severity == .error }) {
      throw PatchError(error.path, error.message)
    }
    // Broken text was reported when the line was read.
    work.warnings += document.diagnostics.filter { $0.code != .brokenText }
    return document.value ?? []
  }

  /// Reads a part of a screen from the JSON that was made for it.
  ///
  /// - Parameter depth: How many brackets are around the part in a document.
  /// - Returns: The part, and warnings with the path in it.
  /// - Throws: `PatchError` with the path in the part.
  func readPart<Part>(
    _ json: JSONValue, depth: Int, _ work: PatchWork,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Part?
  ) throws(PatchError) -> (part: Part, warnings: [Diagnostic]) {
    var writer = JSONWriter(limit: work.bytesLeft)
    writer.value(json)
    try work.spend(writer.bytes.count, "")
    let document = readDocument(writer.bytes) { cursor throws(SyntaxError) in
      PatchParts.enter(depth, &cursor)
      return try read(&cursor)
    }
    if let error = document.diagnostics.first(where: { $0.severity == .error }) {
      throw PatchError(error.path, error.message)
    }
    guard let part = document.value ?? nil else {
      throw PatchError("", "expected an object, not \(json.kindInWords)")
    }
    return (part, document.diagnostics)
  }
}

/// Reads parts of a screen that stand in a line, or are made for one.
enum PatchParts {
  /// Counts the brackets that will be around the part in the document it is meant for.
  static func enter(_ depth: Int, _ cursor: inout JSONCursor) {
    for _ in 0..<min(depth, JSONCursor.maximumDepth - cursor.nesting.depth) {
      cursor.nesting.open(at: 0)
    }
  }

  static func items(_ cursor: inout JSONCursor) throws(SyntaxError) -> [Item] {
    // An item is four levels deep in a document, and two in a line.
    enter(2, &cursor)
    var starts: [UInt32] = []
    let items = try ItemList.readItems(from: &cursor, starts: &starts)
    for _ in 0..<2 { cursor.nesting.close() }
    return items ?? missing("an array of items", &cursor)
  }

  static func components(_ cursor: inout JSONCursor) throws(SyntaxError) -> [ComponentModel] {
    let components = try ComponentModel.readList(from: &cursor, isTop: false)
    return components ?? missing("an array of components", &cursor)
  }

  /// Reports a `null`, which the readers of lists take for an empty one.
  private static func missing<Part>(_ expected: String, _ cursor: inout JSONCursor) -> [Part] {
    cursor.report(.error, .typeMismatch, at: max(cursor.scanner.at - 1, 0)) { cursor in
      "\(cursor.subject) expects \(expected), not null"
    }
    return []
  }

  /// Calls `body` at the value of each member of the object at the cursor, until it returns false.
  static func visitMembers(
    _ cursor: inout JSONCursor,
    _ body: (String, inout JSONCursor) throws(SyntaxError) -> Bool
  ) throws(SyntaxError) {
    guard cursor.scanner.current == UInt8(ascii: "{") else { return }
    try cursor.beginFreeObject()
    var isFirst = true
    while let token = try cursor.nextFreeKey(&isFirst) {
      guard try body(cursor.scanner.text(of: token), &cursor) else { return }
    }
  }
}

/// A first look at a line, which tells a change from a document.
private struct PatchLook {
  var keys: Set<PatchKey> = []
  private(set) var isPatch = false

  private static let ofDocuments = Set(
    ScreenKeys.root.table.keys.flatMap { [$0.name] + $0.aliases })
  private static let names = PatchKey.allCases.map(\.rawValue)

  mutating func read(_ cursor: inout JSONCursor) throws(SyntaxError) {
    try PatchParts.visitMembers(&cursor) { name, cursor throws(SyntaxError) in
      if name == "components" || !isPatch && Self.ofDocuments.contains(name) {
        isPatch = false
        return false
      }
      if let key = PatchKey(rawValue: name) {
        keys.insert(key)
        isPatch = true
      } else if nearestName(to: name, among: Self.names) != nil {
        isPatch = true
      }
      try cursor.skipValue()
      return true
    }
  }
}

/// The members of a line, before they are known to make sense together.
private struct PatchDraft {
  private let keys: Set<PatchKey>
  private var values: [PatchKey: JSONValue] = [:]
  private var items: [Item] = []
  private var components: [ComponentModel] = []
  private var fault: PatchError?

  init(keys: Set<PatchKey>) { self.keys = keys }

  mutating func read(_ cursor: inout JSONCursor) throws(SyntaxError) {
    var seen: Set<PatchKey> = []
    try PatchParts.visitMembers(&cursor) { name, cursor throws(SyntaxError) in
      guard let key = PatchKey(rawValue: name) else {
        fault = fault ?? Self.unknown(name)
        try cursor.skipValue()
        return true
      }
      if !seen.insert(key).inserted {
        fault = fault ?? PatchError("/\(name)", "duplicate key '\(name)'")
      }
      switch key {
      case .append where keys.contains(.to): items = try PatchParts.items(&cursor)
      case .append: components = try PatchParts.components(&cursor)
      case .insert:
        if cursor.scanner.current == UInt8(ascii: "[") {
          try cursor.skipValue()
        } else {
          try cursor.mismatch("an array of items or components")
        }
      default: values[key] = try cursor.value()
      }
      return true
    }
  }

  private static func unknown(_ name: String) -> PatchError {
    let advice = advice(nearestTo: name, among: PatchKey.allCases.map(\.rawValue))
    let token = JSONPointer([String(name.printable(limit: 256))]).text
    return PatchError(token, "unknown key '\(name.printable(limit: 40))'\(advice)")
  }

  func change(_ line: [UInt8]) throws(PatchError) -> ScreenPatch.Change {
    if let fault { throw fault }
    let verbs = PatchKey.verbs.filter(keys.contains)
    guard let verb = verbs.first else {
      let known = PatchKey.verbs.map { "'\($0.rawValue)'" }
      throw PatchError(
        "",
        "a change needs one of " + known.dropLast().joined(separator: ", ") + " and "
          + (known.last ?? ""))
    }
    if verbs.count > 1 {
      throw PatchError(
        "/\(verbs[1].rawValue)", "a line is either '\(verb.rawValue)' or '\(verbs[1].rawValue)'")
    }
    return try change(verb, line)
  }

  private func change(
    _ verb: PatchKey, _ line: [UInt8]
  ) throws(PatchError) -> ScreenPatch.Change {
    switch verb {
    case .append:
      try allow([.to], for: verb)
      guard keys.contains(.to) else { return .appendComponents(components) }
      return .append(items, to: try name(.to))
    case .insert: return .insert(line: line, try anchor(of: verb, among: [.before, .after]))
    case .update:
      try allow([.with], for: verb)
      guard case .object(let members) = try value(.with) else { throw expected(.with, "an object") }
      return .update(try names(verb), with: members)
    case .remove:
      try allow([], for: verb)
      return .remove(try names(verb))
    case .move: return .move(try name(verb), try anchor(of: verb, among: [.to, .before, .after]))
    case .set:
      try allow([.value], for: verb)
      return .set(try pointer(try value(verb), at: "/set"), try value(.value))
    case .patch:
      try allow([], for: verb)
      return .patch(try operations())
    default:
      try allow([], for: verb)
      guard try value(verb) == .bool(true) else { throw expected(verb, "true") }
      return .snapshot
    }
  }

  private func allow(_ others: [PatchKey], for verb: PatchKey) throws(PatchError) {
    let allowed = Set(others + [verb])
    guard let other = PatchKey.allCases.first(where: { keys.contains($0) && !allowed.contains($0) })
    else { return }
    throw PatchError("/\(other.rawValue)", "'\(verb.rawValue)' has no '\(other.rawValue)'")
  }

  private func anchor(
    of verb: PatchKey, among places: [PatchKey]
  ) throws(PatchError) -> ScreenPatch.Anchor {
    try allow(places, for: verb)
    let given = places.filter(keys.contains)
    guard given.count == 1, let place = given.first else {
      let words = places.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw PatchError("", "'\(verb.rawValue)' needs \(words), and only one of them")
    }
    let name = try name(place)
    return switch place {
    case .before: .before(name)
    case .after: .after(name)
    default: .to(name)
    }
  }

  // MARK: Values

  private func value(_ key: PatchKey) throws(PatchError) -> JSONValue {
    guard let value = values[key] else { throw PatchError("", "'\(key.rawValue)' is missing") }
    return value
  }

  private func expected(_ key: PatchKey, _ what: String) -> PatchError {
    let found = values[key]?.kindInWords ?? "nothing"
    return PatchError("/\(key.rawValue)", "'\(key.rawValue)' expects \(what), not \(found)")
  }

  private func name(_ key: PatchKey) throws(PatchError) -> Item.Identifier {
    guard let name = Item.Identifier(try value(key)) else {
      throw expected(key, "an identifier, a string or a whole number")
    }
    return name
  }

  private func names(_ key: PatchKey) throws(PatchError) -> [Item.Identifier] {
    guard case .array(let values) = try value(key) else { return [try name(key)] }
    try limit(values.count, at: key)
    var names: [Item.Identifier] = []
    for (index, value) in values.enumerated() {
      guard let name = Item.Identifier(value) else {
        throw PatchError(
          "/\(key.rawValue)/\(index)",
          "expected an identifier, a string or a whole number, not \(value.kindInWords)")
      }
      names.append(name)
    }
    return names
  }

  /// Keeps one line from taking the time of thousands.
  private func limit(_ count: Int, at key: PatchKey) throws(PatchError) {
    guard count > Self.most else { return }
    throw PatchError("/\(key.rawValue)", "a line has at most \(Self.most) of them, not \(count)")
  }

  private static let most = 10_000

  private func pointer(
    _ value: JSONValue, at path: String
  ) throws(PatchError) -> JSONPointer {
    guard case .string(let text) = value else {
      throw PatchError(path, "expected a JSON pointer, not \(value.kindInWords)")
    }
    do throws(PointerFault) { return try JSONPointer(text) } catch { throw PatchError(path, error) }
  }

  // MARK: RFC 6902

  private func operations() throws(PatchError) -> [PatchOperation] {
    guard case .array(let values) = try value(.patch) else {
      throw expected(.patch, "an array of operations")
    }
    try limit(values.count, at: .patch)
    var operations: [PatchOperation] = []
    for (index, value) in values.enumerated() {
      operations.append(try operation(value, at: "/patch/\(index)"))
    }
    return operations
  }

  private func operation(
    _ value: JSONValue, at path: String
  ) throws(PatchError) -> PatchOperation {
    guard case .object(let members) = value else {
      throw PatchError(path, "expected an operation, not \(value.kindInWords)")
    }
    func member(_ name: String) throws(PatchError) -> JSONValue {
      guard let member = members[name] else { throw PatchError(path, "'\(name)' is missing") }
      return member
    }
    func pointer(_ name: String) throws(PatchError) -> JSONPointer {
      try self.pointer(try member(name), at: "\(path)/\(name)")
    }
    // RFC 6902 requires that members which an operation does not define are ignored.
    switch try member("op") {
    case "add": return .add(try pointer("path"), try member("value"))
    case "remove": return .remove(try pointer("path"))
    case "replace": return .replace(try pointer("path"), try member("value"))
    case "move": return .move(from: try pointer("from"), to: try pointer("path"))
    case "copy": return .copy(from: try pointer("from"), to: try pointer("path"))
    case "test": return .test(try pointer("path"), try member("value"))
    case let other:
      throw PatchError(
        "\(path)/op",
        "expected 'add', 'remove', 'replace', 'move', 'copy' or 'test', not \(other.kindInWords)")
    }
  }
}

extension Item.Identifier {
  init?(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .number(let number):
      guard let integer = Int(exactly: number) else { return nil }
      self = .integer(integer)
    default: return nil
    }
  }
}
