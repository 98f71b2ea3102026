/// The table of the tabs of a screen.
enum TabKeys {
  /// The fields of one of a screen's `tabs`.
  static let tab = Fields<ScreenTab>(
    "tab", of: ScreenTab(""), noun: "a tab",
    [
      Field(\.title, "title", .string, fallback: "\"\"", "The text in the bar of tabs."),
      Field(optional: \.icon, "icon", .string, "The name of an icon beside the title."),
      Field(
        optional: \.identifier, "identifier", .string,
        "The name that components know it by; the title unless given."),
    ])

  /// An array of tabs, of which there may be so many.
  static let tabs: FieldValue<[ScreenTab]> = {
    let all = FieldValue<[ScreenTab]>.list(of: .object(tab), "an array of tabs")
    return FieldValue(all.type) { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let tabs = try all.read(&cursor) else { return nil }
      var seen: Set<String> = []
      if let twice = tabs.first(where: { !seen.insert($0.name).inserted }) {
        cursor.report(.warning, .duplicateIdentifier, at: start) { _ in
          "two tabs are named '\(twice.name.printable(limit: 80))'; give one an 'identifier'"
        }
      }
      if tabs.count > ScreenTab.maximumCount {
        cursor.report(.warning, .limit, at: start) { _ in
          "a screen has at most \(ScreenTab.maximumCount) tabs; the others are left out"
        }
      }
      return Array(tabs.prefix(ScreenTab.maximumCount))
    } write: { json, tabs in
      all.write?(&json, tabs)
    }
  }()
}
