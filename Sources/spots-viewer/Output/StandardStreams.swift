import Glibc
import Spots
import SpotsSDL

/// Writes to standard output, unbuffered, so that a reader gets each line at once.
///
/// Output that cannot be written is told once on standard error, and is the command's failure when
/// it ends: a window whose log has no room left goes on until then.
enum StandardOutput {
  private static let stream = StandardStream(STDOUT_FILENO) { fault in
    // A reader that closes its end has enough, as `head` after its lines.
    guard fault != .system(code: EPIPE) else { return false }
    StandardError.write("spots-viewer: standard output: \(fault)\n")
    return true
  }

  /// How long the end of the program waits for readers, in seconds.
  static let patience = 0.15

  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) { stream.write(bytes) }

  /// Writes the last line there will be; more than one do not, whichever thread is first.
  static func writeLast(_ bytes: [UInt8]) { stream.write(bytes, isLast: true) }

  /// Has writing wait for no reader from now on. Lines for which there is no room are counted, and
  /// `notice` makes the line that tells how many there were.
  static func queue(notice: @escaping @Sendable (Int) -> [UInt8]) { stream.queue(notice: notice) }

  /// Ends the program: with `status`, unless not all of its output could be written.
  static func exit(_ status: Int32) -> Never { Glibc.exit(finish(status)) }

  /// Waits for readers that are behind, for about `patience` seconds at most.
  ///
  /// - Returns: `status`, or that of output that could not be written.
  static func finish(_ status: Int32, patience: Double = patience) -> Int32 {
    let end = Clock.now + patience
    let unread = stream.finish(by: end)
    if unread > 0 {
      StandardError.write("spots-viewer: standard output: \(unread) lines were not read\n")
    }
    let isComplete = StandardError.finish(by: max(end, Clock.now + 0.02))
    let hasFailed = stream.hasFailed || unread > 0 || !isComplete
    return hasFailed ? ExitStatus.environment.rawValue : status
  }
}

/// Writes to standard error, unbuffered. Gives up when nobody reads any more.
enum StandardError {
  private static let stream = StandardStream(STDERR_FILENO) { _ in false }

  static func write(_ text: String) { stream.write(Array(text.utf8)) }

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

  /// Has writing wait for no reader from now on.
  static func queue() {
    stream.queue { count in
      Array("warning: \(count) messages are left out here: nobody read them\n".utf8)
    }
  }

  /// Waits for a reader that is behind until `deadline`, in the time of `Clock`.
  ///
  /// - Returns: Whether all was written, or there is no reader any more.
  static func finish(by deadline: Double) -> Bool { stream.finish(by: deadline) == 0 }
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
