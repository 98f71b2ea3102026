import Spots
import SpotsSDL
import SpotsViewer

/// What is tested in a folder, and how, according to its `spots-test.json`.
struct TestPlan: Sendable {
  /// The name of the file in the folder.
  static let fileName = "spots-test.json"

  /// The font family of all text but code; nil for the machine's sans-serif.
  var font: String?
  /// The language of formats on every machine; nil for English as in the United States.
  var locale: String?
  /// The folder of the goldens, relative to that of the plan.
  var goldens = "Goldens"
  /// How much a channel of a pixel may differ, 0 to 255.
  var tolerance = 0
  /// The screens by their paths, relative to the plan's folder; nil for those in the folder itself.
  var screens: [NamedScreen]?
  var looks = Look.standard

  /// Reads a plan as strictly as a screen: every fault is a diagnostic with its position.
  ///
  /// - Parameter screens: Returns the names the plan may use, given its 'screens'; nil for any.
  static func read(
    _ bytes: [UInt8], screens: (([String]?) -> [String])? = nil
  ) -> (plan: TestPlan, diagnostics: [Diagnostic]) {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      guard var plan = try fields.read(from: &cursor) else { return TestPlan() }
      if let screens {
        plan.checkNames(against: screens(plan.screens?.map(\.name)), &cursor)
      }
      plan.looks.removeAll(where: \.isFaulty)
      return plan
    }
    return (document.value ?? TestPlan(), document.diagnostics)
  }

  /// Reports the names that are not among `known`, which are known only at the end.
  private func checkNames(against known: [String], _ cursor: inout JSONCursor) {
    let named = (screens ?? []) + looks.flatMap { ($0.screens ?? []) + $0.pictures.screens }
    for screen in named where !known.contains(screen.name) {
      cursor.report(.error, .missingScreen, at: screen.offset, below: screen.path) { _ in
        "there is no screen '\(screen.name.printable(limit: 80))'"
          + advice(nearestTo: screen.name, among: known)
      }
    }
  }

  /// The JSON Schema of plans (draft 2020-12).
  static func schema() -> [UInt8] {
    ScreenSchema(itemKinds: [], componentKinds: []).document(
      "Spots test plan", "What 'spots-viewer test' compares with goldens.",
      .object(fields.table.name), [fields.table, Look.fields.table, LayoutKeys.size.table])
  }

  private static let fields = Fields<TestPlan>(
    "test-plan", of: TestPlan(), noun: "an object with 'looks' or 'screens'",
    [
      Field(own: "$schema", .any, "The JSON Schema for editors; free."),
      Field(
        optional: \.font, "font", .string,
        "The font family of all text but code, without which goldens hold for one machine."),
      Field(
        optional: \.locale, "locale", .language,
        "The language of formats, such as de_DE; without it en_US, whatever that of the machine."),
      Field(
        \.goldens, "goldens", .folder, fallback: "\"Goldens\"",
        "The folder of the goldens, below that of the plan."),
      Field(
        \.tolerance, "tolerance", .integer(0...255),
        "How much a color channel of a pixel may differ."),
      Field(
        optional: \.screens, "screens", .screens,
        "The screens to test; without it all in the folder of the plan."),
      Field(
        \.looks, "looks", .looks, fallback: "",
        "How screens are looked at; without it on a phone, and dark on a desktop."),
    ])
}

/// A screen that a plan names.
struct NamedScreen: Hashable, Sendable {
  var name: String
  /// Where the plan names it: the offset in bytes, and the JSON pointer.
  var offset: Int
  var path: String
}

extension Look {
  fileprivate static let fields = Fields<Look>(
    "look", of: Look(name: ""), required: "name",
    [
      Field(\.name, "name", .string, "A part of the names of goldens."),
      Field(\.size, "size", .window, fallback: "", "The size of the window in points."),
      Field(
        \.scale, "scale", .number(ViewerOptions.scales.range), "Pixels per point of the pictures."),
      Field(
        \.theme, "theme", .theme, fallback: "\"light\"",
        "light, dark, high-contrast, high-contrast-dark, or a JSON file of colors by role."),
      Field(\.isRightToLeft, "rtl", .bool, "Whether everything is mirrored."),
      Field(
        \.textScale, "text-scale", .number(ViewerOptions.textScales.range),
        "Multiplies the size of text."),
      Field(\.offset, "offset", .number(0...1e9), "The vertical offset in points."),
      Field(
        optional: \.screens, "screens", .screens,
        "The screens that are looked at; without it all."),
      Field(
        \.pictures, "pictures", .pictures, fallback: "true",
        "Whether screens have pictures besides texts, or which of them have."),
    ])

  /// Why a look after `others` cannot have its name; nil when it can.
  fileprivate func faultOfName(after others: [Look]) -> String? {
    let isPartOfNames = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
    if name.isEmpty || !isPartOfNames {
      return "a look needs a 'name' of letters, digits, '-' and '_'"
    }
    if GoldenFile.leftovers.contains(name) {
      return "a look cannot have the name '\(name)', which is that of what failed comparisons leave"
    }
    return others.contains { $0.name == name } ? "another look has the name '\(name)' too" : nil
  }
}

// MARK: Values

/// Whether a path, judged by its text, leads below the plan's folder.
private func isBelow(_ path: String) -> Bool {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  return parts.allSatisfy { !["", ".", ".."].contains($0) } && !path.utf8.contains(0)
}

extension FieldValue<String> {
  /// A folder below the plan's own, so that nothing else is mistaken for goldens.
  fileprivate static var folder: FieldValue {
    string.converted(.outOfRange) { name, subject in
      if isBelow(name) { return name }
      throw FieldFault(
        "\(subject) expects a folder below this one, not '\(name.printable(limit: 40))'")
    }
  }
}

extension FieldValue<[NamedScreen]> {
  fileprivate static var screens: FieldValue {
    let screen = FieldValue<NamedScreen>(.string) { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      return try cursor.string().map {
        NamedScreen(name: $0, offset: start, path: cursor.pointer)
      }
    }
    let below = screen.converted(.outOfRange) { screen, _ in
      if isBelow(screen.name) { return screen }
      throw FieldFault("'\(screen.name.printable(limit: 40))' is not in this folder or below it")
    }
    return .list(of: below, "an array of file names")
  }
}

extension FieldValue<[Look]> {
  fileprivate static var looks: FieldValue {
    FieldValue(.array(.object(Look.fields.table.name))) { cursor throws(SyntaxError) in
      var looks: [Look] = []
      return try cursor.list("an array of looks") { cursor throws(SyntaxError) in
        let start = cursor.scanner.at
        guard var look = try Look.fields.read(from: &cursor) else { return nil }
        if let fault = look.faultOfName(after: looks) {
          cursor.report(.error, .typeMismatch, at: start) { _ in fault }
          look.isFaulty = true
        } else if let fault = OffscreenCanvas.failure(size: look.size, scale: look.scale) {
          cursor.report(.error, .outOfRange, at: start) { _ in fault }
          look.isFaulty = true
        } else {
          looks.append(look)
        }
        return look
      }
    }
  }
}

extension FieldValue<ViewerOptions.ThemeChoice> {
  /// Any theme but the desktop's, which differs from machine to machine.
  fileprivate static var theme: FieldValue {
    FieldValue<String>.string.converted { name, subject in
      if let theme = ViewerOptions.ThemeChoice(argument: name), theme != .system { return theme }
      throw FieldFault(
        "\(subject) expects light, dark, high-contrast, high-contrast-dark or a JSON file, "
          + "not '\(name.printable(limit: 40))'")
    }
  }
}

extension FieldValue<Look.Pictures> {
  fileprivate static var pictures: FieldValue {
    let screens = FieldValue<[NamedScreen]>.screens
    return FieldValue(.either([.bool, screens.type])) { cursor throws(SyntaxError) in
      switch cursor.scanner.current {
      case UInt8(ascii: "["): try screens.read(&cursor).map { .of($0) }
      case UInt8(ascii: "t"), UInt8(ascii: "f"): try cursor.bool().map { $0 ? .all : .none }
      default: try cursor.nullOrMismatch("true, false or an array of file names")
      }
    }
  }
}
