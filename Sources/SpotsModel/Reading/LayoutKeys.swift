// The keys of layouts, interactions, insets, width ranges, breakpoints, columns and sizes.

enum LayoutKey: UInt8 {
  case span, minItemWidth, maxItemsPerRow, itemRatio, peek, maxWidth, align
  case itemSpacing, lineSpacing, itemsPerRow, inset, pageIndicator, headerMode
  case infiniteScrolling, showEmptyComponent, dynamicSpan, dynamicHeight, sectionInset, contentInset
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

/// The tables of layouts, interactions, columns, breakpoints, sizes and insets.
package enum LayoutKeys {
  private typealias Key = KeyTable.Key

  /// The keys of a component's `layout`; lengths are in points.
  static let layout = KeyTable(
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
        LayoutKey.align, "align", .byWidth(.words(of: Layout.Alignment.self)), "\"center\"",
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
      Key(LayoutKey.inset, "inset", .byWidth(insetType), "Points around the items."),
      Key(
        LayoutKey.pageIndicator, "page-indicator", .byWidth(.words(of: Layout.PageIndicator.self)),
        "\"none\"", aliases: ["pageIndicator", "page-indicator-placement"],
        "Where a carousel shows its dots."),
      Key(
        LayoutKey.headerMode, "header-mode", .byWidth(.words(of: Layout.HeaderMode.self)),
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
      Key(
        LayoutKey.sectionInset, "section-inset", .object("inset"), aliases: ["sectionInset"],
        "Older: 'inset', together with 'content-inset'."),
      Key(
        LayoutKey.contentInset, "content-inset", .object("inset"), aliases: ["contentInset"],
        "Older: 'inset', together with 'section-inset'."),
    ])

  /// The keys of a component's `interaction`.
  static let interaction = KeyTable(
    "interaction",
    [
      Key(
        InteractionKey.paginate, "paginate", .words(of: Interaction.Paginate.self), "\"disabled\"",
        "Where a carousel comes to rest."),
      Key(
        InteractionKey.mouseClick, "mouseClick", .words(of: Interaction.MouseClick.self),
        "\"single\"", aliases: ["mouse-click"], "How many clicks activate an item."),
      Key(
        InteractionKey.scrollDirection, "scroll-direction",
        .words(of: Interaction.ScrollDirection.self), "\"vertical\"", aliases: ["scrollDirection"],
        "Which way the component scrolls."),
      Key(
        InteractionKey.selection, "selection", .words(of: Interaction.Selection.self), "\"single\"",
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
  package static let inset = KeyTable(
    "inset",
    [
      Key(InsetKey.top, "top", .number(NumberRange.length), "0", "Points above the items."),
      Key(InsetKey.left, "left", .number(NumberRange.length), "0", "Points left of the items."),
      Key(InsetKey.bottom, "bottom", .number(NumberRange.length), "0", "Points below the items."),
      Key(InsetKey.right, "right", .number(NumberRange.length), "0", "Points right of the items."),
    ])

  /// The keys of the `when` of a component, or of an element of a nib, in points.
  package static let widthRange = KeyTable(
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
  static let breakpoints = KeyTable(
    "breakpoints",
    [
      Key(
        BreakpointKey.medium, "medium", .number(NumberRange.length), "600",
        "The least width that is not compact."),
      Key(
        BreakpointKey.expanded, "expanded", .number(NumberRange.length), "1024",
        "The least width that is expanded."),
    ])

  private static let length = ValueType.number(NumberRange.length)
  /// Points on every side, by direction, by side, or by name.
  package static let insetType = ValueType.either([length, .array(length), .object("inset")])
  /// Width and height.
  package static let sizeType = ValueType.either([.array(length), .object("size")])

  /// The slot of the first width class, after those of all other keys.
  static let firstWidthSlot: UInt8 = 60

  private static let widthClasses = WidthClass.allCases.enumerated().map { index, widthClass in
    Key(
      name: widthClass.rawValue, type: .any,
      text: "The value in \(widthClass.rawValue) components.",
      slot: firstWidthSlot + UInt8(index))
  }

  /// The keys of a value that depends on the class of the component's width.
  static let byWidth = KeyTable("by-width", noun: "width class", widthClasses)

  /// The keys of an inset, or of one that depends on the class of the component's width.
  package static let insetByWidth = byWidth(of: inset)

  /// The keys of a size, or of one that depends on the class of the component's width.
  package static let sizeByWidth = byWidth(of: size)

  /// The keys of a range of widths, or of one that depends on the class of the component's width.
  package static let widthRangeByWidth = byWidth(of: widthRange)

  /// The keys of an object of this kind, or of one for each class of the component's width.
  package static func byWidth(of table: KeyTable) -> KeyTable {
    KeyTable("\(table.name)-by-width", table.keys + widthClasses)
  }

  /// The keys of a column, in points at normal text size.
  static let column = KeyTable(
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
  package static let size = KeyTable(
    "size",
    [
      Key(SizeKey.width, "width", .number(NumberRange.length), "0", "Width in points."),
      Key(SizeKey.height, "height", .number(NumberRange.length), "0", "Height in points."),
    ])
}
