// How the items of a component are measured: when they come into view, and the rows behind them
// along with them where that asks no view.

/// Items that were read together, since they come into view one after the other.
struct ItemsAhead {
  var first = 0
  var items: [Item] = []

  subscript(index: Int) -> Item? {
    items.indices.contains(index - first) ? items[index - first] : nil
  }
}

extension Component {
  /// Reading rows and finding their place takes several times as long for the first one of a frame
  /// as for each of the others, since the processor has done other things in between.
  private static let rowsAhead = 32

  /// Measures what is needed to know everything in `rect`, and when that is new, also rows behind
  /// it whose sizes are known without asking their views.
  func prepareRows(_ rect: Rect) {
    var isNew = false
    geometry.prepare(rect) { index in
      isNew = true
      return measure(index)
    }
    // What is seen first must be there soon.
    let isFirst = rect.y <= geometry.headerHeight
    if isNew, !isFirst, model.arrangement == .list, ItemSizing.span(of: model) <= 1 {
      prepareAhead(of: rect)
    }
  }

  private func prepareAhead(of rect: Rect) {
    let first = geometry.items(in: rect).upperBound
    var ahead = ItemsAhead(first: first)
    var sizes: [Size] = []
    for index in (first..<first + Self.rowsAhead).clamped(to: model.items.indices) {
      let item = model.items[index]
      guard let size = knownSize(of: item, at: index) else { break }
      ahead.items.append(item)
      sizes.append(size)
    }
    let height = sizes.reduce(0) { $0 + $1.height }
    guard height > 0 else { return }
    itemsAhead = ahead
    let rows = Rect(
      x: rect.x, y: geometry.frame(ofItem: first).y, width: rect.width, height: height)
    geometry.prepare(rows) { index in
      sizes.indices.contains(index - first) ? sizes[index - first] : measure(index)
    }
  }

  /// The item at `index`, which there must be.
  func knownItem(at index: Int) -> Item { itemsAhead[index] ?? model.items[index] }

  func measure(_ index: Int) -> Size {
    let item = knownItem(at: index)
    let place = place(ofItem: index)
    return sizing.size(own: wantedSize(of: item)) { room in
      pool.measure(item, role: .item, place: place, containerSize: room)
    }
  }

  /// The size an item asks for: one with text is higher where text is larger than usual, so that
  /// nothing is cut off that fitted before.
  func wantedSize(of item: Item) -> Size {
    Size(width: item.size.width, height: item.size.height * (item.hasText ? textGrowth : 1))
  }

  /// How many times as high as usual text is, at least 1.
  var textGrowth: Double { max(pool.environment.textScale, 1) }

  /// The size of an item that needs no view to tell it.
  private func knownSize(of item: Item, at index: Int) -> Size? {
    let place = place(ofItem: index)
    var isKnown = true
    let size = sizing.size(own: wantedSize(of: item)) { room in
      let uniform = pool.uniformSize(of: item, place: place, containerSize: room)
      isKnown = uniform != nil
      return uniform ?? .zero
    }
    return isKnown ? size : nil
  }
}

extension Item {
  /// Whether there may be text in what shows the item.
  fileprivate var hasText: Bool {
    !title.isEmpty || !subtitle.isEmpty || !text.isEmpty || !meta.values.isEmpty
      || !children.isEmpty
  }
}
