import Glibc
import SpotsSDL

/// Writes to standard output, unbuffered, so that a reader gets each line at once. Gives up when
/// nobody reads any more.
enum StandardOutput {
  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) { FileBytes.write(bytes, to: STDOUT_FILENO) }
}

/// Writes to standard error, unbuffered. Gives up when nobody reads any more.
enum StandardError {
  static func write(_ text: String) { FileBytes.write(Array(text.utf8), to: STDERR_FILENO) }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
