import Glibc
import SpotsSDL

/// Reads documents from a stream, such as standard input, until it ends or the program does.
///
/// Runs on a thread of its own, which sleeps while nothing comes.
enum StreamFeed {
  /// - Parameter deliver: Takes each document, on the feed's thread.
  /// - Throws: `FileError.system` when there is no thread to be had.
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

  /// All bytes of the file at `path`, or of the stream it stands for.
  static func readWhole(_ path: String) throws(FileError) -> [UInt8] {
    guard let descriptor = descriptor(ofPath: path) else { return try FileBytes.read(path) }
    return readAll(descriptor: descriptor)
  }

  /// All bytes up to the end of the stream, or to what a file may hold.
  static func readAll(descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= FileBytes.limit, let more = readSome(descriptor) { bytes += more }
    return bytes
  }

  /// The next bytes; nil when there are no more.
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

  /// The descriptor a path stands for, when it names a stream of this process: `-`, or what a shell
  /// passes for `<(…)`.
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
