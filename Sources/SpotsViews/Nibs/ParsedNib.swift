/// The result of reading a nib.
public struct ParsedNib: Sendable {
  /// Nil when the document is not JSON, or not a nib.
  public var nib: Nib?
  /// The faults found, in the order of their positions.
  public var diagnostics: [Diagnostic]

  /// Whether any diagnostic is more than a warning.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Nib {
  /// The keys of items that the holes in a nib's document read, as in `title` and `meta.price`, in
  /// alphabetical order.
  package static func keys(shownBy document: [UInt8]) -> [String] {
    func keys(_ value: JSONValue) -> Set<String> {
      switch value {
      case .string(let text):
        let template = ExpressionTemplate.parse(text, in: ItemScope.nibs).template
        return Set(template.expressions.flatMap(\.reads).compactMap(ItemScope.key))
      case .array(let elements): return elements.reduce(into: []) { $0.formUnion(keys($1)) }
      case .object(let members): return members.values.reduce(into: []) { $0.formUnion(keys($1)) }
      default: return []
      }
    }
    return JSONValue.read(document).value.map { keys($0).sorted() } ?? []
  }

  /// Reads a nib from the bytes of a JSON document, as strictly as a screen: every fault is a
  /// diagnostic with its position, and a value of a wrong type is ignored without losing others.
  ///
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) -> ParsedNib {
    read(bytes, by: ScreenReader())
  }

  /// - Parameter reader: Knows the texts that the nib may name, and the language of the user.
  package static func read(_ bytes: [UInt8], by reader: ScreenReader) -> ParsedNib {
    var reader = reader
    reader.holes = .ofNib
    let document = reader.readDocument(bytes) { cursor throws(SyntaxError) in
      try readNib(from: &cursor)
    }
    return ParsedNib(nib: document.value ?? nil, diagnostics: document.diagnostics)
  }

  /// Creates the nib that JSON describes; warnings are ignored.
  ///
  /// - Parameter json: UTF-8, as `[UInt8]`, `Data`, `text.utf8` or any other sequence of bytes.
  /// - Throws: The first error, with its place.
  /// - Complexity: O(bytes).
  public init(json: some Sequence<UInt8>) throws(Diagnostic) {
    let reading = Nib.read(Array(json))
    if let error = reading.diagnostics.first(where: { $0.severity == .error }) { throw error }
    guard let nib = reading.nib else { preconditionFailure("what is no nib has an error") }
    self = nib
  }

  /// Creates the nib that the text `json` describes.
  public init(json: String) throws(Diagnostic) { try self.init(json: json.utf8) }

  private static func readNib(from cursor: inout JSONCursor) throws(SyntaxError) -> Nib? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      try cursor.mismatch("an object with 'kind' and an element")
      return nil
    }
    let start = cursor.scanner.at
    var reading = NibReading()
    try reading.read(NibKeys.nib, from: &cursor)
    guard let kind = reading.kind, !kind.isEmpty else {
      cursor.report(.error, .typeMismatch, at: start) { _ in
        "no 'kind': a nib needs the name of the items it shows"
      }
      return nil
    }
    let body = ByWidth(each: { widthClass in
      var root = reading.element[widthClass]
      let padding = root.style.padding
      root.style.padding = nil
      return NibBody(padding: padding, root: root)
    })
    let nib = Nib(kind: kind, surface: reading.surface, body: body)
    if let lack = nib.expressions.lackOfFormats {
      cursor.report(.warning, .typeMismatch, at: start) { _ in lack }
    }
    return nib
  }
}
