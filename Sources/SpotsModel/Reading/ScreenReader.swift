/// Reads a screen from the bytes of a JSON document, in one pass.
///
/// Accepts RFC 8259 in UTF-8, strictly unless the dialect is `jsonc`. Each fault is a diagnostic
/// with its position. A value of a wrong type costs only itself, and components beyond the hundred
/// thousandth are left out. There is no screen when the document is not JSON, has no array of
/// components, or exceeds the limits (128 levels of brackets, 512 MiB).
///
/// - Complexity: O(bytes).
public struct ScreenReader: Sendable {
  /// The grammar of a document.
  public enum Dialect: Sendable {
    /// RFC 8259 without extensions.
    case json
    /// JSON with comments and trailing commas.
    case jsonc
  }

  private let dialect: Dialect
  /// The kinds with a registered view; nil accepts all.
  package var itemKinds: Set<String>?
  private let componentKinds: Set<String>?
  private let imageProblem: (@Sendable (String) -> String?)?
  private let imageNames: ImageNames?
  /// The number of the document's first line: 1, or more in a stream of documents.
  package var firstLine = 1
  /// The meaning of braces in strings, unless the document itself has data.
  package var holes = HoleReading.none
  /// The language of the texts that a document names, and in which holes for data are filled.
  package var language = Language.standard
  /// The texts in several languages that documents name.
  package var strings = ScreenStrings()
  var maximumBytes = 512 << 20
  var maximumComponents = Screen.maximumComponents
  /// In bytes. Documents of this size and more are read on demand; smaller ones take less than a
  /// frame to read.
  var onDemandBytes = 256 << 10

  /// In bytes. Larger documents are read on demand whatever is in them.
  private static let mostDecoded = 32 << 20

  /// `.jsonc` for names that end in `.jsonc` or `.json5`, in any case, `.json` for all others.
  public static func dialect(forFileName name: String) -> Dialect {
    let name = name.lowercased()
    return name.hasSuffix(".jsonc") || name.hasSuffix(".json5") ? .jsonc : .json
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - dialect: `.jsonc` allows comments and trailing commas.
  ///   - itemKinds: The kinds with a registered view; others are warnings. Nil accepts all.
  ///   - componentKinds: The kinds with a registered layout; others are warnings and become `list`,
  ///     or `grid` where an older document uses the key `type`. Nil accepts all.
  ///   - imageProblem: Returns in words why there is no image for an item's `image`, or nil when
  ///     there is one; called once for each source. Each use of a missing image is a warning. Nil
  ///     leaves images unchecked.
  ///   - imageNames: Renames the images of items; nil keeps the names in the document.
  public init(
    dialect: Dialect = .json, itemKinds: Set<String>? = nil, componentKinds: Set<String>? = nil,
    imageProblem: (@Sendable (String) -> String?)? = nil, imageNames: ImageNames? = nil
  ) {
    self.dialect = dialect
    self.itemKinds = itemKinds
    self.componentKinds = componentKinds
    self.imageProblem = imageProblem
    self.imageNames = imageNames
  }

  /// Reads a whole document, with all items.
  public func read(_ bytes: [UInt8]) -> ParsedScreen {
    ParsedScreen(readDocument(bytes, Screen.read(from:)))
  }

  /// Reads as much of a document as it takes to show it. The items of a large one are only checked
  /// to be valid JSON and are read each time they are accessed; they keep its bytes in memory.
  ///
  /// Faults inside those items are not among the diagnostics, and `ParsedScreen.areItemsChecked`
  /// is false; `diagnostics(of:)` finds them. The screen is that of `read`, except that components
  /// inside items of at most 512 bytes do not count toward the limit. The same documents are
  /// refused.
  ///
  /// - Complexity: O(bytes), a fraction of what `read` takes.
  public func readOnDemand(_ bytes: [UInt8]) -> ParsedScreen {
    guard bytes.count >= onDemandBytes else { return read(bytes) }
    let source = ScreenBytes(
      bytes, dialect: dialect, componentKinds: componentKinds, imageNames: imageNames,
      maximumComponents: maximumComponents, firstLine: firstLine)
    let document = readDocument(bytes, items: .onDemand(source), Screen.read(from:))
    // The first pass has no messages for what it refuses.
    let hasStrings = !strings.tables.isEmpty || (document.value ?? nil)?.strings.isEmpty == false
    guard let screen = document.value ?? nil, screen.data == nil,
      !(hasStrings && source.mayNameTexts),
      bytes.count > Self.mostDecoded || !screen.hasManyConditions
    else { return read(bytes) }
    return ParsedScreen(document, areItemsChecked: false)
  }

  /// The diagnostics that `read` gives, and how many of them it omits, without keeping items.
  ///
  /// - Complexity: O(bytes), like `read`; memory is proportional to the largest item.
  public func diagnostics(of bytes: [UInt8]) -> (diagnostics: [Diagnostic], omitted: Int) {
    let document = readDocument(bytes, items: .forgotten, Screen.read(from:))
    return (document.diagnostics, document.omittedDiagnostics)
  }

  /// Reads a document that is a single item.
  ///
  /// - Returns: The item, or nil when the document is not one, and the diagnostics.
  package func item(in bytes: [UInt8]) -> (item: Item?, diagnostics: [Diagnostic]) {
    let document = readDocument(bytes) { cursor throws(SyntaxError) in
      try ItemReader.read(from: &cursor)
    }
    return (document.value ?? nil, document.diagnostics)
  }

  /// Calls `body` with a cursor at the beginning of a document, which reports nothing.
  static func withMutedCursor(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ dialect: ScreenReader.Dialect = .json,
    componentKinds: Set<String>? = nil, _ body: (inout JSONCursor) -> Void
  ) {
    let nesting = Nesting(maximumDepth: JSONValue.maximumDepth)
    defer { nesting.deallocate() }
    var cursor = JSONCursor(
      scanner: JSONScanner(base: base, end: count, dialect: dialect), nesting: nesting,
      kinds: KindReview(items: nil, components: componentKinds))
    cursor.log.isMuted = true
    body(&cursor)
  }

  /// Calls `body` with a cursor over JSON whose holes have been filled, which reports nothing.
  func readFilled(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ body: (inout JSONCursor) -> Void
  ) {
    Self.withMutedCursor(base, count, componentKinds: componentKinds) { cursor in
      (cursor.images.names, cursor.holes) = (imageNames, .filled)
      body(&cursor)
    }
  }

  /// The result of reading a document.
  package struct Document<Value> {
    /// Nil when the document is not JSON or exceeds the limits.
    package var value: Value?
    package var diagnostics: [Diagnostic]
    var omittedDiagnostics: Int
    var componentCount: Int
    var sourceMap: SourceMap
  }

  /// Reads a document whose value is read by `body`.
  package func readDocument<Value>(
    _ bytes: [UInt8], items: ItemDecodingMode = .atOnce,
    _ body: (inout JSONCursor) throws(SyntaxError) -> Value
  ) -> Document<Value> {
    bytes.withUnsafeBufferPointer { buffer in
      // An empty document may have no address; a single space reads the same.
      guard let base = buffer.baseAddress, !buffer.isEmpty else {
        return readDocument([0x20], items: items, body)
      }
      return readDocument(base, count: buffer.count, items, body)
    }
  }

  private func readDocument<Value>(
    _ base: UnsafePointer<UInt8>, count: Int, _ items: ItemDecodingMode,
    _ body: (inout JSONCursor) throws(SyntaxError) -> Value
  ) -> Document<Value> {
    let nesting = Nesting(maximumDepth: JSONValue.maximumDepth)
    defer { nesting.deallocate() }
    var cursor = JSONCursor(
      scanner: JSONScanner(base: base, end: count, dialect: dialect), nesting: nesting,
      kinds: KindReview(items: itemKinds, components: componentKinds),
      images: ImageReview(problem: imageProblem, names: imageNames))
    cursor.itemMode = items
    cursor.holes = holes
    (cursor.language, cursor.strings) = (language, strings.preferring(language.words))
    cursor.maximumComponents = maximumComponents
    var value: Value?
    do throws(SyntaxError) {
      try refuseForeign(base, count)
      try cursor.scanner.skipBlanks()
      let read = try body(&cursor)
      try cursor.scanner.skipBlanks()
      guard cursor.scanner.isAtEnd else {
        throw SyntaxError(
          offset: cursor.scanner.at, message: "unexpected text after the end of the document")
      }
      value = read
    } catch {
      let advice = cursor.scanner.ahead.adviceOnJSON5(at: error)
      cursor.log.append(
        .error, error.code, at: error.offset, related: error.related,
        path: cursor.nesting.pointer(cursor.scanner), message: error.message + advice)
      cursor.map = []
    }
    if cursor.scanner.isFlawed { reportFlaws(base, count, &cursor) }
    return Document(
      value: value,
      diagnostics: cursor.log.diagnostics(base: base, end: count, firstLine: firstLine),
      omittedDiagnostics: cursor.log.omitted, componentCount: cursor.componentCount,
      sourceMap: SourceMap(cursor, PositionCounter(base: base, end: count, line: firstLine)))
  }

  /// Reports the strings with characters that U+FFFD replaces, in a pass of its own, which other
  /// documents do not pay for.
  private func reportFlaws(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ cursor: inout JSONCursor
  ) {
    cursor.scanner = JSONScanner(base: base, end: count, dialect: dialect)
    while cursor.nesting.depth > 0 { cursor.nesting.close() }
    do throws(SyntaxError) {
      try cursor.scanner.skipBlanks()
      try StringVisitor.visit(&cursor) { token, _, cursor in
        guard let flaw = cursor.scanner.escapes.flaw(in: token) else { return }
        cursor.report(.warning, .brokenText, at: flaw.offset) { _ in
          "\(flaw.text); U+FFFD replaces it"
        }
      }
    } catch {
      // It is the last diagnostic already.
      return
    }
  }

  /// Refuses documents that are too large, and UTF-16 and UTF-32, which have a byte-order mark or a
  /// zero among their first two bytes.
  private func refuseForeign(_ base: UnsafePointer<UInt8>, _ count: Int) throws(SyntaxError) {
    guard count <= maximumBytes else {
      throw SyntaxError(
        offset: 0, message: "the document is larger than \(maximumBytes >> 20) MiB", code: .limit)
    }
    guard count >= 2 else { return }
    let isMarked = (base[0] == 0xFF && base[1] == 0xFE) || (base[0] == 0xFE && base[1] == 0xFF)
    if isMarked || base[0] == 0 || base[1] == 0 {
      throw SyntaxError(
        offset: 0, message: "the document is not UTF-8 but looks like UTF-16 or UTF-32")
    }
  }
}

extension Screen {
  /// Whether so many items depend on answers that finding out which of them are shown would decode
  /// much of the document at once, where a window is waiting.
  fileprivate var hasManyConditions: Bool {
    var rest = 500
    for component in components {
      let items = component.items
      var next = items.startIndex
      while rest > 0, let index = items.first(.condition, in: next..<items.endIndex) {
        (rest, next) = (rest - 1, index + 1)
      }
    }
    return rest == 0
  }
}

extension SourceMap {
  /// The positions of the components that `cursor` has read.
  fileprivate init(_ cursor: JSONCursor, _ counter: PositionCounter) {
    switch cursor.itemMode {
    case .atOnce: self.init(cursor.map, counter: counter)
    case .onDemand(let document): self.init(cursor.map, of: document)
    case .forgotten: self.init()
    }
  }
}
