import CSpawn
import Glibc
import SpotsSDL

/// Other programs, started without a shell and left to themselves.
enum ChildProcess {
  /// Starts `program`, looked up in PATH, with `arguments`.
  ///
  /// It begins as a program does that a desktop starts: no signal is blocked or ignored, none of our
  /// files are open, and its session is its own, so that Ctrl+C in our terminal does not end it. Its
  /// output goes to standard error, since standard output carries events.
  ///
  /// - Returns: nil when it was started, else why not.
  static func start(_ program: String, _ arguments: [String]) -> FileError? {
    guard !([program] + arguments).contains(where: { $0.utf8.contains(0) }) else {
      return FileError(code: EINVAL)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    begin(&attributes)
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for argument in vector { free(argument) } }
    var child = pid_t()
    let code = posix_spawnp(&child, program, &actions, &attributes, &vector, environ)
    guard code == 0 else { return FileError(code: code) }
    awaitEnd(of: child)
    return nil
  }

  /// A process of its own kin: its session, every signal's default action, an empty mask.
  private static func begin(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | spawn_in_own_session
    posix_spawnattr_setflags(&attributes, Int16(flags))
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
