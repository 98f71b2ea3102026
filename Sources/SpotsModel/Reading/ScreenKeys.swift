// The keys of a screen, its theme, its components and its items.

enum RootKey: UInt8 {
  case schema, identifier, title, theme, spacing, breakpoints, columns, components, next,
    keepValues, meta
  case object
}

enum ComponentKey: UInt8 {
  case identifier, kind, type, title, header, footer, layout, span, when, column, interaction
  case filter, items, size, meta, model, index, amountOfItemsToCache
}

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

  /// The keys of the root object, unless the document is an array of components.
  static let root = KeyTable(
    "screen", required: "components",
    [
      Key(RootKey.schema, "$schema", .any, "The JSON Schema for editors; free."),
      Key(
        RootKey.identifier, "identifier", .string,
        "Identity among the screens of a stream: another one begins at its top."),
      Key(RootKey.title, "title", .string, "The window's title."),
      Key(RootKey.theme, "theme", .object("theme"), "Colors that replace the theme's, by role."),
      Key(
        RootKey.spacing, "spacing", .words(of: Screen.Spacing.self), "\"none\"",
        "The room around and between items where a layout says nothing about it."),
      Key(
        RootKey.breakpoints, "breakpoints", .object("breakpoints"),
        "The widths at which the classes 'medium' and 'expanded' begin."),
      Key(
        RootKey.columns, "columns", .byWidth(.array(.object("column"))),
        "The columns for components with a 'column'; without a class, those of expanded screens."),
      Key(
        RootKey.components, "components", .array(.object("component")),
        "The components of the screen from top to bottom."),
      Key(
        RootKey.next, "next", .string,
        "Path or URL of the next page, appended when the end is reached."),
      Key(
        RootKey.keepValues, "keep-values", .bool, "false",
        "Whether what users answer is kept until the screen is opened again."),
      Key(RootKey.meta, "meta", .map(.any), "{}", "Free data."),
      Key(RootKey.object, "object", .any, "Older: the screen, in the files of caches."),
    ])

  /// The keys of a component, including those of older generations.
  static let component = KeyTable(
    "component",
    [
      Key(ComponentKey.identifier, "identifier", .string, "Identity across reloads."),
      Key(ComponentKey.kind, "kind", .componentKind, "\"list\"", "How the items are laid out."),
      Key(ComponentKey.type, "type", .componentKind, "The older name of 'kind'."),
      Key(
        ComponentKey.title, "title", .string,
        "Older: the title of a header, unless there is a 'header'."),
      Key(
        ComponentKey.header, "header", .either([.object("item"), .string]),
        "What stands above the items; older: the kind of a header, as a string."),
      Key(
        ComponentKey.footer, "footer", .either([.object("item"), .string]),
        "What stands below the items; older: the kind of a footer, as a string."),
      Key(ComponentKey.layout, "layout", .object("layout"), "How the items are arranged."),
      Key(ComponentKey.span, "span", .number(NumberRange.span), "Older: 'span' of the layout."),
      Key(
        ComponentKey.when, "when", .object("width-range"),
        "The widths at which the component is shown; otherwise it takes no room."),
      Key(
        ComponentKey.column, "column", .integer(NumberRange.column),
        "The column it stands in, from 0, where there are columns; else across them."),
      Key(
        ComponentKey.interaction, "interaction", .object("interaction"),
        "How the component answers the pointer and the keyboard."),
      Key(
        ComponentKey.filter, "filter",
        .either([.bool, .words(of: FilterRule.self)]), "false",
        "Whether typing leaves out the items that do not have it in their texts."),
      Key(ComponentKey.items, "items", .array(.object("item")), "[]", "The items in order."),
      Key(
        ComponentKey.size, "size", LayoutKeys.sizeType,
        "The size in points; its height counts without 'dynamic-height'."),
      Key(ComponentKey.meta, "meta", .map(.any), "{}", "Free data."),
      Key(ComponentKey.model, "model", .any, "Data for a typed model."),
      Key(ComponentKey.index, "index", .any, "Older; ignored, the position counts."),
      Key(
        ComponentKey.amountOfItemsToCache, "amountOfItemsToCache", .any,
        "Older; ignored, since nothing is cached."),
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
      root, component, item, LayoutKeys.layout.table, LayoutKeys.interaction.table,
      LayoutKeys.inset.table, LayoutKeys.widthRange.table, LayoutKeys.breakpoints.table,
      LayoutKeys.column.table, LayoutKeys.size.table, theme, action.table,
      InputKeys.option.table, InputKeys.checks.table, InputKeys.condition.table,
    ]
  }
}
