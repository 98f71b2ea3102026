import Foundation
import SpotsTestSupport
import Testing

/// A session bus of a test's own, with nothing on it; gone when released, or when the tests crash.
final class TestBus {
  let address: String
  private let process = Process()
  /// Ends the bus when it is closed.
  private let lifeline: FileHandle
  private let folder: TemporaryDirectory
  private var stopped: Int32?

  /// - Parameter services: The names of services that are installed but do not run, and that fail
  ///   when they are started.
  init(services: [String] = []) throws {
    folder = try TemporaryDirectory()
    let policy = ["send_destination=\"*\" eavesdrop=\"true\"", "eavesdrop=\"true\"", "own=\"*\""]
      .map { "<allow \($0)/>" }.joined()
    try folder.write(
      """
      <busconfig><type>session</type><listen>unix:path=\(folder("bus"))</listen>\
      <auth>EXTERNAL</auth><servicedir>\(folder.path)</servicedir>\
      <policy context="default">\(policy)</policy></busconfig>
      """, to: "bus.conf")
    for name in services {
      try folder.write("[D-BUS Service]\nName=\(name)\nExec=/bin/false\n", to: "\(name).service")
    }
    let output = Pipe()
    process.standardOutput = output
    lifeline = try process.runWithLifeline([
      "dbus-daemon", "--config-file=\(folder("bus.conf"))", "--nofork", "--print-address=1",
    ])
    address = try #require(output.firstLine, "dbus-daemon did not start")
  }

  deinit { end() }

  /// Has the bus neither read nor write until `goOn()`.
  func stop() throws {
    let daemon = try process.child("dbus-daemon")
    kill(daemon, SIGSTOP)
    stopped = daemon
  }

  func goOn() {
    if let stopped { kill(stopped, SIGCONT) }
    stopped = nil
  }

  /// Ends the bus and waits until it is gone.
  func end() {
    goOn()
    guard process.isRunning else { return }
    do {
      try lifeline.close()
    } catch {
      process.terminate()
    }
    process.waitUntilExit()
  }
}

/// A settings portal on a bus, which says what a test has it say; gone when released.
final class TestPortal {
  enum Mode: String {
    case usual, silent, dying
    case readOnly = "read-only"
  }

  /// What it prints: `ready`, then a line for each call it receives.
  let said = EventLog<String>()
  private let process = Process()
  private let input = Pipe()

  /// Starts the portal and waits until it has its name.
  ///
  /// - Parameter settings: Those it has from the start, each as `set` takes it.
  init(_ mode: Mode = .usual, on bus: TestBus, settings: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: try ViewerProcess.program("settings-portal"))
    process.arguments = [mode.rawValue] + settings.map { "set \($0)" }
    process.environment = ViewerProcess.inheritedEnvironment.merging([
      "DBUS_SESSION_BUS_ADDRESS": bus.address
    ]) { $1 }
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.runTakingSignals()
    Thread.detachNewThread { [said] in
      var rest = Data()
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          said.append(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      output.fileHandleForReading.closeFile()
    }
    try #require(said.wait { $0 == "ready" } != nil, "no portal")
  }

  deinit { end() }

  /// Changes a setting, given as `NAMESPACE KEY TYPE VALUE...`, and sends the signal for it.
  func set(_ setting: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("set \(setting)\n".utf8))
  }

  /// Ends the portal and waits until it is gone.
  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
