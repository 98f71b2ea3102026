import ArgumentParser

/// The exit statuses of all commands.
enum ExitStatus: Int32 {
  case success = 0
  case screenErrors = 1
  case usage = 2
  case environment = 3
  case timedOut = 4
  case declined = 5
}

/// An error that ends a command, with its exit status.
struct Failure: Error, CustomStringConvertible {
  var status: ExitStatus
  var message: String
  var description: String { message }

  /// A failure of the machine or of file access, rather than of the screen.
  static func environment(_ message: String) -> Failure {
    Failure(status: .environment, message: message)
  }

  /// Returns the result of `body`, or throws its error as a failure of `subject`, such as a file.
  static func naming<Result>(
    _ subject: String, _ body: () throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw .environment("\(subject): \(error)")
    }
  }
}

/// A command that ends with a status of its own.
protocol StatusCommand: ParsableCommand, Sendable {
  /// Runs the command.
  ///
  /// - Returns: The status the program exits with.
  @MainActor func perform() throws -> ExitStatus
}

extension StatusCommand {
  func run() throws {
    let status = try MainActor.assumeIsolated { try perform() }
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
