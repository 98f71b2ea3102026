// The frames of the parts of one component: header, items, page indicator, footer.

/// A stretch of a component's width, in points.
public struct Lane: Equatable, Sendable {
  /// Its left edge.
  public var x: Double
  /// At least 0.
  public var width: Double

  /// Its right edge.
  public var maxX: Double { x + width }

  init(x: Double, width: Double) {
    (self.x, self.width) = (x, width)
  }

  /// The room at both ends of a row of `width`, in points.
  static func margin(ofRow width: Double) -> Double {
    switch width {
    case ..<800: 16
    case ..<1280: 24
    default: 32
    }
  }

  /// The part of this lane that is at most `limit` wide; all of it without a limit, or one of 0.
  func limited(to limit: Double?, _ alignment: Layout.Alignment) -> Lane {
    guard let limit, limit > 0, limit < width else { return self }
    let rest = width - limit
    return switch alignment {
    case .leading: Lane(x: x, width: limit)
    case .center: Lane(x: x + (rest / 2).rounded(), width: limit)
    case .trailing: Lane(x: x + rest, width: limit)
    }
  }
}

/// The arrangement of one component at one width, in the component's own content coordinates:
/// points from its top left corner. It does not depend on scrolling.
public struct ComponentGeometry: Sendable {
  /// In points.
  static let pageIndicatorHeight = 22.0
  /// The height of the items' area when none matches the filter, in points before text scaling.
  private static let noMatchHeight = 176.0

  /// In points; at least 0.
  public let width: Double
  /// The stretch of the width that header, items and footer keep to. A carousel's items begin and
  /// end there, and scroll over the whole width.
  public let lane: Lane
  /// In points; 0 without a header.
  public let headerHeight: Double
  /// How much of a sticky header leaves the visible part before the rest stays there, in points.
  let headerRise: Double
  /// In points; 0 without a footer.
  public let footerHeight: Double
  /// The room for each item, and the rule for its size.
  public let sizing: ItemSizing
  /// The layout at this width, with numbers in their ranges.
  public let layout: Layout
  private let kind: ComponentModel.Kind
  private let fixedHeight: Double?
  private let isCollapsed: Bool
  /// Whether only the header is shown.
  package let isClosed: Bool
  /// The items that have a place.
  package let shown: ShownItems
  /// Whether there are items, all of which a filter has left out.
  private let hasNoMatch: Bool
  /// Knows only the items that are shown, by their positions.
  private var items: any ItemLayout

  /// - Parameters:
  ///   - width: Of the component, in points.
  ///   - lane: The part of it for header, items and footer; nil for all of it.
  ///   - widths: How the width of items may change with their number and the room.
  ///   - headerHeight, footerHeight: In points; 0 when there is none.
  ///   - headerRise: How much of a sticky header leaves the visible part, in points.
  ///   - textScale: Multiplies the least width of items and, if it is more than 1, the model's
  ///     height, which counts without dynamic height.
  ///   - shown: The items that get a place; nil for all.
  ///   - presentCount: The number of items before filtering, without those that values hide; nil
  ///     for that of `shown`. A component without any is collapsed.
  ///   - isClosed: Whether only the header is shown; `shown` is empty then.
  ///   - layouts: Layouts by component kind, which take precedence over the built-in ones.
  init(
    model: ComponentModel, shown: ShownItems? = nil, presentCount: Int? = nil,
    isClosed: Bool = false, width: Double,
    lane: Lane? = nil, widths: ItemSizing.Widths = .init(), headerHeight: Double,
    headerRise: Double = 0, footerHeight: Double, textScale: Double = 1,
    layouts: [String: any RegisteredLayout.Type] = [:]
  ) {
    self.width = max(width, 0)
    self.lane = lane ?? Lane(x: 0, width: self.width)
    self.headerHeight = max(headerHeight, 0)
    self.headerRise = headerRise
    self.footerHeight = max(footerHeight, 0)
    let shown = shown ?? ShownItems(all: model.items.count)
    self.shown = shown
    sizing = ItemSizing(
      model: model, itemCount: shown.count, width: self.lane.width, widths, textScale: textScale)
    kind = model.arrangement
    layout = model.layout.clamped
    let presentCount = presentCount ?? shown.count
    self.isClosed = isClosed
    hasNoMatch = shown.isEmpty && presentCount > 0 && !isClosed
    isCollapsed = presentCount == 0 && !model.layout.showEmptyComponent
    let height = sane(model.size.height * max(textScale, 1))
    fixedHeight = model.layout.dynamicHeight || height <= 0 ? nil : height
    items =
      layouts[model.kind.rawValue]?.init(model: shown.kept(of: model), sizing: sizing)
      ?? (shown.isEmpty
        ? NoItemsLayout(height: hasNoMatch ? Self.noMatchHeight * max(textScale, 1) : 0)
        : sizing.layout(of: model, shown))
  }

  /// The geometry of a component without header, items and footer.
  static let empty = ComponentGeometry(
    model: ComponentModel(kind: .list), width: 0, headerHeight: 0, footerHeight: 0)

  /// The size of the whole component, in points; an estimate until `isComplete`.
  ///
  /// Height = header + top inset + items + bottom inset + page indicator (22, when it is below the
  /// items of a carousel) + footer. Width is `width`, for carousels left inset + columns + right
  /// inset, and the room beside the lane. Without items the height is 0, unless the layout shows
  /// empty components; without dynamic height it is the model's height, if that is above 0.
  public var contentSize: Size {
    Size(width: contentWidth, height: contentHeight)
  }

  private var contentHeight: Double {
    if isCollapsed { return 0 }
    if isClosed { return headerHeight }
    return fixedHeight ?? naturalHeight
  }

  private var naturalHeight: Double {
    headerHeight + layout.inset.top + items.contentSize.height + layout.inset.bottom
      + (hasPageIndicator && layout.pageIndicator == .below ? Self.pageIndicatorHeight : 0)
      + footerHeight
  }

  /// Only carousels have pages, and only those with items.
  private var hasPageIndicator: Bool {
    kind == .carousel && !shown.isEmpty && layout.pageIndicator != .none
  }

  private var contentWidth: Double {
    guard kind == .carousel else { return width }
    return itemsOrigin.x + items.contentSize.width + layout.inset.right + width - lane.maxX
  }

  /// Whether all sizes are known and nothing is an estimate.
  public var isComplete: Bool { items.isComplete }

  /// Whether the height of the items is neither known nor estimated yet.
  var lacksHeight: Bool {
    !isCollapsed && !shown.isEmpty && !items.isComplete && items.contentSize.height <= 0
  }

  /// The number of items in each column of a carousel.
  var itemsPerColumn: Int { layout.itemsPerRow }

  /// The area of the component in which the items of a carousel scroll.
  var itemsFrame: Rect {
    Rect(
      x: 0, y: itemsOrigin.y, width: width,
      height: max(min(items.contentSize.height, contentHeight - itemsOrigin.y), 0))
  }

  /// The strip in which the items of a carousel scroll, with the insets above and below them; a
  /// fixed height does not cut it.
  var carouselFrame: Rect {
    Rect(
      x: 0, y: headerHeight, width: width,
      height: layout.inset.top + items.contentSize.height + layout.inset.bottom)
  }

  /// The number of columns that the items of a carousel take.
  var columnCount: Int { shown.count.dividedRoundingUp(by: itemsPerColumn) }

  /// The first item of a column of a carousel, which must exist.
  func firstItem(ofColumn column: Int) -> Int { shown[column * itemsPerColumn] }

  /// The column of an item of a carousel; that of the next one shown where it is left out.
  func column(ofItem index: Int) -> Int { shown.position(from: index) / itemsPerColumn }

  /// The frame of the first item of a column of a carousel, which must exist.
  func frame(ofColumn column: Int) -> Rect { frame(atPosition: column * itemsPerColumn) }

  /// The room around the items of a carousel, in points: that beside the lane, and the layout's
  /// inset.
  var itemsInset: EdgeInsets {
    var inset = layout.inset
    inset.left += lane.x
    inset.right += width - lane.maxX
    return inset
  }

  /// The largest horizontal offset of a carousel, in points; 0 for every other component.
  var horizontalRange: Double { kind == .carousel ? max(contentWidth - width, 0) : 0 }

  /// Measures the items needed to know every item frame that meets `rect`.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    guard !isCollapsed else { return }
    let shown = shown
    for turn in turns(in: rect) {
      items.prepare(rect.offsetBy(x: -itemsOrigin.x - shift(turn), y: -itemsOrigin.y)) {
        measure(shown[$0])
      }
    }
  }

  /// Measures every item that was not measured yet; O(*n*).
  mutating func prepareAll(measure: (Int) -> Size) {
    let shown = shown
    items.prepareAll { measure(shown[$0]) }
  }

  /// Measures an item again whose content changed in place. Only rows of single items keep their
  /// sizes when an item changes; in all other layouts nothing happens.
  mutating func remeasure(item index: Int, measure: (Int) -> Size) {
    guard let position = shown.position(of: index), var rows = items as? RowsLayout else { return }
    rows.remeasure(row: position) { _ in measure(index) }
    items = rows
  }

  /// The frame of an item, before horizontal scrolling; an estimate until the item is measured.
  /// An item that is left out has an empty frame, where the next one begins.
  public func frame(ofItem index: Int) -> Rect {
    if let position = shown.position(of: index) { return frame(atPosition: position) }
    let next = shown.position(from: index)
    if next < shown.count { return Rect(origin: frame(atPosition: next).origin, size: .zero) }
    guard !shown.isEmpty else { return Rect(origin: itemsOrigin, size: .zero) }
    let last = frame(atPosition: shown.count - 1)
    return kind == .carousel
      ? Rect(x: last.maxX, y: last.y, width: 0, height: 0)
      : Rect(x: last.x, y: last.maxY, width: 0, height: 0)
  }

  /// The frame of the item at `position`, which counts only the items that are shown.
  func frame(atPosition position: Int) -> Rect {
    items.frame(ofItem: position).offsetBy(x: itemsOrigin.x, y: itemsOrigin.y)
  }

  /// The measured size of an item; nil when it is unknown, or not kept by the layout.
  func knownSize(ofItem index: Int) -> Size? {
    shown.position(of: index).flatMap(items.knownSize)
  }

  /// The indexes of the items that may meet `rect`; the slice's own indexes are positions.
  ///
  /// - Complexity: O(log *n*).
  func items(in rect: Rect) -> Slice<ShownItems> {
    guard !isCollapsed, !shown.isEmpty else { return shown[0..<0] }
    return shown[items.items(in: rect.offsetBy(x: -itemsOrigin.x, y: -itemsOrigin.y))]
  }

  /// The item at `point`, to which horizontal scrolling was added; nil when there is none.
  public func item(at point: Point) -> Int? { slot(at: point)?.item }

  /// The slot at `point`, to which horizontal scrolling was added; nil when there is none.
  func slot(at point: Point) -> Slot? {
    let spot = Rect(x: point.x, y: point.y, width: 0.001, height: 0.001)
    return firstSlot(in: spot) { frame(of: $0).contains(point) }
  }

  // MARK: Endless carousels

  /// A position at which an item is shown. In an endless carousel every item has one per turn.
  package struct Slot: Hashable, Comparable, Sendable {
    /// The index of the item.
    package var item: Int
    /// The repetition of the content, 0 for the first; always 0 in carousels with ends.
    package var turn: Int

    /// Orders slots by turn, then by item.
    package static func < (a: Slot, b: Slot) -> Bool {
      a.turn == b.turn ? a.item < b.item : a.turn < b.turn
    }
  }

  /// The length, in points, after which an endless carousel repeats; nil for everything else.
  ///
  /// It is the length of all columns with the spacing after each of them. A carousel is endless
  /// when its layout asks for it, it has two items or more, they do not all fit, and one turn fills
  /// the width, so that no item is entirely visible twice.
  var period: Double? {
    guard kind == .carousel, layout.infiniteScrolling, shown.count > 1, contentWidth > width else {
      return nil
    }
    let length = items.contentSize.width + layout.itemSpacing
    return length >= max(width, 1) ? length : nil
  }

  /// The slots that may meet `rect`, in ascending order.
  package func slots(in rect: Rect) -> [Slot] {
    turns(in: rect).flatMap { turn in
      items(in: rect.offsetBy(x: -shift(turn))).map { Slot(item: $0, turn: turn) }
    }
  }

  /// Adds the slots that meet `rect` to `slots`.
  func appendSlots(meeting rect: Rect, to slots: inout [Slot]) {
    for turn in turns(in: rect) {
      for item in items(in: rect.offsetBy(x: -shift(turn))) {
        let slot = Slot(item: item, turn: turn)
        if frame(of: slot).intersects(rect) { slots.append(slot) }
      }
    }
  }

  /// The first of `slots(in:)` that satisfies `condition`; nil when none does.
  func firstSlot(in rect: Rect, where condition: (Slot) -> Bool) -> Slot? {
    for turn in turns(in: rect) {
      for item in items(in: rect.offsetBy(x: -shift(turn))) {
        let slot = Slot(item: item, turn: turn)
        if condition(slot) { return slot }
      }
    }
    return nil
  }

  /// The frame of a slot, before horizontal scrolling.
  package func frame(of slot: Slot) -> Rect {
    frame(ofItem: slot.item).offsetBy(x: shift(slot.turn))
  }

  /// The slot of an item that is nearest to the center of the viewport at `offset`.
  func slot(ofItem index: Int, near offset: Double) -> Slot {
    guard let period else { return Slot(item: index, turn: 0) }
    let distance = offset + width / 2 - frame(ofItem: index).midX
    return Slot(item: index, turn: Int((distance / period).rounded()))
  }

  private func shift(_ turn: Int) -> Double { (period ?? 0) * Double(turn) }

  /// The turns that may have items in `rect`.
  private func turns(in rect: Rect) -> ClosedRange<Int> {
    guard let period else { return 0...0 }
    let first = ((rect.x - itemsOrigin.x) / period).rounded(.down)
    let last = ((rect.maxX - itemsOrigin.x) / period).rounded(.down)
    guard abs(first) < 1e9, last - first < 64 else { return 0...0 }
    return Int(first)...Int(last)
  }

  /// The header's frame; nil when there is none to show.
  ///
  /// A sticky header stays at the top of the visible part until it meets the footer, or the end of
  /// the component: y = min(inner − rise, content height − footer − header).
  ///
  /// - Parameter inner: The height of the component above its visible part, in points.
  package func headerFrame(inner: Double) -> Rect? {
    guard headerHeight > 0, !isCollapsed else { return nil }
    var y = 0.0
    if layout.headerMode == .sticky {
      y = min(max(inner - headerRise, 0), max(contentHeight - footerHeight - headerHeight, 0))
    }
    return Rect(x: lane.x, y: y, width: lane.width, height: headerHeight)
  }

  /// How much of the visible part a header that sticks covers, in points; 0 for any other.
  var stuckHeight: Double { layout.headerMode == .sticky ? headerHeight - headerRise : 0 }

  /// The footer's frame; nil when there is none to show.
  package var footerFrame: Rect? {
    guard footerHeight > 0, !isCollapsed, !isClosed else { return nil }
    return Rect(
      x: lane.x, y: naturalHeight - footerHeight, width: lane.width, height: footerHeight)
  }

  /// The frame of the items' area when none matches the filter; nil when some do, or there are no
  /// items.
  var noMatchFrame: Rect? {
    guard hasNoMatch else { return nil }
    return Rect(
      x: itemsOrigin.x, y: itemsOrigin.y, width: sizing.rowWidth, height: items.contentSize.height)
  }

  /// The strip of the page indicator's dots; nil when there are none.
  var pageIndicatorFrame: Rect? {
    guard hasPageIndicator else { return nil }
    let itemsEnd = itemsOrigin.y + items.contentSize.height
    let y =
      layout.pageIndicator == .overlay
      ? itemsEnd - Self.pageIndicatorHeight
      : naturalHeight - footerHeight - Self.pageIndicatorHeight
    // An overlay is centered over the visible items, which are beside the lane, too.
    let strip = layout.pageIndicator == .overlay ? Lane(x: 0, width: width) : lane
    return Rect(x: strip.x, y: y, width: strip.width, height: Self.pageIndicatorHeight)
  }

  /// `fresh`, the geometry of the changed model, with the sizes this one knows of the items outside
  /// of `ranges`; nil when a layout cannot keep them, as while some items are left out.
  ///
  /// - Parameter ranges: Ascending; the replaced items and those in their place.
  func replacingItems(
    _ ranges: [(old: Range<Int>, new: Range<Int>)], in fresh: ComponentGeometry
  ) -> ComponentGeometry? {
    guard shown.isAll, fresh.shown.isAll, fresh.kind == kind, fresh.layout == layout,
      fresh.sizing == sizing, var rows = items as? RowsLayout, rows.hasOneColumn
    else { return nil }
    // From the end, so that the indexes of earlier ranges stay valid.
    for range in ranges.reversed() {
      rows = rows.replacing(range.old, withCount: range.new.count)
    }
    var copy = fresh
    copy.items = rows
    return copy
  }

  private var itemsOrigin: Point {
    Point(x: lane.x + layout.inset.left, y: headerHeight + layout.inset.top)
  }
}

extension Rect {
  /// A strip that is higher than any content.
  static func strip(x: Double, width: Double) -> Rect {
    Rect(x: x, y: -1e9, width: width, height: 2e9)
  }
}
