import Foundation
import Testing

/// A Wayland compositor with one output, which a window fills, shown in a window on an X11 display;
/// gone when released.
final class Compositor {
  let display: VirtualDisplay
  /// The environment variables through which programs find it.
  let environment: [String: String]

  private let process = Process()
  /// Ends the compositor when it is closed, also when the tests crash.
  private let lifeline: FileHandle
  private let folder: TemporaryDirectory
  private static let socket = "wayland-test"

  /// - Parameters:
  ///   - width: The width of the output, in units of Wayland's.
  ///   - height: Its height, in units as well.
  ///   - scale: The pixels of the display in a unit.
  ///   - display: The display; nil creates one that is just as large.
  ///   - hasSeat: False for one that is not shown on the display, and has no pointer or keyboard.
  init(
    width: Int, height: Int, scale: Int = 1, on display: VirtualDisplay? = nil,
    hasSeat: Bool = true
  ) throws {
    folder = try TemporaryDirectory()
    try folder.shell("chmod 700 .")
    self.display = try display ?? VirtualDisplay(width: width * scale, height: height * scale)
    environment = [
      "SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": Self.socket, "XDG_RUNTIME_DIR": folder.path,
    ]
    let own = ["DISPLAY": self.display.name, "XDG_RUNTIME_DIR": folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
    process.standardOutput = FileHandle.nullDevice
    lifeline = try process.runWithLifeline([
      "weston", "--backend=\(hasSeat ? "x11" : "headless")-backend.so", "--use-pixman",
      "--shell=kiosk-shell.so", "--socket=\(Self.socket)", "--width=\(width)",
      "--height=\(height)", "--scale=\(scale)", "--no-config", "--idle-time=0",
    ])
    let socket = folder(Self.socket)
    let isThere = eventually(timeout: 30) { FileManager.default.fileExists(atPath: socket) }
    try #require(isThere, "weston did not start")
  }

  deinit { end() }

  func end() {
    lifeline.closeFile()
    process.waitUntilExit()
  }
}
