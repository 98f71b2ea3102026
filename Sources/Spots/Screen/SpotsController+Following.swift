// What becomes of the places that are remembered when the content changes.

extension SpotsController {
  /// Paths that outlive a change follow their item. Those whose item is gone go with it, apart from
  /// the focus, which goes to its neighbour.
  func movePaths(origins: [Int?], diffs: [Int: ItemDiff]) {
    func moved(_ path: ItemPath?) -> ItemPath? {
      guard let path, let new = origins.firstIndex(of: path.component) else { return nil }
      var moved = ItemPath(component: new, part: path.part)
      guard case .item(let item) = path.part else { return moved }
      if let diff = diffs[new] {
        guard let index = diff.newIndex(of: item) else { return nil }
        moved.first.part = .item(index)
      }
      moved.nested = path.nested
      return self.item(at: moved) == nil ? nil : moved
    }
    isFollowingItems = true
    selected = moved(selected)
    let focus = moved(keyboard.path).map(usable).flatMap { item(at: $0) == nil ? nil : $0 }
    isFollowingItems = focus != nil
    keyboard.path = focus ?? neighbourOfFocus(origins: origins, diffs: diffs)
    isFollowingItems = false
    func moved(_ destination: Destination?) -> Destination? {
      guard case .item(let path, let position) = destination else { return destination }
      return moved(path).map { .item($0, position) }
    }
    destination = moved(destination)
    waitingDestination = moved(waitingDestination)
    pointer.pressed = moved(pointer.pressed)
    pointer.series.follow(moved(pointer.series.path))
    pointer.hover = nil
    pointer.keep(components)
  }

  /// Where the focus goes when what it was on is gone: to what is in its place now, else to what was
  /// before it. Without a ring nobody would see where it went, so then it goes with its item.
  private func neighbourOfFocus(origins: [Int?], diffs: [Int: ItemDiff]) -> ItemPath? {
    guard keyboard.isActive, let path = keyboard.path else { return nil }
    // When nothing is left it is another screen.
    guard origins.contains(where: { $0 != nil }) else { return nil }
    let next = origins.firstIndex { ($0 ?? -1) >= path.component } ?? origins.count
    if origins.indices.contains(next), origins[next] == path.component,
      let neighbour = neighbour(ofGone: path, in: next, diffs[next])
    {
      return neighbour
    }
    func entry(_ component: Int, _ direction: FocusDirection) -> ItemPath? {
      self.entry(into: ItemPath(component: component, item: 0), near: 0, direction)
    }
    return (next..<origins.count).lazy.compactMap { entry($0, .down) }.first
      ?? (0..<next).reversed().lazy.compactMap { entry($0, .up) }.first
  }

  /// What is nearest to the part at `path`, which is gone, in its component, now the one at `index`.
  private func neighbour(ofGone path: ItemPath, in index: Int, _ diff: ItemDiff?) -> ItemPath? {
    let last = components[index].model.items.count - 1
    guard let item = path.item, last >= 0 else {
      return itemOrEdge(of: ItemPath(component: index, item: 0))
    }
    // Of a composite item, what was inside may be gone while the item is there.
    let own = diff.map { $0.newIndex(of: item) } ?? item
    let place = own ?? diff?.nearestKept(atOrBefore: item).map { $0.new + 1 } ?? 0
    let neighbour = ItemPath(component: index, item: min(place, last))
    return isReachable(neighbour) ? neighbour : itemOrEdge(of: neighbour)
  }
}
