// What became of the items of a list when it is known how it was edited: nothing is compared.
// Indexes must be those of items, or, where something is inserted, may be the number of items.

extension ItemDiff {
  /// `inserted` items came in before the one at `index`, among `count`.
  public init(inserting inserted: Int, at index: Int, among count: Int) {
    precondition(index >= 0 && index <= count && inserted >= 0, "pass a place among the items")
    self.init(
      oldCount: count, newCount: count + inserted,
      runs: [
        Run(old: 0, new: 0, count: index),
        Run(old: index, new: index + inserted, count: count - index),
      ])
  }

  /// The items at `indexes`, in any order, went from among `count`.
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

  /// The item at `index`, one of `count`, was `old` and is `new`; it stays the same item, whatever
  /// changed.
  public init(updating index: Int, from old: Item, to new: Item, among count: Int) {
    precondition(index >= 0 && index < count, "pass the index of an item")
    self.init(
      oldCount: count, newCount: count, runs: [Run(old: 0, new: 0, count: count)],
      changes: Change(from: old, to: new).map { [(index, index, $0)] } ?? [])
  }

  /// The item at `source`, one of `count`, now is the one at `destination`.
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
