import Foundation
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import spots_viewer

extension WindowTests {
  /// Windows that are decorated, minimized, maximized and dropped on, under a window manager.
  @Suite(.serialized) struct WindowManagerTests {
    /// The display shared by all of them.
    private static let desktop = Result { try ManagedDisplay() }

    private let desktop: ManagedDisplay
    private let directory: TemporaryDirectory

    init() throws {
      desktop = try Self.desktop.get()
      directory = try TemporaryDirectory()
      // Nothing lies under the pointer.
      try desktop.display.xdotool(["mousemove", "899", "699"])
    }

    /// A screen of one color.
    private static func screen(_ color: String, title: String = "One") -> String {
      #"{"title":"\#(title)","theme":{"background":"\#(color)"},"components":[]}"#
    }

    /// Opens a file in a window that saves its state.
    private func open(
      _ name: String = "a.json", _ options: [String] = []
    ) throws -> (process: ViewerProcess, window: ViewerWindow) {
      let process = try ViewerProcess(
        [directory(name), "--events", "--theme", "light"] + options, display: desktop.display,
        environment: ["XDG_STATE_HOME": directory("state")])
      try process.waitForEvent("shown", timeout: 30)
      return (process, try ViewerWindow(of: process, on: desktop.display))
    }

    private func expect(
      _ window: ViewerWindow, hasSize width: Int, _ height: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let isSo = try eventually { try window.size == (width, height) }
      let size = try window.size
      #expect(isSo, "\(size)", sourceLocation: sourceLocation)
    }

    /// Waits until the window is as large as can be with a title bar.
    private func expectMaximized(
      _ window: ViewerWindow, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let isSo = try eventually {
        let size = try window.size
        return size.width >= 890 && (600..<700).contains(size.height)
      }
      let size = try window.size
      #expect(isSo, "\(size)", sourceLocation: sourceLocation)
    }

    private func end(_ process: ViewerProcess, _ window: ViewerWindow) throws {
      // The second one comes when the first has closed the window, or is closing it.
      try window.key("ctrl+q", "ctrl+q")
      #expect(try process.waitForExit().status == 0, "\(process.stderr.entries)")
      #expect(process.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
      #expect(process.events.count { $0.name == "closed" } == 1)
    }

    // MARK: Whose window it is

    @Test func desktopsKnowWhoseWindowItIs() throws {
      try directory.write(#"{"components":[]}"#, to: "a b.json")
      let (process, window) = try open("a b.json")
      let connection = try XConnection(desktop.display.name)
      let identity = ProgramIdentity.spotsViewer
      #expect(identity.identifier == "io.github.spots.Viewer")
      #expect(
        try connection.text("WM_CLASS", of: window.number)
          == "\(identity.identifier)\0\(identity.identifier)\0")
      #expect(try connection.text("_NET_WM_NAME", of: window.number) == "a b — Spots")
      var icon: [UInt]?
      let isThere = try eventually {
        icon = try connection.property("_NET_WM_ICON", of: window.number)
        return icon != nil
      }
      #expect(isThere)
      let bytes = try #require(identity.icon)
      #expect(try icon == WindowIcon(png: bytes).property)
      try end(process, window)
    }

    // MARK: Its size

    @Test func theSizeIsRemembered() throws {
      try directory.write(Self.screen("#FF0000"), to: "a.json")
      do {
        let (process, window) = try open()
        try expect(window, hasSize: 800, 600)
        try window.resize(width: 500, height: 400)
        try desktop.maximize(window)
        try expectMaximized(window)
        try window.key("F11")
        try expect(window, hasSize: 900, 700)
        try end(process, window)
      }
      do {
        let (process, window) = try open()
        try expectMaximized(window)
        try desktop.maximize(window, false)
        try expect(window, hasSize: 500, 400)
        try end(process, window)
      }
      do {
        let (process, window) = try open()
        try expect(window, hasSize: 500, 400)
        try end(process, window)
      }
    }

    @Test func optionsWinAndWindowsFitTheDisplay() throws {
      try directory.write(Self.screen("#FF0000"), to: "a.json")
      do {
        let (process, window) = try open()
        try window.resize(width: 500, height: 400)
        try end(process, window)
      }
      do {
        let (process, window) = try open("a.json", ["--size", "300x200"])
        try expect(window, hasSize: 300, 200)
        try end(process, window)
      }
      // A saved size that does not fit is reduced.
      let file = directory("state/spots/windows.json")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("500") && text.contains("400"), "\(text)")
      try directory.write(
        text.replacingOccurrences(of: "500", with: "5000"), to: "state/spots/windows.json")
      let (process, window) = try open()
      let fits = try eventually {
        let size = try window.size
        return size.width >= 890 && size.width <= 900 && size.height == 400
      }
      #expect(fits)
      try end(process, window)
    }

    // MARK: Full screen, minimized, maximized

    @Test func fullScreenCoversTheDisplayAndComesBack() throws {
      try directory.write(Self.screen("#FF0000"), to: "a.json")
      let (process, window) = try open("a.json", ["--size", "400x300"])
      for _ in 0..<2 {
        try window.key("F11")
        try expect(window, hasSize: 900, 700)
        #expect(
          try eventually {
            let picture = try desktop.display.screenshot()
            // The pointer is in the last corner.
            return [(0, 0), (899, 0), (0, 699)].allSatisfy { picture[$0.0, $0.1] == 0xFF0000 }
          })
        try window.key("Escape")
        try expect(window, hasSize: 400, 300)
      }
      try end(process, window)
    }

    /// Whether the window shows a color in its corners, but for that in which the pointer may be.
    private func shows(_ window: ViewerWindow, _ color: UInt32) throws -> Bool {
      // xdotool counts the title bar twice.
      let (x, y) = try XConnection(desktop.display.name).origin(of: window.number)
      let size = try window.size
      let picture = try desktop.display.screenshot()
      return [(1, 1), (size.width - 2, 1), (1, size.height - 2)].allSatisfy {
        let (column, row) = (x + $0.0, y + $0.1)
        return column < picture.width && row < picture.height && picture[column, row] == color
      }
    }

    @Test func nothingIsDrawnWhileItIsMinimized() throws {
      try directory.write(Self.screen("#FF0000"), to: "a.json")
      let process = try ViewerProcess(
        [directory("a.json")], display: desktop.display,
        executable: ViewerProcess.program("viewer-program"))
      try #require(process.stdout.wait(timeout: 30) { $0.hasPrefix("shown ") } != nil)
      let window = try ViewerWindow(of: process, on: desktop.display)
      #expect(try eventually { try shows(window, 0xFF0000) })
      /// The frames so far, once all that came before has been dealt with.
      func frames() throws -> Int {
        let start = process.stdout.entries.count
        try process.write("frames\n")
        let line = process.stdout.wait(from: start) { $0.hasPrefix("frames ") }
        return try #require(line.flatMap { Int($0.dropFirst("frames ".count)) })
      }
      try desktop.minimize(window)
      _ = try frames()
      let before = try frames()
      for (index, color) in ["#00FF00", "#0000FF", "#123456"].enumerated() {
        let start = process.stdout.entries.count
        try directory.write(Self.screen(color, title: "\(index)"), to: "a.json")
        #expect(process.stdout.wait(from: start) { $0.hasPrefix("reloaded") } != nil)
        #expect(try frames() == before)
      }
      try desktop.activate(window)
      #expect(try eventually { try shows(window, 0x123456) })
      #expect(try frames() <= before + 3)
      try process.write("close\n")
      #expect(try process.waitForExit().status == 0)
    }

    @Test func aStormOfSizesAndStatesLeavesAFullWindow() throws {
      try directory.write(Self.screen("#FF0000"), to: "a.json")
      let (process, window) = try open("a.json", ["--size", "400x300"])
      var random = SplitMix64(seed: 17)
      for step in 0..<30 {
        switch step % 6 {
        case 4: try desktop.maximize(window)
        case 5: try desktop.maximize(window, false)
        default:
          // Without waiting for the answer.
          try desktop.display.xdotool([
            "windowsize", window.identifier, "\(Int.random(in: 240...700, using: &random))",
            "\(Int.random(in: 180...500, using: &random))",
          ])
        }
      }
      try window.resize(width: 420, height: 320)
      try expect(window, hasSize: 420, 320)
      #expect(try eventually { try shows(window, 0xFF0000) })
      try desktop.maximize(window)
      try expectMaximized(window)
      #expect(try eventually { try shows(window, 0xFF0000) })
      try end(process, window)
    }

    // MARK: Drops

    private func uris(_ names: [String]) -> String {
      names.map { URL(fileURLWithPath: directory($0)).absoluteString + "\r\n" }.joined()
    }

    @Test func droppedFilesOpen() throws {
      try directory.write(Self.screen("#FF0000"), to: "a.json")
      try directory.write(Self.screen("#00FF00", title: "Two"), to: "Größe 日本 100%.spots.json")
      try directory.write(Self.screen("#0000FF", title: "Three"), to: "c.json")
      try directory.shell("mkdir folder; touch photo.png")
      let (process, window) = try open("a.json", ["--size", "400x300"])
      // Dropped files that open nothing change nothing.
      for name in ["folder", "photo.png", "gone.json"] {
        #expect(try desktop.drop(uris([name]), on: window))
      }
      // The first opens here, the other in a window of its own.
      #expect(
        try desktop.drop(
          uris(["photo.png", "Größe 日本 100%.spots.json", "c.json"]), on: window))
      let event = try process.waitForEvent("navigated")
      #expect(event.string("to") == directory("Größe 日本 100%.spots.json"))
      #expect(try eventually { try window.title == "Two — Spots" })
      #expect(process.events.count { $0.name == "navigated" } == 1)
      var other: String?
      let isThere = eventually {
        other = try? desktop.display.xdotool(["search", "--name", "^Three "])
        return other != nil
      }
      try #require(isThere, "\(process.stderr.entries)")
      let connection = try XConnection(desktop.display.name)
      let number = try #require(other.flatMap { XConnection.Window($0) })
      try connection.send(
        "WM_PROTOCOLS", [connection.atom("WM_DELETE_WINDOW")], about: number)
      try window.focus()
      try end(process, window)
    }
  }
}
