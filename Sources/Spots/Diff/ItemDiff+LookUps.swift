extension ItemDiff {
  /// The old index of the item that is at `index` now; nil for one that was inserted.
  func origin(of index: Int) -> Int? { origins[index] }

  /// Where the item that was at `index` is now; nil when it is gone.
  func newIndex(of index: Int) -> Int? { origins.firstIndex(of: index) }
}
