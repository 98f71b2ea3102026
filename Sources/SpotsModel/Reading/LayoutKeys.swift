/// The fields of layouts, interactions, columns, breakpoints, widths, sizes and insets.
package enum LayoutKeys {
  /// The fields of a component's `layout`; lengths are in points.
  static let layout = Fields<Layout>(
    "layout", of: Layout(), isByWidth: true,
    [
      Field(
        \.span, "span", .number(NumberRange.span),
        "Items per row or per visible width; 0 gives items their own widths."),
      Field(
        \.minItemWidth, "min-item-width", .number(), aliases: ["minItemWidth"],
        "The least width of an item: as many as fit share the row; grows with the text."),
      Field(
        \.maxItemsPerRow, "max-items-per-row", .integer(NumberRange.maxItemsPerRow),
        aliases: ["maxItemsPerRow"],
        "The most items in a row with 'min-item-width'; 0 sets no limit."),
      Field(
        \.itemRatio, "item-ratio", .number(NumberRange.itemRatio), aliases: ["itemRatio"],
        "Width divided by height of each item; 0 leaves the height to it."),
      Field(
        \.peek, "peek", .number(NumberRange.peek),
        "How much of the next item a carousel with 'min-item-width' shows."),
      Field(
        optional: \.maxWidth, "max-width", .number(), aliases: ["maxWidth"],
        "The greatest width of the content in points; 0 uses all the room."),
      Field(\.align, "align", .word, "The place of content that is narrower than its room."),
      Field(
        optional: \.ownItemSpacing, "item-spacing", .number(), aliases: ["itemSpacing"],
        fallback: "0", "Points between the items of a row, or the columns of a carousel."),
      Field(
        optional: \.ownLineSpacing, "line-spacing", .number(), aliases: ["lineSpacing"],
        fallback: "0", "Points between rows, or inside a column of a carousel."),
      Field(
        \.itemsPerRow, "items-per-row", .integer(NumberRange.itemsPerRow),
        aliases: ["itemsPerRow"], "Items stacked in one column of a carousel."),
      Field(optional: \.ownInset, "inset", .insets, "Points around the items."),
      Field(
        \.pageIndicator, "page-indicator", .word,
        aliases: ["pageIndicator", "page-indicator-placement"],
        "Where a carousel shows its dots."),
      Field(
        \.headerMode, "header-mode", .word, aliases: ["headerMode"],
        "Whether the header stays in sight."),
      Field(
        \.infiniteScrolling, "infinite-scrolling", .bool, aliases: ["infiniteScrolling"],
        "Whether a carousel wraps around."),
      Field(
        \.showEmptyComponent, "show-empty-component", .bool, aliases: ["showEmptyComponent"],
        "Whether a component without items keeps its header, footer and insets."),
      Field(
        \.dynamicSpan, "dynamic-span", .bool, aliases: ["dynamicSpan"],
        "Whether fewer items than the span share the row evenly."),
      Field(
        \.dynamicHeight, "dynamic-height", .bool, aliases: ["dynamicHeight"],
        "Whether the component is as high as its content; else 'size' decides and it clips."),
      Field(
        own: "section-inset", .object("inset"), aliases: ["sectionInset"],
        "Older: 'inset', together with 'content-inset'."),
      Field(
        own: "content-inset", .object("inset"), aliases: ["contentInset"],
        "Older: 'inset', together with 'section-inset'."),
    ])

  /// The fields of a component's `interaction`.
  static let interaction = Fields<Interaction>(
    "interaction", of: Interaction(),
    [
      Field(\.paginate, "paginate", .word, "Where a carousel comes to rest."),
      Field(
        \.mouseClick, "mouseClick", .word, aliases: ["mouse-click"],
        "How many clicks activate an item."),
      Field(
        \.scrollDirection, "scroll-direction", .word, aliases: ["scrollDirection"],
        "Which way the component scrolls."),
      Field(\.selection, "selection", .word, "Which items stay selected."),
      Field(
        \.isReorderable, "reorderable", .bool, "Whether users may give items another place."),
      Field(\.isDeletable, "deletable", .bool, "Whether users may delete items."),
      Field(
        \.isEditable, "editable", .bool,
        "Whether the screen changes when users move or delete items; else that is only told."),
    ])

  /// The fields of an `inset`, in points; a missing side is 0.
  package static let inset = Fields<EdgeInsets>(
    "inset", of: EdgeInsets(),
    [
      Field(\.top, "top", .number(), "Points above the items."),
      Field(\.left, "left", .number(), "Points left of the items."),
      Field(\.bottom, "bottom", .number(), "Points below the items."),
      Field(\.right, "right", .number(), "Points right of the items."),
    ])

  /// The fields of the `when` of a component, or of an element of a nib, in points.
  package static let widthRange = Fields<WidthRange>(
    "width-range", of: WidthRange(),
    [
      Field(
        optional: \.minWidth, "min-width", .number(), aliases: ["minWidth"], "The least width."),
      Field(
        optional: \.maxWidth, "max-width", .number(), aliases: ["maxWidth"], "The greatest width."),
    ])

  /// The fields of the screen's `breakpoints`, in points.
  static let breakpoints = Fields<Breakpoints>(
    "breakpoints", of: Breakpoints(),
    [
      Field(\.medium, "medium", .number(), "The least width that is not compact."),
      Field(\.expanded, "expanded", .number(), "The least width that is expanded."),
    ])

  /// The fields of a column, in points at normal text size.
  static let column = Fields<Columns.Column>(
    "column", of: Columns.Column(), noun: "a column",
    [
      Field(
        \.width, "width", .number(),
        "The width, which grows with the text; 0 shares the room that is left."),
      Field(
        optional: \.maxWidth, "max-width", .number(), aliases: ["maxWidth"],
        "The greatest width of a column that shares the room; 0 sets no limit."),
      Field(
        \.isSticky, "sticky", .bool,
        "Whether the column stays in view while longer ones scroll on."),
    ])

  /// The fields of a `size`, in points; 0 leaves a side to the view or the content.
  package static let size = Fields<Size>(
    "size", of: Size(),
    [
      Field(\.width, "width", .number(), "Width in points."),
      Field(\.height, "height", .number(), "Height in points."),
    ])

  private static let length = ValueType.number(NumberRange.length)
  /// Points on every side, by direction, by side, or by name.
  package static let insetType = ValueType.either([length, .array(length), .object("inset")])
  /// Width and height.
  package static let sizeType = ValueType.either([.array(length), .object("size")])

  // MARK: By width

  /// The slot of the first width class, after those of all other keys.
  static let firstWidthSlot: UInt8 = 60

  private static let widthClasses = WidthClass.allCases.enumerated().map { index, widthClass in
    KeyTable.Key(
      name: widthClass.rawValue, type: .any,
      text: "The value in \(widthClass.rawValue) components.",
      slot: firstWidthSlot + UInt8(index))
  }

  /// The keys of a value that depends on the class of the component's width.
  static let byWidth = KeyTable("by-width", noun: "width class", widthClasses)

  /// The keys of an inset, or of one that depends on the class of the component's width.
  package static let insetByWidth = byWidth(of: inset.table)

  /// The keys of a size, or of one that depends on the class of the component's width.
  package static let sizeByWidth = byWidth(of: size.table)

  /// The keys of a range of widths, or of one that depends on the class of the component's width.
  package static let widthRangeByWidth = byWidth(of: widthRange.table)

  /// The keys of an object of this kind, or of one for each class of the component's width.
  package static func byWidth(of table: KeyTable) -> KeyTable {
    KeyTable("\(table.name)-by-width", table.keys + widthClasses)
  }
}
