/// The arrangement of a component's items. Lengths are in points.
public struct Layout: Hashable, Sendable {
  /// The position of a carousel's dots, one for each page.
  public enum PageIndicator: String, Hashable, Sendable, CaseIterable {
    /// Nowhere.
    case none
    /// In a strip below the items.
    case below
    /// Over the lower edge of the items.
    case overlay
  }

  /// The behavior of the header while its component scrolls.
  public enum HeaderMode: String, Hashable, Sendable, CaseIterable {
    /// With the items, or at the top of the viewport until the component ends.
    case `default`, sticky
  }

  /// The place of content that is narrower than its room.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At the beginning of a line.
    case leading
    /// In the middle.
    case center
    /// At the end of a line.
    case trailing
  }

  /// Items per row, or per visible width of a carousel, where 3.5 shows half an item; 0 gives items
  /// their own widths, in a list the whole row.
  public var span: Double
  /// The least width of an item, in points at normal text size; it grows with the text. As many
  /// items as fit share the row evenly, whatever `span` is. 0 leaves the width to `span`.
  public var minItemWidth: Double
  /// The most items in a row with `minItemWidth`; 0 for as many as fit.
  public var maxItemsPerRow: Int
  /// The width of an item divided by its height, whatever height the item or its view asks for; 0
  /// leaves the height to them.
  public var itemRatio: Double
  /// Carousel with `minItemWidth`: how much of the item after the last whole one is seen, as a
  /// fraction of its width.
  public var peek: Double
  /// The greatest width of the component's content, in points; the items of a carousel still scroll
  /// over all the room. 0 uses all the room. With nil, a screen with rows of a list keeps to a
  /// readable width, and every other one uses all the room.
  public var maxWidth: Double?
  /// The place of content that is narrower than its room.
  public var align: Alignment
  /// Between the items of a row; between the columns of a carousel. Unless set, 0 or what the
  /// screen's `spacing` says.
  @inlinable public var itemSpacing: Double {
    get { ownItemSpacing ?? 0 }
    set { ownItemSpacing = newValue }
  }
  /// Between rows; inside a column of a carousel. Unless set, 0 or what the screen's `spacing`
  /// says.
  @inlinable public var lineSpacing: Double {
    get { ownLineSpacing ?? 0 }
    set { ownLineSpacing = newValue }
  }
  /// Carousel: items stacked in one column. At least 1.
  public var itemsPerRow: Int
  /// Around the items, inside header and footer. Unless set, 0 or what the screen's `spacing` says.
  @inlinable public var inset: EdgeInsets {
    get { ownInset ?? EdgeInsets() }
    set { ownInset = newValue }
  }
  /// The spacings that were set, even to 0; the screen's `spacing` stands in for others.
  @usableFromInline package var ownItemSpacing, ownLineSpacing: Double?
  /// The inset that was set; the screen's `spacing` stands in for none.
  @usableFromInline package var ownInset: EdgeInsets?
  /// Carousel: where its dots are.
  public var pageIndicator: PageIndicator
  /// Has no effect without a header.
  public var headerMode: HeaderMode
  /// Carousel: wraps around in both directions, unless all items fit.
  public var infiniteScrolling: Bool
  /// Keeps header, footer and insets of a component without items.
  public var showEmptyComponent: Bool
  /// Fewer items than `span` share the row evenly.
  public var dynamicSpan: Bool
  /// Whether the component is as high as its content. Otherwise it has the height of its `size` and
  /// clips, unless that is 0.
  public var dynamicHeight: Bool

  /// Creates a layout; the defaults are those of documents.
  public init(
    span: Double = 0, minItemWidth: Double = 0, maxItemsPerRow: Int = 0, itemRatio: Double = 0,
    peek: Double = defaultPeek, maxWidth: Double? = nil, align: Alignment = .center,
    itemSpacing: Double? = nil, lineSpacing: Double? = nil, itemsPerRow: Int = 1,
    inset: EdgeInsets? = nil, pageIndicator: PageIndicator = .none,
    headerMode: HeaderMode = .default, infiniteScrolling: Bool = false,
    showEmptyComponent: Bool = false, dynamicSpan: Bool = false, dynamicHeight: Bool = true
  ) {
    self.span = span
    self.minItemWidth = minItemWidth
    self.maxItemsPerRow = maxItemsPerRow
    self.itemRatio = itemRatio
    self.peek = peek
    self.maxWidth = maxWidth
    self.align = align
    ownItemSpacing = itemSpacing
    ownLineSpacing = lineSpacing
    self.itemsPerRow = itemsPerRow
    ownInset = inset
    self.pageIndicator = pageIndicator
    self.headerMode = headerMode
    self.infiniteScrolling = infiniteScrolling
    self.showEmptyComponent = showEmptyComponent
    self.dynamicSpan = dynamicSpan
    self.dynamicHeight = dynamicHeight
  }

  /// A sixth: enough to see that there is more.
  public static var defaultPeek: Double { 1.0 / 6 }
}

/// The ranges to which the numbers of a screen are clamped, so that every sum of them is finite.
package enum NumberRange {
  @inlinable package static var length: ClosedRange<Double> { 0...longestLength }
  @inlinable package static var span: ClosedRange<Double> { 0...1e6 }
  @inlinable package static var itemsPerRow: ClosedRange<Int> { 1...1000 }
  @inlinable package static var maxItemsPerRow: ClosedRange<Int> { 0...1000 }
  @inlinable package static var itemRatio: ClosedRange<Double> { 0...1000 }
  @inlinable package static var column: ClosedRange<Int> { 0...Columns.maximumCount - 1 }
  @inlinable package static var peek: ClosedRange<Double> { 0...1 }
  @inlinable package static var value: ClosedRange<Double> { -0x1p53...0x1p53 }
  @inlinable package static var textLength: ClosedRange<Int> { 0...1 << 24 }
  @inlinable package static var valueStep: ClosedRange<Double> { 0...0x1p53 }
  @inlinable package static var lines: ClosedRange<Int> { 1...100 }
  @inlinable package static var level: ClosedRange<Int> { 0...255 }
  @inlinable package static var places: ClosedRange<Int> { 0...1 << 24 }
}

extension Layout {
  /// The layout with its numbers clamped to the ranges of documents; NaN becomes the lower bound.
  package var clamped: Layout {
    var layout = self
    layout.span = span.clamped(to: NumberRange.span)
    layout.minItemWidth = sane(minItemWidth)
    layout.maxItemsPerRow = maxItemsPerRow.clamped(to: NumberRange.maxItemsPerRow)
    layout.itemRatio = itemRatio.clamped(to: NumberRange.itemRatio)
    layout.peek = peek.clamped(to: NumberRange.peek)
    layout.maxWidth = maxWidth.map(sane)
    layout.ownItemSpacing = ownItemSpacing.map(sane)
    layout.ownLineSpacing = ownLineSpacing.map(sane)
    layout.itemsPerRow = itemsPerRow.clamped(to: NumberRange.itemsPerRow)
    layout.ownInset = ownInset.map {
      EdgeInsets(
        top: sane($0.top), left: sane($0.left), bottom: sane($0.bottom), right: sane($0.right))
    }
    return layout
  }
}
