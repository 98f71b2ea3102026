/// How an item is being used at the moment.
public struct ViewState: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The pointer is over it.
  public static let hover = ViewState(rawValue: 1)
  /// It is pressed.
  public static let highlighted = ViewState(rawValue: 2)
  public static let selected = ViewState(rawValue: 4)
  /// It has the keyboard, and the user works with the keyboard.
  public static let focused = ViewState(rawValue: 8)
  /// It cannot be used: what stands on its ground is faint, and neither the pointer nor the
  /// keyboard activates it.
  public static let disabled = ViewState(rawValue: 16)
}

extension Item {
  /// Whether the item is shown but cannot be used: `disabled` in its `meta` is true.
  public var isDisabled: Bool { meta.bool("disabled") }
}

/// Where an item's view stands in its component; views draw edges, margins and backgrounds
/// accordingly.
public struct ItemPlace: Hashable, Sendable {
  /// A row runs across its component and brings margins of its own; a cell stands free.
  public var isRow: Bool
  public var isFirst: Bool
  public var isLast: Bool
  /// The room between the view's sides and its text, in points.
  public var margin: Double
  /// The radius of the outer corners of a group of rows that does not reach the window's edges.
  public var groupRadius: Double

  public init(
    isRow: Bool = true, isFirst: Bool = true, isLast: Bool = true, margin: Double = 16,
    groupRadius: Double = 0
  ) {
    self.isRow = isRow
    self.isFirst = isFirst
    self.isLast = isLast
    self.margin = margin
    self.groupRadius = groupRadius
  }
}
