import CSpawn
import Glibc
import SpotsSDL

/// Starts other programs without a shell.
///
/// Children without ties start as if the desktop had started them: no signal is blocked or ignored,
/// and no other file of this process is open.
package enum ChildProcess {
  /// What a child shares with this process.
  package enum Ties {
    /// Nothing. The child has its own session, so that Ctrl+C in the terminal does not end it, and
    /// nothing to read. Its output goes to standard error, since standard output carries events.
    case none
    /// The terminal and the inherited files, as if the child had been started in place of this
    /// process: SIGHUP, SIGINT and SIGQUIT stay ignored if they are ignored here. The child has its
    /// own process group, so that the terminal's signals reach it only when they are passed on.
    case terminal
    /// The standard input, unless that is a terminal, and a descriptor for both of its outputs. The
    /// child has its own session, and with it a process group that can be ended as a whole.
    case output(Int32)
    /// Descriptors for its standard streams, and for the one after them. The child has its own
    /// session.
    case streams(Int32, Int32, Int32, link: Int32)
  }

  /// The child's descriptor of a link.
  package static let link = STDERR_FILENO + 1

  /// Starts `program`, looked up in PATH, with `arguments` and without ties. Does not wait for it.
  ///
  /// - Returns: nil when it was started, else the reason.
  static func start(_ program: String, _ arguments: [String]) -> FileError? {
    do throws(FileError) {
      awaitEnd(of: try spawn(program, [program] + arguments, ties: .none))
      return nil
    } catch {
      return error
    }
  }

  /// Starts `program`, looked up in PATH. The caller collects its status when it ends.
  ///
  /// - Parameter words: The argument vector, the name of the program first.
  /// - Throws: `FileError` when the program cannot be started.
  package static func spawn(_ program: String, _ words: [String], ties: Ties) throws(FileError)
    -> pid_t
  {
    guard !([program] + words).contains(where: { $0.utf8.contains(0) }) else {
      throw FileError(code: EINVAL)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    switch ties {
    case .none: leaveFiles(&actions)
    case .terminal: break
    case .output(let descriptor): write(to: descriptor, &actions)
    case .streams(let input, let output, let errors, let link):
      for (place, descriptor) in [input, output, errors, link].enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
      }
      posix_spawn_file_actions_addclosefrom_np(&actions, Self.link + 1)
    }
    begin(&attributes, ties)
    var vector = words.map { strdup($0) } + [nil]
    defer { for word in vector { free(word) } }
    var child = pid_t()
    let code = posix_spawnp(&child, program, &actions, &attributes, &vector, environ)
    guard code == 0 else { throw FileError(code: code) }
    return child
  }

  private static func leaveFiles(_ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
  }

  private static func write(to descriptor: Int32, _ actions: inout posix_spawn_file_actions_t) {
    if isatty(STDIN_FILENO) == 1 {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
  }

  /// Gives the child its own session or process group, default actions for signals, and an empty
  /// signal mask.
  private static func begin(_ attributes: inout posix_spawnattr_t, _ ties: Ties) {
    var signals = sigset_t()
    sigfillset(&signals)
    let isInTerminal = if case .terminal = ties { true } else { false }
    if isInTerminal {
      for signal in [SIGHUP, SIGINT, SIGQUIT] where isIgnored(signal) {
        sigdelset(&signals, signal)
      }
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let kin = isInTerminal ? Int32(POSIX_SPAWN_SETPGROUP) : spawn_in_own_session
    let flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | kin
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0 && action.isIgnored
  }

  /// Collects the status of a child when it ends, which the system keeps until then.
  ///
  /// A thread waits for it. Ignoring SIGCHLD instead would discard the statuses of all children of
  /// the process, including those that other code waits for.
  private static func awaitEnd(of child: pid_t) {
    _ = BackgroundThread.start {
      while waitpid(child, nil, 0) < 0, errno == EINTR {}
    }
  }
}
