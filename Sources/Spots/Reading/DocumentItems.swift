import Synchronization

/// The bytes of a document that was found sound, and how to read a part of it.
final class ScreenBytes: Sendable {
  let bytes: [UInt8]
  private let dialect: ScreenReader.Dialect
  private let componentKinds: Set<String>?
  private let pictureNames: PictureNames?
  private let readings = Atomic(0)

  init(
    _ bytes: [UInt8], dialect: ScreenReader.Dialect, componentKinds: Set<String>?,
    pictureNames: PictureNames? = nil
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.componentKinds = componentKinds
    self.pictureNames = pictureNames
  }

  /// How many items have been read so far.
  var readItems: Int { readings.load(ordering: .relaxed) }

  /// Whether the same bytes mean the same in both documents.
  func reads(like other: ScreenBytes) -> Bool {
    componentKinds == other.componentKinds && pictureNames?.place == other.pictureNames?.place
  }

  /// The item that starts at `offset`.
  ///
  /// - Complexity: O(bytes of the item).
  func item(at offset: Int) -> Item {
    readings.add(1, ordering: .relaxed)
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return Item() }
      let nesting = Nesting(maximumDepth: JSONCursor.maximumDepth)
      defer { nesting.deallocate() }
      var scanner = JSONScanner(base: base, end: buffer.count, dialect: dialect)
      scanner.at = offset
      var cursor = JSONCursor(
        scanner: scanner, nesting: nesting, itemKinds: nil, componentKinds: componentKinds,
        imageFault: nil)
      cursor.pictureNames = pictureNames
      // What is wrong with the item is said when the whole document is looked through.
      cursor.log.isMuted = true
      do throws(SyntaxFault) {
        return try Item.read(from: &cursor) ?? Item()
      } catch {
        // Only sound documents come here.
        return Item()
      }
    }
  }
}

/// The items of one array of a document. They are read each time they are asked for; four bytes
/// for each are kept.
final class DocumentItems: Sendable {
  let document: ScreenBytes
  /// Where each item starts, in bytes, ascending.
  private let starts: [UInt32]
  /// Where the bracket is that closes the array.
  private let end: UInt32

  init(document: ScreenBytes, starts: [UInt32], end: Int) {
    self.document = document
    self.starts = starts
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var count: Int { starts.count }

  subscript(index: Int) -> Item { document.item(at: offset(of: index)) }

  /// Where an item starts, in bytes.
  func offset(of index: Int) -> Int { Int(starts[index]) }

  /// An item and what separates it from the next.
  private func extent(of index: Int) -> Range<Int> {
    Int(starts[index])..<Int(index + 1 < starts.count ? starts[index + 1] : end)
  }
}

// MARK: - Finding

extension DocumentItems {
  /// The items of the array at the cursor; nil for `null` and after a mismatch. What is not an item
  /// is left out.
  ///
  /// - Throws: A fault without words when the array is not sound.
  static func find(
    in document: ScreenBytes, from cursor: inout JSONCursor
  ) throws(SyntaxFault) -> DocumentItems? {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nothing("an array of items")
    }
    let check = SoundnessCheck(cursor.scanner)
    var starts: [UInt32] = []
    let end = check.items(of: cursor.scanner.at, depth: cursor.nesting.depth, starts: &starts)
    guard end < cursor.scanner.end else {
      throw SyntaxFault(offset: cursor.scanner.at, message: "")
    }
    cursor.scanner.at = end + 1
    return DocumentItems(document: document, starts: starts, end: end)
  }
}

extension SoundnessCheck {
  /// The closing bracket of the array whose opening one is at `open`; `starts` receives where the
  /// objects in it start.
  fileprivate func items(of open: Int, depth: Int, starts: inout [UInt32]) -> Int {
    guard depth < JSONCursor.maximumDepth else { return Self.unsound }
    var at = blanksEnd(open + 1)
    if byte(at) == UInt8(ascii: "]") { return at }
    while at < end {
      let start = at
      if byte(start) == UInt8(ascii: "{") {
        if starts.count == starts.capacity { makeRoom(in: &starts, from: open, to: start) }
        starts.append(UInt32(truncatingIfNeeded: start))
        at = blanksEnd(objectEnd(start, depth: depth + 1))
      } else {
        at = blanksEnd(valueEnd(start, depth: depth + 1))
      }
      if byte(at) == UInt8(ascii: "]") { return at }
      guard byte(at) == UInt8(ascii: ",") else { return Self.unsound }
      at = blanksEnd(at + 1)
      if allowsComments, byte(at) == UInt8(ascii: "]") { return at }
    }
    return Self.unsound
  }

  /// Makes room for as many as there will be when the rest is like what has been seen.
  private func makeRoom(in starts: inout [UInt32], from open: Int, to at: Int) {
    guard starts.count >= 1024 else { return starts.reserveCapacity(1024) }
    let average = max(Double(at - open) / Double(starts.count), 1)
    let rest = min(Double(end - at) / average, Double(starts.count) * 15)
    starts.reserveCapacity(starts.count + Int(rest * 1.02) + 64)
  }
}

// MARK: - Comparing bytes

extension DocumentItems {
  /// Whether an item has the same bytes as one of `other`, what separates items left out, and the
  /// same is made of them.
  func hasEqualBytes(_ index: Int, _ other: DocumentItems, _ otherIndex: Int) -> Bool {
    guard document.reads(like: other.document) else { return false }
    return withBytes(other) { mine, theirs in
      let (a, b) = (text(of: index, mine), other.text(of: otherIndex, theirs))
      return a.count == b.count && isEqual(mine + a.lowerBound, theirs + b.lowerBound, a.count)
    }
  }

  /// A hash of the bytes of each item in `range`, what separates items left out.
  func byteHashes(_ range: Range<Int>) -> [UInt64?] {
    withBytes(self) { bytes, _ in
      range.map { index in
        let text = text(of: index, bytes)
        return byteHash(bytes + text.lowerBound, text.count)
      }
    }
  }

  /// How many items from `index` on have the same bytes as those of `other` from `otherIndex` on.
  func equalRun(
    from index: Int, _ other: DocumentItems, _ otherIndex: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    guard document.reads(like: other.document) else { return 0 }
    return withBytes(other) { mine, theirs in
      var run = 0
      while run < limit,
        hasEqualExtent(index + run, mine, other, otherIndex + run, theirs)
      {
        run += 1
      }
      return run
    }
  }

  /// How many items before `index` have the same bytes as those of `other` before `otherIndex`.
  func equalRun(
    before index: Int, _ other: DocumentItems, _ otherIndex: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    guard document.reads(like: other.document) else { return 0 }
    return withBytes(other) { mine, theirs in
      var run = 0
      while run < limit,
        hasEqualExtent(index - run - 1, mine, other, otherIndex - run - 1, theirs)
      {
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

  /// The bytes of both documents.
  private func withBytes<Result>(
    _ other: DocumentItems,
    _ body: (_ mine: UnsafePointer<UInt8>, _ theirs: UnsafePointer<UInt8>) -> Result
  ) -> Result {
    document.bytes.withUnsafeBufferPointer { mine in
      other.document.bytes.withUnsafeBufferPointer { theirs in
        // Documents with items have bytes.
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else {
          preconditionFailure("a document with items has bytes")
        }
        return body(mine, theirs)
      }
    }
  }

  /// An item without what separates it from the next, as far as that is commas and blanks.
  private func text(of index: Int, _ bytes: UnsafePointer<UInt8>) -> Range<Int> {
    let extent = extent(of: index)
    var end = extent.upperBound
    while end > extent.lowerBound, bytes[end - 1] != UInt8(ascii: "}") { end -= 1 }
    return extent.lowerBound..<end
  }
}

/// A hash that is fast and no more: whoever uses it compares.
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

/// Whether the same `count` bytes stand at both addresses.
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
