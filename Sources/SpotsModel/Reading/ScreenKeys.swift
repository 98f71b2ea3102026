// The keys of a screen, its components and its items.

enum RootKey: UInt8 {
  case schema, title, theme, spacing, breakpoints, columns, components, next, keepValues, meta
}

enum ComponentKey: UInt8 {
  case identifier, kind, type, title, header, footer, layout, span, when, column, interaction
  case filter, items, size, meta, model, index
}

enum ItemKey: UInt8 {
  case identifier, title, subtitle, text, image, kind, type, action, size, meta, relations
  case children, columns, model, index
  case control, name, value, minimum, maximum, step, emphasis, placeholder, inputType, lines, unit
  case options, multiple, choiceStyle
  case checks, enabledWhen, visibleWhen, progress, actions
}

enum ActionKey: UInt8 {
  case title, action, destructive
}

extension KeyTable {
  /// The keys of the root object, unless the document is an array of components.
  public static let root = KeyTable(
    "screen", required: "components",
    [
      Key(RootKey.schema, "$schema", .any, "The JSON Schema for editors; free."),
      Key(RootKey.title, "title", .string, "The window's title."),
      Key(RootKey.theme, "theme", .object("theme"), "Colors that replace the theme's, by role."),
      Key(
        RootKey.spacing, "spacing", .words(Screen.Spacing.words), "\"none\"",
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
    ])

  /// The keys of a component, including those of older generations.
  public static let component = KeyTable(
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
      Key(ComponentKey.footer, "footer", .object("item"), "What stands below the items."),
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
        .either([.bool, .words(FilterRule.allCases.map(\.rawValue))]), "false",
        "Whether typing leaves out the items that do not have it in their texts."),
      Key(ComponentKey.items, "items", .array(.object("item")), "[]", "The items in order."),
      Key(
        ComponentKey.size, "size", .object("size"),
        "The size in points; its height counts without 'dynamic-height'."),
      Key(ComponentKey.meta, "meta", .map(.any), "{}", "Free data."),
      Key(ComponentKey.model, "model", .any, "Data for a typed model."),
      Key(ComponentKey.index, "index", .any, "Older; ignored, the position counts."),
    ])

  private static let bound = ValueType.either([.number(NumberRange.value), .date, .time])

  /// The keys of an item, a header or a footer.
  public static let item = KeyTable(
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
        ItemKey.size, "size", .object("size"),
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
        ItemKey.control, "control", .words(InputKind.allCases.map(\.rawValue)),
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
        ItemKey.emphasis, "emphasis", .words(ButtonEmphasis.allCases.map(\.rawValue)),
        "\"plain\"", "How much a button stands out."),
      Key(
        ItemKey.placeholder, "placeholder", .string,
        "What a text field shows while it is empty."),
      Key(
        ItemKey.inputType, "input-type", .words(TextInputType.allCases.map(\.rawValue)), "\"text\"",
        "What can be typed into a text field."),
      Key(
        ItemKey.lines, "lines", .integer(NumberRange.lines), "1",
        "The most lines that a text field grows to."),
      Key(ItemKey.unit, "unit", .string, "What a text field shows behind its text."),
      Key(
        ItemKey.options, "options", .array(.either([.string, .object("option")])), "[]",
        "The options of a choice."),
      Key(
        ItemKey.multiple, "multiple", .bool, "false",
        "Whether several options can be chosen; the value is an array then."),
      Key(
        ItemKey.choiceStyle, "choice-style", .words(ChoiceStyle.allCases.map(\.rawValue)),
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
    ])

  /// The keys of one of an item's `actions`.
  public static let action = KeyTable(
    "action", required: "action",
    [
      Key(ActionKey.title, "title", .string, "\"\"", "The entry of the menu."),
      Key(ActionKey.action, "action", .string, "What choosing it means, as a URI."),
      Key(
        ActionKey.destructive, "destructive", .bool, "false",
        "Whether it does what cannot be taken back."),
    ])
}

// The keys of layouts, interactions, insets, width ranges, breakpoints, columns, sizes and themes.

enum LayoutKey: UInt8 {
  case span, minItemWidth, maxItemsPerRow, itemRatio, peek, maxWidth, align
  case itemSpacing, lineSpacing, itemsPerRow, inset, pageIndicator, headerMode
  case infiniteScrolling, showEmptyComponent, dynamicSpan, dynamicHeight
}

enum InteractionKey: UInt8 {
  case paginate, mouseClick, scrollDirection, selection, reorderable, deletable, editable
}

enum InsetKey: UInt8 {
  case top, left, bottom, right
}

enum WidthRangeKey: UInt8 {
  case minWidth, maxWidth
}

enum BreakpointKey: UInt8 {
  case medium, expanded
}

enum ColumnKey: UInt8 {
  case width, maxWidth, sticky
}

enum SizeKey: UInt8 {
  case width, height
}

extension KeyTable {
  /// The keys of a component's `layout`; lengths are in points.
  public static let layout = KeyTable(
    "layout",
    [
      Key(
        LayoutKey.span, "span", .byWidth(.number(NumberRange.span)), "0",
        "Items per row or per visible width; 0 gives items their own widths."),
      Key(
        LayoutKey.minItemWidth, "min-item-width", .byWidth(.number(NumberRange.length)), "0",
        aliases: ["minItemWidth"],
        "The least width of an item: as many as fit share the row; grows with the text."),
      Key(
        LayoutKey.maxItemsPerRow, "max-items-per-row",
        .byWidth(.integer(NumberRange.maxItemsPerRow)), "0",
        aliases: ["maxItemsPerRow"],
        "The most items in a row with 'min-item-width'; 0 sets no limit."),
      Key(
        LayoutKey.itemRatio, "item-ratio", .byWidth(.number(NumberRange.itemRatio)), "0",
        aliases: ["itemRatio"], "Width divided by height of each item; 0 leaves the height to it."),
      Key(
        LayoutKey.peek, "peek", .byWidth(.number(NumberRange.peek)), "0.16666666666666666",
        "How much of the next item a carousel with 'min-item-width' shows."),
      Key(
        LayoutKey.maxWidth, "max-width", .byWidth(.number(NumberRange.length)),
        aliases: ["maxWidth"],
        "The greatest width of the content in points; 0 uses all the room."),
      Key(
        LayoutKey.align, "align", .byWidth(.words(Layout.Alignment.words)), "\"center\"",
        "The place of content that is narrower than its room."),
      Key(
        LayoutKey.itemSpacing, "item-spacing", .byWidth(.number(NumberRange.length)), "0",
        aliases: ["itemSpacing"],
        "Points between the items of a row, or the columns of a carousel."),
      Key(
        LayoutKey.lineSpacing, "line-spacing", .byWidth(.number(NumberRange.length)), "0",
        aliases: ["lineSpacing"], "Points between rows, or inside a column of a carousel."),
      Key(
        LayoutKey.itemsPerRow, "items-per-row", .byWidth(.integer(NumberRange.itemsPerRow)), "1",
        aliases: ["itemsPerRow"], "Items stacked in one column of a carousel."),
      Key(LayoutKey.inset, "inset", .byWidth(.object("inset")), "Points around the items."),
      Key(
        LayoutKey.pageIndicator, "page-indicator", .byWidth(.words(Layout.PageIndicator.words)),
        "\"none\"", aliases: ["pageIndicator"], "Where a carousel shows its dots."),
      Key(
        LayoutKey.headerMode, "header-mode", .byWidth(.words(Layout.HeaderMode.words)),
        "\"default\"",
        aliases: ["headerMode"], "Whether the header stays in sight."),
      Key(
        LayoutKey.infiniteScrolling, "infinite-scrolling", .byWidth(.bool), "false",
        aliases: ["infiniteScrolling"], "Whether a carousel wraps around."),
      Key(
        LayoutKey.showEmptyComponent, "show-empty-component", .byWidth(.bool), "false",
        aliases: ["showEmptyComponent"],
        "Whether a component without items keeps its header, footer and insets."),
      Key(
        LayoutKey.dynamicSpan, "dynamic-span", .byWidth(.bool), "false", aliases: ["dynamicSpan"],
        "Whether fewer items than the span share the row evenly."),
      Key(
        LayoutKey.dynamicHeight, "dynamic-height", .byWidth(.bool), "true",
        aliases: ["dynamicHeight"],
        "Whether the component is as high as its content; else 'size' decides and it clips."),
    ])

  /// The keys of a component's `interaction`.
  public static let interaction = KeyTable(
    "interaction",
    [
      Key(
        InteractionKey.paginate, "paginate", .words(Interaction.Paginate.words), "\"disabled\"",
        "Where a carousel comes to rest."),
      Key(
        InteractionKey.mouseClick, "mouseClick", .words(Interaction.MouseClick.words),
        "\"single\"", aliases: ["mouse-click"], "How many clicks activate an item."),
      Key(
        InteractionKey.scrollDirection, "scroll-direction",
        .words(Interaction.ScrollDirection.words), "\"vertical\"", aliases: ["scrollDirection"],
        "Which way the component scrolls."),
      Key(
        InteractionKey.selection, "selection", .words(Interaction.Selection.words), "\"single\"",
        "Which items stay selected."),
      Key(
        InteractionKey.reorderable, "reorderable", .bool, "false",
        "Whether users may give items another place."),
      Key(
        InteractionKey.deletable, "deletable", .bool, "false", "Whether users may delete items."),
      Key(
        InteractionKey.editable, "editable", .bool, "false",
        "Whether the screen changes when users move or delete items; else that is only told."),
    ])

  /// The keys of an `inset`, in points; a missing side is 0.
  public static let inset = KeyTable(
    "inset",
    [
      Key(InsetKey.top, "top", .number(NumberRange.length), "0", "Points above the items."),
      Key(InsetKey.left, "left", .number(NumberRange.length), "0", "Points left of the items."),
      Key(InsetKey.bottom, "bottom", .number(NumberRange.length), "0", "Points below the items."),
      Key(InsetKey.right, "right", .number(NumberRange.length), "0", "Points right of the items."),
    ])

  /// The keys of the `when` of a component, or of an element of a nib, in points.
  public static let widthRange = KeyTable(
    "width-range",
    [
      Key(
        WidthRangeKey.minWidth, "min-width", .number(NumberRange.length), aliases: ["minWidth"],
        "The least width."),
      Key(
        WidthRangeKey.maxWidth, "max-width", .number(NumberRange.length), aliases: ["maxWidth"],
        "The greatest width."),
    ])

  /// The keys of the screen's `breakpoints`, in points.
  public static let breakpoints = KeyTable(
    "breakpoints",
    [
      Key(
        BreakpointKey.medium, "medium", .number(NumberRange.length), "600",
        "The least width that is not compact."),
      Key(
        BreakpointKey.expanded, "expanded", .number(NumberRange.length), "1024",
        "The least width that is expanded."),
    ])

  /// The slot of the first width class, behind those of all other keys.
  static let firstWidthSlot: UInt8 = 60

  private static let widthClasses = WidthClass.allCases.enumerated().map { index, widthClass in
    Key(
      name: widthClass.rawValue, type: .any,
      text: "The value in \(widthClass.rawValue) components.",
      slot: firstWidthSlot + UInt8(index))
  }

  /// The keys of a value that depends on the class of the component's width.
  package static let byWidth = KeyTable("by-width", noun: "width class", widthClasses)

  /// The keys of an inset, or of one that depends on the class of the component's width.
  package static let insetByWidth = inset.orByWidth

  /// The keys of a size, or of one that depends on the class of the component's width.
  package static let sizeByWidth = size.orByWidth

  /// The keys of a range of widths, or of one that depends on the class of the component's width.
  package static let widthRangeByWidth = widthRange.orByWidth

  /// The keys of an object of this kind, or of one for each class of the component's width.
  package var orByWidth: KeyTable { KeyTable("\(name)-by-width", keys + Self.widthClasses) }

  /// The keys of a column, in points at normal text size.
  public static let column = KeyTable(
    "column",
    [
      Key(
        ColumnKey.width, "width", .number(NumberRange.length), "0",
        "The width, which grows with the text; 0 shares the room that is left."),
      Key(
        ColumnKey.maxWidth, "max-width", .number(NumberRange.length), aliases: ["maxWidth"],
        "The greatest width of a column that shares the room; 0 sets no limit."),
      Key(
        ColumnKey.sticky, "sticky", .bool, "false",
        "Whether the column stays in view while longer ones scroll on."),
    ])

  /// The keys of a `size`, in points; 0 leaves a side to the view or the content.
  public static let size = KeyTable(
    "size",
    [
      Key(SizeKey.width, "width", .number(NumberRange.length), "0", "Width in points."),
      Key(SizeKey.height, "height", .number(NumberRange.length), "0", "Height in points."),
    ])

  /// The colors of a theme; the slot of a role is its index in `ColorRole.allCases`.
  public static let theme = KeyTable(
    "theme", noun: "color role",
    ColorRole.allCases.enumerated().map { index, role in
      Key(
        name: role.rawValue, aliases: [], type: .color, fallback: nil,
        text: "The color of the role '\(role.rawValue)'.", slot: UInt8(index))
    })
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  fileprivate static var words: [String] { allCases.map(\.rawValue) }
}
