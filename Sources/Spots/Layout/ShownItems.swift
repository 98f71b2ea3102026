/// The items of a component that are shown, in the order of its model: all of them, or those that
/// neither a filter nor a condition leaves out.
///
/// As a collection it leads from positions, which count only what is shown, to the items' indexes
/// in the model.
package struct ShownItems: Equatable, Sendable {
  /// The number of all items, shown or left out.
  package let total: Int
  /// Ascending; nil where nothing is left out. Half the size of `Int`, since there may be a
  /// million.
  private let indexes: [Int32]?

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

  /// Whether nothing is left out.
  package var isAll: Bool { indexes == nil }

  /// Whether the item at `index` is shown.
  package func contains(_ index: Int) -> Bool { position(of: index) != nil }

  /// The position of an item; nil where it is left out, or there is none.
  ///
  /// - Complexity: O(log *n*).
  package func position(of index: Int) -> Int? {
    guard (0..<total).contains(index) else { return nil }
    guard let indexes else { return index }
    let position = position(from: index)
    return position < indexes.count && Int(indexes[position]) == index ? position : nil
  }

  /// The position of the first shown item from `index` on; the number of shown items where there is
  /// none.
  ///
  /// - Complexity: O(log *n*).
  package func position(from index: Int) -> Int {
    guard let indexes else { return Swift.min(Swift.max(index, 0), total) }
    return indexes.indices.partitioningIndex { Int(indexes[$0]) >= index }
  }

  /// The shown items among those in `range`.
  ///
  /// - Complexity: O(their number), where some are left out.
  package func items(in range: Range<Int>) -> RangeSet<Int> {
    guard let indexes else { return RangeSet(range.clamped(to: 0..<total)) }
    var found = RangeSet<Int>()
    var run = 0..<0
    for index in indexes[position(from: range.lowerBound)..<position(from: range.upperBound)] {
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
    guard let indexes else { return position }
    return Int(indexes[position])
  }
}
