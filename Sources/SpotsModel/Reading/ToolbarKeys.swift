/// The table of the bar at the top of a screen.
enum ToolbarKeys {
  /// The fields of a screen's `toolbar`.
  static let toolbar = Fields<ToolbarModel>(
    "toolbar", of: ToolbarModel(), noun: "a toolbar",
    [
      Field(optional: \.title, "title", .string, "The text in it."),
      Field(
        \.actions, "actions",
        TabKeys.limited(.actions, to: ToolbarModel.maximumCount, "a toolbar", "actions"),
        fallback: "[]", "Its buttons; those without room are in a menu."),
      Field(
        \.hasSearch, "search", .bool,
        "Whether it has a field that components with a 'filter' are filtered by."),
    ])
}
