/// The content at the top of the window: a component, an item of it, and how far it is scrolled
/// out; or the end of all content, where the window follows that.
///
/// Content above may grow, shrink, come and go; with the anchor restored, the same item is still at
/// the same place.
struct ScrollAnchor: Equatable {
  var component: Int
  /// nil for the component itself, as when only its header or footer is in the window.
  var item: Int?
  /// How many points of the item, or of the component, are above the top of the window.
  var inside: Double

  /// The end of the content, at the bottom of the window.
  static let end = ScrollAnchor(component: -1, item: nil, inside: 0)

  init(component: Int, item: Int?, inside: Double) {
    self.component = component
    self.item = item
    self.inside = inside
  }

  /// - Returns: nil at the very top, where content added above should be seen, and without content.
  @MainActor
  init?(in view: SpotsScrollView) {
    let offset = view.verticalScroll.offset
    guard !view.isFollowing else {
      self = .end
      return
    }
    guard offset > 0, let index = view.layout.component(at: offset) else { return nil }
    let geometry = view.components[index].geometry
    let start = view.origin(of: index).y
    let line = Rect(
      x: view.components[index].scroll.itemsOffset, y: offset - start, width: geometry.width,
      height: max(view.frame.height, 1))
    let item = geometry.items(in: line).first { geometry.frame(ofItem: $0).maxY > line.y }
    let y = start + (item.map { geometry.frame(ofItem: $0).y } ?? 0)
    self.init(component: index, item: item, inside: offset - y)
  }

  /// The distance from the top of the content to the anchor now, in points; nil when it is gone.
  @MainActor
  func contentY(in view: SpotsScrollView) -> Double? {
    guard self != .end else { return view.verticalScroll.maximum }
    guard view.components.indices.contains(component) else { return nil }
    let start = view.origin(of: component).y
    guard let item else { return start }
    let geometry = view.components[component].geometry
    guard item < geometry.shown.total else { return nil }
    return start + geometry.frame(ofItem: item).y
  }

  /// The same place after a change; when it is gone, the item that has come in its place or, where
  /// none has, the nearest one above that is still there.
  func moved(_ move: ContentMove) -> ScrollAnchor? {
    guard self != .end else { return self }
    for old in stride(from: component, through: 0, by: -1) {
      guard let new = move(ComponentPath(old))?.index else { continue }
      guard old == component, let item else {
        return ScrollAnchor(component: new, item: nil, inside: old == component ? inside : 0)
      }
      guard let diff = move.diffs[new] else {
        return ScrollAnchor(component: new, item: item, inside: inside)
      }
      return Self.item(item, inside: inside, in: new, diff)
    }
    return nil
  }

  private static func item(
    _ item: Int, inside: Double, in component: Int, _ diff: ItemDiff
  ) -> ScrollAnchor {
    let kept = diff.nearestKept(atOrBefore: item)
    let place = (kept?.new ?? -1) + item - (kept?.old ?? -1)
    if kept?.old == item || place < diff.newCount && diff.origin(of: place) == nil {
      return ScrollAnchor(component: component, item: place, inside: inside)
    }
    return ScrollAnchor(component: component, item: kept?.new, inside: 0)
  }
}
