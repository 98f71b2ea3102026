// The keys of a screen, its theme, its components, its items and their actions.

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
  case control, name, value, minimum, maximum, step, emphasis, placeholder, inputType, lines, unit
  case options, multiple, choiceStyle
  case checks, enabledWhen, visibleWhen, progress, actions, target
}

enum ActionKey: UInt8 {
  case title, action, destructive
}

/// The tables of a screen, its theme, its components, its items and their actions.
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

  private static let bound = ValueType.either([.number(NumberRange.value), .date, .time])

  /// The keys of an item, a header or a footer.
  static let item = KeyTable(
    "item",
    [
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
      Key(
        ItemKey.control, "control", .words(of: InputKind.self),
        "The kind of answer that an item with a view of your own asks for."),
      Key(
        ItemKey.name, "name", .string,
        "The key of the item's value; without it the identifier, or else the title."),
      Key(ItemKey.value, "value", .any, "The value to begin with."),
      Key(
        ItemKey.minimum, "minimum", bound,
        "The least number, or the first day or time, that can be chosen; without it 0 for sliders"
          + " and steppers."),
      Key(
        ItemKey.maximum, "maximum", bound,
        "The greatest number, or the last day or time, that can be chosen; without it 1 for"
          + " sliders."),
      Key(
        ItemKey.step, "step", .number(NumberRange.valueStep),
        "The distance between numbers, or in minutes between the times of a menu; without it 1 for"
          + " steppers, any number for sliders, and 30 for times."),
      Key(
        ItemKey.emphasis, "emphasis", .words(of: ButtonEmphasis.self),
        "\"plain\"", "How much a button stands out."),
      Key(
        ItemKey.placeholder, "placeholder", .string,
        "What a text field shows while it is empty."),
      Key(
        ItemKey.inputType, "input-type", .words(of: TextInputType.self), "\"text\"",
        "What can be typed into a text field."),
      Key(
        ItemKey.lines, "lines", .integer(NumberRange.lines), "1",
        "The most lines that a text field grows to."),
      Key(
        ItemKey.unit, "unit", .string,
        "What a text field shows behind its text, and a slider or stepper behind its number."),
      Key(
        ItemKey.options, "options", .array(.either([.string, .object("option")])), "[]",
        "The options of a choice."),
      Key(
        ItemKey.multiple, "multiple", .bool, "false",
        "Whether several options can be chosen; the value is an array then."),
      Key(
        ItemKey.choiceStyle, "choice-style", .words(of: ChoiceStyle.self),
        "How the options are shown; without it a menu, or chips where several can be chosen."),
      Key(
        ItemKey.checks, "checks", .object("checks"),
        "What the value must be like before the screen is submitted."),
      Key(
        ItemKey.enabledWhen, "enabled-when", .object("condition"),
        "What another value must be like for the item to be usable."),
      Key(
        ItemKey.visibleWhen, "visible-when", .object("condition"),
        "What another value must be like for the item to be there."),
      Key(
        ItemKey.progress, "progress", .bool, "false",
        "Whether a button shows that its action is under way until the screen is shown again."),
      Key(
        ItemKey.actions, "actions", .array(.object("action")), "[]",
        "The entries of the item's menu."),
      Key(ItemKey.target, "target", .any, "Older: 'action', also as an object with a 'uri'."),
    ])

  /// The keys of one of an item's `actions`.
  static let action = KeyTable(
    "action", required: "action",
    [
      Key(ActionKey.title, "title", .string, "\"\"", "The entry of the menu."),
      Key(ActionKey.action, "action", .string, "What choosing it means, as a URI."),
      Key(
        ActionKey.destructive, "destructive", .bool, "false",
        "Whether it does what cannot be taken back."),
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
      root, component, item, LayoutKeys.layout, LayoutKeys.interaction, LayoutKeys.inset,
      LayoutKeys.widthRange, LayoutKeys.breakpoints, LayoutKeys.column, LayoutKeys.size, theme,
      action, InputKeys.option, InputKeys.checks, InputKeys.condition,
    ]
  }
}
