import Foundation
import Testing

/// A Wayland compositor that shows its output, with one window over all of it, on a display of its
/// own; gone when released.
final class Compositor {
  let display: VirtualDisplay
  /// What programs have to know to find it.
  let environment: [String: String]

  private let process = Process()
  private let folder: TemporaryDirectory
  private static let socket = "wayland-test"

  /// - Parameters:
  ///   - width: Of the output, in units of Wayland's; `height` likewise.
  ///   - scale: Pixels of the output for each.
  init(width: Int, height: Int, scale: Int) throws {
    folder = try TemporaryDirectory()
    try folder.shell("chmod 700 .")
    display = try VirtualDisplay(width: width * scale, height: height * scale)
    environment = [
      "SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": Self.socket, "XDG_RUNTIME_DIR": folder.path,
    ]
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "weston", "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so",
      "--socket=\(Self.socket)", "--width=\(width)", "--height=\(height)", "--scale=\(scale)",
      "--no-config", "--idle-time=0",
    ]
    let own = ["DISPLAY": display.name, "XDG_RUNTIME_DIR": folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runTakingSignals()
    let socket = folder(Self.socket)
    let isThere = eventually(timeout: 30) { FileManager.default.fileExists(atPath: socket) }
    try #require(isThere, "weston did not start")
  }

  deinit {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
