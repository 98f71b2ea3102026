import Foundation
import Testing

/// An X server of a test's own, with nothing on it and no window manager; gone when released.
final class VirtualDisplay: Sendable {
  /// The name by which clients find it, for example `:99`.
  let name: String
  let width: Int
  let height: Int

  private let server: Process
  /// Ends the server when it is closed, also when the tests crash.
  private let lifeline: FileHandle
  private let pictures: TemporaryDirectory

  /// - Parameters:
  ///   - width: In pixels.
  ///   - height: In pixels.
  init(width: Int = 1280, height: Int = 800) throws {
    self.width = width
    self.height = height
    pictures = try TemporaryDirectory()
    let output = Pipe()
    server = Process()
    server.standardOutput = output
    // The server picks a free number and prints it.
    lifeline = try server.runWithLifeline([
      "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
      "-noreset", "-fbdir", pictures.path,
    ])
    name = try ":" + #require(output.firstLine, "Xvfb did not start")
  }

  deinit {
    end()
  }

  var isRunning: Bool { server.isRunning }

  /// The process of the X server, for tests that stop it for a while.
  var processIdentifier: Int32 { get throws { try server.child("Xvfb") } }

  /// Ends the server and waits until it is gone. Clients lose their connection.
  func end() {
    guard server.isRunning else { return }
    do {
      try lifeline.close()
      server.waitUntilExit()
    } catch {
      server.terminate()
    }
  }

  /// What the display shows now.
  func screenshot() throws -> Screenshot {
    try Screenshot(dump: dump())
  }

  /// The display's current content, unparsed; for comparing with another.
  func dump() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: pictures("Xvfb_screen0")))
  }

  /// Runs xdotool with `arguments` on this display, and returns its output.
  @discardableResult
  func xdotool(_ arguments: [String]) throws -> String { try run("xdotool", arguments) }

  /// Gives the keyboard dead keys and Compose (at the right Alt). Otherwise xdotool lends each of
  /// them a key for a moment, which may be over when a busy program looks up what was pressed.
  func useInternationalKeyboard() throws {
    try run("setxkbmap", ["us", "-variant", "intl", "-option", "compose:ralt"])
  }

  @discardableResult
  private func run(_ name: String, _ arguments: [String]) throws -> String {
    let tool = Process()
    let output = Pipe()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tool.arguments = [name] + arguments
    tool.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": self.name]) { $1 }
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.runTakingSignals()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    output.fileHandleForReading.closeFile()
    tool.waitUntilExit()
    guard tool.terminationStatus == 0 else { throw ToolError(arguments: arguments) }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  struct ToolError: Error {
    let arguments: [String]
  }
}
