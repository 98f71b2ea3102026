import Glibc
import Synchronization

/// The items of one array of a document, read each time they are accessed. Stores four bytes for
/// each.
final class DocumentItems: LazyItems {
  let document: ScreenBytes
  /// The byte offset of each item, ascending.
  private let starts: [UInt32]
  /// The byte offset of the bracket that closes the array.
  private let end: UInt32

  init(document: ScreenBytes, starts: [UInt32], end: Int) {
    self.document = document
    self.starts = starts
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var count: Int { starts.count }

  subscript(index: Int) -> Item { document.item(at: offset(of: index)) }

  /// The byte offset at which an item starts.
  func offset(of index: Int) -> Int { Int(starts[index]) }

  /// The byte range of an item and the separator after it.
  func extent(of index: Int) -> Range<Int> {
    Int(starts[index])..<Int(index + 1 < starts.count ? starts[index + 1] : end)
  }
}

extension DocumentItems {
  /// Finds the items of the array at the cursor; nil for `null` and after a mismatch. Elements that
  /// are not objects are left out.
  ///
  /// - Throws: A fault without a message when the array is not valid JSON, or when the components
  ///   inside its items exceed the limit.
  static func find(
    in document: ScreenBytes, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> DocumentItems? {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of items")
    }
    let check = SoundnessCheck(cursor.scanner)
    var starts: [UInt32] = []
    let end = check.items(of: cursor.scanner.at, depth: cursor.nesting.depth, starts: &starts)
    guard end < cursor.scanner.end else {
      throw SyntaxError(offset: cursor.scanner.at, message: "")
    }
    cursor.scanner.at = end + 1
    let items = DocumentItems(document: document, starts: starts, end: end)
    for index in starts.indices {
      cursor.componentCount += document.componentCount(ofItemIn: items.extent(of: index))
    }
    // Only a full read can tell which components are beyond the limit.
    guard cursor.componentCount <= cursor.maximumComponents else {
      throw SyntaxError(offset: cursor.scanner.at, message: "")
    }
    return items
  }
}

extension SoundnessCheck {
  /// The offset of the bracket that closes the array opened at `open`, or `unsound`. The offsets of
  /// the objects in it are appended to `starts`.
  fileprivate func items(of open: Int, depth: Int, starts: inout [UInt32]) -> Int {
    elementsEnd(open, depth: depth) { start in
      guard byte(start) == UInt8(ascii: "{") else { return }
      if starts.count == starts.capacity { makeRoom(in: &starts, from: open, to: start) }
      starts.append(UInt32(truncatingIfNeeded: start))
    }
  }

  /// Reserves capacity for all items, assuming that the rest are as long on average as those seen.
  private func makeRoom(in starts: inout [UInt32], from open: Int, to at: Int) {
    guard starts.count >= 1024 else { return starts.reserveCapacity(1024) }
    let average = max(Double(at - open) / Double(starts.count), 1)
    let rest = min(Double(end - at) / average, Double(starts.count) * 15)
    starts.reserveCapacity(starts.count + Int(rest * 1.02) + 64)
  }
}

// Items of documents compared by their bytes, without reading them.

extension DocumentItems {
  /// Whether two items have equal bytes, separators excluded, that both documents read alike.
  func hasEqualBytes(_ index: Int, _ other: any LazyItems, _ otherIndex: Int) -> Bool {
    guard let other = other as? DocumentItems, document.reads(like: other.document) else {
      return false
    }
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
    from index: Int, _ other: any LazyItems, _ otherIndex: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    return equalRun(other, atMost: limit) { (index + $0, otherIndex + $0) }
  }

  /// The same for the items before `index` and before `otherIndex`, counted backward.
  func equalRun(
    before index: Int, _ other: any LazyItems, _ otherIndex: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    return equalRun(other, atMost: limit) { (index - $0 - 1, otherIndex - $0 - 1) }
  }

  /// - Parameter places: The indices of the two items to compare in a step; steps count from 0.
  @inline(__always)
  private func equalRun(
    _ other: any LazyItems, atMost limit: Int,
    _ places: (_ step: Int) -> (mine: Int, theirs: Int)
  ) -> Int {
    guard let other = other as? DocumentItems, document.reads(like: other.document) else {
      return 0
    }
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

extension DocumentItems {
  /// The index of the first item in `range` whose bytes, or those between it and the next item,
  /// hint at a trait.
  func first(_ trait: ItemTrait, in range: Range<Int>) -> Int? {
    guard let last = range.last else { return nil }
    let bytes = offset(of: range.lowerBound)..<extent(of: last).upperBound
    return document.firstSign(of: trait, in: bytes).map { sign in
      starts.partitioningIndex { $0 > sign } - 1
    }
  }
}

extension DocumentItems {
  func visitIdentifiers(_ range: Range<Int>, _ body: (Int, Item.Identifier?, Bool) -> Void) {
    document.withCursor { cursor in
      do throws(SyntaxError) {
        for index in range {
          let bytes = extent(of: index)
          if let found = try Self.leadingIdentifier(&cursor, bytes) {
            body(index, found.identifier, found.mayHaveChildren)
          } else {
            let found = try Self.identifier(&cursor, start: bytes.lowerBound)
            body(index, found.identifier, found.mayHaveChildren)
          }
        }
      } catch {
        // Not reached: the document is valid JSON.
        return
      }
    }
  }

  private typealias Found = (identifier: Item.Identifier?, mayHaveChildren: Bool)

  /// Reads the identifier of an item that begins with it, if a quick search of the other bytes
  /// rules out children and another identifier; nil for other items.
  private static func leadingIdentifier(
    _ cursor: inout JSONCursor, _ bytes: Range<Int>
  ) throws(SyntaxError) -> Found? {
    cursor.scanner.at = bytes.lowerBound + 1
    try cursor.scanner.skipBlanks()
    guard cursor.scanner.take(#""identifier""#) else { return nil }
    try cursor.scanner.skipBlanks()
    guard cursor.scanner.take(":") else { return nil }
    try cursor.scanner.skipBlanks()
    let identifier = try Item.Identifier.read(from: &cursor)
    return mayHaveMore(&cursor.scanner, upTo: bytes.upperBound) ? nil : (identifier, false)
  }

  /// Whether the bytes ahead may have one of the two keys, or an escape that may spell it.
  private static func mayHaveMore(_ scanner: inout JSONScanner, upTo end: Int) -> Bool {
    let rest = scanner.base + scanner.at
    if memchr(rest, Int32(UInt8(ascii: "\\")), end - scanner.at) != nil { return true }
    while scanner.at < end {
      let ahead = scanner.base + scanner.at
      guard let quote = memchr(ahead, Int32(UInt8(ascii: "\"")), end - scanner.at) else {
        return false
      }
      scanner.at = UnsafeRawPointer(quote) - UnsafeRawPointer(scanner.base)
      if scanner.take(#""identifier""#) || scanner.take(#""children""#) { return true }
      scanner.at += 1
    }
    return false
  }

  private static func identifier(
    _ cursor: inout JSONCursor, start: Int
  ) throws(SyntaxError) -> Found {
    cursor.scanner.at = start
    var found: Found = (nil, false)
    var keys = try cursor.beginObject(ScreenKeys.item)
    while let slot = try cursor.nextKey(&keys, of: ScreenKeys.item) {
      switch ItemKey(rawValue: slot) {
      case .identifier: found.identifier = try Item.Identifier.read(from: &cursor)
      case .children:
        found.mayHaveChildren = true
        try cursor.skipValue()
      default: try cursor.skipValue()
      }
    }
    return found
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

/// The bytes of a document that is known to be valid JSON, with the settings for reading its items.
package final class ScreenBytes: Sendable {
  let bytes: [UInt8]
  private let dialect: ScreenReader.Dialect
  private let componentKinds: Set<String>?
  private let imageNames: ImageNames?
  private let maximumComponents: Int
  /// The number of the first line.
  let firstLine: Int
  private let readings = Atomic(0)

  init(
    _ bytes: [UInt8], dialect: ScreenReader.Dialect, componentKinds: Set<String>?,
    imageNames: ImageNames? = nil, maximumComponents: Int = Screen.maximumComponents,
    firstLine: Int = 1
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.componentKinds = componentKinds
    self.imageNames = imageNames
    self.maximumComponents = maximumComponents
    self.firstLine = firstLine
  }

  /// The number of items read so far, repeated reads included.
  var readItems: Int { readings.load(ordering: .relaxed) }

  /// Whether equal bytes in both documents read as equal items.
  func reads(like other: ScreenBytes) -> Bool {
    componentKinds == other.componentKinds && imageNames?.place == other.imageNames?.place
  }

  /// Reads the item that starts at `offset`.
  ///
  /// - Complexity: O(bytes of the item).
  func item(at offset: Int) -> Item {
    readings.add(1, ordering: .relaxed)
    return read(at: offset).item
  }

  /// The number of components inside the item at `extent`; 0 for small items, which hold few.
  ///
  /// Reading every item for this would take several times as long as finding where they are, so
  /// only items that may have components are read.
  func componentCount(ofItemIn extent: Range<Int>) -> Int {
    guard extent.count > Self.smallItem else { return 0 }
    guard extent.count > Self.largeItem || mentionsChildren(extent) else { return 0 }
    return read(at: extent.lowerBound).componentCount
  }

  /// In bytes. Components inside items up to this size are not counted.
  private static let smallItem = 512
  /// In bytes. Larger items are always read, since a search misses a key spelled with escapes.
  private static let largeItem = 16 << 10

  private func mentionsChildren(_ extent: Range<Int>) -> Bool {
    let key: StaticString = #""children""#
    let count = key.utf8CodeUnitCount
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      var (at, end) = (base + extent.lowerBound, base + extent.upperBound - count)
      while at < end, let quote = memchr(at, Int32(UInt8(ascii: "\"")), end - at) {
        at = UnsafeRawPointer(quote)
        if memcmp(at, key.utf8Start, count) == 0 { return true }
        at += 1
      }
      return false
    }
  }

  /// The offset of the first sign of a trait in `range`, without which no item has it: one of its
  /// words, or an escape that may spell a letter of one; nil for none.
  ///
  /// - Complexity: O(bytes up to it).
  func firstSign(of trait: ItemTrait, in range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let (start, end) = (base + range.lowerBound, base + range.upperBound)
      let word = Self.first(of: trait.words, from: start, to: end)
      return (Self.firstEscape(from: start, to: word ?? end) ?? word).map { $0 - base }
    }
  }

  private static func first(
    of words: [[UInt8]], from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    if words.count == 1, let word = words.first, let hyphen = word.firstIndex(of: 0x2D) {
      return first(of: word, hyphen, from: start, to: end)
    }
    let isInitial = (0...UInt8.max).map { initial in words.contains { $0[1] == initial } }
    var at = start
    while at + 1 < end, let quote = memchr(at, Int32(UInt8(ascii: "\"")), end - at - 1) {
      at = UnsafeRawPointer(quote)
      if isInitial[Int(at.load(fromByteOffset: 1, as: UInt8.self))],
        words.contains(where: { $0.count <= end - at && memcmp(at, $0, $0.count) == 0 })
      {
        return at
      }
      at += 1
    }
    return nil
  }

  /// Documents have far fewer hyphens than quotation marks.
  private static func first(
    of word: [UInt8], _ hyphen: Int, from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    var at = start + hyphen
    while at < end, let found = memchr(at, 0x2D, end - at) {
      let place = UnsafeRawPointer(found) - hyphen
      if word.count <= end - place, memcmp(place, word, word.count) == 0 { return place }
      at = place + hyphen + 1
    }
    return nil
  }

  /// The first escape of a letter or a hyphen. Escapes of other characters are common: many
  /// programs escape `<`.
  private static func firstEscape(
    from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    var at = start
    while at < end, let found = memchr(at, Int32(UInt8(ascii: "\\")), end - at) {
      at = UnsafeRawPointer(found)
      if end - at > 5, memcmp(at, "\\u00", 4) == 0 {
        let digits = UnsafeRawBufferPointer(start: at + 4, count: 2)
        switch UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0 {
        case 0x2D, 0x41...0x5A, 0x61...0x7A: return at
        default: break
        }
      }
      at += 1
    }
    return nil
  }

  private func read(at offset: Int) -> (item: Item, componentCount: Int) {
    var result: (Item, Int) = (Item(), 0)
    withCursor { cursor in
      cursor.scanner.at = offset
      do throws(SyntaxError) {
        let item = try Item.read(from: &cursor) ?? Item()
        result = (item, cursor.componentCount)
      } catch {
        // Not reached: the document is valid JSON.
        return
      }
    }
    return result
  }

  /// Calls `body` with a cursor that reports nothing.
  func withCursor(_ body: (inout JSONCursor) -> Void) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let nesting = Nesting(maximumDepth: JSONCursor.maximumDepth)
      defer { nesting.deallocate() }
      var cursor = JSONCursor(
        scanner: JSONScanner(base: base, end: buffer.count, dialect: dialect), nesting: nesting,
        itemKinds: nil, componentKinds: componentKinds, imageProblem: nil)
      cursor.imageNames = imageNames
      cursor.maximumComponents = maximumComponents
      // `ScreenReader.diagnostics(of:)` reports the faults inside items.
      cursor.log.isMuted = true
      body(&cursor)
    }
  }
}
