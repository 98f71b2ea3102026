/// The columns of a screen or of a composite item, by the class of its width, for the components in
/// it that name one. In a class without columns, these components are stacked like any other.
///
/// They are stacked, too, while there is too little room side by side: a column that shares the
/// room needs 200 points, and as many as the widest column with a width has, so that a sidebar is
/// never wider than what it stands beside.
public struct Columns: Hashable, Sendable {
  /// One of the columns. Lengths are in points at normal text size; they grow with the text.
  public struct Column: Hashable, Sendable {
    /// 0 shares the room left by columns with a width evenly among those without one.
    public var width: Double
    /// The greatest width of a column that shares the room; nil and 0 set no limit.
    public var maxWidth: Double?
    /// Whether the column stays in view while longer columns beside it scroll on.
    public var isSticky: Bool

    /// Creates a column, which shares the room unless a width is given.
    public init(width: Double = 0, maxWidth: Double? = nil, isSticky: Bool = false) {
      (self.width, self.maxWidth, self.isSticky) = (width, maxWidth, isSticky)
    }
  }

  /// The columns of each class, from the leading to the trailing edge.
  public var compact, medium, expanded: [Column]

  /// Creates columns; a class has none unless they are given.
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
