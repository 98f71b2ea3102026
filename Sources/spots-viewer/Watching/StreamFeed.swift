import Glibc
import SpotsSDL

/// Reads documents from a stream, such as standard input, until the stream or the program ends.
///
/// Runs on a dedicated thread, which sleeps while no data arrives.
enum StreamFeed {
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
  static func readWhole(_ path: String) throws(FileError) -> [UInt8] {
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
  private static func readSome(_ descriptor: Int32) -> [UInt8]? {
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
  static func descriptor(ofPath path: String) -> Int32? {
    if path == "-" || path == "/dev/stdin" { return STDIN_FILENO }
    guard path.hasPrefix("/dev/fd/"), let number = Int32(path.dropFirst("/dev/fd/".count)) else {
      return nil
    }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    return number
  }
}
