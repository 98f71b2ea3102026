/// The result of reading a document.
public struct ParsedScreen: Sendable {
  /// Nil when the document is not JSON, is too large or nested too deeply, or has no array of
  /// components, not even an empty one: an error that a server sends as JSON is not a screen.
  public var screen: Screen?
  /// In the order of their positions; at most 1000 errors and 1000 warnings, plus the one that
  /// ended the reading.
  public var diagnostics: [Diagnostic]
  /// The number of diagnostics beyond those limits.
  public var omittedDiagnostics: Int
  /// The positions of components and items; empty when the document is not JSON.
  public var sourceMap: SourceMap
  /// The number of components, including those inside items; when items are not checked, those
  /// inside items of at most 512 bytes are not counted.
  public var componentCount: Int
  /// Whether the diagnostics include the faults inside items.
  public var areItemsChecked: Bool

  init(_ document: ScreenReader.Document<Screen?>, areItemsChecked: Bool = true) {
    screen = document.value ?? nil
    diagnostics = document.diagnostics
    omittedDiagnostics = document.omittedDiagnostics
    sourceMap = document.sourceMap
    componentCount = document.componentCount
    self.areItemsChecked = areItemsChecked
  }

  /// Whether one of the diagnostics is an error; there may still be a screen.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Screen {
  /// Reads the screen at the cursor; nil when the document is not one.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Screen? {
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

  private static func readObject(from cursor: inout JSONCursor) throws(SyntaxError) -> Screen? {
    let before = cursor
    let start = cursor.scanner.at
    var screen = Screen()
    var (components, isMissing) = ([ComponentModel]?.none, true)
    let table = ScreenKeys.root.table
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      switch table.keys[Int(slot)].name {
      case "components":
        isMissing = cursor.scanner.current == UInt8(ascii: "n")
        components = try ComponentModel.readList(from: &cursor, isTop: true)
      case "object" where isMissing && cursor.scanner.current == UInt8(ascii: "{"):
        isMissing = false
        guard let cached = try read(from: &cursor) else { continue }
        (screen, components) = (cached, cached.components)
      case "data", "views", "strings", "lang":
        let name = table.keys[Int(slot)].name
        guard try screen.readContext(name, isLate: components != nil, &cursor) else { continue }
        cursor = beginning(before, knowing: cursor)
        return try readObject(from: &cursor)
      case "screens": screen.screens = try readScreens(from: &cursor) ?? [:]
      default: try ScreenKeys.root.read(&screen, slot, &cursor)
      }
    }
    if isMissing, keys.unknown["items"] != nil, keys.unknown["kind"] != nil {
      // The cache of a component holds it alone.
      cursor = before
      return Screen(components: [try ComponentModel.readAlone(from: &cursor)])
    }
    if isMissing { reportNoComponents(at: start, &cursor) }
    guard let components else { return nil }
    screen.components = components
    screen.language = cursor.strings.language ?? screen.language
    screen.reportUnknownTabs(at: start, &cursor)
    screen.reportEmptySearch(at: start, &cursor)
    return screen
  }

  private func reportEmptySearch(at start: Int, _ cursor: inout JSONCursor) {
    guard toolbar?.hasSearch == true, !components.isEmpty,
      !components.contains(where: { $0.filter != nil })
    else {
      return
    }
    cursor.report(.warning, .unknownOption, at: start, below: "/toolbar/search") { _ in
      "no component has a 'filter', so there is nothing to search"
    }
  }

  /// Reports two tabs with one name, the components that no tab shows, and those that name one
  /// where there are none.
  private func reportUnknownTabs(at start: Int, _ cursor: inout JSONCursor) {
    let names = tabs.map(\.name)
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      cursor.report(.warning, .duplicateIdentifier, at: start, below: "/tabs") { _ in
        "two tabs are named '\(twice.printable(limit: 40))'; give one an 'identifier'"
      }
    }
    for (index, component) in components.enumerated() {
      guard let tab = component.tab, !names.contains(tab) else { continue }
      let place = cursor.map.count == components.count ? cursor.map[index].start : start
      cursor.report(.warning, .unknownOption, at: place, below: "/components/\(index)/tab") { _ in
        let name = "'\(tab.printable(limit: 40))'"
        if names.isEmpty { return "there are no 'tabs', so \(name) means nothing" }
        return "no tab is named \(name), so this is never shown"
          + advice(nearestTo: tab, among: names)
      }
    }
  }

  /// The cursor at the beginning of the document, with what another one has found in it.
  private static func beginning(_ start: JSONCursor, knowing other: JSONCursor) -> JSONCursor {
    var cursor = start
    (cursor.holes, cursor.strings) = (other.holes, other.strings)
    cursor.kinds.items = other.kinds.items
    return cursor
  }

  /// Reads a value that decides how the rest is read: data, with which braces are holes, views,
  /// whose kinds are known from then on, or what decides about the texts that the document names.
  ///
  /// - Parameter isLate: Whether there are components before it.
  /// - Returns: Whether what is before it has to be read again.
  private mutating func readContext(
    _ key: String, isLate: Bool, _ cursor: inout JSONCursor
  ) throws(SyntaxError) -> Bool {
    if key == "data" {
      data = try JSONText.read(from: &cursor)
      guard cursor.holes == .none else { return false }
      cursor.holes = .kept
      return true
    }
    if key == "lang" {
      language = try FieldValue.language.read(&cursor)
    } else if key == "strings" {
      strings = try ScreenStrings.readTables(from: &cursor) ?? [:]
    }
    if key != "views" {
      let known = cursor.strings
      cursor.strings = known.adding(strings).preferring(cursor.language.words, language)
      return known.isUsed && cursor.strings.isOther(than: known)
    }
    let list = try cursor.list("an array of views") { cursor throws(SyntaxError) -> JSONText? in
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("a view")
        return nil
      }
      return try JSONText.read(from: &cursor)
    }
    views = list ?? []
    let known = cursor.kinds.items
    cursor.kinds.items?.formUnion(views.compactMap(\.kind))
    return isLate && cursor.kinds.items != known
  }

  /// Reads screens by name, each as its text: it is read again when it is opened. What is wrong
  /// with them is reported now.
  private static func readScreens(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [String: JSONText]? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object of screens")
    }
    try cursor.beginFreeObject()
    var keys = FreeKeys()
    var screens: [String: JSONText] = [:]
    while let token = try cursor.nextFreeKey(&keys.isFirst) {
      let name = cursor.scanner.text(of: token)
      var (start, map) = (cursor, cursor.map)
      let isScreen = try read(from: &cursor) != nil
      // Their parts are not those of the screen around them.
      swap(&cursor.map, &map)
      guard isScreen else { continue }
      let isNew = screens.updateValue(try JSONText.read(from: &start), forKey: name) == nil
      try keys.note(token, name, isNew: isNew, in: &cursor)
    }
    return screens
  }

  private static func reportNoComponents(at start: Int, _ cursor: inout JSONCursor) {
    cursor.report(.error, .typeMismatch, at: start) { _ in
      "no 'components': a screen needs an array of them"
    }
  }
}

extension FieldValue<[ColorRole: Color]> {
  /// Colors by role.
  static var theme: FieldValue {
    FieldValue(.object(ScreenKeys.theme.name)) { cursor throws(SyntaxError) in
      try ColorRole.readTheme(from: &cursor)
    } write: { json, theme in
      json.object { json in
        for role in ColorRole.allCases {
          if let color = theme[role] { json.member(role.rawValue, color.hex) }
        }
      }
    }
  }
}

extension ColorRole {
  /// Reads the colors at the cursor by role.
  static func readTheme(from cursor: inout JSONCursor) throws(SyntaxError) -> [ColorRole: Color]? {
    try ScreenKeys.theme.readObject(from: &cursor, into: [:], expecting: "an object of colors") {
      theme, slot, cursor throws(SyntaxError) in
      theme[allCases[Int(slot)]] = try Color.read(from: &cursor)
    }
  }
}

extension Color {
  /// Reads a color as `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  fileprivate static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Color? {
    if cursor.scanner.current == UInt8(ascii: "\"") {
      var ahead = cursor.scanner
      let token = try ahead.string()
      if token.end - token.start <= 64, let color = Color(hex: ahead.text(of: token)) {
        cursor.scanner = ahead
        return color
      }
    }
    return try cursor.nullOrMismatch("a color such as '#2458D6'")
  }
}

/// The result of reading a document that has only colors by role, like a screen's `theme`.
package struct ParsedTheme: Sendable {
  /// Empty when the document is not an object; nil when it is not JSON.
  package let colors: [ColorRole: Color]?
  /// In the order of their positions.
  package let diagnostics: [Diagnostic]

  /// Reads a document of colors.
  ///
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8], dialect: ScreenReader.Dialect = .json) {
    let reader = ScreenReader(dialect: dialect)
    let document = reader.readDocument(bytes) { cursor throws(SyntaxError) in
      try ColorRole.readTheme(from: &cursor) ?? [:]
    }
    (colors, diagnostics) = (document.value, document.diagnostics)
  }
}

/// Renames the images of a document, so that items of several documents can be shown together
/// although each document names images relative to its own location.
public struct ImageNames: Sendable {
  /// Identifies the renaming: documents with equal places give equal names to the same image.
  let place: String
  let name: @Sendable (String) -> String

  /// Creates a renaming; equal values of `place` must rename alike. `name` converts a name in the
  /// document, and is never called with an empty one.
  public init(seenFrom place: String, _ name: @escaping @Sendable (String) -> String) {
    self.place = place
    self.name = name
  }
}
