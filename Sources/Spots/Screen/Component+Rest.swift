// Where a carousel comes to rest, and how it stays there when its layout changes: the window gets
// another size, the text another scale, items come and go.

extension Component {
  /// A place, as long as the carousel stands there or is on its way there. Where the place is cut
  /// off, in a layout without room for it, it is kept for the next one.
  struct Anchor {
    var place: CarouselPlace
    var target: Double
  }

  /// Where a carousel stands or is on its way to, and all that tells whether its layout is another.
  struct Stand {
    var target: Double
    /// Nil when it rests anywhere.
    var place: CarouselPlace?
    var layout: SnapLayout
  }

  /// What tells resting places apart.
  struct SnapLayout: Equatable {
    var paginate: Interaction.Paginate
    var width: Double
    var range: Double
    var period: Double?
    /// Where the present place is.
    var rest: Double?
  }

  private var snaps: Bool {
    model.arrangement == .carousel && model.interaction.paginate != .disabled
  }

  /// Somebody takes hold of the carousel: where it stood is left.
  func beginGesture() {
    gestureStart = horizontal.offset
    anchor = nil
  }

  /// Where a carousel that began to move at `start` may come to rest; nil when anywhere.
  func snap(from start: Double) -> ((Double) -> Double)? {
    let (geometry, maximum, width) = (geometry, horizontal.maximum, geometry.width)
    switch model.interaction.paginate {
    case .disabled: return nil
    case .item:
      return { CarouselSnap.item($0, geometry: geometry, maximum: maximum, viewport: width) }
    case .page:
      let itemWidth = model.items.isEmpty ? width : geometry.frame(ofItem: 0).width
      return {
        CarouselSnap.page(
          from: start, $0, itemWidth: itemWidth, maximum: maximum, viewport: width,
          period: geometry.period)
      }
    }
  }

  /// The resting place nearest to where the carousel is; nil when it moves, or rests already.
  private var placeToRest: Double? {
    guard snaps, !horizontal.isMoving,
      let rest = snap(from: horizontal.offset)?(horizontal.offset)
    else { return nil }
    return abs(rest - horizontal.offset) > 0.5 ? rest : nil
  }

  /// Goes on to a resting place when it was stopped elsewhere, or a motion ended there: what was
  /// measured on the way may have moved the place it was on its way to.
  func comeToRest(at now: Double) {
    if let rest = placeToRest { horizontal.glide(to: rest, at: now) }
  }

  /// Scrolls as little as is needed for an item, and a little around it, to be seen; one that snaps
  /// to where it rests with the item, unless a page cuts off a part of it.
  func reveal(_ slot: ComponentGeometry.Slot, at now: Double) {
    let frame = geometry.frame(of: slot)
    guard snaps else {
      horizontal.reveal(frame.x - 16, frame.maxX + 16, at: now)
      return
    }
    func isSeen(at offset: Double) -> Bool {
      frame.x > offset - 0.5 && frame.maxX < offset + geometry.width + 0.5
    }
    let isSeenNow = isSeen(at: horizontal.target)
    if isSeenNow, placeToRest == nil { return }
    let own = rest(at: CarouselPlace(item: slot.item, turn: slot.turn))
    let places = [isSeenNow ? placeToRest : nil, own].compactMap { $0 }
    if let rest = places.first(where: { isSeen(at: $0) || frame.width > geometry.width }) {
      // Going there anew in every frame would never arrive.
      if abs(rest - horizontal.target) > 0.5 { horizontal.glide(to: rest, at: now) }
    } else {
      horizontal.reveal(frame.x, frame.maxX, at: now)
    }
  }

  /// The offset at which a carousel rests with an item, or has it in the middle where it rests
  /// anywhere.
  func restingOffset(of slot: ComponentGeometry.Slot) -> Double {
    let offset = measured(near: horizontal.target) {
      let rest = snaps ? rest(at: CarouselPlace(item: slot.item, turn: slot.turn)) : nil
      return rest ?? geometry.frame(of: slot).midX - geometry.width / 2
    }
    return offset ?? horizontal.target
  }

  /// Where a carousel rests after the wheel turned it to `target`; nil when anywhere.
  ///
  /// At least one place further when that was more than half a notch: a notch is shorter than most
  /// items, and who turns the wheel notch by notch would never leave the first one.
  func restAfterWheel(to target: Double) -> Double? {
    guard let snap = snap(from: gestureStart) else { return nil }
    let (rest, moved) = (snap(target), target - gestureStart)
    let direction = moved < 0 ? -1 : 1
    guard abs(moved) > ScrollAxis.notch / 2, (rest - gestureStart) * Double(direction) < 0.5 else {
      return rest
    }
    if model.interaction.paginate == .page {
      return snap(gestureStart + Double(direction) * longestLength)
    }
    return CarouselSnap.nextItem(
      from: gestureStart, direction, in: geometry, count: model.items.count) ?? rest
  }

  // MARK: Layout

  var stand: Stand {
    let target = horizontal.target
    guard snaps else { return Stand(target: target, layout: snapLayout(rest: nil)) }
    let known = anchor.flatMap { $0.target == target ? $0.place : nil }
    let place = known ?? CarouselSnap.place(at: target, model.interaction.paginate, in: geometry)
    return Stand(target: target, place: place, layout: snapLayout(rest: rest(at: place)))
  }

  /// Changes the layout, the items or both. A carousel that snaps rests at the same place again, or
  /// goes there if it is on its way; a drag goes on with what it holds. Nobody is told of it, since
  /// nobody scrolled.
  ///
  /// - Parameter diff: What becomes of the items; nil when nothing does.
  func keepingPlace(through diff: ItemDiff? = nil, _ change: () -> Void) {
    guard model.arrangement == .carousel else { return change() }
    var (old, axis) = (stand, horizontal)
    let (untold, moved) = (reportedOffset - axis.offset, gestureStart - axis.offset)
    change()
    if snaps {
      if let diff { old.place = old.place?.followed(through: diff) }
      let rest = find(old.place, near: axis.target)
      // What estimates made of the motion meanwhile does not count.
      axis.viewportLength = geometry.width
      axis.setMaximum(geometry.horizontalRange, period: geometry.period)
      horizontal = axis
      stand(at: rest, like: old)
    }
    reportedOffset = horizontal.offset + untold
    gestureStart = horizontal.offset + moved
  }

  /// Stands where it, or another component with the same items, stood before; at the beginning when
  /// that is nil.
  func restore(_ old: Stand?) {
    // The user has not scrolled, so the delegate is not told.
    defer { reportedOffset = horizontal.offset }
    anchor = nil
    horizontal.jump(to: old?.target ?? 0)
    guard snaps else { return }
    guard let old else {
      // An item may be in the middle as well. The beginning is the anchor until the user scrolls.
      anchor = Anchor(place: CarouselPlace(edge: .beginning), target: horizontal.target)
      return
    }
    let rest = find(old.place, near: old.target)
    horizontal.setMaximum(geometry.horizontalRange, period: geometry.period)
    stand(at: rest, like: old)
  }

  /// - Parameter rest: Where the old place is now; nil when there is none.
  private func stand(at rest: Double?, like old: Stand) {
    let rest = rest ?? snap(from: horizontal.target)?(horizontal.target) ?? 0
    // Also what is no resting place stays in the same layout: somebody chose it.
    let target = snapLayout(rest: rest) == old.layout ? old.target : rest
    if horizontal.isDragging {
      let distance = old.layout.rest.map { rest - $0 } ?? 0
      horizontal.shift(by: old.target + distance - horizontal.offset)
    } else if horizontal.isMoving {
      horizontal.shift(by: target - horizontal.target)
    } else {
      horizontal.jump(to: target)
    }
    anchor = old.place.map { Anchor(place: $0, target: horizontal.target) }
  }

  /// Where a place is, all that has to be known being measured.
  private func find(_ place: CarouselPlace?, near target: Double) -> Double? {
    guard let place, place.edge != .beginning else { return place.flatMap(rest) }
    return measured(near: target) { rest(at: place) }
  }

  /// An offset that depends on sizes, all that has to be known for it being measured.
  private func measured(near target: Double, _ offset: () -> Double?) -> Double? {
    if model.items.count <= Self.longestKnownTurn { measureAll() }
    var found = offset()
    // Each round measures what the last one brought into view; usually two are enough.
    for _ in 0..<16 where !geometry.isComplete {
      measureColumns(at: found ?? target)
      let next = offset()
      if next == found { break }
      found = next
    }
    return found
  }

  private func rest(at place: CarouselPlace) -> Double? {
    CarouselSnap.offset(
      of: place, model.interaction.paginate, in: geometry, count: model.items.count)
  }

  private func snapLayout(rest: Double?) -> SnapLayout {
    SnapLayout(
      paginate: model.interaction.paginate, width: geometry.width,
      range: geometry.horizontalRange, period: geometry.period, rest: rest)
  }
}
