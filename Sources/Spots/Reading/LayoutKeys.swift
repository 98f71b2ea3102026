// The keys of layouts, interactions, insets, sizes and themes.

enum LayoutKey: UInt8 {
  case span, itemSpacing, lineSpacing, itemsPerRow, inset, pageIndicator, headerMode
  case infiniteScrolling, showEmptyComponent, dynamicSpan, dynamicHeight
}

enum InteractionKey: UInt8 {
  case paginate, mouseClick, scrollDirection
}

enum InsetKey: UInt8 {
  case top, left, bottom, right
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
        LayoutKey.span, "span", .number(NumberRange.span), "0",
        "Items per row or per visible width; 0 gives items their own widths."),
      Key(
        LayoutKey.itemSpacing, "item-spacing", .number(NumberRange.length), "0",
        aliases: ["itemSpacing"],
        "Points between the items of a row, or the columns of a carousel."),
      Key(
        LayoutKey.lineSpacing, "line-spacing", .number(NumberRange.length), "0",
        aliases: ["lineSpacing"], "Points between rows, or inside a column of a carousel."),
      Key(
        LayoutKey.itemsPerRow, "items-per-row", .integer(NumberRange.itemsPerRow), "1",
        aliases: ["itemsPerRow"], "Items stacked in one column of a carousel."),
      Key(LayoutKey.inset, "inset", .object("inset"), "Points around the items."),
      Key(
        LayoutKey.pageIndicator, "page-indicator", .words(Layout.PageIndicator.words),
        "\"none\"", aliases: ["pageIndicator"], "Where a carousel shows its dots."),
      Key(
        LayoutKey.headerMode, "header-mode", .words(Layout.HeaderMode.words), "\"default\"",
        aliases: ["headerMode"], "Whether the header stays in sight."),
      Key(
        LayoutKey.infiniteScrolling, "infinite-scrolling", .bool, "false",
        aliases: ["infiniteScrolling"], "Whether a carousel wraps around."),
      Key(
        LayoutKey.showEmptyComponent, "show-empty-component", .bool, "false",
        aliases: ["showEmptyComponent"],
        "Whether a component without items keeps its header, footer and insets."),
      Key(
        LayoutKey.dynamicSpan, "dynamic-span", .bool, "false", aliases: ["dynamicSpan"],
        "Whether fewer items than the span share the row evenly."),
      Key(
        LayoutKey.dynamicHeight, "dynamic-height", .bool, "true", aliases: ["dynamicHeight"],
        "Whether the component is as high as its content; else 'size' decides and it clips."),
    ])

  /// The keys of a component's `interaction`; each value is one of a few words.
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

  /// The keys of a `size`, in points; 0 leaves a side to the view or the content.
  public static let size = KeyTable(
    "size",
    [
      Key(SizeKey.width, "width", .number(NumberRange.length), "0", "Width in points."),
      Key(SizeKey.height, "height", .number(NumberRange.length), "0", "Height in points."),
    ])

  /// The colors of a theme; the slot of a role is its index in `ColorRole.allCases`.
  public static let theme = KeyTable(
    "theme", noun: "colour role",
    ColorRole.allCases.enumerated().map { index, role in
      Key(
        name: role.rawValue, aliases: [], type: .color, fallback: nil,
        text: "The colour of the role '\(role.rawValue)'.", slot: UInt8(index))
    })
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  fileprivate static var words: [String] { allCases.map(\.rawValue) }
}
