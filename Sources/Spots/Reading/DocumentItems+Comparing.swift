// Items of documents compared by their bytes, without reading them.

extension DocumentItems {
  /// Whether two items have equal bytes, separators excluded, that both documents read alike.
  func hasEqualBytes(_ index: Int, _ other: DocumentItems, _ otherIndex: Int) -> Bool {
    guard document.reads(like: other.document) else { return false }
    return withBytes(other) { mine, theirs in
      let (a, b) = (text(of: index, mine), other.text(of: otherIndex, theirs))
      return a.count == b.count && isEqual(mine + a.lowerBound, theirs + b.lowerBound, a.count)
    }
  }

  /// The hashes of the items in `range`, in order, over their bytes without separators.
  func byteHashes(_ range: Range<Int>) -> [UInt64?] {
    withBytes(self) { bytes, _ in
      range.map { index in
        let text = text(of: index, bytes)
        return byteHash(bytes + text.lowerBound, text.count)
      }
    }
  }

  /// The number of consecutive items, from `index` on, whose bytes and separators equal those of
  /// `other` from `otherIndex` on; at most `limit`.
  func equalRun(
    from index: Int, _ other: DocumentItems, _ otherIndex: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    return equalRun(other, atMost: limit) { (index + $0, otherIndex + $0) }
  }

  /// The same for the items before `index` and before `otherIndex`, counted backward.
  func equalRun(
    before index: Int, _ other: DocumentItems, _ otherIndex: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    return equalRun(other, atMost: limit) { (index - $0 - 1, otherIndex - $0 - 1) }
  }

  /// - Parameter places: The indices of the two items to compare in a step; steps count from 0.
  @inline(__always)
  private func equalRun(
    _ other: DocumentItems, atMost limit: Int, _ places: (_ step: Int) -> (mine: Int, theirs: Int)
  ) -> Int {
    guard document.reads(like: other.document) else { return 0 }
    return withBytes(other) { mine, theirs in
      var run = 0
      while run < limit {
        let place = places(run)
        guard hasEqualExtent(place.mine, mine, other, place.theirs, theirs) else { break }
        run += 1
      }
      return run
    }
  }

  @inline(__always)
  private func hasEqualExtent(
    _ index: Int, _ mine: UnsafePointer<UInt8>, _ other: DocumentItems, _ otherIndex: Int,
    _ theirs: UnsafePointer<UInt8>
  ) -> Bool {
    let (a, b) = (extent(of: index), other.extent(of: otherIndex))
    return a.count == b.count && isEqual(mine + a.lowerBound, theirs + b.lowerBound, a.count)
  }

  /// Calls `body` with the bytes of both documents.
  private func withBytes<Result>(
    _ other: DocumentItems,
    _ body: (_ mine: UnsafePointer<UInt8>, _ theirs: UnsafePointer<UInt8>) -> Result
  ) -> Result {
    document.bytes.withUnsafeBufferPointer { mine in
      other.document.bytes.withUnsafeBufferPointer { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else {
          preconditionFailure("a document with items has bytes")
        }
        return body(mine, theirs)
      }
    }
  }

  /// The bytes of an item up to its last `}`, which leaves out the comma and whitespace after it.
  private func text(of index: Int, _ bytes: UnsafePointer<UInt8>) -> Range<Int> {
    let extent = extent(of: index)
    var end = extent.upperBound
    while end > extent.lowerBound, bytes[end - 1] != UInt8(ascii: "}") { end -= 1 }
    return extent.lowerBound..<end
  }
}

/// A fast hash that may collide: callers compare the bytes of items with equal hashes.
private func byteHash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
  var hash = UInt64(truncatingIfNeeded: count)
  var index = 0
  while index < count {
    var word: UInt64 = 0
    if index + 8 <= count {
      word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
    } else {
      for offset in index..<count { word = word << 8 | UInt64(bytes[offset]) }
    }
    hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    index += 8
  }
  return hash
}

/// Whether `count` bytes at both addresses are equal.
@inline(__always)
private func isEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  var index = 0
  while index + 16 <= count {
    let left = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD2<UInt64>.self)
    let right = UnsafeRawPointer(b + index).loadUnaligned(as: SIMD2<UInt64>.self)
    if left != right { return false }
    index += 16
  }
  while index < count {
    if a[index] != b[index] { return false }
    index += 1
  }
  return true
}
