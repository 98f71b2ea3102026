// The size of an item, from its component's layout, the size the item asks for and the size its
// view computes. Every layout uses this one rule.

/// The room a component's layout offers to each of its items, in points.
public struct ItemSizing: Equatable, Sendable {
  /// The component's width, W.
  public let componentWidth: Double
  /// W less the left and right inset.
  public let rowWidth: Double
  /// The width every item gets, or nil where items have their own.
  public let fixedWidth: Double?
  /// No item is wider.
  public let maximumWidth: Double

  /// Follows the layout of `model` at `width`:
  ///
  /// 1. span > 0: width = max((W − l − r + s) / span − s, 0), so that the row is full and its gaps
  ///    are exactly s; in carousels max((W − l − r) / span − s, 0), so that an item and its spacing
  ///    take 1/span of the visible width. With `dynamicSpan`, span is at most the number of items.
  /// 2. span = 0 in a list: W − l − r. Elsewhere items have their own widths.
  /// 3. Never wider than the component, in a list never wider than its row.
  public init(model: ComponentModel, width: Double) {
    let layout = model.layout.clamped
    let isList = model.kind == .list
    componentWidth = max(width, 0)
    rowWidth = max(width - layout.inset.left - layout.inset.right, 0)
    maximumWidth = isList ? rowWidth : componentWidth
    let span = Self.span(of: model)
    if span > 0 {
      let spacing = layout.itemSpacing
      let room = model.arrangement == .carousel ? rowWidth : rowWidth + spacing
      fixedWidth = min(max(room / span - spacing, 0), maximumWidth)
    } else {
      fixedWidth = isList ? rowWidth : nil
    }
  }

  /// The effective span: a dynamic span is at most the number of items.
  static func span(of model: ComponentModel) -> Double {
    let span = model.layout.span.clamped(to: NumberRange.span)
    let count = Double(model.items.count)
    return model.layout.dynamicSpan && count > 0 && count < span ? count : span
  }

  /// The size of an item.
  ///
  /// Its width is the fixed one; else its own; else what its view computes; else the whole row. Its
  /// height is its own when that is above 0, else what its view computes, never negative. A
  /// computed side that is not finite counts as 0, so that the item is as wide as the row, or 0
  /// high, and the others stay in place.
  ///
  /// - Parameters:
  ///   - own: What the item asks for; a side of 0 asks for nothing.
  ///   - compute: Measures the view in the given room, whose height is infinite. Called at most
  ///     once, and only when a side is not known without it.
  public func size(own: Size, compute: (Size) -> Size) -> Size {
    let wanted = fixedWidth ?? (own.width > 0 ? min(own.width, maximumWidth) : nil)
    let height = finite(own.height)
    if let wanted, height > 0 { return Size(width: wanted, height: height) }
    let room = Size(width: wanted ?? rowWidth, height: .infinity)
    let computed = compute(room)
    // A view may compute anything.
    let natural = finite(computed.width)
    let width = wanted ?? min(natural > 0 ? natural : rowWidth, maximumWidth)
    return Size(width: width, height: height > 0 ? height : finite(computed.height))
  }
}
