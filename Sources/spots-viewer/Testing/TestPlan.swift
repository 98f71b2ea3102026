import Spots
import SpotsSDL
import SpotsViewer

/// What is tested in a folder, and how, according to its `spots-test.json`.
struct TestPlan {
  /// The name of the file in the folder.
  static let fileName = "spots-test.json"

  /// The font family of all text but code; nil for the machine's sans-serif.
  var font: String?
  /// The folder of the goldens, relative to that of the plan.
  var goldens = "Goldens"
  /// How much a channel of a pixel may differ, 0 to 255.
  var tolerance = 0
  /// The paths of the screens, relative to the plan's folder; nil for those in the folder itself.
  var screens: [String]?
  var looks = Look.standard

  /// Reads a plan as strictly as a screen: every fault is a diagnostic with its position.
  ///
  /// - Parameter screens: Returns the names the plan may use, given its 'screens'; nil for any.
  static func read(
    _ bytes: [UInt8], screens: (([String]?) -> [String])? = nil
  ) -> (plan: TestPlan, diagnostics: [Diagnostic]) {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      var reading = TestPlanReading()
      try reading.read(from: &cursor)
      if let screens { reading.checkNames(against: screens(reading.plan.screens), &cursor) }
      return reading.plan
    }
    return (document.value ?? TestPlan(), document.diagnostics)
  }

  /// The JSON Schema of plans (draft 2020-12).
  static func schema() -> [UInt8] {
    ScreenSchema(itemKinds: [], componentKinds: []).document(
      "Spots test plan", "What 'spots-viewer test' compares with goldens.",
      .object(TestPlanKeys.plan.name),
      [TestPlanKeys.plan, TestPlanKeys.look, LayoutKeys.size.table])
  }
}

/// The state of reading a plan. Names of screens are checked at the end, when all are known.
private struct TestPlanReading {
  var plan = TestPlan()
  /// Each mention of a screen: its name, its offset in the document and its JSON pointer.
  private var uses: [(name: String, offset: Int, path: String)] = []

  mutating func read(from cursor: inout JSONCursor) throws(SyntaxError) {
    let table = TestPlanKeys.plan
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.mismatch("an object with 'looks' or 'screens'")
    }
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      switch TestPlanKey(rawValue: slot) {
      case .schema: try cursor.skipValue()
      case .font: plan.font = try cursor.string()
      case .goldens: plan.goldens = try folder(from: &cursor) ?? plan.goldens
      case .tolerance: plan.tolerance = try cursor.integer(in: 0...255) ?? 0
      case .screens: plan.screens = try names(from: &cursor, "/screens")
      case .looks: try readLooks(from: &cursor)
      case nil: continue
      }
    }
  }

  /// Reads a folder below the plan's own, so that nothing else is mistaken for goldens.
  private func folder(from cursor: inout JSONCursor) throws(SyntaxError) -> String? {
    let start = cursor.scanner.at
    guard let name = try cursor.string() else { return nil }
    if Self.isBelow(name) { return name }
    cursor.report(.error, .outOfRange, at: start) { cursor in
      "\(cursor.subject) expects a folder below this one, not '\(name.printable(limit: 40))'"
    }
    return nil
  }

  /// Whether a path, judged by its text, leads below the plan's folder.
  private static func isBelow(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !["", ".", ".."].contains($0) } && !path.utf8.contains(0)
  }

  private mutating func names(
    from cursor: inout JSONCursor, _ path: String
  ) throws(SyntaxError) -> [String]? {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of file names")
    }
    var elements = try cursor.beginArray()
    var names: [String] = []
    while try cursor.nextElement(&elements) {
      let start = cursor.scanner.at
      guard let name = try cursor.string() else { continue }
      guard Self.isBelow(name) else {
        cursor.report(.error, .outOfRange, at: start) { _ in
          "'\(name.printable(limit: 40))' is not in this folder or below it"
        }
        continue
      }
      uses.append((name, start, "\(path)/\(elements.count - 1)"))
      names.append(name)
    }
    return names
  }

  private mutating func readLooks(from cursor: inout JSONCursor) throws(SyntaxError) {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.mismatch("an array of looks")
    }
    plan.looks = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      let start = cursor.scanner.at
      guard let look = try look(from: &cursor, "/looks/\(elements.count - 1)") else { continue }
      if let reason = fault(ofName: look.name) {
        cursor.report(.error, .typeMismatch, at: start) { _ in reason }
      } else if let reason = OffscreenCanvas.failure(size: look.size, scale: look.scale) {
        cursor.report(.error, .outOfRange, at: start) { _ in reason }
      } else {
        plan.looks.append(look)
      }
    }
  }

  /// Why the next look cannot have the name `name`; nil when it can.
  private func fault(ofName name: String) -> String? {
    if name.isEmpty || !Self.isPartOfNames(name) {
      return "a look needs a 'name' of letters, digits, '-' and '_'"
    }
    if GoldenFile.leftovers.contains(name) {
      return "a look cannot have the name '\(name)', which is that of what failed comparisons leave"
    }
    return plan.looks.contains { $0.name == name }
      ? "another look has the name '\(name)' too" : nil
  }

  private static func isPartOfNames(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
  }

  private mutating func look(
    from cursor: inout JSONCursor, _ path: String
  ) throws(SyntaxError) -> Look? {
    try TestPlanKeys.look.readObject(from: &cursor, into: Look(name: "")) {
      look, slot, cursor throws(SyntaxError) in
      switch LookKey(rawValue: slot) {
      case .name: look.name = try cursor.string() ?? ""
      case .size: look.size = try size(from: &cursor) ?? look.size
      case .scale: look.scale = try cursor.number(in: Self.scales) ?? 1
      case .theme: look.theme = try theme(from: &cursor) ?? .light
      case .rightToLeft: look.isRightToLeft = try cursor.bool() ?? false
      case .textScale: look.textScale = try cursor.number(in: Self.textScales) ?? 1
      case .offset: look.offset = try cursor.number(in: 0...1e9) ?? 0
      case .screens: look.screens = try names(from: &cursor, "\(path)/screens")
      case .pictures: look.pictures = try pictures(from: &cursor, path) ?? .all
      case nil: return
      }
    }
  }

  fileprivate static let scales = ViewerOptions.scales.least...ViewerOptions.scales.most
  fileprivate static let textScales =
    ViewerOptions.textScales.least...ViewerOptions.textScales.most

  private func size(from cursor: inout JSONCursor) throws(SyntaxError) -> Size? {
    let start = cursor.scanner.at
    guard let size = try Size.read(from: &cursor) else { return nil }
    let sides = ViewerOptions.sides
    if sides.contains(size.width), sides.contains(size.height) { return size }
    cursor.report(.error, .outOfRange, at: start) { cursor in
      "\(cursor.subject) expects a 'width' and a 'height' \(sides)"
    }
    return nil
  }

  private func theme(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> ViewerOptions.ThemeChoice? {
    let start = cursor.scanner.at
    guard let name = try cursor.string() else { return nil }
    // The desktop's theme differs from machine to machine.
    if let theme = ViewerOptions.ThemeChoice(argument: name), theme != .system { return theme }
    cursor.report(.error, .typeMismatch, at: start) { cursor in
      "\(cursor.subject) expects light, dark, high-contrast, high-contrast-dark or a JSON file, "
        + "not '\(name.printable(limit: 40))'"
    }
    return nil
  }

  private mutating func pictures(
    from cursor: inout JSONCursor, _ path: String
  ) throws(SyntaxError) -> Look.Pictures? {
    switch cursor.scanner.current {
    case UInt8(ascii: "["): try names(from: &cursor, "\(path)/pictures").map { .of($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): try cursor.bool().map { $0 ? .all : .none }
    default: try cursor.nullOrMismatch("true, false or an array of file names")
    }
  }

  /// Reports the names that are not among `known`.
  func checkNames(against known: [String], _ cursor: inout JSONCursor) {
    for use in uses where !known.contains(use.name) {
      cursor.report(.error, .missingScreen, at: use.offset, below: use.path) { _ in
        let nearest = nearestName(to: use.name, among: known)
        return "there is no screen '\(use.name.printable(limit: 80))'"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      }
    }
  }
}

// MARK: Keys

private enum TestPlanKey: UInt8 {
  case schema, font, goldens, tolerance, screens, looks
}

private enum LookKey: UInt8 {
  case name, size, scale, theme, rightToLeft, textScale, offset, screens, pictures
}

/// The tables of a test plan and of its looks.
private enum TestPlanKeys {
  private static func key(
    _ key: some RawRepresentable<UInt8>, _ name: String, _ type: ValueType,
    default fallback: String? = nil, _ text: String
  ) -> KeyTable.Key {
    KeyTable.Key(name: name, type: type, fallback: fallback, text: text, slot: key.rawValue)
  }

  /// The keys of a test plan.
  static let plan = KeyTable(
    "test-plan",
    [
      key(TestPlanKey.schema, "$schema", .any, "The JSON Schema for editors; free."),
      key(
        TestPlanKey.font, "font", .string,
        "The font family of all text but code, without which goldens hold for one machine."),
      key(
        TestPlanKey.goldens, "goldens", .string, default: "\"Goldens\"",
        "The folder of the goldens, below that of the plan."),
      key(
        TestPlanKey.tolerance, "tolerance", .integer(0...255), default: "0",
        "How much a color channel of a pixel may differ."),
      key(
        TestPlanKey.screens, "screens", .array(.string),
        "The screens to test; without it all in the folder of the plan."),
      key(
        TestPlanKey.looks, "looks", .array(.object("look")),
        "How screens are looked at; without it on a phone, and dark on a desktop."),
    ])

  /// The keys of a look.
  static let look = KeyTable(
    "look", required: "name",
    [
      key(LookKey.name, "name", .string, "A part of the names of goldens."),
      key(LookKey.size, "size", LayoutKeys.sizeType, "The size of the window in points."),
      key(
        LookKey.scale, "scale", .number(TestPlanReading.scales), default: "1",
        "Pixels per point of the pictures."),
      key(
        LookKey.theme, "theme", .string, default: "\"light\"",
        "light, dark, high-contrast, high-contrast-dark, or a JSON file of colors by role."),
      key(LookKey.rightToLeft, "rtl", .bool, default: "false", "Whether everything is mirrored."),
      key(
        LookKey.textScale, "text-scale", .number(TestPlanReading.textScales), default: "1",
        "Multiplies the size of text."),
      key(
        LookKey.offset, "offset", .number(0...1e9), default: "0", "The vertical offset in points."),
      key(
        LookKey.screens, "screens", .array(.string),
        "The screens that are looked at; without it all."),
      key(
        LookKey.pictures, "pictures", .either([.bool, .array(.string)]), default: "true",
        "Whether screens have pictures besides texts, or which of them have."),
    ])
}
