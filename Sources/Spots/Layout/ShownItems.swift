/// The items of a component that are shown: all of them, or those that neither a filter nor a
/// condition leaves out; in the order of its model, or with the best matches of a filter first.
///
/// As a collection it leads from positions, which count only what is shown, to the items' indexes
/// in the model.
package struct ShownItems: Equatable, Sendable {
  /// The number of all items, shown or left out.
  package let total: Int
  /// Ascending; nil where nothing is left out. Half the size of `Int`, since there may be a
  /// million.
  private let indexes: [Int32]?
  /// The order in which the items are shown; nil for that of the model.
  private var order: Order?

  private struct Order: Equatable {
    /// For each position, the place of its item among those that are shown, in the model's order.
    var places: [Int32]
    /// For each of these places, the position.
    var positions: [Int32]
  }

  /// All of `total` items.
  package init(all total: Int) {
    (self.total, indexes) = (total, nil)
  }

  /// - Parameters:
  ///   - indexes: Ascending, each below `total`.
  ///   - total: The number of all items.
  package init(_ indexes: [Int32], of total: Int) {
    self.total = total
    self.indexes = indexes.count == total ? nil : indexes
  }

  /// The same items, which are in the order of the model, with those of the lowest rank first, and
  /// those of equal rank in the order of the model.
  ///
  /// - Parameter ranks: One for each item.
  /// - Complexity: O(*n*).
  func sorted(by ranks: [UInt16]) -> ShownItems {
    var starts = [Int32](repeating: 0, count: 1 << 16 + 1)
    for rank in ranks { starts[Int(rank) + 1] += 1 }
    for rank in 1..<starts.count { starts[rank] += starts[rank - 1] }
    var order = Order(places: Array(repeating: 0, count: ranks.count), positions: [])
    order.positions.reserveCapacity(ranks.count)
    for (place, rank) in ranks.enumerated() {
      let position = starts[Int(rank)]
      starts[Int(rank)] += 1
      order.places[Int(position)] = Int32(place)
      order.positions.append(position)
    }
    var sorted = self
    sorted.order = order
    return sorted
  }

  /// A component that has only these of its items.
  ///
  /// - Complexity: O(*n*) where some are left out, which reads the others.
  func kept(of model: ComponentModel) -> ComponentModel {
    guard !isAll else { return model }
    var copy = model
    copy.items = ItemList(lazy.map { model.items[$0] })
    return copy
  }

  /// The same items without those at `hidden`.
  ///
  /// - Parameter hidden: Indexes, ascending.
  /// - Complexity: O(*n*), unless `hidden` is empty.
  func leavingOut(_ hidden: [Int32]) -> ShownItems {
    guard !hidden.isEmpty else { return self }
    var rest = hidden[...]
    var left: [Int32] = []
    left.reserveCapacity(count)
    for index in self {
      while let next = rest.first, next < index { rest.removeFirst() }
      if rest.first.map(Int.init) != index { left.append(Int32(index)) }
    }
    return ShownItems(left, of: total)
  }

  /// The items that are shown among `count` new ones.
  ///
  /// - Parameters:
  ///   - unchanged: The items that are shown if they were before.
  ///   - found: Takes a range of other items; returns the indexes of those that are shown.
  /// - Complexity: O(*n*).
  func following(
    _ unchanged: [ItemDiff.Run], of count: Int, found: (Range<Int>) -> [Int32]
  ) -> ShownItems {
    var (indexes, next) = ([Int32](), 0)
    indexes.reserveCapacity(Swift.min(self.count, count))
    for run in unchanged {
      if run.new > next { indexes += found(next..<run.new) }
      let distance = run.new - run.old
      let positions = position(from: run.old)..<position(from: run.old + run.count)
      for position in positions { indexes.append(Int32(self[position] + distance)) }
      next = run.new + run.count
    }
    if next < count { indexes += found(next..<count) }
    return ShownItems(indexes, of: count)
  }

  /// Whether nothing is left out, and the items are in the order of the model.
  package var isAll: Bool { indexes == nil && order == nil }

  /// Whether the item at `index` is shown.
  package func contains(_ index: Int) -> Bool { position(of: index) != nil }

  /// The position of an item; nil where it is left out, or there is none.
  ///
  /// - Complexity: O(log *n*).
  package func position(of index: Int) -> Int? {
    guard (0..<total).contains(index) else { return nil }
    let place = place(from: index)
    if let indexes, place == indexes.count || Int(indexes[place]) != index { return nil }
    return order.map { Int($0.positions[place]) } ?? place
  }

  /// The position of the first shown item from index `index` on; the number of shown items where
  /// there is none.
  ///
  /// - Complexity: O(log *n*).
  package func position(from index: Int) -> Int {
    let place = place(from: index)
    guard let order, place < order.positions.count else { return place }
    return Int(order.positions[place])
  }

  /// The place, in the order of the model, of the first shown item from `index` on.
  private func place(from index: Int) -> Int {
    guard let indexes else { return Swift.min(Swift.max(index, 0), total) }
    return indexes.indices.partitioningIndex { Int(indexes[$0]) >= index }
  }

  /// The positions of the shown items among those in `range`.
  ///
  /// - Complexity: O(their number) where they are sorted by rank.
  package func positions(of range: Range<Int>) -> RangeSet<Int> {
    let places = place(from: range.lowerBound)..<place(from: range.upperBound)
    guard let order else { return RangeSet(places) }
    return RangeSet(order.positions[places].lazy.map { Int($0)..<Int($0) + 1 })
  }

  /// The shown items among those in `range`.
  ///
  /// - Complexity: O(their number), where some are left out.
  package func items(in range: Range<Int>) -> RangeSet<Int> {
    guard let indexes else { return RangeSet(range.clamped(to: 0..<total)) }
    var found = RangeSet<Int>()
    var run = 0..<0
    for index in indexes[place(from: range.lowerBound)..<place(from: range.upperBound)] {
      if Int(index) == run.upperBound, !run.isEmpty {
        run = run.lowerBound..<Int(index) + 1
      } else {
        found.insert(contentsOf: run)
        run = Int(index)..<Int(index) + 1
      }
    }
    found.insert(contentsOf: run)
    return found
  }
}

extension ShownItems: RandomAccessCollection {
  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of shown items.
  package var endIndex: Int { indexes?.count ?? total }

  /// The index of the item at `position`.
  package subscript(position: Int) -> Int {
    let place = order.map { Int($0.places[position]) } ?? position
    guard let indexes else { return place }
    return Int(indexes[place])
  }
}
