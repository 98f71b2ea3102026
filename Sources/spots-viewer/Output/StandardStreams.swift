import Glibc

/// Writes to standard output, unbuffered, so that a reader gets each line at once.
enum StandardOutput {
  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) { writeAll(bytes, to: STDOUT_FILENO) }
}

/// Writes to standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) { writeAll(Array(text.utf8), to: STDERR_FILENO) }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Writes all bytes; gives up when nobody reads them any more.
private func writeAll(_ bytes: [UInt8], to file: Int32) {
  var start = 0
  while start < bytes.count {
    let written = bytes.withUnsafeBytes {
      write(file, $0.baseAddress! + start, bytes.count - start)
    }
    if written < 0, errno == EINTR { continue }
    if written <= 0 { return }
    start += written
  }
}
