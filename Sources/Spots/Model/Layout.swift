/// How a component arranges its items. Lengths are in points.
public struct Layout: Hashable, Sendable {
  /// The position of a carousel's dots, one for each place it can rest at.
  public enum PageIndicator: String, Hashable, Sendable, CaseIterable {
    /// Nowhere, in a strip below the items, or over their lower edge.
    case none, below, overlay
  }

  /// How the header scrolls.
  public enum HeaderMode: String, Hashable, Sendable, CaseIterable {
    /// With the items, or at the top of the viewport until the component ends.
    case `default`, sticky
  }

  /// Items per row, or per visible width of a carousel, where 3.5 shows half an item; 0 gives items
  /// their own widths, in a list the whole row.
  public var span: Double
  /// Between the items of a row; between the columns of a carousel.
  public var itemSpacing: Double
  /// Between rows; inside a column of a carousel.
  public var lineSpacing: Double
  /// Carousel: items stacked in one column. At least 1.
  public var itemsPerRow: Int
  /// Around the items, inside header and footer.
  public var inset: EdgeInsets
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
  /// When false, the component has the height of its `size` and clips, unless that height is 0.
  public var dynamicHeight: Bool

  /// Creates a layout; the defaults are those of documents.
  public init(
    span: Double = 0, itemSpacing: Double = 0, lineSpacing: Double = 0, itemsPerRow: Int = 1,
    inset: EdgeInsets = .zero, pageIndicator: PageIndicator = .none,
    headerMode: HeaderMode = .default, infiniteScrolling: Bool = false,
    showEmptyComponent: Bool = false, dynamicSpan: Bool = false, dynamicHeight: Bool = true
  ) {
    self.span = span
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
    self.itemsPerRow = itemsPerRow
    self.inset = inset
    self.pageIndicator = pageIndicator
    self.headerMode = headerMode
    self.infiniteScrolling = infiniteScrolling
    self.showEmptyComponent = showEmptyComponent
    self.dynamicSpan = dynamicSpan
    self.dynamicHeight = dynamicHeight
  }
}
