import Foundation
import SpotsSDL
import SpotsTestSupport
import Testing

/// A Wayland compositor without a screen. Its outputs can have any scale, and a window that is
/// alone on an output fills it. Gone when released.
final class TilingCompositor: Sendable {
  /// The environment variables through which programs find it.
  let environment: [String: String]

  private let process = Process()
  /// Ends the compositor when it is closed, also when the tests crash.
  private let lifeline: FileHandle
  private let folder: TemporaryDirectory

  /// Starts it with one output, called `HEADLESS-1`.
  ///
  /// - Parameters:
  ///   - width: The width of the output, in pixels.
  ///   - height: Its height, in pixels as well.
  init(width: Int, height: Int) throws {
    folder = try TemporaryDirectory()
    try folder.shell("mkdir -m 700 run")
    try folder.write(
      "output * resolution \(width)x\(height) scale 1\ndefault_border none\n", to: "config")
    environment = [
      "SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": "wayland-1",
      "XDG_RUNTIME_DIR": folder("run"), "SWAYSOCK": folder("run/ipc"),
    ]
    var command = ["sway", "-c", folder("config")]
    if getuid() == 0 {
      // sway refuses to run as root.
      try folder.shell("chmod 711 . && chown 65534:65534 run")
      command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] + command
    }
    process.environment = ViewerProcess.inheritedEnvironment.merging(environment) { $1 }
      .merging([
        "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        "HOME": folder("run"),
      ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    lifeline = try process.runWithLifeline(command)
    let isThere = eventually(timeout: 30) { (try? run("swaymsg", "-t", "get_version")) != nil }
    try #require(isThere, "sway did not start")
  }

  deinit {
    lifeline.closeFile()
    process.waitUntilExit()
  }

  /// Runs a command of sway's, such as `output HEADLESS-1 scale 2`.
  func command(_ text: String) throws {
    try run("swaymsg", "-q", text)
  }

  /// All windows, as the compositor describes them in JSON.
  func tree() throws -> Data {
    try Self.output(of: ["swaymsg", "-r", "-t", "get_tree"], environment)
  }

  /// What an output shows now.
  func picture(of output: String = "HEADLESS-1") throws -> Data {
    try run("grim", "-l", "0", "-o", output, folder("picture.png"))
    return try Data(contentsOf: URL(fileURLWithPath: folder("picture.png")))
  }

  struct ToolError: Error {
    let arguments: [String]
  }

  private func run(_ arguments: String...) throws {
    _ = try Self.output(of: arguments, environment)
  }

  private static func output(
    of arguments: [String], _ environment: [String: String]
  ) throws -> Data {
    let (tool, output) = (Process(), Pipe())
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tool.arguments = arguments
    tool.environment = ViewerProcess.inheritedEnvironment.merging(environment) { $1 }
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.runTakingSignals()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    output.fileHandleForReading.closeFile()
    tool.waitUntilExit()
    guard tool.terminationStatus == 0 else { throw ToolError(arguments: arguments) }
    return data
  }
}
