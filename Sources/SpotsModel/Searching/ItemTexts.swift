import Glibc

/// The texts of a component's items, folded and joined end to end, to be searched at once.
///
/// Takes about as many bytes as the texts, and four more for each item.
package struct ItemTexts: Sendable {
  /// The texts of all items, each followed by a line end.
  private var bytes: [UInt8] = []
  /// The end of each item's texts, as an offset into `bytes`.
  private var ends: [UInt32] = []
  /// The line end, which no word contains.
  static let lineEnd: UInt8 = 0x0A

  /// Collects the texts of `items`; in a cancelled task, only those of the first ones.
  ///
  /// - Complexity: O(*n*); items that are read on demand are read once, and not kept.
  package init(_ items: some Collection<Item>) {
    ends.reserveCapacity(items.count)
    // Not the shared one, which others would have to wait for.
    var folding = TextFolding()
    for item in items {
      append(item, &folding)
      if ends.count.isMultiple(of: 1024), Task.isCancelled { return }
    }
    // Growth by doubling has left spare room, and the array is kept.
    if bytes.capacity > bytes.count + bytes.count / 4 {
      bytes = bytes.withUnsafeBufferPointer { Array($0) }
    }
  }

  /// The number of items.
  package var count: Int { ends.count }

  private mutating func append(_ item: Item, _ folding: inout TextFolding) {
    add(item, &folding)
    ends.append(UInt32(clamping: bytes.count))
  }

  /// Adds the visible texts of an item: its own, and those of the items inside it.
  private mutating func add(_ item: Item, _ folding: inout TextFolding) {
    add(item.title, &folding)
    add(item.subtitle, &folding)
    add(item.text, &folding)
    add(item.markdown, &folding)
    add(item.meta.string("detail"), &folding)
    if let badge = item.badge { add(badge.text, &folding) }
    if case .array(let cells)? = item.meta.values[RowTemplate.cellsKey] {
      for cell in cells { add(cell.typedText, &folding) }
    }
    for component in item.children {
      for inner in [component.header, component.footer] {
        if let inner { add(inner, &folding) }
      }
      for inner in component.items { add(inner, &folding) }
    }
  }

  private mutating func add(_ text: String, _ folding: inout TextFolding) {
    guard !text.isEmpty, bytes.count < Int(UInt32.max) - text.utf8.count * 4 else { return }
    folding.append(text, to: &bytes)
    bytes.append(Self.lineEnd)
  }

  /// Updates the texts when the items have changed to `new`.
  ///
  /// - Parameter unchanged: The items whose texts stay as they are.
  /// - Complexity: O(changed items), plus copying the texts after the first of these.
  package mutating func follow(_ unchanged: [ItemDiff.Run], to new: ItemList) {
    var runs = unchanged[...]
    var start = 0
    if let first = runs.first, first.old == 0, first.new == 0 {
      start = first.count
      runs.removeFirst()
    }
    let tail = removeTail(from: start)
    var folding = TextFolding()
    for run in runs {
      for item in new[count..<run.new] { append(item, &folding) }
      append(tail, run.oldRange)
    }
    for item in new[count...] { append(item, &folding) }
  }

  /// The texts of the last items of a list.
  private struct Tail {
    /// The index of the first item, and the offset of its texts.
    var start: Int
    var offset: Int
    var bytes: [UInt8]
    /// The offsets at which the texts of each item begin, and at which the last ones end.
    var bounds: [UInt32]
  }

  private mutating func removeTail(from start: Int) -> Tail {
    let offset = end(before: start)
    let tail = Tail(
      start: start, offset: offset, bytes: Array(bytes[offset...]),
      bounds: [UInt32(offset)] + ends[start...])
    bytes.removeSubrange(offset...)
    ends.removeSubrange(start...)
    return tail
  }

  private mutating func append(_ tail: Tail, _ range: Range<Int>) {
    let bounds = tail.bounds[range.lowerBound - tail.start...range.upperBound - tail.start]
    guard let start = bounds.first, let end = bounds.last else { return }
    let growth = Int64(bytes.count) - Int64(start)
    bytes += tail.bytes[Int(start) - tail.offset..<Int(end) - tail.offset]
    ends += bounds.dropFirst().lazy.map { UInt32(clamping: Int64($0) + growth) }
  }

  private func end(before index: Int) -> Int { index > 0 ? Int(ends[index - 1]) : 0 }

  // MARK: Searching

  /// The indexes of the items in `range` that match a filter, ascending.
  package func indexes(matching filter: TextFilter, in range: Range<Int>) -> [Int32] {
    guard let word = filter.firstWhole else {
      return range.lazy.map { Int32($0) }.filter { matches(filter, Int($0)) }
    }
    var found: [Int32] = []
    bytes.withUnsafeBufferPointer { bytes in
      var (index, at) = (range.lowerBound, end(before: range.lowerBound))
      let searched = UnsafeBufferPointer(rebasing: bytes[..<end(before: range.upperBound)])
      while let place = searched.firstPlace(of: word, from: at) {
        while Int(ends[index]) <= place.lowerBound { index += 1 }
        if matches(filter, index) { found.append(Int32(index)) }
        at = Int(ends[index])
        index += 1
      }
    }
    return found
  }

  /// The indexes, among those given, of the items that match a filter.
  package func indexes(
    matching filter: TextFilter, among some: some Sequence<Int>
  ) -> [Int32] {
    some.compactMap { matches(filter, $0) ? Int32($0) : nil }
  }

  /// How well matching items fit what was typed, in the order of the items: the lower,
  /// the better.
  ///
  /// - Parameter items: The list that the texts were made of, where titles are compared as written.
  package func ranks(
    of indexes: some Sequence<Int>, for filter: TextFilter, in items: ItemList
  ) -> [UInt16] {
    var compared = 0
    let isRough = indexes.underestimatedCount > Self.mostRanked
    return bytes.withUnsafeBufferPointer { bytes in
      indexes.map { index in
        let range = end(before: index)..<Int(ends[index])
        let rank = filter.rank(UnsafeBufferPointer(rebasing: bytes[range]), isRough: isRough)
        guard TextFilter.wholeRanks.contains(rank), compared < Self.mostCompared else {
          return rank
        }
        compared += 1
        return items[index].title.withoutTerminalSequences == filter.typed ? 0 : rank
      }
    }
  }

  /// How many items are ranked with care; nobody reads more.
  private static let mostRanked = 250_000
  /// How many titles are compared as they are written.
  private static let mostCompared = 256

  private func matches(_ filter: TextFilter, _ index: Int) -> Bool {
    bytes.withUnsafeBufferPointer {
      filter.matches(UnsafeBufferPointer(rebasing: $0[end(before: index)..<Int(ends[index])]))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first occurrence, at `start` or after it, of a word, which must not be empty, with any
  /// hyphens among its letters; nil when there is none.
  func firstPlace(of word: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = word.first else { return nil }
    var at = start
    while let place = firstPlace(of: first, from: at), place + word.count <= count {
      if let end = end(of: word, at: place) { return place..<end }
      at = place + 1
    }
    return nil
  }

  /// The offset of the first byte of a value, at `start` or after it.
  func firstPlace(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress,
      let hit = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }

  /// The end of a word whose first byte is at `place`; nil where the others do not follow.
  private func end(of word: [UInt8], at place: Int) -> Int? {
    var (at, next) = (place + 1, 1)
    while next < word.count {
      guard at < count else { return nil }
      if self[at] == word[next] {
        next += 1
      } else if self[at] != TextFolding.hyphen {
        return nil
      }
      at += 1
    }
    return at
  }
}
