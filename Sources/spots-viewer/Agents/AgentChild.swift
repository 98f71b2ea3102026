import Dispatch
import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

/// A process of this program with a window in it.
///
/// It is linked to this process by a socket: when that is closed, also because this process was
/// killed, the window closes.
final class AgentChild: Sendable {
  /// How it has ended.
  struct End: Sendable {
    /// The exit status; nil for a signal.
    var status: Int32?
    var output: [UInt8]
    /// The lines of standard error that nobody has taken.
    var errors: String

    /// Why the window is gone.
    var reason: String {
      if status == 0 { return "the user has closed the window" }
      return errors.isEmpty ? "the window has crashed" : errors
    }
  }

  private struct State {
    var hasEnded = false
    var reason = "the window does not answer"
    var errors: [UInt8] = []
  }

  /// This process's end of the link.
  let link: Int32
  private let process: pid_t
  private let state = Mutex(State())
  /// Entered as long as it runs.
  private let running = DispatchGroup()

  /// The most bytes of standard output, and of standard error, that are kept.
  private static let (mostOutput, mostErrors) = (1 << 20, 4096)
  /// Seconds that a window has to close.
  private static let patience = 1.0

  /// - Parameters:
  ///   - program: The path of this program.
  ///   - words: The arguments.
  ///   - input: Its standard input, which then ends.
  ///   - onEnd: Called once, on another thread.
  init(
    _ program: String, _ words: [String], input: [UInt8],
    onEnd: @escaping @Sendable (End) -> Void = { _ in }
  ) throws(FileError) {
    // For its standard streams, and for the link.
    var (own, theirs) = ([Int32](), [Int32]())
    defer { for socket in theirs { close(socket) } }
    do throws(FileError) {
      for _ in 0..<4 {
        var pair: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw FileError(code: errno) }
        (own, theirs) = (own + [pair[0]], theirs + [pair[1]])
      }
      process = try ChildProcess.spawn(
        program, [CommandLine.arguments[0]] + words + ["--link", "\(ChildProcess.link)"],
        ties: .streams(theirs[0], theirs[1], theirs[2], link: theirs[3]))
    } catch {
      for socket in own { close(socket) }
      throw error
    }
    link = own[3]
    running.enter()
    do throws(FileError) {
      try start(own, input, onEnd)
    } catch {
      kill(-process, SIGKILL)
      throw error
    }
  }

  deinit { close(link) }

  private func start(
    _ own: [Int32], _ input: [UInt8], _ onEnd: @escaping @Sendable (End) -> Void
  ) throws(FileError) {
    try BackgroundThread.startOrThrow {
      _ = UnixAddress.send(input, to: own[0])
      close(own[0])
    }
    let hasErrors = DispatchSemaphore(value: 0)
    try BackgroundThread.startOrThrow { [self] in
      while let bytes = StreamReader.readSome(own[2]) {
        state.withLock { $0.errors += bytes.prefix(Self.mostErrors - $0.errors.count) }
      }
      close(own[2])
      hasErrors.signal()
    }
    try BackgroundThread.startOrThrow { [self] in
      var (output, status) = ([UInt8](), Int32(0))
      while let bytes = StreamReader.readSome(own[1]) {
        output += bytes.prefix(Self.mostOutput - output.count)
      }
      close(own[1])
      // Until its status is collected, no other process has its number.
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      state.withLock { $0.hasEnded = true }
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      // Programs that it has started may keep the socket open.
      _ = hasErrors.wait(timeout: .now() + 0.1)
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : nil
      let end = End(status: code, output: output, errors: errors)
      state.withLock { $0.reason = end.reason }
      onEnd(end)
      running.leave()
    }
  }

  /// The first lines of standard error, without the name of the program.
  private var errors: String {
    let errors = state.withLock { String(decoding: $0.errors, as: UTF8.self) }
    let prefix = "spots-viewer: "
    return errors.split(separator: "\n").map { line in
      (line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line).printable(limit: 400)
    }.joined(separator: "\n")
  }

  /// Why the window is gone.
  var reason: String { state.withLock { $0.reason } }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  private func signal(_ number: Int32) {
    state.withLock { if !$0.hasEnded { kill(-process, number) } }
  }

  /// Closes the window: politely, and after a while in any case.
  func stop() {
    signal(SIGTERM)
    DelayedCall(after: Self.patience) { [weak self] in self?.signal(SIGKILL) }
  }

  /// Waits until it has ended, which it does soon after `stop`, and `onEnd` has returned.
  func waitUntilEnd() { _ = running.wait(timeout: .now() + 2 * Self.patience) }
}
