/// Which item the keyboard acts on.
struct KeyboardFocus: Equatable {
  var path: ItemPath?
  /// Whether the user works with the keyboard; the ring is shown only then.
  var isActive = false
  /// Whether the screen is on its way to the item.
  var isRevealing = false
}

/// A way to move from one item to another.
enum FocusDirection {
  case up, down, left, right
}

extension ComponentGeometry {
  /// The item next to `index` in `direction`; nil at the component's end.
  ///
  /// Sideways goes by order, so that rows are read one after the other; up and down to the nearest
  /// item of the next row, or of the same carousel column.
  func neighbour(
    of index: Int, _ direction: FocusDirection, model: ComponentModel
  ) -> Int? {
    let count = model.items.count
    guard index >= 0, index < count else { return nil }
    if model.arrangement == .carousel {
      return carouselNeighbour(of: index, direction, model: model)
    }
    switch direction {
    case .left, .right:
      let next = index + (direction == .right ? 1 : -1)
      return next >= 0 && next < count ? next : nil
    case .up, .down: return verticalNeighbour(of: index, direction, count: count)
    }
  }

  private func carouselNeighbour(
    of index: Int, _ direction: FocusDirection, model: ComponentModel
  ) -> Int? {
    let perColumn = model.layout.itemsPerRow.clamped(to: NumberRange.itemsPerRow)
    let count = model.items.count
    switch direction {
    case .left:
      if index >= perColumn { return index - perColumn }
      return period == nil ? nil : min((count - 1) / perColumn * perColumn + index, count - 1)
    case .right:
      let isLastColumn = index / perColumn == (count - 1) / perColumn
      if isLastColumn { return period == nil ? nil : index % perColumn }
      return min(index + perColumn, count - 1)
    case .up: return index % perColumn > 0 ? index - 1 : nil
    case .down: return index % perColumn < perColumn - 1 && index + 1 < count ? index + 1 : nil
    }
  }

  private func verticalNeighbour(
    of index: Int, _ direction: FocusDirection, count: Int
  ) -> Int? {
    let frame = frame(ofItem: index)
    let step = direction == .down ? 1 : -1
    // The first item on another row tells which row to look at.
    var candidate = index + step
    while candidate >= 0, candidate < count, self.frame(ofItem: candidate).y == frame.y {
      candidate += step
    }
    guard candidate >= 0, candidate < count else { return nil }
    let row = self.frame(ofItem: candidate).y
    var best = candidate
    while candidate >= 0, candidate < count, self.frame(ofItem: candidate).y == row {
      let isNearer =
        abs(self.frame(ofItem: candidate).midX - frame.midX)
        < abs(self.frame(ofItem: best).midX - frame.midX)
      if isNearer { best = candidate }
      candidate += step
    }
    return best
  }
}
