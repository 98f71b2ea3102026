/// Arranges the items of one component at one width. Coordinates are points from the top left
/// corner of the area inside header and insets.
///
/// A layout measures items only when it is asked to prepare a part of itself, and estimates the
/// others. Preparing everything together, or part by part in any order, must result in the same
/// frames.
public protocol ItemLayout: Sendable {
  /// The size of all items together; an estimate until `isComplete`.
  var contentSize: Size { get }

  /// Whether every item's size is known.
  var isComplete: Bool { get }

  /// Measures the items needed to know every frame that meets `rect`. `measure` returns the size of
  /// an item by its index, and is called at most once for each.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size)

  /// The frame of an item; an estimate until it is prepared.
  func frame(ofItem index: Int) -> Rect

  /// The measured size of an item; nil when it was not measured or the layout does not keep it.
  func knownSize(ofItem index: Int) -> Size?

  /// A range that includes every item that meets `rect`, and possibly others.
  func items(in rect: Rect) -> Range<Int>
}

/// A layout that a program registers for the kind of components it lays out.
public protocol RegisteredLayout: ItemLayout {
  /// Lays out the items of `model`; `sizing` is the room for each, and the rule for its size.
  init(model: ComponentModel, sizing: ItemSizing)
}

extension ItemLayout {
  /// A rectangle that every item meets.
  static var everything: Rect { Rect(x: -1e15, y: -1e15, width: 2e15, height: 2e15) }

  /// Measures every item that was not measured yet.
  public mutating func prepareAll(measure: (Int) -> Size) {
    if !isComplete { prepare(Self.everything, measure: measure) }
  }
}

/// The layout of a component without items, of any kind. It stores next to nothing, because a long
/// screen may have thousands of them.
struct NoItemsLayout: ItemLayout {
  /// In points; taken by what stands in for the items.
  let height: Double

  var contentSize: Size { Size(width: 0, height: height) }
  var isComplete: Bool { true }

  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {}
  func frame(ofItem index: Int) -> Rect { .zero }
  func knownSize(ofItem index: Int) -> Size? { nil }
  func items(in rect: Rect) -> Range<Int> { 0..<0 }
}

// The size of an item, from its component's layout, the size the item asks for and the size its
// view computes. Every layout uses this one rule.

/// The room a component's layout offers to each of its items, in points.
public struct ItemSizing: Equatable, Sendable {
  /// The width of the component's content, W: the component's, unless the layout limits it.
  public let componentWidth: Double
  /// W less the left and right inset.
  public let rowWidth: Double
  /// The width every item gets, or nil where items have their own.
  public let fixedWidth: Double?
  /// No item is wider.
  public let maximumWidth: Double
  /// Items per row, or per visible width of a carousel; 0 where items have their own widths.
  public let span: Double
  /// The width of every item divided by its height; 0 leaves the height to the item and its view.
  let ratio: Double

  /// How the width of items follows from the container.
  struct Widths: Equatable, Sendable {
    /// The room beside the lane in which the next item of a carousel is seen, in points; nil where
    /// none is to be seen, so that carousels end where grids do.
    var beyond: Double? = 0
    /// How many times as wide as their least width items become that are fewer than a row holds;
    /// nil leaves those of grids as they are, and doubles those of carousels at most.
    var growth: Double?
  }

  /// Follows the layout of `model` at `width`, where l and r are its left and right inset and s is
  /// its item spacing:
  ///
  /// 1. A least width m: a grid has n = ⌊(W − l − r + s) / (m + s)⌋ items in a row, from 1 to
  ///    `maxItemsPerRow`, which share it as a span of n would; fewer items than n share it, too, as
  ///    far as g, their growth, lets them: none is wider than g · m. One more than n would be alone
  ///    in the second row, so that then n − 1 share each, if g lets them. A carousel shows as many
  ///    whole columns as leave room for p, the part of the next one that `peek` asks for: their
  ///    width is (W − l + b − n · s) / (n + p), where b is the room beyond the lane. Without such
  ///    room, and where all columns fit, they are as wide as in a grid.
  /// 2. span > 0: width = max((W − l − r + s) / span − s, 0), so that the row is full and its gaps
  ///    are exactly s; in carousels max((W − l − r) / span − s, 0), so that an item and its spacing
  ///    take 1/span of the visible width. With `dynamicSpan`, span is at most the number of items.
  /// 3. span = 0 in a list: W − l − r. Elsewhere items have their own widths.
  /// 4. Never wider than the content, in a list never wider than its row.
  ///
  /// - Parameters:
  ///   - itemCount: How many of the model's items are shown; nil for all.
  ///   - textScale: Multiplies the least width.
  init(
    model: ComponentModel, itemCount: Int? = nil, width: Double, _ widths: Widths = Widths(),
    textScale: Double = 1
  ) {
    let layout = model.layout.clamped
    let isList = [.list, .table, .log].contains(model.kind)
    let itemCount = itemCount ?? model.items.count
    componentWidth = max(width, 0)
    rowWidth = max(width - layout.inset.left - layout.inset.right, 0)
    maximumWidth = isList ? rowWidth : componentWidth
    ratio = layout.itemRatio
    let least = layout.minItemWidth * textScale
    guard least > 0 else {
      span = Self.span(of: model, itemCount)
      let room = rowWidth + (model.arrangement == .carousel ? 0 : layout.itemSpacing)
      let own = isList ? rowWidth : nil
      fixedWidth = span > 0 ? min(max(room / span - layout.itemSpacing, 0), maximumWidth) : own
      return
    }
    let share =
      model.arrangement == .carousel
      ? layout.share(
        ofColumns: itemCount.dividedRoundingUp(by: layout.itemsPerRow), ofLeast: least,
        componentWidth, rowWidth, widths)
      : layout.share(ofItems: itemCount, ofLeast: least, rowWidth, widths)
    (span, fixedWidth) = (share.count, min(max(share.width, 0), maximumWidth))
  }

  /// A dynamic span is at most the number of items.
  private static func span(of model: ComponentModel, _ itemCount: Int) -> Double {
    let span = model.layout.span.clamped(to: NumberRange.span)
    let count = Double(itemCount)
    return model.layout.dynamicSpan && count > 0 && count < span ? count : span
  }

  /// The size of an item.
  ///
  /// Its width is the fixed one; else its own; else what its view computes; else the whole row. Its
  /// height follows from the layout's ratio; else it is its own when that is above 0; else what its
  /// view computes, never negative. A computed side that is not finite counts as 0, so that the
  /// item is as wide as the row, or 0 high, and the others stay in place.
  ///
  /// - Parameters:
  ///   - own: What the item asks for; a side of 0 asks for nothing.
  ///   - compute: Measures the view in the given room, whose height is infinite. Called at most
  ///     once, and only when a side is not known without it.
  public func size(own: Size, compute: (Size) -> Size) -> Size {
    let wanted = fixedWidth ?? (own.width > 0 ? min(own.width, maximumWidth) : nil)
    if let wanted, ratio > 0 { return Size(width: wanted, height: sane(wanted / ratio)) }
    let height = finite(own.height)
    if let wanted, height > 0 { return Size(width: wanted, height: height) }
    let room = Size(width: wanted ?? rowWidth, height: .infinity)
    let computed = compute(room)
    // A view may compute anything.
    let natural = finite(computed.width)
    let width = wanted ?? min(natural > 0 ? natural : rowWidth, maximumWidth)
    if ratio > 0 { return Size(width: width, height: sane(width / ratio)) }
    return Size(width: width, height: height > 0 ? height : finite(computed.height))
  }

  /// The built-in layout of the shown items of `model`, in the room for each.
  func layout(of model: ComponentModel, _ shown: ShownItems) -> any ItemLayout {
    let (layout, itemCount) = (model.layout.clamped, shown.count)
    switch model.arrangement {
    case .carousel:
      return CarouselLayout(
        itemCount: itemCount, itemsPerColumn: layout.itemsPerRow,
        fixedWidth: fixedWidth, itemSpacing: layout.itemSpacing,
        lineSpacing: layout.lineSpacing)
    case .grid where span <= 0:
      return PackedLayout(
        itemCount: itemCount, rowWidth: rowWidth, itemSpacing: layout.itemSpacing,
        lineSpacing: layout.lineSpacing)
    default:
      return RowsLayout(
        itemCount: itemCount, columns: Int(min(max(span, 1), 1e6)),
        itemWidth: fixedWidth ?? rowWidth, rowWidth: rowWidth,
        itemSpacing: layout.itemSpacing, lineSpacing: layout.lineSpacing,
        areEven: model.arrangement == .grid
          && shown.first.map { model.items[$0].kind } == "card")
    }
  }
}

extension Layout {
  /// How many items of the width `least` fit into a row of `width`, in points.
  fileprivate func columns(ofLeast least: Double, in width: Double) -> Double {
    let limit = maxItemsPerRow > 0 ? Double(maxItemsPerRow) : NumberRange.span.upperBound
    // Rounding errors must not cost the column that fits exactly.
    return ((width + itemSpacing) / (least + itemSpacing) + 1e-9).rounded(.down)
      .clamped(to: 1...limit)
  }

  /// How many items of a grid share a row, and the width of each.
  fileprivate func share(
    ofItems items: Int, ofLeast least: Double, _ rowWidth: Double, _ widths: ItemSizing.Widths
  ) -> (count: Double, width: Double) {
    let (fitting, few) = (columns(ofLeast: least, in: rowWidth), Double(items))
    guard few > 0, few < fitting, dynamicSpan || widths.growth != nil else {
      let isLonely = few == fitting + 1 && few <= (fitting - 1) * (widths.growth ?? 0)
      let count = isLonely ? fitting - 1 : fitting
      return (count, width(ofOneOf: count, in: rowWidth))
    }
    let limit = dynamicSpan ? .infinity : least * (widths.growth ?? .infinity)
    return (few, min(width(ofOneOf: few, in: rowWidth), limit))
  }

  /// How many of a carousel's columns are seen, and the width of each.
  fileprivate func share(
    ofColumns columns: Int, ofLeast least: Double, _ width: Double, _ rowWidth: Double,
    _ widths: ItemSizing.Widths
  ) -> (count: Double, width: Double) {
    let (fitting, all) = (self.columns(ofLeast: least, in: rowWidth), Double(max(columns, 1)))
    if all < fitting || all == fitting && widths.growth == nil {
      let limit = dynamicSpan ? .infinity : least * (widths.growth ?? 2)
      return (all, min(self.width(ofOneOf: all, in: rowWidth), limit))
    }
    guard all > fitting, peek > 0, let beyond = widths.beyond else {
      return (fitting, self.width(ofOneOf: fitting, in: rowWidth))
    }
    let room = width + beyond - inset.left
    let seen = self.columns(ofLeast: least, in: room - least * peek - itemSpacing)
    return (seen + peek, (room - seen * itemSpacing) / (seen + peek))
  }

  /// The width of each of `count` items that fill a row.
  private func width(ofOneOf count: Double, in rowWidth: Double) -> Double {
    (rowWidth + itemSpacing) / count - itemSpacing
  }
}

extension Int {
  func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
