import Synchronization

/// Turns byte offsets into lines and columns in one walk over a document.
///
/// A line ends with LF, CR or CRLF. A column counts Unicode scalars: a tab is one, an emoji made
/// of several scalars counts as several. A byte-order mark is not counted.
struct PositionCounter {
  private let base: UnsafePointer<UInt8>
  private let end: Int
  private var at = 0
  private var line = 1
  private var column = 1
  /// The byte offset at which the current line starts.
  private(set) var lineStart = 0

  /// The state of a counter, from which another can continue.
  struct Mark {
    fileprivate(set) var at: Int
    fileprivate var line: Int
    fileprivate var column: Int
    fileprivate var lineStart: Int
  }

  var mark: Mark { Mark(at: at, line: line, column: column, lineStart: lineStart) }

  /// Continues from `mark`, which a counter of the same document made.
  init(base: UnsafePointer<UInt8>, end: Int, from mark: Mark) {
    self.base = base
    self.end = end
    (at, line, column, lineStart) = (mark.at, mark.line, mark.column, mark.lineStart)
  }

  init(base: UnsafePointer<UInt8>, end: Int) {
    self.base = base
    self.end = end
    if end >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      at = 3
      lineStart = 3
    }
  }

  /// The position of `offset`, which must not precede that of the previous call.
  ///
  /// - Complexity: O(bytes since the last offset).
  mutating func position(of offset: Int) -> SourceMap.Position {
    let target = min(offset, end)
    while at < target {
      if at + 32 <= target, advanceByPlainRun() { continue }
      if at + 8 <= target, advanceByWord() { continue }
      advanceByByte()
    }
    return SourceMap.Position(line: line, column: column)
  }

  /// Advances by 32 bytes when all are ASCII without control characters, as most are.
  @inline(__always)
  private mutating func advanceByPlainRun() -> Bool {
    let blanks: UInt64 = 0x2020_2020_2020_2020
    var odd: UInt64 = 0
    for offset in stride(from: 0, to: 32, by: 8) {
      let word = UnsafeRawPointer(base + at + offset).loadUnaligned(as: UInt64.self)
      // Sets the top bit of each byte that is not ASCII or is below a space.
      odd |= word | ((word &- blanks) & ~word)
    }
    guard odd & 0x8080_8080_8080_8080 == 0 else { return false }
    column += 32
    at += 32
    return true
  }

  /// Advances by eight bytes when no line ends among them.
  private mutating func advanceByWord() -> Bool {
    let word = UInt64(
      littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
    guard !Self.contains(0x0A, word), !Self.contains(0x0D, word) else { return false }
    let continuations = word & (~word &<< 1) & 0x8080_8080_8080_8080
    column += 8
    if continuations != 0 { column -= continuations.nonzeroBitCount }
    at += 8
    return true
  }

  @inline(__always)
  private static func contains(_ byte: UInt64, _ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = word ^ (byte &* ones)
    return (difference &- ones) & ~difference & (ones << 7) != 0
  }

  private mutating func advanceByByte() {
    let byte = base[at]
    at += 1
    switch byte {
    case 0x0D where at < end && base[at] == 0x0A:
      // The LF that follows ends the line; until then this is one more column.
      column += 1
    case 0x0A, 0x0D:
      line += 1
      column = 1
      lineStart = at
    case 0x80..<0xC0: break
    default: column += 1
    }
  }
}

/// Converts byte offsets to positions, with marks so that later look-ups start nearby.
final class LineCounter: Sendable {
  private let document: ScreenBytes
  /// Ascending, about a million bytes apart; the first is at the start.
  private let marks = Mutex<[PositionCounter.Mark]>([])

  private static let distance = 1 << 20

  init(_ document: ScreenBytes) {
    self.document = document
  }

  /// The position of the byte at `offset`.
  ///
  /// - Complexity: O(bytes before `offset`) the first time, then of at most a million bytes.
  func position(of offset: Int) -> SourceMap.Position {
    document.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return SourceMap.Position(line: 1, column: 1) }
      return marks.withLock { marks in
        if marks.isEmpty { marks = [PositionCounter(base: base, end: buffer.count).mark] }
        while let last = marks.last, last.at + Self.distance <= offset {
          var counter = PositionCounter(base: base, end: buffer.count, from: last)
          _ = counter.position(of: last.at + Self.distance)
          marks.append(counter.mark)
        }
        let mark = marks.last { $0.at <= offset } ?? marks[0]
        var counter = PositionCounter(base: base, end: buffer.count, from: mark)
        return counter.position(of: offset)
      }
    }
  }
}

/// Part of a line of a document, to be shown with a caret below one position.
struct Excerpt {
  /// At most 200 characters, one for each Unicode scalar of the line: tabs become spaces, and
  /// scalars that must not reach a terminal U+FFFD, so that a caret can be aligned by counting.
  var text: String
  /// The position of the caret in `text`, from 1.
  var column: Int

  /// - Parameters:
  ///   - lineStart: The offset of the line's first byte.
  ///   - offset: The byte offset of the position to show, in the same line.
  init(of bytes: UnsafeBufferPointer<UInt8>, lineStart: Int, offset: Int) {
    // Offsets before the text, at a byte-order mark, count as its start.
    let offset = max(offset, lineStart)
    // A scalar takes at most four bytes: these hold 100 scalars before the position, 200 after.
    var start = max(lineStart, offset - 400)
    while start > lineStart, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let isBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let limit = min(offset + 800, bytes.count)
    let end = bytes[offset..<max(offset, limit)].firstIndex(where: isBreak) ?? max(offset, limit)
    let before = Self.visible(bytes[start..<offset])
    let after = Self.visible(bytes[offset..<end])
    let kept = before.suffix(before.count + after.count <= 200 ? before.count : 100)
    text = String(String.UnicodeScalarView(kept + after.prefix(200 - kept.count)))
    column = kept.count + 1
  }

  private static func visible(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar == "\t" ? " " : scalar.isUnprintable ? "\u{FFFD}" : scalar
    }
  }
}
