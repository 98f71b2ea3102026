/// The places at which a carousel can rest, and its pages, as its items are arranged now.
///
/// Part of the component's scrolling; knows nothing of the present offset.
@MainActor
struct CarouselStops {
  let content: ComponentContent

  private var geometry: ComponentGeometry { _read { yield content.geometry } }
  private var paginate: Interaction.Paginate { content.model.interaction.paginate }

  /// Whether the carousel rests only at certain places.
  var snaps: Bool { content.model.arrangement == .carousel && paginate != .disabled }

  /// Whether there is more than can be seen at once.
  var canScroll: Bool {
    content.model.arrangement == .carousel
      && (geometry.period != nil || geometry.horizontalRange > 0.5)
  }

  /// Maps the offset at which a motion would end to the one at which the carousel may rest; nil
  /// when it may rest anywhere.
  ///
  /// - Parameters:
  ///   - start: The offset at which the motion began.
  ///   - maximum: The largest offset.
  func snap(from start: Double, maximum: Double) -> ((Double) -> Double)? {
    let (geometry, width) = (geometry, geometry.width)
    switch paginate {
    case .disabled: return nil
    case .item:
      return { CarouselSnap.item($0, geometry: geometry, maximum: maximum, viewport: width) }
    case .page:
      let pages = content.pages
      let itemWidth = geometry.shown.isEmpty ? width : geometry.frame(atPosition: 0).width
      return { pages.rest(from: start, $0, itemWidth: itemWidth) }
    }
  }

  /// The resting place at `offset`, or else the nearest one.
  func place(at offset: Double) -> SnapTarget {
    CarouselSnap.place(at: offset, pages: turnedPages, in: geometry)
  }

  /// The offset at which the carousel rests at `place`; nil when it has no such edge or item.
  func offset(of place: SnapTarget) -> Double? {
    CarouselSnap.offset(of: place, pages: turnedPages, in: geometry)
  }

  /// The offset at which the carousel rests at an item; nil where it rests anywhere.
  func offset(of slot: ComponentGeometry.Slot) -> Double? {
    snaps ? offset(of: SnapTarget(item: slot.item, turn: slot.turn)) : nil
  }

  /// The next resting place beyond `offset` in a direction, 1 or -1; nil when there is none.
  func next(from offset: Double, _ direction: Int) -> Double? {
    turnedPages?.next(from: offset, direction)
      ?? CarouselSnap.nextItem(from: offset, direction, in: geometry)
  }

  /// The item that stands out at `offset`: the one in the middle where the carousel snaps to items,
  /// else the first one that is not cut off.
  func item(at offset: Double) -> Int? {
    if paginate == .item {
      return CarouselSnap.middleItem(at: offset, geometry: geometry, viewport: geometry.width)
    }
    let seen = Rect.strip(x: offset, width: geometry.width)
    // Past the inset, where pages begin.
    let start = offset + geometry.itemsInset.left - 0.5
    return geometry.firstSlot(in: seen) { geometry.frame(of: $0).x > start }?.item
  }

  /// The place of the item after another one, 1, or before it, -1; nil beyond the ends.
  func slot(beside slot: ComponentGeometry.Slot, _ direction: Int) -> ComponentGeometry.Slot? {
    let shown = geometry.shown
    guard let position = shown.position(of: slot.item) else { return nil }
    let step = Int((Double(position + direction) / Double(shown.count)).rounded(.down))
    guard geometry.period != nil || step == 0 else { return nil }
    return ComponentGeometry.Slot(
      item: shown[position + direction - step * shown.count], turn: slot.turn + step)
  }

  // MARK: Pages

  /// The number of pages, one for each dot of the indicator, and the one at `offset`. A carousel
  /// that snaps to items has a page for each resting place; in any other, a page has as many whole
  /// items as fit.
  func pages(at offset: Double) -> (count: Int, current: Int) {
    if let places = restingPlaces { return (places.count, places.nearest(to: offset)) }
    let pages = content.pages
    return (pages.count, pages.page(at: offset))
  }

  /// The offset of a page; in an endless carousel, the one nearest to `present`.
  func offset(ofPage page: Int, near present: Double) -> Double {
    restingPlaces?.offset(of: page, near: present)
      ?? content.pages.offset(ofPage: page, near: present)
  }

  /// The offset one page beyond `start` in a direction, 1 or -1.
  ///
  /// - Parameter maximum: The largest offset.
  func offset(onePageFrom start: Double, _ direction: Int, maximum: Double) -> Double {
    if let turnedPages { return turnedPages.next(from: start, direction) }
    let step = content.pages.step(from: start, direction)
    guard let rest = snap(from: start, maximum: maximum)?(step) else { return step }
    if (rest - start) * Double(direction) > 0.5 { return rest }
    return CarouselSnap.nextItem(from: start, direction, in: geometry) ?? step
  }

  /// The pages the carousel rests at; nil where it goes from item to item.
  private var turnedPages: CarouselPages? { paginate == .page ? content.pages : nil }

  private var restingPlaces: RestingPlaces? { paginate == .item ? RestingPlaces(geometry) : nil }
}
