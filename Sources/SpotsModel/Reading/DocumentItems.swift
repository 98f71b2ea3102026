import Glibc

/// The items of one array of a document, read each time they are accessed. Stores four bytes for
/// each.
final class DocumentItems: LazyItems {
  let document: ScreenBytes
  /// The byte offset of each item, ascending.
  private let starts: [UInt32]
  /// The byte offset of the bracket that closes the array.
  private let end: UInt32
  /// The place of each item among rows inside others; empty where none has a level. Found where a
  /// document is read, which is seldom the main thread.
  private let nestings: [RowNesting]

  init(document: ScreenBytes, starts: [UInt32], end: Int) {
    self.document = document
    self.starts = starts
    self.end = UInt32(truncatingIfNeeded: end)
    nestings = Self.nestings(in: document, starts, end)
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
      return a.count == b.count
        && memcmp(mine + a.lowerBound, theirs + b.lowerBound, a.count) == 0
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
    _ index: Int, _ other: any LazyItems, _ otherIndex: Int, step: Int, atMost limit: Int
  ) -> Int {
    if self === other, index == otherIndex { return limit }
    guard let other = other as? DocumentItems, document.reads(like: other.document) else {
      return 0
    }
    return withBytes(other) { mine, theirs in
      var run = 0
      while run < limit {
        let a = extent(of: index + run * step)
        let b = other.extent(of: otherIndex + run * step)
        guard a.count == b.count, memcmp(mine + a.lowerBound, theirs + b.lowerBound, a.count) == 0
        else { break }
        run += 1
      }
      return run
    }
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
    return document.firstSign(of: trait.words, in: bytes).map { sign in
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

extension DocumentItems {
  private static let levelWords = [Array(#""level""#.utf8)]
  private static let levelSlots = ["level", "expanded"].map { name in
    ScreenKeys.item.keys.first { $0.name == name }?.slot
  }

  fileprivate static func nestings(
    in document: ScreenBytes, _ starts: [UInt32], _ end: Int
  ) -> [RowNesting] {
    guard let first = starts.first,
      document.firstSign(of: levelWords, in: Int(first)..<end) != nil
    else { return [] }
    var nestings: [RowNesting] = []
    nestings.reserveCapacity(starts.count)
    document.withCursor { cursor in
      do throws(SyntaxError) {
        for start in starts { nestings.append(try nesting(&cursor, start: Int(start))) }
      } catch {
        // Not reached: the document is valid JSON.
        nestings = []
      }
    }
    return nestings.contains { $0.level > 0 } ? nestings : []
  }

  private static func nesting(
    _ cursor: inout JSONCursor, start: Int
  ) throws(SyntaxError) -> RowNesting {
    cursor.scanner.at = start
    var nesting = RowNesting()
    var keys = try cursor.beginObject(ScreenKeys.item)
    while let slot = try cursor.nextKey(&keys, of: ScreenKeys.item) {
      switch slot {
      case levelSlots[0]: nesting.level = try cursor.integer(in: NumberRange.level) ?? 0
      case levelSlots[1]: nesting.isExpanded = try cursor.bool() ?? false
      default: try cursor.skipValue()
      }
    }
    return nesting
  }

  func visitNested(_ range: Range<Int>, _ body: (Int, RowNesting) -> Void) {
    guard !nestings.isEmpty else { return }
    for index in range where nestings[index] != RowNesting() { body(index, nestings[index]) }
  }
}

/// A fast hash that may collide: callers compare the bytes of items with equal hashes.
func byteHash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
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
