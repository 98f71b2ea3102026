import Glibc

/// The places of the rows of a file that are not in memory: where each block of lines begins,
/// how many rows come before it, and a hash, by which a block is known to be what it was.
///
/// Stores 24 bytes for each block, which is at least `blockLength` long.
package struct LineIndex: Sendable {
  struct Block: Equatable, Sendable {
    let offset: Int
    let firstRow: Int32
    fileprivate(set) var hash: UInt64 = 0
  }

  /// A block may be longer by a line, which belongs to one block.
  package static let blockLength = 8192

  /// Ascending; the last one may grow.
  private(set) var blocks: [Block] = []
  /// The number of rows.
  package private(set) var count = 0
  /// The offset after the last line.
  package private(set) var end = 0

  /// Creates an index without lines.
  package init() {}

  /// The number of blocks.
  package var blockCount: Int { blocks.count }

  /// A block of lines as it was when they were found.
  package struct Mark: Equatable, Sendable {
    /// Its bytes in the file.
    package let extent: Range<Int>
    package let rows: Range<Int>
    fileprivate let hash: UInt64

    /// Whether bytes are those that it had.
    package func fits(_ bytes: [UInt8]) -> Bool {
      guard bytes.count == extent.count else { return false }
      return bytes.withUnsafeBufferPointer { LineIndex.hash(of: $0) } == hash
    }

    /// Its rows in its bytes as JSON, and their extents there, each with what is after it on its
    /// line.
    package func rows(
      of bytes: [UInt8], _ syntax: LineSyntax
    ) -> (json: [UInt8], extents: [(start: UInt32, end: UInt32)]) {
      var (json, extents) = ([UInt8](), [(start: UInt32, end: UInt32)]())
      bytes.withUnsafeBufferPointer { bytes in
        visitLines(of: bytes, syntax, isFirst: extent.lowerBound == 0) { line in
          // The beginning of a line that is too long may look like a row.
          guard case .row(let start) = line.content, extents.count < rows.count else { return }
          if syntax == .json {
            extents.append((UInt32(start), UInt32(line.extent.upperBound)))
          } else {
            let first = UInt32(json.count)
            json += JSONLine.text(bytes[start..<line.extent.upperBound])
            extents.append((first, UInt32(json.count)))
          }
        }
      }
      return (syntax == .json ? bytes : json, extents)
    }
  }

  /// The block with a number.
  package func mark(_ block: Int) -> Mark {
    let next = block + 1 < blocks.count ? blocks[block + 1] : nil
    return Mark(
      extent: blocks[block].offset..<(next?.offset ?? end),
      rows: Int(blocks[block].firstRow)..<(next.map { Int($0.firstRow) } ?? count),
      hash: blocks[block].hash)
  }

  /// The number of the block that a row is in.
  ///
  /// - Complexity: O(log *n*).
  package func block(ofRow row: Int) -> Int {
    // Blocks without rows begin with the row after them.
    blocks.partitioningIndex { $0.firstRow > row } - 1
  }

  /// The number of rows from an index on that are in blocks which both have at the same place, and
  /// with the same hashes.
  package func commonRun(_ row: Int, _ other: LineIndex) -> Int {
    let first = block(ofRow: row)
    guard first >= 0, other.blocks.indices.contains(first) else { return 0 }
    var end = first
    while end < min(blocks.count, other.blocks.count), blocks[end] == other.blocks[end] { end += 1 }
    guard end > first else { return 0 }
    // A block ends where the next one begins.
    let last = mark(end - 1)
    return max((last == other.mark(end - 1) ? last.rows.upperBound : last.rows.lowerBound) - row, 0)
  }

  /// Adds what a search has found.
  package mutating func add(_ found: LineSearch.Found) {
    // The first one goes on with the last one here.
    if !blocks.isEmpty { blocks.removeLast() }
    blocks += found.blocks
    (count, end) = (found.count, found.end)
  }

  /// Hashes lines one after the other, so that lines can be added.
  static func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    var (hash, at) = (UInt64(0), 0)
    while at < bytes.count {
      let feed = memchr(base + at, 0x0A, bytes.count - at)
      let end = feed.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base + 1 }
      hash = add(UnsafeBufferPointer(rebasing: bytes[at..<(end ?? bytes.count)]), to: hash)
      at = end ?? bytes.count
    }
    return hash
  }

  static func add(_ line: UnsafeBufferPointer<UInt8>, to hash: UInt64) -> UInt64 {
    let added = line.baseAddress.map { byteHash($0, line.count) } ?? 0
    return (hash &+ added) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29
  }
}

/// Finds the rows of lines piece by piece, from the first line to the last.
package struct LineSearch: Sendable {
  /// Blocks of lines, the first of which goes on with the last one before.
  package struct Found {
    fileprivate(set) var blocks: [LineIndex.Block]
    /// The number of rows so far.
    fileprivate(set) var count: Int
    /// The offset after the last line so far.
    fileprivate(set) var end: Int
  }

  /// The faults of the lines so far, up to `RowList.mostFaults`.
  package private(set) var faults: [Diagnostic] = []
  /// The number of lines so far.
  package private(set) var lineCount = 0
  private let syntax: LineSyntax
  private var block = LineIndex.Block(offset: 0, firstRow: 0)
  private var (count, end) = (0, 0)
  /// Whether what comes next is the rest of a line that is too long.
  private var isCut = false

  /// The length, in bytes, from which on a line is too long for a row.
  package static let longest = 16 << 20
  private static let mostRows = Int(Int32.max)

  /// Creates a search that begins with the first line.
  package init(_ syntax: LineSyntax) { self.syntax = syntax }

  /// Searches whole lines, with their line feeds, or a piece of a line that is too long.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Found {
    var blocks: [LineIndex.Block] = []
    visitLines(of: bytes, syntax, isFirst: end == 0) { line in
      let extent = line.extent.lowerBound..<min(line.extent.upperBound + 1, bytes.count)
      block.hash = LineIndex.add(UnsafeBufferPointer(rebasing: bytes[extent]), to: block.hash)
      let (wasCut, isWhole) = (isCut, extent.count > line.extent.count)
      isCut = !isWhole
      if !wasCut { note(line, isWhole: isWhole, bytes) }
      lineCount += isWhole ? 1 : 0
      end += extent.count
      // The rest of a line must not look like one.
      guard wasCut || end - block.offset >= LineIndex.blockLength else { return }
      blocks.append(block)
      block = LineIndex.Block(offset: end, firstRow: Int32(count))
    }
    return Found(blocks: blocks + [block], count: count, end: end)
  }

  private mutating func note(
    _ line: JSONLine, isWhole: Bool, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    var fault: Diagnostic?
    switch line.content {
    case _ where !isWhole: fault = limit("a line of more than \(Self.longest >> 20) MiB is no row")
    case .blank: return
    case .row where count < Self.mostRows: count += 1
    case .row: fault = limit("the rows from the \(Self.mostRows)th on are left out")
    case .fault(let start):
      guard faults.count < RowList.mostFaults else { return }
      fault = JSONLine.fault(Array(bytes[start..<line.extent.upperBound]), lineCount + 1)
    }
    // The limit of rows is reported once.
    let isNews = fault?.code != .limit || fault?.message != faults.last?.message
    if let fault, isNews, faults.count < RowList.mostFaults { faults.append(fault) }
  }

  private func limit(_ message: String) -> Diagnostic {
    Diagnostic(
      severity: .error, code: .limit, line: lineCount + 1, column: 1, path: "", message: message)
  }
}

/// The values that lines stand for.
package enum LineSyntax: Sendable {
  /// Each line is a JSON value; blank lines are none.
  case json
  /// Each line is a text.
  case text
}

/// A line that may be a row.
struct JSONLine {
  enum Content {
    case blank
    /// A row, whose value begins at an offset.
    case row(Int)
    /// No JSON, from an offset on.
    case fault(Int)
  }

  /// Without its line feed.
  let extent: Range<Int>
  let content: Content

  /// A line of text as a JSON string; bytes that are not UTF-8 become replacement characters.
  static func text(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    let isReturn = line.last == UInt8(ascii: "\r")
    let text = String(decoding: isReturn ? line.dropLast() : line, as: UTF8.self)
    return JSONWriter { $0.string(text) }.bytes
  }

  /// The fault in the text of a line.
  static func fault(_ text: [UInt8], _ line: Int) -> Diagnostic {
    var fault =
      JSONValue.read(text).diagnostics.first
      ?? Diagnostic(
        severity: .error, code: .syntax, line: 1, column: 1, path: "", message: "this is no JSON")
    fault.line += line - 1
    return fault
  }
}

/// Calls `body` with each line.
///
/// - Parameter isFirst: Whether the bytes are the first of a document, which may have a mark.
func visitLines(
  of bytes: UnsafeBufferPointer<UInt8>, _ syntax: LineSyntax, isFirst: Bool,
  _ body: (JSONLine) -> Void
) {
  guard let base = bytes.baseAddress else { return }
  let scanner = JSONScanner(base: base, end: bytes.count, dialect: .json)
  let check = SoundnessCheck(scanner)
  var at = 0
  while at < bytes.count {
    let feed = memchr(base + at, 0x0A, bytes.count - at)
    let end = feed.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base }
    let lineEnd = end ?? bytes.count
    let text = at == 0 && isFirst ? scanner.at : at
    let start = syntax == .json ? check.blanksEnd(text) : text
    if syntax == .text {
      body(JSONLine(extent: at..<lineEnd, content: .row(min(start, lineEnd))))
    } else if start >= lineEnd {
      body(JSONLine(extent: at..<lineEnd, content: .blank))
    } else {
      let valueEnd = check.valueEnd(start, depth: 0)
      let isRow = valueEnd <= lineEnd && check.blanksEnd(valueEnd) >= lineEnd
      body(JSONLine(extent: at..<lineEnd, content: isRow ? .row(start) : .fault(text)))
    }
    at = lineEnd + 1
  }
}
