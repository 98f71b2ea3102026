import Glibc
import SpotsViews
import Synchronization

/// The rows of a file of lines, which are read from it each time they are asked for.
///
/// The file may change at any moment, so every block of lines that is read is compared by its hash
/// with what it was when its lines were found: of a block that has become another one no row is
/// there any more, and none is ever a mixture. Lines that are added at the end are further rows.
package final class LineFile: RowSource {
  /// Lines whose block has been read, and was as it should be.
  private final class Block: Sendable {
    let rows: Range<Int>
    let bytes: [UInt8]
    private let extents: [(start: UInt32, end: UInt32)]

    init(_ rows: Range<Int>, _ bytes: [UInt8], _ extents: [(start: UInt32, end: UInt32)]) {
      (self.rows, self.bytes, self.extents) = (rows, bytes, extents)
    }

    func extent(of row: Int) -> Range<Int> {
      let extent = extents[row - rows.lowerBound]
      return Int(extent.start)..<Int(extent.end)
    }
  }

  private struct Rows {
    var index = LineIndex()
    /// The blocks read last, by their numbers, and the one before all others.
    var blocks: [Int: Block] = [:]
    var last: Block?
    var size = 0

    mutating func keep(_ block: Block, at number: Int) {
      if size > LineFile.mostKept { (blocks, size) = ([:], 0) }
      (blocks[number], last) = (block, block)
      size += block.bytes.count
    }
  }

  private struct Reading {
    var search: LineSearch
    /// The beginning of a line that has no end yet.
    var rest: [UInt8] = []
    /// The offset after it.
    var end = 0
    /// Whether nothing was after it.
    var isAtEnd = false
  }

  private struct Change {
    var isSeen = false
    var tell: @Sendable () -> Void = {}
  }

  /// The size, in bytes, from which on a file need not be in memory.
  package static let leastSize = 8 << 20
  private static let mostKept = 1 << 20

  /// The file when it was opened; nil if the system could not tell.
  package let opened: FileVersion?
  private let descriptor: Int32
  private let pieceLength: Int
  private let rows = Mutex(Rows())
  private let syntax: LineSyntax
  private let reading: Mutex<Reading>
  private let change = Mutex(Change())

  /// - Parameters:
  ///   - descriptor: That of a regular file; it is closed with the rows.
  ///   - pieceLength: The number of bytes in which lines are found at a time.
  package init(descriptor: Int32, _ syntax: LineSyntax, pieceLength: Int = 256 << 10) {
    (self.descriptor, self.pieceLength, self.syntax) = (descriptor, pieceLength, syntax)
    reading = Mutex(Reading(search: LineSearch(syntax)))
    opened = FileVersion(descriptor: descriptor)
  }

  deinit { close(descriptor) }

  /// Calls `tell` when a block turns out to have changed: once, on the thread that reads it.
  package func onChange(_ tell: @escaping @Sendable () -> Void) {
    let isSeen = change.withLock { change in
      change.tell = tell
      return change.isSeen
    }
    if isSeen { tell() }
  }

  private func noteChange() {
    let tell = change.withLock { change in
      defer { change.isSeen = true }
      return change.isSeen ? nil : change.tell
    }
    tell?()
  }

  // MARK: Finding lines

  /// All bytes of the file.
  package func bytes() throws(FileError) -> [UInt8] { try FileBytes.read(descriptor) }

  /// The length of the file now, in bytes.
  package var size: Int { version?.size ?? 0 }

  /// The file now; nil if the system cannot tell.
  package var version: FileVersion? { FileVersion(descriptor: descriptor) }

  /// Goes on to find lines, a piece of the file at a time.
  ///
  /// - Returns: Whether there may be more.
  package func findMore() -> Bool {
    reading.withLock { reading in
      let (rest, wanted) = (reading.rest, pieceLength)
      var (got, end) = (0, reading.end)
      let bytes = [UInt8](unsafeUninitializedCapacity: rest.count + wanted) { buffer, count in
        let room = UnsafeMutableRawBufferPointer(buffer)
        room.copyBytes(from: rest)
        let more = UnsafeMutableRawBufferPointer(
          rebasing: room[rest.count..<rest.count + wanted])
        got = FileBytes.fill(more, from: descriptor, at: end).count
        count = rest.count + got
      }
      reading.isAtEnd = got < wanted
      guard got > 0 else { return false }
      end += got
      let feed = bytes[rest.count...].lastIndex(of: UInt8(ascii: "\n"))
      let length = feed.map { $0 + 1 } ?? (bytes.count >= LineSearch.longest ? bytes.count : 0)
      if length > 0 {
        let found = bytes.withUnsafeBufferPointer {
          reading.search.append(UnsafeBufferPointer(rebasing: $0[..<length]))
        }
        rows.withLock { $0.index.add(found) }
      }
      (reading.rest, reading.end) = (Array(bytes[length...]), end)
      return !reading.isAtEnd
    }
  }

  /// Reads a last line without an end anew with what follows.
  package func findAgainAtEnd() {
    reading.withLock { reading in
      (reading.rest, reading.end) = ([], rows.withLock { $0.index.end })
    }
  }

  /// All rows found so far, that on a last line without an end included, and what is wrong with the
  /// lines.
  package var found: (rows: RowList, faults: [Diagnostic]) {
    reading.withLock { reading in
      var rows = RowList(self)
      guard reading.isAtEnd else { return (rows, reading.search.faults) }
      // Bytes that were read in two pieces may belong to two versions.
      let rest = bytes(in: reading.end - reading.rest.count..<reading.end)
      let (last, faults) = RowList.lines(
        of: rest == reading.rest ? rest : [], syntax, firstLine: reading.search.lineCount + 1)
      rows.append(contentsOf: last)
      return (rows, Array((reading.search.faults + faults).prefix(RowList.mostFaults)))
    }
  }

  // MARK: Reading rows

  package var count: Int { rows.withLock { $0.index.count } }

  package func read(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
    guard let block = block(ofRow: index) else { return }
    block.bytes.withUnsafeBufferPointer { body($0, block.extent(of: index)) }
  }

  private func block(ofRow row: Int) -> Block? {
    let (known, number, mark) = rows.withLock { rows -> (Block?, Int, LineIndex.Mark?) in
      if let last = rows.last, last.rows.contains(row) { return (last, 0, nil) }
      let number = rows.index.block(ofRow: row)
      guard let known = rows.blocks[number], known.rows.contains(row) else {
        return (nil, number, rows.index.mark(number))
      }
      rows.last = known
      return (known, number, nil)
    }
    guard known == nil, let mark else { return known }
    let bytes = bytes(in: mark.extent)
    guard mark.fits(bytes) else {
      noteChange()
      return nil
    }
    let (json, extents) = mark.rows(of: bytes, syntax)
    let block = Block(mark.rows, json, extents)
    rows.withLock { $0.keep(block, at: number) }
    return block
  }

  private func bytes(in extent: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: extent.count) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<extent.count])
      count = FileBytes.fill(room, from: descriptor, at: extent.lowerBound).count
    }
  }

  package func knownRun(_ index: Int, _ other: any RowSource, _ otherIndex: Int) -> Int {
    guard index == otherIndex, let other = other as? LineFile else { return 0 }
    let theirs = other.rows.withLock { $0.index }
    return rows.withLock { $0.index.commonRun(index, theirs) }
  }

  // MARK: Checking

  /// Whether another opening of the file is that of the same one, which may have got more lines:
  /// its first and last block, and those that were read last, are as they were.
  package func goesOn(in other: LineFile) -> Bool {
    guard let mine = version, let theirs = other.version, mine.isSameFile(theirs) else {
      return false
    }
    let (end, blocks) = rows.withLock { rows in
      (rows.index.end, [0, rows.index.blockCount - 1] + rows.blocks.keys)
    }
    return theirs.size >= end && blocks.allSatisfy { isUnchanged($0) }
  }

  /// Whether all blocks are as they were when their lines were found.
  ///
  /// - Parameter isWanted: Asked now and then whether to go on.
  /// - Complexity: O(bytes).
  package func isUnchanged(while isWanted: () -> Bool) -> Bool {
    var number = 0
    while number < rows.withLock({ $0.index.blockCount }) {
      guard isUnchanged(number) else { return false }
      number += 1
      if number % 256 == 0, !isWanted() { return true }
    }
    return true
  }

  private func isUnchanged(_ number: Int) -> Bool {
    let mark = rows.withLock { rows in
      (0..<rows.index.blockCount).contains(number) ? rows.index.mark(number) : nil
    }
    return mark.map { $0.fits(bytes(in: $0.extent)) } ?? true
  }
}
