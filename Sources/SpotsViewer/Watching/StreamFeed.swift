import Glibc
import SpotsSDL

/// Reads documents from a stream, such as standard input, until the stream or the program ends.
///
/// Runs on a dedicated thread, which sleeps while no data arrives.
package enum StreamFeed {
  /// - Parameter deliver: Called with each document, on the feed's thread.
  /// - Throws: `FileError.system` when no thread can be started.
  static func start(
    descriptor: Int32, deliver: @escaping @Sendable ([UInt8]) -> Void
  ) throws(FileError) {
    try startThread {
      var splitter = DocumentSplitter()
      while let bytes = readSome(descriptor) {
        for document in splitter.append(bytes) { deliver(document) }
      }
      if let document = splitter.finish() { deliver(document) }
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

  init(limit: Int = FileBytes.limit) {
    self.limit = limit
  }

  /// The documents that `bytes` complete, in order.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var documents: [[UInt8]] = []
    for byte in bytes {
      follow(byte)
      pending.append(byte)
      if endsDocument(byte) || pending.count > limit, let document = popDocument() {
        documents.append(document)
      }
    }
    return documents
  }

  /// The rest at the end of the stream; nil when it is blank.
  mutating func finish() -> [UInt8]? { popDocument() }

  private mutating func endsDocument(_ byte: UInt8) -> Bool {
    let isLineEnd = byte == UInt8(ascii: "\n")
    switch mode {
    case .lines: return isLineEnd
    case .undecided:
      guard isLineEnd, pending.contains(where: { !Self.isBlank($0) }) else { return false }
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

  private mutating func popDocument() -> [UInt8]? {
    defer {
      pending = []
      (depth, isInString, isEscaped, isComplete) = (0, false, false, false)
    }
    return pending.contains { !Self.isBlank($0) } ? pending : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
