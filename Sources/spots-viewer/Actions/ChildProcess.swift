import Glibc
import SpotsSDL

/// Other programs, started without a shell and left to themselves.
enum ChildProcess {
  /// Starts `program`, looked up in PATH, with `arguments`. Its output goes to standard error,
  /// since standard output carries events; it gets no other file of ours.
  ///
  /// - Returns: nil when it was started, else why not.
  static func start(_ program: String, _ arguments: [String]) -> FileError? {
    guard !([program] + arguments).contains(where: { $0.utf8.contains(0) }) else {
      return FileError(code: EINVAL)
    }
    // Nobody waits for it: the system shall not keep its status.
    signal(SIGCHLD, SIG_IGN)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    keepFilesToOurselves()
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for argument in vector { free(argument) } }
    var child = pid_t()
    let code = posix_spawnp(&child, program, &actions, nil, &vector, environ)
    return code == 0 ? nil : FileError(code: code)
  }

  /// Has every open file but the standard streams closed in programs started from here on, also
  /// those that libraries opened.
  private static func keepFilesToOurselves() {
    for file in (STDERR_FILENO + 1)..<min(getdtablesize(), 65_536) {
      let flags = fcntl(file, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { _ = fcntl(file, F_SETFD, flags | FD_CLOEXEC) }
    }
  }
}
