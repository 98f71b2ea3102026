/// An item that the pointer holds: where it is shown, which place it would have there, and the
/// scrolling near the edges of the window.
///
/// Lives from when the item is taken until the pointer lets go.
@MainActor
final class ItemDrag {
  let component: Component
  private let scrollView: SpotsScrollView
  /// The point of the item that the pointer holds, from its top left corner.
  private let grip: Point
  private var pointer: Point
  /// The time of the last frame.
  private var now: Double
  /// Whether the pointer has not moved since it took the item.
  private(set) var isUnmoved = true
  /// Called with another index that the item would have now.
  var onMove: (Int) -> Void = { _ in }

  /// How near to an edge of the window the pointer has to be to scroll, in points.
  private static let edge = 48.0
  /// The speed at the edge, in points per second.
  private static let speed = 900.0

  /// Takes the item at `path`, which has a view.
  ///
  /// - Parameters:
  ///   - start: Where the pointer was pressed on it.
  ///   - pointer: Where it is now.
  /// - Returns: nil for an item of an endless carousel, which has no ends to move between.
  init?(
    _ path: ItemPath, in scrollView: SpotsScrollView, from start: Point, to pointer: Point,
    at now: Double
  ) {
    guard let component = scrollView.paths.component(of: path), let item = path.last.item,
      component.geometry.period == nil
    else { return nil }
    (self.component, self.scrollView, self.pointer) = (component, scrollView, pointer)
    self.now = now
    let origin = component.geometry.frame(ofItem: item).origin
    guard let point = Self.point(start, in: component, scrollView) else { return nil }
    grip = point - origin
    component.place.lifted = LiftedItem(item: item, origin: origin)
  }

  /// A point of the window in the content of `component`, horizontal scrolling added.
  private static func point(
    _ point: Point, in component: Component, _ scrollView: SpotsScrollView
  ) -> Point? {
    guard let container = scrollView.paths.container(of: component.path.part(.header)) else {
      return nil
    }
    let origin = container.origin + container.view.origin(of: component.index)
    return Point(
      x: point.x - origin.x + component.scroll.itemsOffset,
      y: point.y - origin.y + scrollView.verticalScroll.offset)
  }

  /// The path of the item where it is shown; nil when it is gone.
  var path: ItemPath? { component.place.lifted.map { component.path.item($0.item) } }

  func move(to point: Point) {
    isUnmoved = isUnmoved && point == pointer
    pointer = point
    update()
  }

  /// Puts the item where the pointer is, and has the nearest place made free for it.
  private func update() {
    guard let lifted = component.place.lifted,
      let point = Self.point(pointer, in: component, scrollView)
    else { return }
    let place = ItemPlaces(component)
    let rect = place.limited(
      Rect(origin: point - grip, size: component.geometry.frame(ofItem: lifted.item).size),
      of: lifted.item)
    component.place.lifted?.origin = rect.origin
    let nearest = place.nearest(to: rect, of: lifted.item)
    if nearest != lifted.item { onMove(nearest) }
  }

  /// Scrolls while the pointer is near an edge, and follows all that has scrolled since the last
  /// frame.
  ///
  /// - Returns: Whether the motion continues in the next frame.
  func advance(to now: Double) -> Bool {
    let time = min(max(now - self.now, 0), 0.1)
    self.now = now
    let isScrolling =
      component.model.arrangement == .carousel ? scrollSideways(time) : scrollVertically(time)
    update()
    return isScrolling
  }

  /// The speed that the pointer asks for on an axis, in points per second.
  private static func speed(at position: Double, of length: Double) -> Double {
    let edge = min(edge, length / 4)
    guard edge > 0 else { return 0 }
    let part =
      position < edge
      ? max((position - edge) / edge, -2) : min(max((position - length + edge) / edge, 0), 2)
    return part * speed
  }

  private func scrollVertically(_ time: Double) -> Bool {
    let view = scrollView.frame
    let speed = Self.speed(at: pointer.y, of: view.height)
    // No further than to the first or the last place.
    let items = ItemPlaces(component).area
    guard speed != 0, scrollView.verticalScroll.canMove(speed),
      let top = Self.point(.zero, in: component, scrollView)?.y,
      speed < 0 ? items.y < top : items.maxY > top + view.height
    else { return false }
    scrollView.verticalScroll.jump(to: scrollView.verticalScroll.offset + speed * time)
    return true
  }

  private func scrollSideways(_ time: Double) -> Bool {
    guard let point = Self.point(pointer, in: component, scrollView) else { return false }
    let offset = component.horizontalScroll.offset
    let speed = Self.speed(at: point.x - offset, of: component.geometry.width)
    guard speed != 0, component.horizontalScroll.canMove(speed) else { return false }
    component.horizontalScroll.jump(to: offset + speed * time)
    return true
  }

  /// The item glides from the pointer to its place.
  func end() { component.dropLifted() }
}

/// The places that an item of a component can be dragged to.
@MainActor
struct ItemPlaces {
  private let geometry: ComponentGeometry
  /// Whether items are one below the other, or one beside the other; neither in grids.
  private let isColumn: Bool
  private let isRow: Bool

  init(_ component: Component) {
    geometry = component.geometry
    isColumn = component.content.hasRows
    isRow = component.model.arrangement == .carousel && geometry.itemsPerColumn == 1
  }

  /// The area of all items.
  var area: Rect {
    let count = geometry.shown.count
    guard count > 0 else { return .zero }
    let (first, last) = (geometry.frame(atPosition: 0), geometry.frame(atPosition: count - 1))
    if isRow || isColumn { return first.union(last) }
    let inset = geometry.itemsInset
    return Rect(
      x: inset.left, y: first.y, width: geometry.contentSize.width - inset.left - inset.right,
      height: geometry.itemsPerColumn > 1 ? geometry.itemsFrame.height : last.maxY - first.y)
  }

  /// The nearest rectangle to `rect` that keeps to the axis and the area of the items.
  func limited(_ rect: Rect, of item: Int) -> Rect {
    let (area, own) = (area, geometry.frame(ofItem: item))
    var rect = rect
    rect.x = isColumn ? own.x : min(max(rect.x, area.x), max(area.maxX - rect.width, area.x))
    rect.y = isRow ? own.y : min(max(rect.y, area.y), max(area.maxY - rect.height, area.y))
    return rect
  }

  /// The index that `item` gets when it is dragged to `rect`: it changes places with another item
  /// once its edge has passed the middle of that one, so it does not change back at once where the
  /// other item is larger.
  func nearest(to rect: Rect, of item: Int) -> Int {
    guard isRow || isColumn else { return nearestCell(to: rect, of: item) }
    func start(_ rect: Rect) -> Double { isRow ? rect.x : rect.y }
    func end(_ rect: Rect) -> Double { isRow ? rect.maxX : rect.maxY }
    func middle(_ index: Int) -> Double {
      let frame = geometry.frame(ofItem: index)
      return isRow ? frame.midX : frame.midY
    }
    let near = geometry.items(in: rect)
    let positions = near.startIndex - 1..<near.endIndex + 1
    let indexes = geometry.shown[positions.clamped(to: geometry.shown.indices)]
    if let last = indexes.last(where: { $0 > item && middle($0) < end(rect) }) { return last }
    return indexes.first { $0 < item && middle($0) > start(rect) } ?? item
  }

  /// The index of the cell under the middle of `rect`, once an edge has passed the cell's middle.
  private func nearestCell(to rect: Rect, of item: Int) -> Int {
    let own = geometry.frame(ofItem: item)
    guard let cell = geometry.item(at: Point(x: rect.midX, y: rect.midY)), cell != item else {
      return item
    }
    let frame = geometry.frame(ofItem: cell)
    let isBeside = frame.y < own.maxY && own.y < frame.maxY
    let isPassed =
      isBeside
      ? (cell > item ? frame.midX < rect.maxX : frame.midX > rect.x)
      : (cell > item ? frame.midY < rect.maxY : frame.midY > rect.y)
    return isPassed ? cell : item
  }
}
