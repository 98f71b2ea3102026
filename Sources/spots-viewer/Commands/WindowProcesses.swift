import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Shows several windows, each in its own process, so that a failure in one does not affect the
/// others.
struct WindowProcesses {
  private var running: Set<pid_t> = []
  /// The highest exit status so far.
  private(set) var status: Int32 = 0

  static let program = "/proc/self/exe"

  /// The arguments of this process, changed to show `path` alone.
  static func arguments(for path: String, of own: [String] = CommandLine.arguments) -> [String] {
    var rest = own.dropFirst()
    if rest.first == command { rest = rest.dropFirst() }
    if rest.first == option { rest = rest.dropFirst(2) }
    return [command, option, path] + rest
  }

  /// The command that shows a screen in a window.
  static let command = "view"
  /// The option that names a file to show instead of all others.
  static let option = "--only"

  /// Shows each of `paths` in a window and returns when the last one is closed. SIGTERM, SIGINT,
  /// SIGQUIT and SIGHUP are passed on.
  ///
  /// - Returns: The highest exit status of all windows.
  static func show(_ paths: [String]) -> Int32 {
    var signals = sigset_t()
    sigemptyset(&signals)
    let ending = [SIGTERM, SIGINT, SIGQUIT, SIGHUP]
    for signal in ending + [SIGCHLD] { sigaddset(&signals, signal) }
    // A blocked signal stays pending until `sigwait` takes it.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var windows = WindowProcesses()
    for path in paths { windows.start(path) }
    var signal: Int32 = 0
    while !windows.running.isEmpty {
      guard sigwait(&signals, &signal) == 0 else { continue }
      if signal == SIGCHLD { windows.collect() } else { windows.pass(on: signal) }
    }
    return windows.status
  }

  private mutating func start(_ path: String) {
    let words = [CommandLine.arguments[0]] + Self.arguments(for: path)
    do throws(FileError) {
      running.insert(try ChildProcess.spawn(Self.program, words, ties: .terminal))
    } catch {
      StandardError.warn("\(path): \(error)")
      status = max(status, ExitStatus.environment.rawValue)
    }
  }

  private mutating func collect() {
    for process in running {
      var state: Int32 = 0
      guard waitpid(process, &state, WNOHANG) == process else { continue }
      running.remove(process)
      // As in a shell: the exit status, or 128 plus the number of the signal.
      let signal = state & 0x7F
      status = max(status, signal == 0 ? state >> 8 & 0xFF : 128 + signal)
    }
  }

  private func pass(on signal: Int32) {
    for process in running { kill(process, signal) }
  }
}
