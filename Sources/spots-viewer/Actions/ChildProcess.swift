import CSpawn
import Glibc
import SpotsSDL

/// Other programs, started without a shell.
///
/// They begin as programs do that a desktop starts: no signal is blocked or ignored, and none of our
/// files are open.
enum ChildProcess {
  /// What a child shares with this process.
  enum Ties {
    /// Nothing. Its session is its own, so that Ctrl+C in our terminal does not end it, it has
    /// nothing to read, and its output goes to standard error, since standard output carries events.
    case none
    /// The terminal and the files this process was given, as if the child had been started in its
    /// place: SIGHUP, SIGINT and SIGQUIT stay ignored when our own starter wanted that. The child's
    /// process group is its own, so that the terminal's signals reach it only when they are passed
    /// on.
    case terminal
  }

  /// Starts `program`, looked up in PATH, with `arguments` and without ties, and leaves it to itself.
  ///
  /// - Returns: nil when it was started, else why not.
  static func start(_ program: String, _ arguments: [String]) -> FileError? {
    do throws(FileError) {
      awaitEnd(of: try spawn(program, [program] + arguments, ties: .none))
      return nil
    } catch {
      return error
    }
  }

  /// Starts `program`, looked up in PATH. The caller takes its status when it ends.
  ///
  /// - Parameter words: What the program finds as its arguments, its own name first.
  /// - Throws: Why the system does not start it.
  static func spawn(_ program: String, _ words: [String], ties: Ties) throws(FileError) -> pid_t {
    guard !([program] + words).contains(where: { $0.utf8.contains(0) }) else {
      throw FileError(code: EINVAL)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if ties == .none { leaveFiles(&actions) }
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

  /// Gives the child a session or process group of its own, default actions for signals, and an empty
  /// signal mask.
  private static func begin(_ attributes: inout posix_spawnattr_t, _ ties: Ties) {
    var signals = sigset_t()
    sigfillset(&signals)
    if ties == .terminal {
      for signal in [SIGHUP, SIGINT, SIGQUIT] where isIgnored(signal) {
        sigdelset(&signals, signal)
      }
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let kin = ties == .terminal ? Int32(POSIX_SPAWN_SETPGROUP) : spawn_in_own_session
    let flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | kin
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Takes the program's status when it ends, which the system keeps until then.
  ///
  /// A thread sleeps for it: to ignore SIGCHLD instead would take the ends of all children of the
  /// process, also from those that wait for theirs.
  private static func awaitEnd(of child: pid_t) {
    _ = BackgroundThread.start {
      while waitpid(child, nil, 0) < 0, errno == EINTR {}
    }
  }
}
