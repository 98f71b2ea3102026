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
  func extent(of index: Int) -> Range<Int> {
    Int(starts[index])..<Int(index + 1 < starts.count ? starts[index + 1] : end)
  }
}

extension DocumentItems {
  /// The items of the array at the cursor; nil for `null` and after a mismatch. What is not an item
  /// is left out.
  ///
  /// - Throws: A fault without words when the array is not sound, or has too many components inside
  ///   of its items.
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
    // Which of them are left out is only told by reading one after the other.
    guard cursor.componentCount <= cursor.maximumComponents else {
      throw SyntaxFault(offset: cursor.scanner.at, message: "")
    }
    return items
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
