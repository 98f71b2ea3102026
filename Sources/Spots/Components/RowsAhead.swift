/// Rows that were read together, because they come into view one after the other.
struct RowsAhead {
  /// The position of the first one.
  var first = 0
  var items: [Item] = []

  /// The item at `index`; nil where it is not one of these.
  func item(at index: Int, of shown: ShownItems) -> Item? {
    guard !items.isEmpty, let position = shown.position(of: index),
      items.indices.contains(position - first)
    else { return nil }
    return items[position - first]
  }
}
