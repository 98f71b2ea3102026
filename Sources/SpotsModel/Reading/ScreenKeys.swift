// The keys of a screen, its theme, its components and its items.

enum ItemKey: UInt8 {
  case identifier, title, subtitle, text, image, kind, type, action, size, meta, relations
  case children, columns, model, index
  // The slots between are those of `InputKeys.input`.
  case actions = 33
  case target
}

/// The tables of a screen, its theme, its components and its items.
enum ScreenKeys {
  private typealias Key = KeyTable.Key

  /// The fields of the root object, unless the document is an array of components.
  static let root = Fields<Screen>(
    "screen", of: Screen(), required: "components",
    [
      Field(own: "$schema", .any, "The JSON Schema for editors; free."),
      Field(
        optional: \.identifier, "identifier", .string,
        "Identity among the screens of a stream: another one begins at its top."),
      Field(optional: \.title, "title", .string, "The window's title."),
      Field(\.theme, "theme", .theme, "Colors that replace the theme's, by role."),
      Field(
        \.spacing, "spacing", .word,
        "The room around and between items where a layout says nothing about it."),
      Field(
        \.breakpoints, "breakpoints", .object(LayoutKeys.breakpoints),
        "The widths at which the classes 'medium' and 'expanded' begin."),
      Field(
        \.columns, "columns", .columns, fallback: "",
        "The columns for components with a 'column'; without a class, those of expanded screens."),
      Field(
        own: "components", .array(.object("component")),
        "The components of the screen from top to bottom."),
      Field(
        optional: \.next, "next", .string,
        "Path or URL of the next page, appended when the end is reached."),
      Field(
        \.keepsValues, "keep-values", .bool,
        "Whether what users answer is kept until the screen is opened again."),
      Field(\.meta, "meta", .meta, fallback: "{}", "Free data."),
      Field(own: "object", .any, "Older: the screen, in the files of caches."),
    ])

  /// The fields of a component, including those of older generations.
  static let component = Fields<ComponentModel>(
    "component", of: ComponentModel(kind: .list),
    [
      Field(optional: \.identifier, "identifier", .string, "Identity across reloads."),
      Field(own: "kind", .componentKind, fallback: "\"list\"", "How the items are laid out."),
      Field(own: "type", .componentKind, "The older name of 'kind'."),
      Field(
        own: "title", .string, "Older: the title of a header, unless there is a 'header'."),
      Field(
        own: "header", .either([.object("item"), .string]),
        "What stands above the items; older: the kind of a header, as a string."),
      Field(
        own: "footer", .either([.object("item"), .string]),
        "What stands below the items; older: the kind of a footer, as a string."),
      Field(own: "layout", .object("layout"), "How the items are arranged."),
      Field(own: "span", .number(NumberRange.span), "Older: 'span' of the layout."),
      Field(
        optional: \.when, "when", .object(LayoutKeys.widthRange),
        "The widths at which the component is shown; otherwise it takes no room."),
      Field(
        optional: \.column, "column", .integer(NumberRange.column),
        "The column it stands in, from 0, where there are columns; else across them."),
      Field(
        \.interaction, "interaction", .object(LayoutKeys.interaction),
        "How the component answers the pointer and the keyboard."),
      Field(
        optional: \.filter, "filter", .filter, fallback: "false",
        "Whether typing leaves out the items that do not have it in their texts."),
      Field(
        \.live, "live", .word,
        "Whether screen readers read items that come or change, wherever the user is."),
      Field(own: "items", .array(.object("item")), fallback: "[]", "The items in order."),
      Field(
        \.size, "size", .size, "The size in points; its height counts without 'dynamic-height'."),
      Field(\.meta, "meta", .meta, fallback: "{}", "Free data."),
      Field(optional: \.givenModel, "model", .model, "Data for a typed model."),
      Field(own: "index", .any, "Older; ignored, the position counts."),
      Field(
        own: "amountOfItemsToCache", .any, "Older; ignored, since nothing is cached."),
    ])

  /// The keys of an item, a header or a footer.
  static let item = KeyTable("item", first + InputKeys.input.table.keys(from: inputSlot) + last)

  /// The slot of the first field of an item's answer.
  static let inputSlot = ItemKey.index.rawValue + 1

  private static let first = [
    Key(ItemKey.identifier, "identifier", .identifier, "Identity across reloads."),
    Key(ItemKey.title, "title", .string, "\"\"", "The main line."),
    Key(ItemKey.subtitle, "subtitle", .string, "\"\"", "The line below the title."),
    Key(ItemKey.text, "text", .string, "\"\"", "Running text."),
    Key(
      ItemKey.image, "image", .string, "\"\"",
      "URL of an image, or its path below the screen's folder or the assets folder."),
    Key(ItemKey.kind, "kind", .itemKind, "\"\"", "Which view shows the item."),
    Key(ItemKey.type, "type", .itemKind, "The older name of 'kind'."),
    Key(ItemKey.action, "action", .string, "What a click means, as a URI."),
    Key(
      ItemKey.size, "size", LayoutKeys.sizeType,
      "The size asked for in points; 0 leaves a side to the view."),
    Key(ItemKey.meta, "meta", .map(.any), "{}", "Free data."),
    Key(
      ItemKey.relations, "relations", .map(.array(.object("item"))), "{}",
      "Related items by the name of the relation."),
    Key(
      ItemKey.children, "children", .array(.object("component")), "[]",
      "Components inside the item, stacked or in columns."),
    Key(
      ItemKey.columns, "columns", .byWidth(.array(.object("column"))),
      "The columns for children with a 'column', like those of a screen."),
    Key(ItemKey.model, "model", .any, "Data for the presenter of the item's kind."),
    Key(ItemKey.index, "index", .any, "Older; ignored, the position counts."),
  ]

  private static let last = [
    Key(
      ItemKey.actions, "actions", .array(.object("action")), "[]",
      "The entries of the item's menu."),
    Key(ItemKey.target, "target", .any, "Older: 'action', also as an object with a 'uri'."),
  ]

  /// The fields of one of an item's `actions`.
  static let action = Fields<ItemAction>(
    "action", of: ItemAction("", action: ""), required: "action", noun: "an action",
    [
      Field(\.title, "title", .string, fallback: "\"\"", "The entry of the menu."),
      Field(\.action, "action", .string, "What choosing it means, as a URI."),
      Field(\.isDestructive, "destructive", .bool, "Whether it does what cannot be taken back."),
    ])

  /// The colors of a theme; the slot of a role is its index in `ColorRole.allCases`.
  static let theme = KeyTable(
    "theme", noun: "color role",
    ColorRole.allCases.enumerated().map { index, role in
      Key(
        name: role.rawValue, aliases: [], type: .color, fallback: nil,
        text: "The color of the role '\(role.rawValue)'.", slot: UInt8(index))
    })

  /// All tables of screens, the root object's first.
  static var all: [KeyTable] {
    [
      root.table, component.table, item, LayoutKeys.layout.table, LayoutKeys.interaction.table,
      LayoutKeys.inset.table, LayoutKeys.widthRange.table, LayoutKeys.breakpoints.table,
      LayoutKeys.column.table, LayoutKeys.size.table, theme, action.table,
      InputKeys.option.table, InputKeys.checks.table, InputKeys.condition.table,
    ]
  }
}

extension ComponentModel {
  /// The model, unless it is `null`, which documents take for none.
  fileprivate var givenModel: JSONValue? {
    get { model == .null ? nil : model }
    set { model = newValue }
  }
}
