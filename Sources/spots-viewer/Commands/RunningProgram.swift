import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

/// A program that is running, whose output goes into a file.
///
/// Both of its outputs are one pipe, so that their lines are in the order in which they were
/// written, and so that a program that opens its output anew does not erase what it has written.
final class RunningProgram: Sendable {
  /// How a program has ended.
  enum End: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// The exit status by which a shell tells of it.
    var status: Int32 {
      switch self {
      case .status(let status): status
      case .signal(let number): 128 + number
      }
    }
  }

  private let process: pid_t
  private let end = Mutex<End?>(nil)

  /// The most bytes of output that are kept. What comes then takes their place.
  private static let mostKept = 1 << 30

  /// Starts a program, looked up in PATH.
  ///
  /// - Parameters:
  ///   - words: The name of the program, and its arguments.
  ///   - file: An open file for the output, which is closed when there is no more.
  ///   - onEnd: Called once, on another thread, when the program has ended; others that it has
  ///     started may go on writing.
  init(
    _ words: [String], output file: Int32, onEnd: @escaping @Sendable (End) -> Void
  ) throws(FileError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileError(code: errno) }
    let (reading, writing) = (ends[0], ends[1])
    // Other programs that are started must not keep the output open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(writing) }
    do throws(FileError) {
      process = try ChildProcess.spawn(words[0], words, ties: .output(writing))
    } catch {
      close(reading)
      throw error
    }
    do throws(FileError) {
      try copyAndWait(reading, file, onEnd)
    } catch {
      // Nobody would read what it writes, or learn how it ends.
      kill(-process, SIGKILL)
      throw error
    }
  }

  private func copyAndWait(
    _ reading: Int32, _ file: Int32, _ onEnd: @escaping @Sendable (End) -> Void
  ) throws(FileError) {
    try BackgroundThread.startOrThrow { Self.copy(from: reading, to: file) }
    try BackgroundThread.startOrThrow { [self] in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let end: End = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
      self.end.withLock { $0 = end }
      onEnd(end)
    }
  }

  private static func copy(from pipe: Int32, to file: Int32) {
    var size = 0
    while let bytes = StreamReader.readSome(pipe) {
      if size + bytes.count > mostKept {
        ftruncate(file, 0)
        lseek(file, 0, SEEK_SET)
        size = 0
      }
      size += bytes.count
      // A full disk must not stop the program.
      _ = FileBytes.write(bytes, to: file)
    }
    close(pipe)
    close(file)
  }

  /// Asks the program, and those that it has started, to end.
  func stop(_ signal: Int32 = SIGTERM) {
    if end.withLock({ $0 == nil }) { kill(-process, signal) }
  }

  /// Ends the program: politely, and after `seconds` in any case.
  ///
  /// - Returns: How it has ended; nil for a program that the system cannot end.
  func stop(within seconds: Double) -> End? {
    stop()
    var rest = seconds
    while end.withLock({ $0 == nil }), rest > 0 {
      usleep(5000)
      rest -= 0.005
    }
    stop(SIGKILL)
    for _ in 0..<20 where end.withLock({ $0 == nil }) { usleep(5000) }
    return end.withLock { $0 }
  }
}
