// Diffs of known edits, which compare no items. Indexes must be those of items; an insertion may
// also be at the number of items.

extension ItemDiff {
  /// Creates the diff of inserting `inserted` items before the one at `index` of `count` items.
  public init(inserting inserted: Int, at index: Int, among count: Int) {
    precondition(index >= 0 && index <= count && inserted >= 0, "pass a place among the items")
    self.init(
      oldCount: count, newCount: count + inserted,
      runs: [
        Run(old: 0, new: 0, count: index),
        Run(old: index, new: index + inserted, count: count - index),
      ])
  }

  /// Creates the diff of deleting the items at `indexes`, in any order, from `count` items.
  ///
  /// - Complexity: O(*d* log *d*), where *d* is the number of indexes.
  public init(deleting indexes: some Sequence<Int>, among count: Int) {
    var runs: [Run] = []
    var (next, deleted) = (0, 0)
    for index in Set(indexes).sorted() {
      precondition(index >= 0 && index < count, "pass indexes of items")
      runs.append(Run(old: next, new: next - deleted, count: index - next))
      next = index + 1
      deleted += 1
    }
    runs.append(Run(old: next, new: next - deleted, count: count - next))
    self.init(oldCount: count, newCount: count - deleted, runs: runs)
  }

  /// Creates the diff of changing the item at `index` of `count` items from `old` to `new`, which
  /// stays the same item, even with another identifier.
  public init(updating index: Int, from old: Item, to new: Item, among count: Int) {
    precondition(index >= 0 && index < count, "pass the index of an item")
    self.init(
      oldCount: count, newCount: count, runs: [Run(old: 0, new: 0, count: count)],
      changes: Change(from: old, to: new).map { [(index, index, $0)] } ?? [])
  }

  /// Creates the diff of moving one of `count` items from `source` to the index `destination`.
  public init(moving source: Int, to destination: Int, among count: Int) {
    let range = 0..<count
    precondition(range.contains(source) && range.contains(destination), "pass indexes of items")
    let low = min(source, destination)
    let high = max(source, destination)
    let distance = high - low
    let (first, second) =
      source < destination
      ? (Run(old: low + 1, new: low, count: distance), Run(old: low, new: high, count: 1))
      : (Run(old: high, new: low, count: 1), Run(old: low, new: low + 1, count: distance))
    let isMoved = distance > 0
    self.init(
      oldCount: count, newCount: count,
      runs: [Run(old: 0, new: 0, count: isMoved ? low : count)]
        + (isMoved
          ? [first, second, Run(old: high + 1, new: high + 1, count: count - high - 1)] : []))
  }
}
