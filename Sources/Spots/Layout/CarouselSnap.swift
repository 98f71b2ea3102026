/// The offsets at which carousels come to rest, in points.
enum CarouselSnap {
  /// The offset nearest to `proposed` at which an item is centered. The ends of a carousel count
  /// too, and the first item rests at the beginning.
  ///
  /// - Parameters:
  ///   - maximum: The largest offset of a carousel with ends.
  ///   - viewport: The carousel's width.
  static func item(
    _ proposed: Double, geometry: ComponentGeometry, maximum: Double, viewport: Double
  ) -> Double {
    if geometry.period != nil {
      let slot = middleSlot(at: proposed, geometry: geometry, viewport: viewport)
      return slot.map { geometry.frame(of: $0).midX - viewport / 2 } ?? proposed
    }
    guard proposed > 0.5, proposed < maximum - 0.5,
      let index = middleItem(at: proposed, geometry: geometry, viewport: viewport)
    else { return min(max(proposed, 0), maximum) < 1 ? 0 : min(proposed, maximum) }
    return centered(index, geometry: geometry, maximum: maximum, viewport: viewport)
  }

  /// The offset at which an item of a carousel with ends rests.
  static func centered(
    _ item: Int, geometry: ComponentGeometry, maximum: Double, viewport: Double
  ) -> Double {
    if item == geometry.shown.first { return 0 }
    return min(max(geometry.frame(ofItem: item).midX - viewport / 2, 0), maximum)
  }

  /// The item nearest to the middle of a carousel at `offset`; nil when it has none.
  static func middleItem(at offset: Double, geometry: ComponentGeometry, viewport: Double) -> Int? {
    middleSlot(at: offset, geometry: geometry, viewport: viewport)?.item
  }

  static func middleSlot(
    at offset: Double, geometry: ComponentGeometry, viewport: Double
  ) -> ComponentGeometry.Slot? {
    let middle = offset + viewport / 2
    func distance(_ slot: ComponentGeometry.Slot) -> Double {
      abs(geometry.frame(of: slot).midX - middle)
    }
    var nearest: ComponentGeometry.Slot?
    var reach = 0.0
    repeat {
      let window = Rect.strip(x: offset - reach, width: viewport + 2 * reach)
      nearest = geometry.slots(in: window).min { distance($0) < distance($1) }
      if let nearest, distance(nearest) <= viewport / 2 + reach { break }
      // A narrow window may show only the space between two items.
      reach = max(reach * 2, viewport, 1)
    } while reach <= geometry.contentSize.width
    return nearest
  }
}

// The resting places of carousels that snap, described by what is shown there.

/// A resting place of a carousel that can be found again after its layout or its items changed.
struct SnapTarget: Equatable, Sendable {
  enum Edge: Equatable, Sendable {
    /// In an endless carousel the beginning of a turn.
    case beginning
    case end
  }

  /// Nil in between.
  var edge: Edge?
  /// The item in the middle, or with pages the first one of the page; nil when there is none.
  var item: Int?
  /// The turn of the item, or of the edge.
  var turn = 0

  /// The same place after the items changed. The end remains the end while the same item is the
  /// last one; an item that was removed is replaced by the one after it.
  func followed(through diff: ItemDiff) -> SnapTarget {
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
  ///
  /// - Parameter pages: Those of a carousel that turns pages; nil when it goes from item to item.
  static func place(
    at offset: Double, pages: CarouselPages? = nil, in geometry: ComponentGeometry
  ) -> SnapTarget {
    let slot =
      pages.map { $0.firstSlot(near: offset) }
      ?? middleSlot(at: offset, geometry: geometry, viewport: geometry.width)
    var place = SnapTarget(item: slot?.item, turn: slot?.turn ?? 0)
    if let period = geometry.period {
      let turn = (offset / period).rounded()
      let isCentered =
        pages == nil && slot.map { isNear(offset, center(of: $0, geometry)) } == true
      if isNear(offset, turn * period), !isCentered, abs(turn) < 1e9 {
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
  ///
  /// - Parameter pages: Those of a carousel that turns pages; nil when it goes from item to item.
  static func offset(
    of place: SnapTarget, pages: CarouselPages? = nil, in geometry: ComponentGeometry
  ) -> Double? {
    if place.edge == .beginning { return (geometry.period ?? 0) * Double(place.turn) }
    if place.edge == .end, geometry.period == nil { return geometry.horizontalRange }
    guard let item = place.item, geometry.shown.contains(item) else { return nil }
    let slot = ComponentGeometry.Slot(item: item, turn: place.turn)
    if let pages { return pages.offset(with: slot) }
    if geometry.period != nil { return center(of: slot, geometry) }
    return centered(
      item, geometry: geometry, maximum: geometry.horizontalRange, viewport: geometry.width)
  }

  /// The offset of the next item that rests beyond `offset` in a direction, 1 or -1; nil when none
  /// of the next 1000 does.
  static func nextItem(
    from offset: Double, _ direction: Int, in geometry: ComponentGeometry
  ) -> Double? {
    let shown = geometry.shown
    guard let slot = middleSlot(at: offset, geometry: geometry, viewport: geometry.width),
      let start = shown.position(of: slot.item)
    else { return nil }
    var place = SnapTarget(item: slot.item, turn: slot.turn)
    for step in 0..<min(shown.count + 1, 1000) {
      let position = start + step * direction
      let turn = (Double(position) / Double(max(shown.count, 1))).rounded(.down)
      if geometry.period == nil, turn != 0 { return nil }
      place.item = shown[position - Int(turn) * shown.count]
      place.turn = slot.turn + Int(turn)
      let rest = Self.offset(of: place, in: geometry)
      if let rest, (rest - offset) * Double(direction) > 0.5 { return rest }
    }
    return nil
  }

  private static func center(
    of slot: ComponentGeometry.Slot, _ geometry: ComponentGeometry
  ) -> Double {
    geometry.frame(of: slot).midX - geometry.width / 2
  }

  private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.5 }
}
