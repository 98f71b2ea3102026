// How a document adapts to the width it is shown at.

/// The width of a component, in three classes.
public enum WidthClass: String, Hashable, Sendable, CaseIterable {
  /// A phone or a narrow window.
  case compact
  /// A tablet or half a screen.
  case medium
  /// A desktop window.
  case expanded
}

/// The widths at which the classes begin, in points.
public struct Breakpoints: Hashable, Sendable {
  /// The least width that is not compact.
  public var medium: Double
  /// The least width that is expanded; where it is below `medium`, no width is medium.
  public var expanded: Double

  /// Creates breakpoints; 600 and 1024 unless given.
  public init(medium: Double = 600, expanded: Double = 1024) {
    (self.medium, self.expanded) = (medium, expanded)
  }

  /// The class of `width`, in points.
  public func widthClass(of width: Double) -> WidthClass {
    if width >= expanded { return .expanded }
    return width >= medium ? .medium : .compact
  }
}

/// A range of widths in points, both ends included.
public struct WidthRange: Hashable, Sendable {
  /// The least width; nil for none.
  public var minWidth: Double?
  /// The greatest width; nil for none.
  public var maxWidth: Double?

  /// Creates a range, which contains every width unless limits are given.
  public init(minWidth: Double? = nil, maxWidth: Double? = nil) {
    (self.minWidth, self.maxWidth) = (minWidth, maxWidth)
  }

  /// Whether `width` is in the range.
  public func contains(_ width: Double) -> Bool {
    width >= minWidth ?? 0 && width <= maxWidth ?? .infinity
  }
}

/// The layouts of a component whose layout is not the same at every width.
public struct WiderLayouts: Hashable, Sendable {
  /// For the class `medium`.
  public var medium: Layout
  /// For the class `expanded`.
  public var expanded: Layout

  /// Creates the layouts of the two wider classes.
  public init(medium: Layout, expanded: Layout) {
    (self.medium, self.expanded) = (medium, expanded)
  }
}
