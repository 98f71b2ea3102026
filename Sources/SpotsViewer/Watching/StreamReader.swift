import Glibc
import Spots
import SpotsSDL

/// A document or a change that a stream holds.
package struct StreamedText: Equatable, Sendable {
  /// The line of the stream on which it begins, from 1.
  package var line: Int
  /// With its line feed, if it has one.
  package var bytes: [UInt8]

  /// Whether it is more than blanks, and not the `[DONE]` with which many programs announce the
  /// end.
  var isLine: Bool {
    let text = bytes.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(7)
    return !text.isEmpty && !text.elementsEqual("[DONE]".utf8)
  }

  /// Creates the text of a line.
  package init(line: Int, bytes: [UInt8]) { (self.line, self.bytes) = (line, bytes) }
}

/// Reads texts from a stream, such as standard input, until the stream or the program ends.
///
/// Runs on a dedicated thread, which sleeps while no data arrives.
package enum StreamReader {
  /// - Parameter deliver: Called with each document or change, and with nil at the end, on the
  ///   thread that reads: it goes on when the call returns.
  /// - Throws: `FileError.system` when no thread can be started.
  package static func start(
    descriptor: Int32, deliver: @escaping @Sendable (StreamedText?) -> Void
  ) throws(FileError) {
    try BackgroundThread.startOrThrow {
      var splitter = DocumentSplitter()
      while let bytes = readSome(descriptor) {
        for text in splitter.append(bytes) where text.isLine { deliver(text) }
      }
      if let text = splitter.finish(), text.isLine { deliver(text) }
      deliver(nil)
    }
  }

  /// Whether nobody can write any more, so that the end of the stream is near.
  static func isComplete(_ descriptor: Int32) -> Bool {
    var (status, ends) = (stat(), pollfd(fd: descriptor, events: 0, revents: 0))
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return true }
    return poll(&ends, 1, 0) == 1 && ends.revents & Int16(POLLHUP) != 0
  }

  /// All bytes up to the end of the stream, or until there are more than a file may hold.
  static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= FileBytes.limit, let more = readSome(descriptor) { bytes += more }
    return bytes
  }

  /// The next bytes, up to 64 KiB; nil at the end of the stream and after an error.
  package static func readSome(_ descriptor: Int32) -> [UInt8]? {
    let capacity = 64 * 1024
    var isAtEnd = false
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var got = read(descriptor, buffer.baseAddress, capacity)
      while got < 0, errno == EINTR { got = read(descriptor, buffer.baseAddress, capacity) }
      isAtEnd = got <= 0
      count = max(got, 0)
    }
    return isAtEnd ? nil : bytes
  }
}

/// Splits a stream into documents: one per line when the first one is a line, else wherever the
/// outermost bracket closes.
///
/// Text that cannot begin a document, such as a message of the program that writes the stream, is
/// passed on line by line and costs nothing else: neither the documents around it nor, where it
/// starts a line of its own, the one it interrupts. The end of a document is recognized at its last
/// byte, whatever errors it contains.
struct DocumentSplitter {
  /// How the end of a document is recognized.
  private enum Mode {
    /// There was no document yet.
    case undecided
    case lines
    case brackets
  }

  /// The length, in bytes, beyond which a document is passed on incomplete and reported as broken.
  private let limit: Int
  private var mode = Mode.undecided
  private var pending: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether the outermost bracket of the pending bytes is closed.
  private var isComplete = false
  /// Whether the pending bytes are blanks, if there are any.
  private var isBlank = true
  /// Where the last line of what is pending starts, and how many brackets were open there.
  private var line = (start: 0, depth: 0)
  /// How many lines of what is pending were checked for whether they belong to it.
  private var checkedLines = 0
  /// The number of line feeds so far, and of those before what is pending.
  private var (lineFeeds, firstLineFeeds) = (0, 0)

  /// The most lines that are checked in one document, since each check reads all of it.
  private static let mostCheckedLines = 16

  init(limit: Int = FileBytes.limit) {
    self.limit = limit
  }

  /// The documents that `bytes` complete, in order.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [StreamedText] {
    var documents: [StreamedText] = []
    for byte in bytes {
      if isBlank, !Self.isBlank(byte) { (isBlank, firstLineFeeds) = (false, lineFeeds) }
      pending.append(byte)
      let wasComplete = isComplete
      if mode != .lines { follow(byte) }
      if byte == UInt8(ascii: "\n") {
        endLine(&documents)
        lineFeeds += 1
      } else if mode == .brackets, isComplete, !wasComplete,
        line.start > 0 || JSONValue.progress(of: pending) == .complete
      {
        popDocument(to: &documents)
      }
      if pending.count > limit { popDocument(to: &documents) }
    }
    return documents
  }

  /// The rest at the end of the stream; nil when it is blank.
  mutating func finish() -> StreamedText? {
    var documents: [StreamedText] = []
    popDocument(to: &documents)
    return documents.first
  }

  private mutating func endLine(_ documents: inout [StreamedText]) {
    if mode == .lines || isBlank {
      popDocument(to: &documents)
    } else if line.start == 0 {
      let progress = JSONValue.progress(of: pending)
      if mode == .undecided, progress != .broken {
        mode = progress == .complete ? .lines : .brackets
      }
      if progress != .open { popDocument(to: &documents) }
    } else if !Self.isBlank(pending[line.start]), checkedLines < Self.mostCheckedLines {
      checkedLines += 1
      if JSONValue.progress(of: pending) == .broken { endForeignLine(&documents) }
    }
    line = (pending.count, depth)
  }

  /// Handles the end of a line without indentation that does not belong to the document before it:
  /// the beginning of another one, or no JSON at all.
  private mutating func endForeignLine(_ documents: inout [StreamedText]) {
    let (text, number) = (Array(pending[line.start...]), lineFeeds + 1)
    let before = Array(pending[..<line.start])
    switch JSONValue.progress(of: text) {
    case .broken:
      guard JSONValue.progress(of: before) == .open else { return }
      documents.append(StreamedText(line: number, bytes: text))
      (pending, depth) = (before, line.depth)
    case let progress:
      let inner = depth - line.depth
      pending = before
      popDocument(to: &documents)
      (pending, depth, isBlank, firstLineFeeds) = (text, inner, false, lineFeeds)
      if progress == .complete { popDocument(to: &documents) }
    }
  }

  private mutating func follow(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") {
        // A string that does not end in its line is broken.
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 0 { isComplete = true }
    default: break
    }
  }

  private mutating func popDocument(to documents: inout [StreamedText]) {
    if !isBlank { documents.append(StreamedText(line: firstLineFeeds + 1, bytes: pending)) }
    (pending, line, checkedLines) = ([], (0, 0), 0)
    (depth, isInString, isEscaped, isComplete, isBlank) = (0, false, false, false, true)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
