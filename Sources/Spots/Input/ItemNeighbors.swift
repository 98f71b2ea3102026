/// The items next to each other in a component, as the arrow keys go from one to the next.
struct ItemNeighbors {
  private let geometry: ComponentGeometry
  private let isCarousel: Bool

  init(in geometry: ComponentGeometry, _ arrangement: ComponentModel.Kind) {
    (self.geometry, isCarousel) = (geometry, arrangement == .carousel)
  }

  /// The item next to `index` in `direction`; nil at the component's end.
  ///
  /// Sideways goes by order, so that rows are read one after the other; up and down to the nearest
  /// item of the next row, or of the same carousel column.
  func neighbor(of index: Int, _ direction: FocusDirection) -> Int? {
    let shown = geometry.shown
    guard let position = shown.position(of: index) else { return nil }
    let next: Int?
    switch direction {
    case _ where isCarousel: next = carouselNeighbor(of: position, direction)
    case .left: next = position > 0 ? position - 1 : nil
    case .right: next = position + 1 < shown.count ? position + 1 : nil
    case .up, .down: next = verticalNeighbor(of: position, direction)
    }
    return next.map { shown[$0] }
  }

  // Both take and return positions, not indexes.

  private func carouselNeighbor(of index: Int, _ direction: FocusDirection) -> Int? {
    let (perColumn, count) = (geometry.itemsPerColumn, geometry.shown.count)
    switch direction {
    case .left:
      if index >= perColumn { return index - perColumn }
      return geometry.period == nil
        ? nil : min((count - 1) / perColumn * perColumn + index, count - 1)
    case .right:
      let isLastColumn = index / perColumn == (count - 1) / perColumn
      if isLastColumn { return geometry.period == nil ? nil : index % perColumn }
      return min(index + perColumn, count - 1)
    case .up: return index % perColumn > 0 ? index - 1 : nil
    case .down: return index % perColumn < perColumn - 1 && index + 1 < count ? index + 1 : nil
    }
  }

  private func verticalNeighbor(of index: Int, _ direction: FocusDirection) -> Int? {
    let (frame, count) = (geometry.frame(atPosition: index), geometry.shown.count)
    let step = direction == .down ? 1 : -1
    // The first item on another row tells which row to look at.
    var candidate = index + step
    while candidate >= 0, candidate < count, geometry.frame(atPosition: candidate).y == frame.y {
      candidate += step
    }
    guard candidate >= 0, candidate < count else { return nil }
    let row = geometry.frame(atPosition: candidate).y
    var best = candidate
    while candidate >= 0, candidate < count, geometry.frame(atPosition: candidate).y == row {
      let isNearer =
        abs(geometry.frame(atPosition: candidate).midX - frame.midX)
        < abs(geometry.frame(atPosition: best).midX - frame.midX)
      if isNearer { best = candidate }
      candidate += step
    }
    return best
  }
}
