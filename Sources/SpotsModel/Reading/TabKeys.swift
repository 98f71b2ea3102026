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
  static let tabs = limited(
    .list(of: .object(tab), "an array of tabs"), to: ScreenTab.maximumCount, "a screen", "tabs")

  /// An array of which so many elements count; a warning tells of others.
  ///
  /// - Parameters:
  ///   - owner: The object that has them, for the warning.
  ///   - name: The elements, for the warning.
  static func limited<Element>(
    _ all: FieldValue<[Element]>, to count: Int, _ owner: String, _ name: String
  ) -> FieldValue<[Element]> {
    FieldValue(all.type) { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let elements = try all.read(&cursor) else { return nil }
      if elements.count > count {
        cursor.report(.warning, .limit, at: start) { _ in
          "\(owner) has at most \(count) \(name); the others are left out"
        }
      }
      return Array(elements.prefix(count))
    } write: { json, elements in
      all.write?(&json, elements)
    }
  }
}
