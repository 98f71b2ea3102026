import Glibc
import Spots
import SpotsSDL

/// Writes to standard output, unbuffered, so that a reader gets each line at once.
///
/// Output that cannot be written is told once on standard error, and is the command's failure when
/// it ends: a window whose log has no room left goes on until then.
@MainActor
enum StandardOutput {
  private(set) static var hasFailed = false

  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    guard !hasFailed, !FileBytes.write(bytes, to: STDOUT_FILENO) else { return }
    // Whoever reads has enough, as `head` after its lines.
    if errno == EPIPE { return }
    hasFailed = true
    StandardError.write("spots-viewer: standard output: \(FileError(code: errno))\n")
  }

  /// Ends the program: with `status`, unless not all of its output could be written.
  static func exit(_ status: Int32) -> Never {
    Glibc.exit(hasFailed ? ExitStatus.environment.rawValue : status)
  }
}

/// Writes to standard error, unbuffered. Gives up when nobody reads any more.
enum StandardError {
  static func write(_ text: String) { FileBytes.write(Array(text.utf8), to: STDERR_FILENO) }

  /// One line, for what does not keep the program from going on.
  static func warn(_ text: String) { write("warning: \(text.printable())\n") }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether somebody is likely to read it: it is a terminal or a pipe, or the program was started
  /// from a terminal. Menus and file managers have it end in a journal, in a file or nowhere.
  static var isRead: Bool {
    var status = stat()
    if isTerminal || fstat(STDERR_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO {
      return true
    }
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }
}

/// The three streams every program begins with.
enum StandardStreams {
  /// Takes the places of streams that were closed, so that no file opened later gets what was
  /// meant for them. What takes a place cannot be used either: reading and writing fail.
  static func fillPlaces() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is the one that was found closed.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
