/// The table of a screen that is a column beside others.
enum SidebarKeys {
  /// The fields of a screen's `sidebar`.
  static let sidebar = Fields<SidebarModel>(
    "sidebar", of: SidebarModel(), noun: "a sidebar",
    [
      Field(\.width, "width", .number(), "The width at first."),
      Field(\.minimum, "min", .number(), "The least width that users can drag it to."),
      Field(\.maximum, "max", .number(), "The greatest width that users can drag it to."),
    ])

  /// An object, or `true` for the usual widths.
  static let value = FieldValue<SidebarModel>(.either([.bool, .object("sidebar")])) {
    cursor throws(SyntaxError) in
    if cursor.scanner.current == UInt8(ascii: "{") { return try sidebar.read(from: &cursor) }
    return try cursor.bool() == true ? SidebarModel() : nil
  } write: { json, value in
    if value == SidebarModel() { json.bool(true) } else { sidebar.write(value, to: &json) }
  }
}
