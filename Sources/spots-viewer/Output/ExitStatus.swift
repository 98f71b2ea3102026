/// The exit statuses of all commands.
enum ExitStatus: Int32 {
  case success = 0
  case screenErrors = 1
  case usage = 2
  case environment = 3
}

/// An error that ends a command, with its exit status.
struct Failure: Error {
  var status: ExitStatus
  var message: String

  /// A failure of the machine or of file access, rather than of the screen.
  static func environment(_ message: String) -> Failure {
    Failure(status: .environment, message: message)
  }
}
