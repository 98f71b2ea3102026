import Glibc
import SpotsSDL

/// A document or a change that a stream holds.
package struct StreamedText: Equatable, Sendable {
  /// The line of the stream on which it begins, from 1.
  package var line: Int
  /// With its line feed, if it has one.
  package var bytes: [UInt8]

  /// Creates the text of a line.
  package init(line: Int, bytes: [UInt8]) { (self.line, self.bytes) = (line, bytes) }
}

/// Reads texts from a stream, such as standard input, until the stream or the program ends.
///
/// Runs on a dedicated thread, which sleeps while no data arrives.
package enum StreamReader {
  /// - Parameter deliver: Called with each document or change, on the thread that reads: it goes on
  ///   when the call returns.
  /// - Throws: `FileError.system` when no thread can be started.
  static func start(
    descriptor: Int32, deliver: @escaping @Sendable (StreamedText) -> Void
  ) throws(FileError) {
    try BackgroundThread.startOrThrow {
      var splitter = DocumentSplitter()
      while let bytes = readSome(descriptor) {
        for text in splitter.append(bytes) { deliver(text) }
      }
      if let text = splitter.finish() { deliver(text) }
    }
  }

  /// All bytes of the file at `path`, or of the stream it names.
  package static func readWhole(_ path: String) throws(FileError) -> [UInt8] {
    guard let descriptor = descriptor(ofPath: path) else { return try FileBytes.read(path) }
    return readAll(descriptor: descriptor)
  }

  /// All bytes up to the end of the stream, or until there are more than a file may hold.
  static func readAll(descriptor: Int32) -> [UInt8] {
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

  /// The descriptor of the stream of this process that `path` names: `-`, or what a shell passes
  /// for `<(…)`; nil for any other path.
  package static func descriptor(ofPath path: String) -> Int32? {
    if path == "-" || path == "/dev/stdin" { return STDIN_FILENO }
    guard path.hasPrefix("/dev/fd/"), let number = Int32(path.dropFirst("/dev/fd/".count)) else {
      return nil
    }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    return number
  }
}

/// Splits a stream into documents: one per line when the first line is a complete document, else
/// wherever the outermost bracket closes.
///
/// Only brackets and strings are tracked, so that the end of a document is recognized at its last
/// byte, whatever errors it contains.
struct DocumentSplitter {
  /// How the end of a document is recognized.
  private enum Mode {
    /// The first line has not ended yet.
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
  /// Whether the pending bytes contain a complete value.
  private var isComplete = false
  /// Whether the pending bytes are blanks, if there are any.
  private var isBlank = true
  /// The number of line feeds so far, and of those before what is pending.
  private var (lineFeeds, firstLineFeeds) = (0, 0)

  init(limit: Int = FileBytes.limit) {
    self.limit = limit
  }

  /// The documents that `bytes` complete, in order.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [StreamedText] {
    var documents: [StreamedText] = []
    for byte in bytes {
      if mode != .lines { follow(byte) }
      if isBlank, !Self.isBlank(byte) { (isBlank, firstLineFeeds) = (false, lineFeeds) }
      if byte == UInt8(ascii: "\n") { lineFeeds += 1 }
      pending.append(byte)
      if endsDocument(byte) || pending.count > limit, let document = popDocument() {
        documents.append(document)
      }
    }
    return documents
  }

  /// The rest at the end of the stream; nil when it is blank.
  mutating func finish() -> StreamedText? { popDocument() }

  private mutating func endsDocument(_ byte: UInt8) -> Bool {
    let isLineEnd = byte == UInt8(ascii: "\n")
    switch mode {
    case .lines: return isLineEnd
    case .undecided:
      guard isLineEnd, !isBlank else { return false }
      mode = isComplete ? .lines : .brackets
      return isComplete
    case .brackets: return isComplete
    }
  }

  private mutating func follow(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
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

  private mutating func popDocument() -> StreamedText? {
    defer {
      pending = []
      (depth, isInString, isEscaped, isComplete, isBlank) = (0, false, false, false, true)
    }
    return isBlank ? nil : StreamedText(line: firstLineFeeds + 1, bytes: pending)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
