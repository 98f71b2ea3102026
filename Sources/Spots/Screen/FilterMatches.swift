/// What is left of the components that users filter, in the order of how well it fits and of the
/// screen.
@MainActor
struct FilterMatches {
  let scrollView: SpotsScrollView
  /// The components that are filtered, in their order on the screen.
  let targets: [Component]

  /// The best match of all components; the first one of several.
  var best: ItemPath? {
    let found = targets.lazy.compactMap { component in
      component.content.bestMatch.map { (rank: $0.rank, path: component.path.item($0.item)) }
    }
    return found.min { $0.rank < $1.rank }?.path
  }

  /// Whether an item is checked by the space bar.
  func isCheckbox(_ path: ItemPath?) -> Bool {
    path.flatMap { scrollView.paths.item(at: $0) }.flatMap { InputKind(of: $0) } == .checkbox
  }

  func isSeen(_ path: ItemPath) -> Bool {
    let window = scrollView.bounds.offsetBy(y: scrollView.verticalScroll.offset)
    return scrollView.paths.contentFrame(of: path)?.intersects(window) ?? false
  }

  /// The first item that begins in the window; where none does, the first of all.
  var firstSeen: ItemPath? {
    let shown = targets.filter { $0.takesRoom && $0.shownCount > 0 }
    return shown.lazy.compactMap(firstSeen).first
      ?? shown.first.flatMap { component in
        component.geometry.shown.first.map { component.path.item($0) }
      }
  }

  private func firstSeen(of component: Component) -> ItemPath? {
    let geometry = component.geometry
    let y =
      scrollView.verticalScroll.offset - scrollView.origin(of: component.index).y
      + geometry.stuckHeight - 0.5
    let x = component.scroll.itemsOffset - 0.5
    let seen = Rect(x: x, y: y, width: geometry.width, height: scrollView.frame.height)
    let first = geometry.firstSlot(in: seen) {
      let frame = geometry.frame(of: $0)
      return frame.x >= x && frame.y >= y && frame.y < seen.maxY
    }
    return first.map { component.path.item($0.item) }
  }
}
