// The horizontal offset of a component: where a carousel is, where it may rest, and how it stays at
// the same item when the window's size, the text scale or the items change.

/// The horizontal scrolling of one component. Lists and grids have one too, which never moves, and
/// so have tables, whose columns it moves.
///
/// Owned by the component; lives as long as it does.
@MainActor
final class CarouselScroll {
  /// The offset and its motion.
  var horizontalScroll = ScrollAxis()
  /// The offset last reported to the delegate.
  var reportedOffset = 0.0
  /// Whether the motion whose end has yet to be reported goes on by itself; nil when there is none.
  var unreportedMotion: Bool?
  /// The offset at which the last gesture began.
  private(set) var gestureStart = 0.0
  private let content: ComponentContent
  /// The offsets at which the carousel can come to rest.
  let stops: CarouselStops
  /// The resting place; valid until the offset changes.
  private var anchor: Anchor?
  /// The first visible slot, while some widths are estimates.
  private var firstSlot: ComponentGeometry.Slot?

  /// A resting place and its offset. A place that the present layout has no room for is kept for
  /// the next one.
  private struct Anchor {
    var place: SnapTarget
    var target: Double
  }

  init(_ content: ComponentContent) {
    self.content = content
    stops = CarouselStops(content: content)
  }

  private var model: ComponentModel { content.model }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }

  /// The offset from 0; in an endless carousel, within one turn.
  var contentOffset: Double {
    guard let period = geometry.period else { return horizontalScroll.offset }
    return horizontalScroll.offset - (horizontalScroll.offset / period).rounded(.down) * period
  }

  /// How far the items are to the left of where they would be at the beginning, in points. Rows
  /// of tables and logs stay: what they show moves.
  var itemsOffset: Double { content.scrollsInRows ? 0 : horizontalScroll.offset }

  private var range: Double {
    content.columns?.range ?? content.lines?.range ?? geometry.horizontalRange
  }

  /// Puts the columns of a table, or the lines of a log, where they are scrolled to.
  func scrollInRows(_ environment: Environment?) {
    guard content.scrollsInRows else { return }
    updateRange()
    let offset = shownOffset(in: environment)
    content.columns?.offset = offset
    content.lines?.offset = offset
  }

  /// The offset the items are drawn at: rounded to whole pixels like that of the container, and the
  /// same in every turn of an endless carousel.
  func shownOffset(in environment: Environment?) -> Double {
    guard let environment else { return horizontalScroll.offset }
    return horizontalScroll.offset - contentOffset + environment.onPixel(contentOffset)
  }

  // MARK: Resting

  /// The user takes hold of the carousel, which leaves its resting place.
  func beginGesture() {
    gestureStart = horizontalScroll.offset
    anchor = nil
  }

  /// Goes to `offset`, in points, without motion, and stays there.
  func jump(to offset: Double) {
    beginGesture()
    horizontalScroll.jump(to: offset)
  }

  /// Maps the offset at which a motion would end to the one at which the carousel may rest; nil
  /// when it may rest anywhere.
  ///
  /// - Parameter start: The offset at which the motion began.
  func snap(from start: Double) -> ((Double) -> Double)? {
    stops.snap(from: start, maximum: horizontalScroll.maximum)
  }

  /// The nearest resting place; nil while the carousel moves, or rests already.
  private var offsetToRest: Double? {
    guard stops.snaps, !horizontalScroll.isMoving,
      let rest = snap(from: horizontalScroll.offset)?(horizontalScroll.offset)
    else { return nil }
    return abs(rest - horizontalScroll.offset) > 0.5 ? rest : nil
  }

  /// Glides to a resting place from where a motion ended or was stopped. Measuring on the way may
  /// have moved the place the carousel was heading for.
  func comeToRest(at now: Double) {
    if let rest = offsetToRest { horizontalScroll.glide(to: rest, at: now) }
  }

  /// Jumps to the end of the motion, or to where the carousel comes to rest from there.
  func endMotion() {
    let target = horizontalScroll.target
    horizontalScroll.jump(to: target)
    guard stops.snaps else { return }
    if let rest = measured(near: target, { snap(from: target)?(target) }) {
      horizontalScroll.jump(to: rest)
    }
  }

  /// Scrolls as little as is needed to show an item with a margin. A carousel that snaps goes to
  /// the item's resting place, unless a page cuts off a part of the item.
  func reveal(_ slot: ComponentGeometry.Slot, at now: Double) {
    let frame = geometry.frame(of: slot)
    guard stops.snaps else {
      horizontalScroll.reveal(frame.x - 16, frame.maxX + 16, at: now)
      return
    }
    func isSeen(at offset: Double) -> Bool {
      frame.x > offset - 0.5 && frame.maxX < offset + geometry.width + 0.5
    }
    let isSeenNow = isSeen(at: horizontalScroll.target)
    if isSeenNow, offsetToRest == nil { return }
    let places = [isSeenNow ? offsetToRest : nil, stops.offset(of: slot)].compactMap { $0 }
    if let rest = places.first(where: { isSeen(at: $0) || frame.width > geometry.width }) {
      // Restarting the glide in every frame would never arrive.
      if abs(rest - horizontalScroll.target) > 0.5 { horizontalScroll.glide(to: rest, at: now) }
    } else {
      horizontalScroll.reveal(frame.x, frame.maxX, at: now)
    }
  }

  /// Scrolls a table as little as is needed to show a column.
  func show(_ column: TableLayout.Column, at now: Double) {
    guard let columns = content.columns else { return }
    horizontalScroll.glide(
      to: columns.offset(showing: column, from: horizontalScroll.target), at: now)
  }

  /// The offset at which the carousel rests at an item, or that centers the item in a carousel that
  /// may rest anywhere.
  func restingOffset(of slot: ComponentGeometry.Slot) -> Double {
    let offset = measured(near: horizontalScroll.target) {
      stops.offset(of: slot) ?? geometry.frame(of: slot).midX - geometry.width / 2
    }
    return offset ?? horizontalScroll.target
  }

  /// Glides to a resting place after the wheel has stopped.
  ///
  /// More than half a notch goes at least one place further: a notch is shorter than most items, so
  /// single notches would otherwise never leave the first one.
  func restAfterWheel(at now: Double) {
    guard !horizontalScroll.isDragging, let snap = snap(from: gestureStart) else { return }
    let target = horizontalScroll.target
    var rest = snap(target)
    let moved = target - gestureStart
    let direction = moved < 0 ? -1 : 1
    if abs(moved) > ScrollAxis.notch / 2, (rest - gestureStart) * Double(direction) < 0.5 {
      rest = stops.next(from: gestureStart, direction) ?? rest
    }
    horizontalScroll.glide(to: rest, at: now)
  }

  // MARK: Pages

  /// The number of pages, one for each dot of the indicator, and the one that is shown.
  var pages: (count: Int, current: Int) { stops.pages(at: horizontalScroll.offset) }

  /// The offset of a page; in an endless carousel, the nearest one.
  func offset(ofPage page: Int) -> Double {
    stops.offset(ofPage: page, near: horizontalScroll.offset)
  }

  /// Glides one page forward, 1, or back, -1; what was cut off then comes first, or last.
  func turnPage(_ direction: Int, at now: Double) {
    let start = horizontalScroll.target
    beginGesture()
    let page = stops.offset(onePageFrom: start, direction, maximum: horizontalScroll.maximum)
    horizontalScroll.glide(to: page, at: now)
  }

  /// Glides one item forward, 1, or back, -1, from the item that stands out.
  func turnItem(_ direction: Int, at now: Double) {
    let start = horizontalScroll.target
    guard let item = targetItem else { return }
    beginGesture()
    if model.interaction.paginate == .page { return turnPage(direction, at: now) }
    let present = geometry.slot(ofItem: item, near: start)
    guard let next = stops.slot(beside: present, direction) else { return }
    let way = geometry.frame(of: next).x - geometry.frame(of: present).x
    horizontalScroll.glide(to: stops.offset(of: next) ?? start + way, at: now)
  }

  /// The item that stands out where the present motion ends.
  var targetItem: Int? { stops.item(at: horizontalScroll.target) }

  // MARK: Measuring

  /// Measures the columns in `rect`, in content coordinates. What was visible before stays in
  /// place; if that moves the offset, the columns that come into view are measured as well.
  func prepareColumns(_ rect: Rect) {
    var seen = rect
    settle {
      let before = firstSlot.map { geometry.frame(of: $0).x }
      content.prepare(seen)
      // The range must not clamp the offset before it has moved with its content.
      horizontalScroll.setMaximum(
        max(horizontalScroll.maximum, range), period: geometry.period)
      if let firstSlot, let before { shift(by: geometry.frame(of: firstSlot).x - before) }
      updateRange()
      let isMoved = horizontalScroll.offset != seen.x
      seen.x = horizontalScroll.offset
      firstSlot = fixedSlot(in: seen)
      return isMoved
    }
  }

  /// The slot that stays in place as more sizes become known: the first visible one or, where a
  /// turn begins, its first item rather than the end of the turn before.
  private func fixedSlot(in seen: Rect) -> ComponentGeometry.Slot? {
    if let period = geometry.period {
      let turn = (seen.x / period).rounded()
      if abs(seen.x - turn * period) < 0.5, abs(turn) < 1e9 {
        return ComponentGeometry.Slot(item: geometry.shown.first ?? 0, turn: Int(turn))
      }
    }
    return geometry.firstSlot(in: seen) { geometry.frame(of: $0).maxX > seen.x }
  }

  /// - Parameter isNew: Whether nothing has been measured yet. The range may then turn out longer,
  ///   so the present offset is not given up for an estimate.
  private func updateRange(isNew: Bool = false) {
    horizontalScroll.viewportLength = geometry.width
    let isEstimate = isNew && !geometry.isComplete
    let wanted = isEstimate ? min(horizontalScroll.offset, horizontalScroll.maximum) : 0
    horizontalScroll.setMaximum(max(range, wanted), period: geometry.period)
  }

  /// Returns an offset that depends on sizes, after measuring everything it depends on.
  private func measured(near target: Double, _ offset: () -> Double?) -> Double? {
    if geometry.shown.count <= ComponentContent.longestKnownTurn { content.measureAll() }
    var found = offset()
    settle {
      guard !geometry.isComplete else { return false }
      content.measureColumns(at: found ?? target)
      let next = offset()
      defer { found = next }
      return next != found
    }
    return found
  }

  // MARK: Another layout

  /// Changes the arrangement, the items or both.
  ///
  /// A carousel that snaps rests at the same place again, or goes there if it is on its way, and a
  /// drag keeps its hold. An endless one stays in the same turn. The delegate hears nothing,
  /// because nobody scrolled.
  ///
  /// - Parameter diff: How the items change; nil when they do not.
  func rearrange(through diff: ItemDiff? = nil, _ change: () -> Void) {
    keepingState(through: diff) {
      let old = geometry.period
      change()
      if let old, geometry.period != old {
        let turn = (horizontalScroll.offset / old).rounded(.down)
        shift(by: turn * ((geometry.period ?? 0) - old))
      }
      firstSlot = nil
      updateRange(isNew: true)
    }
  }

  /// Leaves items out, or shows them again. What is at the beginning stays there if it is still
  /// shown; otherwise the carousel starts over.
  func leaveOut(_ change: () -> Void) {
    let (old, offset) = (targetItem, horizontalScroll.target)
    let distance = old.map { offset - geometry.frame(ofItem: $0).x } ?? 0
    rearrange(change)
    guard model.arrangement == .carousel, geometry.period == nil else { return }
    guard let old, offset > 0, geometry.shown.contains(old) else { return restore(nil) }
    guard !stops.snaps, let x = measured(near: offset, { geometry.frame(ofItem: old).x }) else {
      return
    }
    horizontalScroll.jump(to: x + distance)
    reportedOffset = horizontalScroll.offset
  }

  /// Measures every item.
  func measureAll() {
    keepingState {
      content.measureAll()
      updateRange()
    }
  }

  private func keepingState(through diff: ItemDiff? = nil, _ change: () -> Void) {
    guard model.arrangement == .carousel else { return change() }
    var (old, horizontalScroll) = (state, horizontalScroll)
    let offset = horizontalScroll.offset
    let (unreported, moved) = (reportedOffset - offset, gestureStart - offset)
    change()
    if stops.snaps {
      if let diff { old.place = old.place?.followed(through: diff) }
      let rest = find(old.place, near: horizontalScroll.target)
      // While sizes were estimates they may have moved the offset: start from the saved motion.
      horizontalScroll.viewportLength = geometry.width
      horizontalScroll.setMaximum(range, period: geometry.period)
      self.horizontalScroll = horizontalScroll
      move(to: rest, like: old)
    }
    reportedOffset = self.horizontalScroll.offset + unreported
    gestureStart = self.horizontalScroll.offset + moved
  }

  /// The present scroll position.
  var state: CarouselPosition {
    let target = horizontalScroll.target
    guard stops.snaps else { return CarouselPosition(target: target, layout: layout(rest: nil)) }
    let known = anchor.flatMap { $0.target == target ? $0.place : nil }
    let place = known ?? stops.place(at: target)
    return CarouselPosition(
      target: target, place: place, layout: layout(rest: stops.offset(of: place)))
  }

  /// Goes to the scroll position of this or of another component with the same items; to the
  /// beginning when that is nil. The delegate hears nothing, because nobody scrolled.
  func restore(_ old: CarouselPosition?) {
    defer { reportedOffset = horizontalScroll.offset }
    anchor = nil
    horizontalScroll.jump(to: old?.target ?? 0)
    guard stops.snaps else { return }
    guard let old else {
      // An item may be centered here, too, but the beginning is the anchor until the user scrolls.
      anchor = Anchor(place: SnapTarget(edge: .beginning), target: horizontalScroll.target)
      return
    }
    let rest = find(old.place, near: old.target)
    horizontalScroll.setMaximum(range, period: geometry.period)
    move(to: rest, like: old)
  }

  /// - Parameter rest: The offset of the old place; nil when the place is gone.
  private func move(to rest: Double?, like old: CarouselPosition) {
    let rest = rest ?? snap(from: horizontalScroll.target)?(horizontalScroll.target) ?? 0
    let target = old.target(restingAt: rest, in: layout(rest: rest))
    if horizontalScroll.isDragging {
      let distance = old.layout.rest.map { rest - $0 } ?? 0
      horizontalScroll.shift(by: old.target + distance - horizontalScroll.offset)
    } else if horizontalScroll.isMoving {
      horizontalScroll.shift(by: target - horizontalScroll.target)
    } else {
      horizontalScroll.jump(to: target)
    }
    anchor = old.place.map { Anchor(place: $0, target: horizontalScroll.target) }
  }

  /// Moves the origin of the content's coordinates; what is visible stays in place.
  private func shift(by distance: Double) {
    guard distance != 0 else { return }
    let isAnchored = anchor?.target == horizontalScroll.target
    horizontalScroll.shift(by: distance)
    reportedOffset += distance
    gestureStart += distance
    if isAnchored { anchor?.target = horizontalScroll.target }
  }

  private func find(_ place: SnapTarget?, near target: Double) -> Double? {
    guard let place, place.edge != .beginning else { return place.flatMap(stops.offset) }
    return measured(near: target) { stops.offset(of: place) }
  }

  private func layout(rest: Double?) -> CarouselPosition.Layout {
    .init(
      paginate: model.interaction.paginate, width: geometry.width,
      range: range, period: geometry.period, rest: rest)
  }
}

/// Repeats `round` until it moves nothing.
///
/// A round measures what the present offsets bring into view and corrects the offsets by what that
/// moved. The invariant: only a size that becomes known moves anything, and a size becomes known
/// once, so the rounds end; usually after two. Layouts registered by a program may break this
/// promise, so there are at most 64.
///
/// - Parameter round: Returns whether it moved something.
func settle(_ round: () -> Bool) {
  for _ in 0..<64 {
    guard round() else { return }
  }
}
