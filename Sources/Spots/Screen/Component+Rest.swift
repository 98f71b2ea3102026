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
    anchor = nil
    horizontal.jump(to: old?.target ?? 0)
    guard snaps, let old else { return }
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
    if model.items.count <= Self.longestKnownTurn { measureAll() }
    var found = rest(at: place)
    // Each round measures what the last one brought into view; usually two are enough.
    for _ in 0..<16 where !geometry.isComplete {
      measureColumns(at: found ?? target)
      let next = rest(at: place)
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
