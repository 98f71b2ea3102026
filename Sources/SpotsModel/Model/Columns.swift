/// The columns for the components of a screen or of a composite item that name one, by the class of
/// the width they all share. In a class without columns these components are stacked like any
/// other.
public struct Columns: Hashable, Sendable {
  /// One of the columns. Lengths are in points at normal text size; they grow with the text.
  public struct Column: Hashable, Sendable {
    /// 0 shares what the columns with a width leave evenly with the others that have none.
    public var width: Double
    /// The greatest width of a column that shares the room; 0 sets no limit. With nil, a column
    /// with rows of a list keeps to a readable width, and every other one sets no limit.
    public var maxWidth: Double?
    /// Whether the column stays in view while those beside it, which are longer, scroll on.
    public var isSticky: Bool

    /// Creates a column; one with nothing given shares the room.
    public init(width: Double = 0, maxWidth: Double? = nil, isSticky: Bool = false) {
      (self.width, self.maxWidth, self.isSticky) = (width, maxWidth, isSticky)
    }
  }

  /// From the beginning of a line to its end.
  public var compact, medium, expanded: [Column]

  /// Creates columns; every class is without them unless they are given.
  public init(compact: [Column] = [], medium: [Column] = [], expanded: [Column] = []) {
    (self.compact, self.medium, self.expanded) = (compact, medium, expanded)
  }

  /// The columns of a class.
  public subscript(widthClass: WidthClass) -> [Column] {
    switch widthClass {
    case .compact: compact
    case .medium: medium
    case .expanded: expanded
    }
  }

  /// The most columns a class can have.
  public static var maximumCount: Int { 24 }

  /// Whether no class has columns.
  public var isEmpty: Bool { compact.isEmpty && medium.isEmpty && expanded.isEmpty }
}
