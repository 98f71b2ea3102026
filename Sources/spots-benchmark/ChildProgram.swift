import Glibc
import Measuring
import SpotsSDL

/// The program beside this one that compares the reading of screens with Foundation's.
enum ReadingProgram {
  /// Runs the program and returns the tables it prints.
  static func tables(runs: Int, itemCounts: [Int]) throws -> [Table] {
    let program = try ChildProgram.ownPath() + "-reading"
    let output = try ChildProgram.output(of: program, ([runs] + itemCounts).map(String.init))
    guard let tables = Table.tables(in: output), !tables.isEmpty else {
      throw Failure(description: "spots-benchmark-reading does not print a table")
    }
    return tables
  }
}

/// Runs programs and captures their output.
enum ChildProgram {
  static func ownPath() throws -> String {
    if let path = SymbolicLinks.resolve("/proc/self/exe") { return path }
    throw Failure(description: "/proc/self/exe cannot be followed")
  }

  /// Everything `program` prints on standard output; throws when it fails.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "there is no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var child: pid_t = 0
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let status = posix_spawn(&child, program, &actions, nil, &words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard status == 0 else {
      throw Failure(description: "\(program): \(String(cString: strerror(status)))")
    }
    let text = String(decoding: everything(from: ends[0]), as: UTF8.self)
    var exit: Int32 = 0
    waitpid(child, &exit, 0)
    guard exit == 0 else { throw Failure(description: "\(program) failed") }
    return text
  }

  private static func everything(from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
