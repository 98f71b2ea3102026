/// What reading a document has given.
public struct ScreenReading: Sendable {
  /// Nil when the document is not JSON, is too large or nested too deeply, and when there are no
  /// components, not even an empty array of them: what a server sends instead of a screen is none.
  public var screen: Screen?
  /// In the order of their positions; at most 1000 errors and 1000 warnings, and the one that
  /// ended the reading.
  public var diagnostics: [Diagnostic]
  /// How many more there would have been.
  public var omittedDiagnostics: Int
  public var sourceMap: SourceMap
  /// How many components the screen has, those inside of items included; of a document whose items
  /// are not checked, those inside of small items are not.
  public var componentCount: Int
  /// Whether what is wrong inside items is among the diagnostics.
  public var areItemsChecked: Bool

  init(_ document: ScreenReader.Document<Screen?>, areItemsChecked: Bool = true) {
    screen = document.value ?? nil
    diagnostics = document.diagnostics
    omittedDiagnostics = document.omittedDiagnostics
    sourceMap = document.sourceMap
    componentCount = document.componentCount
    self.areItemsChecked = areItemsChecked
  }

  /// Whether one of the diagnostics is an error; the screen may be there all the same.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Screen {
  /// The document at the cursor; nil when it is something else than a screen.
  static func read(from cursor: inout JSONCursor) throws(SyntaxFault) -> Screen? {
    switch cursor.scanner.current {
    case UInt8(ascii: "{"): return try readObject(from: &cursor)
    case UInt8(ascii: "["):
      let components = try ComponentModel.readList(from: &cursor, isTop: true)
      return components.map { Screen(components: $0) }
    default:
      try cursor.mismatch("an object with 'components' or an array of components")
      return nil
    }
  }

  private static func readObject(
    from cursor: inout JSONCursor
  ) throws(SyntaxFault) -> Screen? {
    let start = cursor.scanner.at
    var screen = Screen()
    var components: [ComponentModel]?
    var isMissing = true
    let table = KeyTable.root
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      switch RootKey(rawValue: slot) {
      case .schema: try cursor.skipValue()
      case .title: screen.title = try cursor.string()
      case .theme: screen.theme = try ColorRole.readTheme(from: &cursor) ?? [:]
      case .components:
        isMissing = cursor.scanner.current == UInt8(ascii: "n")
        components = try ComponentModel.readList(from: &cursor, isTop: true)
      case .next: screen.next = try cursor.string()
      case .meta: screen.meta = try cursor.meta() ?? Meta()
      case nil: continue
      }
    }
    if isMissing {
      cursor.report(.error, .typeMismatch, at: start) { _ in
        "no 'components': a screen needs an array of them"
      }
    }
    guard let components else { return nil }
    screen.components = components
    return screen
  }
}

extension ColorRole {
  /// The colours at the cursor by their roles.
  static func readTheme(
    from cursor: inout JSONCursor
  ) throws(SyntaxFault) -> [ColorRole: Color]? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object of colours")
    }
    var theme: [ColorRole: Color] = [:]
    let table = KeyTable.theme
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      theme[allCases[Int(slot)]] = try cursor.color()
    }
    return theme
  }
}

extension JSONCursor {
  /// A colour as `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  fileprivate mutating func color() throws(SyntaxFault) -> Color? {
    if scanner.current == UInt8(ascii: "\"") {
      var ahead = scanner
      let token = try ahead.string()
      if token.end - token.start <= 64, let color = Color(hex: scanner.text(of: token)) {
        scanner = ahead
        return color
      }
    }
    return try nothing("a colour such as '#2458D6'")
  }
}
