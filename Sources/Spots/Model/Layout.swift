/// How a component arranges its items. Lengths are in points.
public struct Layout: Hashable, Sendable {
  public enum PageIndicator: String, Hashable, Sendable, CaseIterable {
    case none, below, overlay
  }

  public enum HeaderMode: String, Hashable, Sendable, CaseIterable {
    case `default`, sticky
  }

  /// Items per row (grid, list of columns) or per visible width (carousel); 3.5 shows half an
  /// item; 0 gives items their own widths.
  public var span: Double
  /// Between the items of a row; between the columns of a carousel.
  public var itemSpacing: Double
  /// Between rows; inside a column of a carousel.
  public var lineSpacing: Double
  /// Carousel: items stacked in one column. At least 1.
  public var itemsPerRow: Int
  /// Around the items, inside header and footer.
  public var inset: EdgeInsets
  public var pageIndicator: PageIndicator
  public var headerMode: HeaderMode
  /// Carousel: wraps around in both directions.
  public var infiniteScrolling: Bool
  /// Keeps header, footer and insets of a component without items.
  public var showEmptyComponent: Bool
  /// Fewer items than `span` share the row evenly.
  public var dynamicSpan: Bool
  /// When false, the component is as high as its `size` says, unless that says nothing, and clips.
  public var dynamicHeight: Bool

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
