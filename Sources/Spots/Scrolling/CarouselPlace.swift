// The resting places of carousels that snap, described by what is shown there.

/// A resting place of a carousel that can be found again after its layout or its items changed.
struct CarouselPlace: Equatable, Sendable {
  enum Edge: Equatable, Sendable {
    /// In an endless carousel the beginning of a turn.
    case beginning
    case end
  }

  /// Nil in between.
  var edge: Edge?
  /// The item in the middle, or with pages the first one whose middle is on the page; nil when
  /// there is none.
  var item: Int?
  /// The turn of the item, or of the edge.
  var turn = 0

  /// The same place after the items changed. The end remains the end while the same item is the
  /// last one; an item that was removed is replaced by the one after it.
  func followed(through diff: ItemDiff) -> CarouselPlace {
    var place = self
    place.item = item.flatMap(diff.nearestIndex)
    let keepsEnd = diff.newIndex(of: diff.oldCount - 1) == diff.newCount - 1
    if edge == .end, !keepsEnd { place.edge = nil }
    return place
  }
}

extension ItemDiff {
  /// The new index of an item; if it was removed, that of the next one kept, else of the previous.
  func nearestIndex(of old: Int) -> Int? {
    if let new = newIndex(of: old) { return new }
    guard let gap = deletions.first(where: { $0.contains(old) }) else { return nil }
    return newIndex(of: gap.upperBound) ?? newIndex(of: gap.lowerBound - 1)
  }
}

extension CarouselSnap {
  /// The resting place at `offset`, or else the nearest one.
  static func place(
    at offset: Double, _ paginate: Interaction.Paginate, in geometry: ComponentGeometry
  ) -> CarouselPlace {
    let slot =
      paginate == .page
      ? firstSlot(onPageAt: offset, geometry)
      : middleSlot(at: offset, geometry: geometry, viewport: geometry.width)
    var place = CarouselPlace(item: slot?.item, turn: slot?.turn ?? 0)
    if let period = geometry.period {
      let turn = (offset / period).rounded()
      let isCentred =
        paginate == .item && slot.map { isNear(offset, centre(of: $0, geometry)) } == true
      if isNear(offset, turn * period), !isCentred, abs(turn) < 1e9 {
        (place.edge, place.turn) = (.beginning, Int(turn))
      }
    } else if offset < 1 {
      place.edge = .beginning
    } else if offset > geometry.horizontalRange - 0.5 {
      place.edge = .end
    }
    return place
  }

  /// The offset at which a carousel rests at `place`; nil when it has no such edge or item.
  static func offset(
    of place: CarouselPlace, _ paginate: Interaction.Paginate, in geometry: ComponentGeometry,
    count: Int
  ) -> Double? {
    if place.edge == .beginning { return (geometry.period ?? 0) * Double(place.turn) }
    if place.edge == .end, geometry.period == nil { return geometry.horizontalRange }
    guard let item = place.item, item < count else { return nil }
    let slot = ComponentGeometry.Slot(item: item, turn: place.turn)
    if paginate == .page { return page(of: slot, geometry) }
    if geometry.period != nil { return centre(of: slot, geometry) }
    return centred(
      item, geometry: geometry, maximum: geometry.horizontalRange, viewport: geometry.width)
  }

  /// The offset of the next item that rests beyond `offset` in a direction, 1 or -1; nil when none
  /// of the next 1000 does.
  static func nextItem(
    from offset: Double, _ direction: Int, in geometry: ComponentGeometry, count: Int
  ) -> Double? {
    guard let slot = middleSlot(at: offset, geometry: geometry, viewport: geometry.width) else {
      return nil
    }
    var place = CarouselPlace(item: slot.item, turn: slot.turn)
    for step in 0..<min(count + 1, 1000) {
      let item = slot.item + step * direction
      let turn = (Double(item) / Double(max(count, 1))).rounded(.down)
      if geometry.period == nil, turn != 0 { return nil }
      (place.item, place.turn) = (item - Int(turn) * count, slot.turn + Int(turn))
      let rest = Self.offset(of: place, .item, in: geometry, count: count)
      if let rest, (rest - offset) * Double(direction) > 0.5 { return rest }
    }
    return nil
  }

  /// The offset of the page that contains the item's middle.
  private static func page(
    of slot: ComponentGeometry.Slot, _ geometry: ComponentGeometry
  ) -> Double {
    let (middle, viewport) = (geometry.frame(of: slot).midX, max(geometry.width, 1))
    guard let period = geometry.period else {
      let last = lastPage(maximum: geometry.horizontalRange, viewport: viewport)
      let page = (max(middle, 0) / viewport).rounded(.down)
      return page < last ? page * viewport : geometry.horizontalRange
    }
    let start = (middle / period).rounded(.down) * period
    let last = Double(pageCount(length: period, viewport: viewport) - 1)
    return start + min(((middle - start) / viewport).rounded(.down), last) * viewport
  }

  private static func firstSlot(
    onPageAt offset: Double, _ geometry: ComponentGeometry
  ) -> ComponentGeometry.Slot? {
    let page = Rect(x: offset, y: -1e9, width: geometry.width, height: 2e9)
    return geometry.firstSlot(in: page) {
      (page.x..<page.maxX).contains(geometry.frame(of: $0).midX)
    }
  }

  private static func centre(
    of slot: ComponentGeometry.Slot, _ geometry: ComponentGeometry
  ) -> Double {
    geometry.frame(of: slot).midX - geometry.width / 2
  }

  private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.5 }
}
