import Foundation
import SpotsTestSupport
import Testing

/// The file chooser portal of the tests on a bus; gone when released.
final class TestChooser {
  enum Mode: String {
    case usual, silent, dying, refusing, odd
  }

  private let process: ViewerProcess

  /// Starts the portal and waits until it has its name.
  init(_ mode: Mode = .usual, on bus: TestBus) throws {
    process = try ViewerProcess(
      [mode.rawValue], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address],
      executable: ViewerProcess.program("chooser-portal"))
    try #require(process.stdout.wait { $0 == "ready" } != nil, "no portal")
  }

  /// The calls so far.
  var calls: [String] { process.stdout.entries.filter { $0.contains("File window=") } }

  /// Waits for the call after the first `count`, and returns it.
  func call(after count: Int = 0) throws -> String {
    try #require(eventually { calls.count > count }, "not asked")
    return calls[count]
  }

  /// Ends the dialog that was shown last in one of the ways that the program knows.
  func answer(_ line: String) throws { try process.write(line + "\n") }
}
