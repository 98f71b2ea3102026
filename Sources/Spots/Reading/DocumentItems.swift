/// The items of one array of a document, read each time they are accessed. Stores four bytes for
/// each.
final class DocumentItems: Sendable {
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
    let items = DocumentItems(document: document, starts: starts, end: end)
    for index in starts.indices {
      cursor.componentCount += document.componentCount(ofItemIn: items.extent(of: index))
    }
    // Only a full read can tell which components are beyond the limit.
    guard cursor.componentCount <= cursor.maximumComponents else {
      throw SyntaxFault(offset: cursor.scanner.at, message: "")
    }
    return items
  }
}

extension SoundnessCheck {
  /// The offset of the bracket that closes the array opened at `open`, or `unsound`. The offsets of
  /// the objects in it are appended to `starts`.
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

  /// Reserves capacity for all items, assuming that the rest are as long on average as those seen.
  private func makeRoom(in starts: inout [UInt32], from open: Int, to at: Int) {
    guard starts.count >= 1024 else { return starts.reserveCapacity(1024) }
    let average = max(Double(at - open) / Double(starts.count), 1)
    let rest = min(Double(end - at) / average, Double(starts.count) * 15)
    starts.reserveCapacity(starts.count + Int(rest * 1.02) + 64)
  }
}
