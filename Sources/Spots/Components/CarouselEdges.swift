/// The signs that a carousel continues beyond its edges: its items fade there, and arrows appear
/// while the pointer is over it.
///
/// Owned by the component's views; lives as long as it does.
@MainActor
final class CarouselEdges {
  /// Whether arrows are wanted.
  private var isPointerOver = false
  private let root: ComponentView
  private let content: ComponentContent
  private let scroll: CarouselScroll

  init(_ root: ComponentView, _ content: ComponentContent, _ scroll: CarouselScroll) {
    (self.root, self.content, self.scroll) = (root, content, scroll)
  }

  private var arrows: PageArrows { root.pageArrows }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }

  /// Whether the last frame showed an arrow.
  var hasVisibleArrow: Bool { !arrows.isHidden && arrows.isSeen }

  /// Shows or hides fades and arrows for the present offset.
  ///
  /// - Parameter slots: The visible slots.
  func place(_ slots: [ComponentGeometry.Slot]) {
    guard scroll.stops.canScroll else {
      (root.edgeFade.isHidden, arrows.isHidden) = (true, true)
      return
    }
    let ends = fades(slots)
    root.edgeFade.isHidden = ends.leading.isNothing && ends.trailing.isNothing
    root.edgeFade.frame = geometry.carouselFrame
    root.edgeFade.ends = ends
    arrows.frame = geometry.itemsFrame
    showArrows()
  }

  /// Shows the arrows that lead anywhere, or hides all.
  func showArrows(_ areWanted: Bool) {
    isPointerOver = areWanted
    showArrows()
  }

  private func showArrows() {
    let hidden = hidden(at: scroll.horizontalScroll.target)
    arrows.show(
      back: isPointerOver && hidden.leading > 0.5, forward: isPointerOver && hidden.trailing > 0.5)
    // A component that leaves hides its arrows immediately; they must not come back to fade out.
    arrows.isHidden = arrows.isIdle || arrows.isHidden && !isPointerOver
  }

  /// How much of the items and their inset lies beyond each edge, in points. Where the lane is
  /// narrower than the component, a carousel may scroll although nothing is hidden.
  private func hidden(at offset: Double) -> (leading: Double, trailing: Double) {
    if geometry.period != nil { return (.infinity, .infinity) }
    let beside = geometry.width - geometry.lane.maxX
    let end = geometry.contentSize.width - beside
    return (offset - geometry.lane.x, end - offset - geometry.width)
  }

  /// The fades beside the items that are wholly visible. Items that take all the room, such as
  /// large pictures, do not fade, since they would fade whenever they move.
  private func fades(
    _ slots: [ComponentGeometry.Slot]
  ) -> (leading: EdgeFade.End, trailing: EdgeFade.End) {
    let left = root.itemsView.contentOffset.x
    let right = left + geometry.width
    let inset = geometry.itemsInset
    let room = geometry.width - inset.left - inset.right - geometry.layout.itemSpacing
    var (first, last) = (right, left)
    for slot in slots {
      let frame = geometry.frame(of: slot)
      if frame.width > room - 1 { return (EdgeFade.End(), EdgeFade.End()) }
      // Offsets are rounded to whole pixels.
      guard frame.x > left - 1, frame.maxX < right + 1 else { continue }
      (first, last) = (min(first, frame.x), max(last, frame.maxX))
    }
    let hidden = hidden(at: left)
    func end(_ room: Double, _ hidden: Double) -> EdgeFade.End {
      let part = min(max(hidden / EdgeFade.width, 0), 1)
      return EdgeFade.End(width: min(max(room, 0), EdgeFade.width), strength: part * 0.85)
    }
    return (end(first - left, hidden.leading), end(right - last, hidden.trailing))
  }
}
