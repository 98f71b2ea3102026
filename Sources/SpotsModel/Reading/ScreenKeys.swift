// The keys of a screen, its theme, its components and its items.

/// The slots of the keys that most items have, and of those that hold items.
enum ItemKey: UInt8 {
  case identifier, title, subtitle, text, image, kind, type, action, size
  case relations = 10
  case children
}

/// The tables of a screen, its theme, its components and its items.
enum ScreenKeys {
  /// The fields of the root object, unless the document is an array of components.
  static let root = Fields<Screen>(
    "screen", of: Screen(), required: "components",
    [
      Field(own: "$schema", .any, "The JSON Schema for editors; free."),
      Field(
        optional: \.identifier, "identifier", .string,
        "Identity among the screens of a stream: another one begins at its top."),
      Field(optional: \.title, "title", .string, "The window's title."),
      Field(
        optional: \.language, "lang", .language,
        "The language of the texts, such as 'de' or 'pt-BR'; without one, that of the user."),
      Field(\.theme, "theme", .theme, "Colors that replace the theme's, by role."),
      Field(
        optional: \.ownSpacing, "spacing", .word,
        "The room around and between items where a layout says nothing about it."),
      Field(
        \.breakpoints, "breakpoints", .object(LayoutKeys.breakpoints),
        "The widths at which the classes 'medium' and 'expanded' begin."),
      Field(
        \.columns, "columns", .columns, fallback: "",
        "The columns for components with a 'column'; without a class, those of expanded screens."),
      Field(\.tabs, "tabs", TabKeys.tabs, fallback: "[]", "The tabs, of which one is chosen."),
      Field(
        optional: \.toolbar, "toolbar", .object(ToolbarKeys.toolbar),
        "The bar at the top of the screen, with its buttons."),
      Field(
        optional: \.sidebar, "sidebar", SidebarKeys.value,
        "Whether the screens that it opens are beside it in wide windows."),
      Field(
        optional: \.maxWidth, "max-width", .number(NumberRange.length),
        "The greatest width of everything on the screen; 0 for none."),
      Field(
        own: "data", .any,
        "The data for the holes in strings; or an object with 'from', where it is."),
      Field(
        own: "views", .array(.any), fallback: "[]",
        "Nibs, each as in a file of its own, that only this document knows."),
      Field(
        own: "strings", .map(.map(.string)), fallback: "{}",
        "The texts that objects such as {\"string\": \"title\"} name, by language."),
      Field(
        own: "components", .array(.object("component")),
        "The components of the screen from top to bottom."),
      Field(
        optional: \.next, "next", .string,
        "Path or URL of the next page, appended when the end is reached."),
      Field(
        own: "screens", .map(.object("screen")), fallback: "{}",
        "Screens that actions such as 'push:NAME' and 'sheet:NAME' open, by name."),
      Field(
        \.keepsValues, "keep-values", .bool,
        "Whether what users answer is kept until the screen is opened again."),
      Field(
        \.keepsPosts, "keep-posts", .bool,
        "Whether what nobody answers is kept, and sent again once the server is there."),
      Field(
        \.submits, "submit", .word, "Whether the data is submitted along with the answers."),
      Field(
        \.hasSectionIndex, "section-index", .bool,
        "Whether the first letters of headers, along the side, lead to their components."),
      Field(
        \.undo, "undo", .word,
        "Whether programs hear of what users can take back at once, or when its note is gone."),
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
        optional: \.tab, "tab", .string,
        "The tab it is in, by its identifier or title; in all of them unless given."),
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
      Field(
        \.follow, "follow", .word,
        "Whether the window stays at the end of the content as items come."),
      Field(
        \.isBar, "bar", .bool,
        "Whether the component, the last of a screen, stays at the bottom of the window."),
      Field(
        \.collapsing.isAllowed, "collapsible", .bool,
        "Whether a click on the header hides and shows everything below it."),
      Field(
        \.collapsing.isInitial, "collapsed", .bool,
        "Whether a collapsible component is hidden but for its header at first."),
      Field(
        \.wrapsLines, "wrap", .bool, fallback: "true",
        "Whether the lines of a log go on in a further row."),
      Field(
        \.columns, "columns", TableKeys.columns, fallback: "[]",
        "The columns of a table, in their order."),
      Field(
        \.theme, "theme", .theme, "Colors that replace those of the screen here, by role."),
      Field(
        \.backgroundImage, "background-image", .string,
        "URL or path of a picture behind the component."),
      Field(own: "items", .array(.object("item")), fallback: "[]", "The items in order."),
      Field(
        optional: \.rows.each, "each", .string,
        "The JSON pointer of an array of the data, with an item for each of its elements."),
      Field(own: "item", .object("item"), "The item of each element, with holes."),
      Field(optional: \.rows.key, "key", .string, "The field that identifies an element."),
      Field(
        optional: \.rows.condition, "where", .string,
        "The expression that is true for the elements that are shown."),
      Field(
        \.rows.sort, "sort", .list(of: .string, "an array of fields"), fallback: "[]",
        "The fields by which elements are sorted, with '-' for the greatest first."),
      Field(own: "empty", .object("item"), "The item shown while there is no element."),
      Field(
        own: "loading", .object("item"),
        "The item shown until the elements are there."),
      Field(
        \.size, "size", .size, "The size in points; its height counts without 'dynamic-height'."),
      Field(\.meta, "meta", .meta, fallback: "{}", "Free data."),
      Field(optional: \.model.given, "model", .model, "Data for a typed model."),
      Field(own: "index", .any, "Older; ignored, the position counts."),
      Field(
        own: "amountOfItemsToCache", .any, "Older; ignored, since nothing is cached."),
    ])

  /// The keys of an item, a header or a footer.
  static let item = KeyTable(
    "item",
    itemStart.table.keys(from: 0) + InputKeys.input.table.keys(from: inputSlot)
      + itemEnd.table.keys(from: itemEndSlot))

  /// The slot of the first field of an item's answer.
  static let inputSlot = UInt8(itemStart.table.names.count)
  /// The slot of the first field after them.
  static let itemEndSlot = inputSlot + UInt8(InputKeys.input.table.names.count)

  /// The fields of an item before those of its answer.
  static let itemStart = Fields<Item>(
    "item", of: Item(),
    [
      Field(optional: \.identifier, "identifier", .identifier, "Identity across reloads."),
      Field(\.title, "title", .string, fallback: "\"\"", "The main line."),
      Field(\.subtitle, "subtitle", .string, fallback: "\"\"", "The line below the title."),
      Field(\.text, "text", .string, fallback: "\"\"", "Running text."),
      Field(
        \.image, "image", .string, fallback: "\"\"",
        "URL of an image, or its path below the screen's folder or the assets folder."),
      Field(\.kind, "kind", .itemKind, fallback: "\"\"", "Which view shows the item."),
      Field(own: "type", .itemKind, "The older name of 'kind'."),
      Field(optional: \.action, "action", .string, "What a click means, as a URI."),
      Field(
        \.size, "size", .size, "The size asked for in points; 0 leaves a side to the view."),
      Field(\.meta, "meta", .meta, fallback: "{}", "Free data."),
      Field(
        own: "relations", .map(.array(.object("item"))), fallback: "{}",
        "Related items by the name of the relation."),
      Field(
        own: "children", .array(.object("component")), fallback: "[]",
        "Components inside the item, stacked or in columns."),
      Field(
        \.columns, "columns", .columns, fallback: "",
        "The columns for children with a 'column', like those of a screen."),
      Field(optional: \.model.given, "model", .model, "Data for the presenter of the item's kind."),
      Field(own: "index", .any, "Older; ignored, the position counts."),
    ])

  /// The fields of an item after those of its answer.
  static let itemEnd = Fields<Item>(
    "item", of: Item(),
    [
      Field(
        \.actions, "actions", .actions, fallback: "[]",
        "The entries of the item's menu."),
      Field(
        optional: \.accessory, "accessory", .word,
        "The sign at the end of a row; without it that of the action."),
      Field(
        optional: \.badge, "badge", BadgeKeys.value,
        "A few words that stand out beside the title: how many, what kind, which state."),
      Field(
        \.markdown, "markdown", .string, fallback: "\"\"",
        "Running text in Markdown: headings, lists, tables, links, pictures."),
      Field(
        optional: \.chart, "chart", .object(ChartKeys.chart),
        "The numbers that a chart or a sparkline draws."),
      Field(
        \.nesting.level, "level", .integer(NumberRange.level),
        "How many rows of the list it is inside of: the last one before it with a lower level."),
      Field(
        \.nesting.isExpanded, "expanded", .bool, "Whether the rows inside it are shown at first."),
      Field(own: "target", .any, "Older: 'action', also as an object with a 'uri'."),
    ])

  /// The fields of one of an item's `actions`.
  static let action = Fields<ItemAction>(
    "action", of: ItemAction("", action: ""), required: "action", noun: "an action",
    [
      Field(\.title, "title", .string, fallback: "\"\"", "The entry of the menu."),
      Field(\.action, "action", .string, "What choosing it means, as a URI."),
      Field(\.isDestructive, "destructive", .bool, "Whether it does what cannot be taken back."),
      Field(\.emphasis, "emphasis", .word, "How much its button stands out, in a row of buttons."),
      Field(optional: \.icon, "icon", .string, "The name of an icon on its button in a toolbar."),
      Field(
        optional: \.identifier, "identifier", .identifier, "The name of its button in a toolbar."),
      Field(
        optional: \.payload.given, "payload", InputKeys.payload,
        "The data that goes along with it; without it that of the item."),
      Field(
        optional: \.confirmation, "confirm", InputKeys.confirmation,
        "The question before it is carried out."),
    ])

  /// The colors of a theme; the slot of a role is its index in `ColorRole.allCases`.
  static let theme = KeyTable(
    "theme", noun: "color role",
    ColorRole.allCases.enumerated().map { index, role in
      KeyTable.Key(
        name: role.rawValue, type: .color,
        text: "The color of the role '\(role.rawValue)'.", slot: UInt8(index))
    })

  /// All tables of screens, the root object's first.
  static var all: [KeyTable] {
    [
      root.table, component.table, item, LayoutKeys.layout.table, LayoutKeys.interaction.table,
      LayoutKeys.inset.table, LayoutKeys.widthRange.table, LayoutKeys.breakpoints.table,
      LayoutKeys.column.table, LayoutKeys.size.table, theme, action.table,
      TableKeys.column.table, TableKeys.width.table, InputKeys.option.table,
      InputKeys.checks.table, InputKeys.question.table, InputKeys.condition.table,
      ChartKeys.chart.table, ChartKeys.series.table, ChartKeys.threshold.table,
      BadgeKeys.badge.table, TabKeys.tab.table, ToolbarKeys.toolbar.table,
      SidebarKeys.sidebar.table,
    ]
  }
}

extension FieldValue<String> {
  static var itemKind: FieldValue {
    FieldValue(.itemKind, read: { c throws(SyntaxError) in try c.itemKind() }, write: string.write)
  }
}

extension FieldValue<[ItemAction]> {
  /// An array of actions; empty ones are left out.
  static var actions: FieldValue {
    let all = list(of: .object(ScreenKeys.action), "an array of actions")
    return FieldValue(
      all.type,
      read: { cursor throws(SyntaxError) in
        try all.read(&cursor)?.filter { $0 != ItemAction("", action: "") }
      }, write: all.write)
  }
}
