extension Array {
  /// The index of the first element that satisfies `isBehind`, as all elements after it must; the
  /// number of elements when none does.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
