/// Reads a screen from the bytes of a JSON document, in one pass.
///
/// Strict RFC 8259 in UTF-8. Every fault is a diagnostic with its position; a value of a wrong
/// type costs only itself, components beyond the hundred thousandth are left out, and only a
/// document that is not JSON, or beyond the limits (128 levels of brackets, 512 MiB), gives no
/// screen.
///
/// - Complexity: O(bytes).
public struct ScreenReader: Sendable {
  public enum Dialect: Sendable {
    case json
    /// JSON with comments and trailing commas.
    case jsonc
  }

  private let dialect: Dialect
  private let itemKinds: Set<String>?
  private let componentKinds: Set<String>?
  private let imageFault: (@Sendable (String) -> String?)?
  private let pictureNames: PictureNames?
  var maximumBytes = 512 << 20
  var maximumComponents = Screen.maximumComponents
  /// The items of documents from this size on are read on demand. Smaller ones are read at once in
  /// less time than a frame lasts.
  var onDemandBytes = 256 << 10

  /// `.jsonc` for names that end in `.jsonc` or `.json5`, in any case, `.json` for all others.
  public static func dialect(forFileName name: String) -> Dialect {
    let name = name.lowercased()
    return name.hasSuffix(".jsonc") || name.hasSuffix(".json5") ? .jsonc : .json
  }

  /// - Parameters:
  ///   - itemKinds: The names of the registered views; others are warnings. Nil: all are taken.
  ///   - componentKinds: The names of the layouts; others are warnings and become `list`, or
  ///     `grid` where an older document calls the key `type`. Nil: all are taken.
  ///   - imageFault: Why there is no picture for an item's `image`, in words, or nil when there is
  ///     one; asked once for each source. Each place that names a missing one is a warning. Nil:
  ///     pictures are not checked.
  ///   - pictureNames: What an item's `image` becomes. Nil: what it is.
  public init(
    dialect: Dialect = .json, itemKinds: Set<String>? = nil, componentKinds: Set<String>? = nil,
    imageFault: (@Sendable (String) -> String?)? = nil, pictureNames: PictureNames? = nil
  ) {
    self.dialect = dialect
    self.itemKinds = itemKinds
    self.componentKinds = componentKinds
    self.imageFault = imageFault
    self.pictureNames = pictureNames
  }

  /// Reads a whole document.
  public func read(_ bytes: [UInt8]) -> ScreenReading {
    ScreenReading(readDocument(bytes, Self.screen))
  }

  /// Reads a document as far as showing it takes: a large one is only found sound, and its items
  /// are read each time they are asked for. The bytes are kept as long as one of them may be.
  ///
  /// What is wrong inside the items of a large document is not among the diagnostics; it takes
  /// `diagnostics(of:)`, as `ScreenReading.areItemsChecked` says. The screen is the same, and a
  /// document that is refused is refused for the same reasons.
  ///
  /// - Complexity: O(bytes), a fraction of what `read` takes.
  public func readOnDemand(_ bytes: [UInt8]) -> ScreenReading {
    guard bytes.count >= onDemandBytes else { return read(bytes) }
    let source = ScreenBytes(
      bytes, dialect: dialect, componentKinds: componentKinds, pictureNames: pictureNames,
      maximumComponents: maximumComponents)
    let document = readDocument(bytes, items: .onDemand(source), Self.screen)
    // The first pass has no words for what is not sound.
    guard let screen = document.value, screen != nil else { return read(bytes) }
    return ScreenReading(document, areItemsChecked: false)
  }

  /// What is wrong with a document; nothing else of it is kept. Gives what `read` gives.
  ///
  /// - Complexity: O(bytes), as of `read`; memory follows the largest item.
  public func diagnostics(of bytes: [UInt8]) -> (diagnostics: [Diagnostic], omitted: Int) {
    let document = readDocument(bytes, items: .forgotten, Self.screen)
    return (document.diagnostics, document.omittedDiagnostics)
  }

  private static func screen(from cursor: inout JSONCursor) throws(SyntaxFault) -> Screen? {
    try Screen.read(from: &cursor)
  }

  /// What reading a document gave.
  struct Document<Value> {
    /// nil when the document is not JSON, or beyond the limits.
    var value: Value?
    var diagnostics: [Diagnostic]
    var omittedDiagnostics: Int
    var componentCount: Int
    var sourceMap: SourceMap
  }

  /// Reads a document of which `body` reads the one value.
  func readDocument<Value>(
    _ bytes: [UInt8], items: ItemReading = .atOnce,
    _ body: (inout JSONCursor) throws(SyntaxFault) -> Value
  ) -> Document<Value> {
    bytes.withUnsafeBufferPointer { buffer in
      // An empty document may have no address; one blank means the same.
      guard let base = buffer.baseAddress, !buffer.isEmpty else {
        return readDocument([0x20], items: items, body)
      }
      return readDocument(base, count: buffer.count, items, body)
    }
  }

  private func readDocument<Value>(
    _ base: UnsafePointer<UInt8>, count: Int, _ items: ItemReading,
    _ body: (inout JSONCursor) throws(SyntaxFault) -> Value
  ) -> Document<Value> {
    let nesting = Nesting(maximumDepth: JSONCursor.maximumDepth)
    defer { nesting.deallocate() }
    var cursor = JSONCursor(
      scanner: JSONScanner(base: base, end: count, dialect: dialect), nesting: nesting,
      itemKinds: itemKinds, componentKinds: componentKinds, imageFault: imageFault)
    cursor.itemReading = items
    cursor.pictureNames = pictureNames
    cursor.maximumComponents = maximumComponents
    var value: Value?
    do throws(SyntaxFault) {
      try refuseForeign(base, count)
      try cursor.scanner.skipBlanks()
      let read = try body(&cursor)
      try cursor.scanner.skipBlanks()
      guard cursor.scanner.isAtEnd else {
        throw SyntaxFault(
          offset: cursor.scanner.at, message: "unexpected text after the end of the document")
      }
      value = read
    } catch {
      cursor.log.append(
        .error, error.code, at: error.offset, related: error.related,
        path: cursor.nesting.pointer(cursor.scanner), message: error.message)
      cursor.map = []
    }
    return Document(
      value: value, diagnostics: cursor.log.diagnostics(base: base, end: count),
      omittedDiagnostics: cursor.log.omitted, componentCount: cursor.componentCount,
      sourceMap: cursor.sourceMap(PositionCounter(base: base, end: count)))
  }

  /// Refuses what is too large, and UTF-16 and UTF-32, which are best told apart by their marks and
  /// by the zeros in their first characters.
  private func refuseForeign(_ base: UnsafePointer<UInt8>, _ count: Int) throws(SyntaxFault) {
    guard count <= maximumBytes else {
      throw SyntaxFault(
        offset: 0, message: "the document is larger than \(maximumBytes >> 20) MiB", code: .limit)
    }
    guard count >= 2 else { return }
    let isMarked = (base[0] == 0xFF && base[1] == 0xFE) || (base[0] == 0xFE && base[1] == 0xFF)
    if isMarked || base[0] == 0 || base[1] == 0 {
      throw SyntaxFault(
        offset: 0, message: "the document is not UTF-8 but looks like UTF-16 or UTF-32")
    }
  }
}

extension JSONCursor {
  /// Where the components at the top are.
  fileprivate func sourceMap(_ counter: PositionCounter) -> SourceMap {
    switch itemReading {
    case .atOnce: SourceMap(map, counter: counter)
    case .onDemand(let document): SourceMap(map, of: document)
    case .forgotten: SourceMap()
    }
  }
}
