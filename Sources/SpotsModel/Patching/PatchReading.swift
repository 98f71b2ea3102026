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
    var draft = PatchDraft()
    let document = readDocument(line) { cursor throws(SyntaxError) in
      try draft.read(line, &cursor)
    }
    guard draft.isPatch else { return nil }
    let warnings = document.diagnostics.filter { $0.severity == .warning }
    do throws(PatchError) {
      _ = try document.soundValue
      let patch = ScreenPatch(change: try draft.change(), page: try draft.page())
      return ParsedPatch(result: .success(patch), warnings: warnings)
    } catch {
      return ParsedPatch(result: .failure(error), warnings: warnings)
    }
  }

  /// Reads the parts of a line for the place to which they go.
  ///
  /// - Parameter read: `PatchParts.items` or `PatchParts.components`.
  func read<Part>(
    _ parts: PatchParts, _ work: PatchWork,
    _ read: (inout JSONCursor) throws(SyntaxError) -> [Part]
  ) throws(PatchError) -> [Part] {
    try work.spend(parts.line.count, parts.path)
    let document = readDocument(parts.line) { cursor throws(SyntaxError) in
      let read = try read(&cursor)
      cursor.scanner.at = cursor.scanner.end
      return read
    }
    let read = try document.soundValue ?? []
    // Broken text was reported when the line was read, and so was all the rest of an `append`.
    work.warnings += parts.isRead ? [] : document.diagnostics.filter { $0.code != .brokenText }
    return read
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
    let writer = JSONWriter(limit: work.bytesLeft) { $0.value(json) }
    try work.spend(writer.bytes.count, "")
    let document = readDocument(writer.bytes) { cursor throws(SyntaxError) in
      PatchParts.enter(depth, &cursor)
      return try read(&cursor)
    }
    guard let part = try document.soundValue ?? nil else {
      throw PatchError("", "expected an object, not \(json.kindInWords)")
    }
    return (part, document.diagnostics)
  }
}

extension ScreenReader.Document {
  /// The value; throws the first error, if there is one.
  fileprivate var soundValue: Value? {
    get throws(PatchError) {
      guard let error = diagnostics.first(where: { $0.severity == .error }) else { return value }
      throw PatchError(error.path, error.message)
    }
  }
}

/// The array of items or components in a line.
struct PatchParts: Sendable {
  let line: [UInt8]
  /// The path in the line.
  let path: String
  private let key: StringToken
  /// The offset of the array.
  private let start: Int
  /// The parts as those of a list of the screen; nil until it is known which they are.
  fileprivate(set) var items: [Item]?
  fileprivate(set) var components: [ComponentModel]?

  fileprivate init(_ line: [UInt8], _ path: String, _ key: StringToken, at start: Int) {
    (self.line, self.path, self.key, self.start) = (line, path, key, start)
  }

  /// Counts the brackets that will be around a part in the document it is meant for.
  fileprivate static func enter(_ depth: Int, _ cursor: inout JSONCursor) {
    for _ in 0..<min(depth, JSONValue.maximumDepth - cursor.nesting.depth) {
      cursor.nesting.open(at: 0)
    }
  }

  var isRead: Bool { items != nil || components != nil }

  /// Reads the parts as items, with a cursor that is outside of the line's object.
  ///
  /// - Parameter depth: How many brackets are around each in the document it is meant for.
  func items(_ cursor: inout JSONCursor, depth: Int) throws(SyntaxError) -> [Item] {
    try read("an array of items", &cursor, depth) { cursor throws(SyntaxError) in
      var starts: [UInt32] = []
      return try ItemList.readItems(from: &cursor, starts: &starts)
    }
  }

  /// Reads the parts as components; see `items(_:depth:)`.
  func components(
    _ cursor: inout JSONCursor, depth: Int
  ) throws(SyntaxError) -> [ComponentModel] {
    try read("an array of components", &cursor, depth) { cursor throws(SyntaxError) in
      try ComponentModel.readList(from: &cursor, isTop: false)
    }
  }

  private func read<Part>(
    _ expected: String, _ cursor: inout JSONCursor, _ depth: Int,
    _ read: (inout JSONCursor) throws(SyntaxError) -> [Part]?
  ) throws(SyntaxError) -> [Part] {
    cursor.scanner.at = start
    cursor.nesting.open(at: 0)
    cursor.nesting.setKey(key)
    // A part is two levels deep in a line.
    Self.enter(depth - 2, &cursor)
    let parts = try read(&cursor)
    while cursor.nesting.depth > 1 { cursor.nesting.close() }
    // The readers of lists take `null` for an empty one.
    if parts == nil, cursor.scanner.base[start] == UInt8(ascii: "n") {
      cursor.report(.error, .typeMismatch, at: start) { cursor in
        "\(cursor.subject) expects \(expected), not null"
      }
    }
    cursor.nesting.close()
    return parts ?? []
  }
}

/// The members of a line, before they are known to make sense together.
private struct PatchDraft {
  /// Whether the line is a change, or meant to be one, rather than a document.
  private(set) var isPatch = false
  private var keys: Set<PatchKey> = []
  private var values: [PatchKey: JSONValue] = [:]
  private var parts: PatchParts?
  private var document: [UInt8] = []
  private var fault: PatchError?

  private static let ofDocuments = Set(
    ScreenKeys.root.table.keys.flatMap { [$0.name] + $0.aliases })
  private static let names = PatchKey.allCases.map(\.rawValue)

  mutating func read(_ line: [UInt8], _ cursor: inout JSONCursor) throws(SyntaxError) {
    guard cursor.scanner.current == UInt8(ascii: "{") else { return }
    try cursor.beginFreeObject()
    var isFirst = true
    while let token = try cursor.nextFreeKey(&isFirst) {
      let name = cursor.scanner.text(of: token)
      if name == "components" || !isPatch && Self.ofDocuments.contains(name) {
        isPatch = false
        return
      }
      // Servers send a sentence as the 'error' in place of a screen.
      let isObject = cursor.scanner.current == UInt8(ascii: "{")
      if let key = PatchKey(rawValue: name), key != .error || isObject {
        isPatch = true
        try read(key, line, token, &cursor)
      } else {
        isPatch =
          isPatch
          || name != PatchKey.error.rawValue && nearestName(to: name, among: Self.names) != nil
        fault = fault ?? Self.unknown(name)
        try cursor.skipValue()
      }
    }
    guard let parts, !keys.contains(.insert), !isAppendToData else { return }
    let end = cursor.scanner.at
    if keys.contains(.to) {
      self.parts?.items = try parts.items(&cursor, depth: 4)
    } else {
      self.parts?.components = try parts.components(&cursor, depth: 2)
    }
    cursor.scanner.at = end
  }

  /// Whether values are added to a list of the data.
  private var isAppendToData: Bool {
    guard case .string(let list)? = values[.to] else { return false }
    return list == "/\(DataEdit.root)" || list.hasPrefix("/\(DataEdit.root)/")
  }

  private mutating func read(
    _ key: PatchKey, _ line: [UInt8], _ token: StringToken, _ cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if !keys.insert(key).inserted {
      fault = fault ?? PatchError("/\(key.rawValue)", "duplicate key '\(key.rawValue)'")
    }
    switch key {
    case .insert where cursor.scanner.current != UInt8(ascii: "["):
      try cursor.mismatch("an array of items or components")
    case .append, .insert:
      parts = PatchParts(line, "/\(key.rawValue)", token, at: cursor.scanner.at)
      try cursor.skipValue()
    case .push, .sheet, .replace:
      let start = cursor.scanner.at
      try cursor.skipValue()
      let end = cursor.scanner.at
      document = Array(repeating: 0x20, count: start) + line[start..<end]
    default: values[key] = try FreeValue.read(from: &cursor)
    }
  }

  private static func unknown(_ name: String) -> PatchError {
    let advice = advice(nearestTo: name, among: PatchKey.allCases.map(\.rawValue))
    let token = JSONPointer([String(name.printable(limit: 256))]).text
    return PatchError(token, "unknown key '\(name.printable(limit: 40))'\(advice)")
  }

  func change() throws(PatchError) -> ScreenPatch.Change {
    if let fault { throw fault }
    let verbs = PatchKey.verbs.filter(keys.contains)
    guard let verb = verbs.first, let companions = verb.companions else {
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
    let others = keys.subtracting(companions + [verb])
    if let other = PatchKey.allCases.first(where: others.contains) {
      throw PatchError("/\(other.rawValue)", "'\(verb.rawValue)' has no '\(other.rawValue)'")
    }
    return try change(verb)
  }

  private func change(_ verb: PatchKey) throws(PatchError) -> ScreenPatch.Change {
    switch verb {
    case .append, .insert:
      let isAtEnd = verb == .append && !keys.contains(.to)
      let anchor = isAtEnd ? .end : try anchor(of: verb)
      guard let parts else { throw expected(verb, "an array of items or components") }
      if verb == .append, isAppendToData { return .patch(try additions(parts)) }
      return .insert(parts, anchor)
    case .update:
      guard case .object(let members) = try value(.with) else { throw expected(.with, "an object") }
      return .update(try names(verb), with: members)
    case .remove: return .remove(try names(verb))
    case .move: return .move(try name(verb), try anchor(of: verb))
    case .set:
      let edit = PatchOperation.Action.edit(.set(try value(.value)))
      let pointer = try pointer(try value(verb), at: "/set")
      let source = PatchSource(place: "/set", value: "/value")
      return .patch([PatchOperation(action: edit, pointer: pointer, source: source)])
    case .patch: return .patch(try operations())
    case .snapshot:
      try checkTrue(verb)
      return .snapshot
    default: return .pages(try pageChange(verb))
    }
  }

  private func checkTrue(_ verb: PatchKey) throws(PatchError) {
    guard try value(verb) == .bool(true) else { throw expected(verb, "true") }
  }

  // MARK: Pages

  /// The name of the page that the line is about; nil for the one in front.
  func page() throws(PatchError) -> String? {
    try keys.contains(.page) ? text(.page) : nil
  }

  private func pageChange(_ verb: PatchKey) throws(PatchError) -> PageChange {
    func document() throws(PatchError) -> PageDocument {
      PageDocument(bytes: self.document, name: try keys.contains(.as) ? text(.as) : nil)
    }
    switch verb {
    case .push: return .push(try document())
    case .sheet: return .sheet(try document())
    case .replace: return .replace(try document())
    case .tab: return .tab(try text(verb))
    case .toast: return .toast(try Toast(try value(verb)))
    case .error: return try PageChange(error: try value(verb))
    default:
      try checkTrue(verb)
      return verb == .close ? .close : .pop
    }
  }

  private func text(_ key: PatchKey) throws(PatchError) -> String {
    guard case .string(let text) = try value(key), !text.isEmpty else {
      throw expected(key, "a name")
    }
    return text
  }

  private func anchor(of verb: PatchKey) throws(PatchError) -> ScreenPatch.Anchor {
    let places = (verb.companions ?? []).filter { $0 != .page }
    let given = places.filter(keys.contains)
    guard given.count == 1, let place = given.first else {
      let words = places.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw PatchError("", "'\(verb.rawValue)' needs \(words), and only one of them")
    }
    let name = try name(place)
    return place == .before ? .before(name) : place == .after ? .after(name) : .to(name)
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

  /// The operations that add the values of a line to a list of the data.
  private func additions(_ parts: PatchParts) throws(PatchError) -> [PatchOperation] {
    guard case .object(let line)? = JSONValue.read(parts.line).value,
      case .array(let values)? = line[PatchKey.append.rawValue]
    else { throw expected(.append, "an array of values") }
    var pointer = try pointer(try value(.to), at: "/to")
    pointer.tokens.append("-")
    return values.enumerated().map { index, value in
      let source = PatchSource(place: "/to", value: "/append/\(index)")
      return PatchOperation(action: .edit(.add(value)), pointer: pointer, source: source)
    }
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
    var source = PatchSource(place: path + "/path", value: path + "/value")
    let action: PatchOperation.Action
    // RFC 6902 requires that members which an operation does not define are ignored.
    switch try member("op") {
    case "add": action = .edit(.add(try member("value")))
    case "remove": action = .edit(.remove)
    case "replace": action = .edit(.replace(try member("value")))
    case "test": action = .test(try member("value"))
    case "move", "copy":
      source.value = path + "/from"
      let from = try pointer("from")
      action = members["op"] == "move" ? .move(from: from) : .copy(from: from)
    case let other:
      throw PatchError(
        "\(path)/op",
        "expected 'add', 'remove', 'replace', 'move', 'copy' or 'test', not \(other.kindInWords)")
    }
    return PatchOperation(action: action, pointer: try pointer("path"), source: source)
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
