import Foundation
import Spots
import SpotsSDL
import SpotsTestSupport
import Testing

extension WaylandTests {
  /// The content of outputs at any scale, pixel for pixel.
  @Suite(.serialized) struct WaylandScaleTests {
    private let compositor: TilingCompositor

    init() throws {
      compositor = try TilingCompositor(width: 600, height: 480)
    }

    /// Opens a screen in a window that has all of an output.
    private func open(_ path: String, environment: [String: String] = [:]) throws -> ViewerProcess {
      let process = try ViewerProcess(
        [path, "--events", "--theme", "light", "--no-animation"],
        environment: compositor.environment.merging(environment) { $1 })
      try process.waitForEvent("shown", timeout: 30)
      return process
    }

    /// The picture that `render` makes of a screen on 600×480 pixels.
    private func rendered(_ path: String, scale: Double) throws -> Data {
      let size = "\(600 / scale)x\(480 / scale)"
      let run = try CommandRun([
        "render", path, "--theme", "light", "--size", size, "--scale", "\(scale)", "-o", "-",
      ])
      return run.output
    }

    /// A picture without its lowest 34 points, where windows count the warnings of a screen.
    @MainActor private func top(of png: Data, _ scale: Double) throws -> OffscreenCanvas {
      let picture = try OffscreenCanvas(png: [UInt8](png))
      let height = Double(picture.height) - (34 * scale).rounded()
      let top = try OffscreenCanvas(
        size: Size(width: Double(picture.width), height: height), scale: 1)
      top.copy(picture, x: 0, y: 0)
      return top
    }

    /// Waits until an output shows a screen as `render` does.
    private func expect(
      _ path: String, scale: Double, output: String = "HEADLESS-1",
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let expected = try rendered(path, scale: scale)
      var differing = 0
      let deadline = Date(timeIntervalSinceNow: Allowance.patience(20.0))
      repeat {
        let found = try compositor.picture(of: output)
        differing = try await MainActor.run {
          try CanvasComparison(top(of: expected, scale), top(of: found, scale), tolerance: 0)
            .differingPixels
        }
      } while differing > 0 && Date() < deadline
      #expect(
        differing == 0, "\(path) at \(scale): \(differing) pixels differ",
        sourceLocation: sourceLocation)
    }

    /// Also while the scale changes during the run.
    @Test func everyScreenIsWhatRenderMakesOfItAtEveryScale() async throws {
      for path in try SampleScreens.paths {
        let process = try open(path)
        for scale in [1, 1.5, 2] {
          try compositor.command("output HEADLESS-1 scale \(scale)")
          try await expect(path, scale: scale)
        }
        #expect(try process.terminate().status == 0)
      }
    }

    /// The compositor knows whose window it is, and what to call it.
    private func expectIdentity(title: String) throws {
      let tree = String(decoding: try compositor.tree(), as: UTF8.self)
      #expect(tree.contains(#""app_id": "io.github.spots.Viewer""#), "\(tree)")
      #expect(tree.contains(#""name": "\#(title)""#), "\(tree)")
    }

    @Test func aWindowTakesTheScaleOfTheOutputItIsMovedTo() async throws {
      let path = SampleScreens.path("gallery.json")
      let process = try open(path)
      try expectIdentity(title: "Spots")
      try compositor.command("create_output")
      try compositor.command("output HEADLESS-2 scale 1.25")
      for (output, scale) in [("HEADLESS-2", 1.25), ("HEADLESS-1", 1), ("HEADLESS-2", 1.25)] {
        try compositor.command("[title=.*] move container to output \(output)")
        try await expect(path, scale: scale, output: output)
      }
      #expect(try process.terminate().status == 0)
    }

    /// Where the compositor draws title bars, windows open under Wayland, also when the variable
    /// that decides otherwise is set but empty.
    @Test func theWindowOpensWhereItHasATitleBar() async throws {
      let display = try VirtualDisplay(width: 600, height: 480)
      let path = SampleScreens.path("gallery.json")
      let process = try open(path, environment: ["SDL_VIDEODRIVER": "", "DISPLAY": display.name])
      try await expect(path, scale: 1)
      #expect(try process.terminate().status == 0)
    }

    /// At the edges of a window of a fractional scale, a line of what is below the frames may show.
    @Test func aNewBackgroundReachesTheEdges() throws {
      let directory = try TemporaryDirectory()
      try directory.write(TestScreen.list(3), to: "screen.json")
      try directory.write(##"{"background":"#102030"}"##, to: "theme.json")
      try compositor.command("output HEADLESS-1 scale 1.5")
      let process = try ViewerProcess(
        [directory("screen.json"), "--events", "--theme", directory("theme.json")],
        environment: compositor.environment.merging(["WAYLAND_DEBUG": "1"]) { $1 })
      try process.waitForEvent("shown", timeout: 30)
      let isAtRest = try process.comesToRest()
      #expect(isAtRest)
      let ground = try #require(
        process.stderr.entries.compactMap { line in
          line.firstMatch(of: #/get_subsurface\(.*, (wl_surface@\d+)\)/#).map { String($0.1) }
        }.first)
      func grounds() -> Int {
        process.stderr.entries.count { $0.contains("-> \(ground).attach(wl_buffer") }
      }
      let before = grounds()
      try directory.write(##"{"background":"#405060"}"##, to: "next")
      try directory.shell("mv next theme.json")
      let isReplaced = eventually { grounds() == before + 1 }
      #expect(isReplaced)
      #expect(try process.terminate().status == 0)
    }

    /// The compositor requests no frames from a window that nobody sees, and it draws none.
    @Test func aHiddenWindowDrawsNothing() async throws {
      let directory = try TemporaryDirectory()
      try directory.write(TestScreen.list(30), to: "screen.json")
      let process = try open(
        directory("screen.json"), environment: ["WAYLAND_DEBUG": "1"])
      func frames() -> Int {
        process.stderr.entries.count { $0.contains("attach(wl_buffer") }
      }
      try await expect(directory("screen.json"), scale: 1)
      try compositor.command("workspace elsewhere")
      let before = frames()
      for number in 1...20 {
        let start = process.stdout.entries.count
        try directory.write(TestScreen.list(30, prefix: "New \(number)"), to: "next")
        try directory.shell("mv next screen.json")
        try process.waitForEvent("reloaded", from: start)
      }
      // One may be in transit, requested by the compositor earlier.
      #expect(frames() <= before + 1)
      let isAtRest = try process.comesToRest()
      #expect(isAtRest)
      let (sleeps, cpu) = (try process.mainThreadSleeps, try process.cpuTime)
      usleep(2_000_000)
      // The content may be told the time, once a second.
      #expect(try process.mainThreadSleeps - sleeps <= 4)
      #expect(try process.cpuTime - cpu <= .milliseconds(20))
      try compositor.command("workspace 1")
      try await expect(directory("screen.json"), scale: 1)
      #expect(try process.terminate().status == 0)
    }

    /// Every size is filled, no frame is owed at the end, and each has asked for the next.
    @Test func aStormOfSizesEndsInAFullFrame() async throws {
      let path = SampleScreens.path("gallery.json")
      let process = try open(path, environment: ["WAYLAND_DEBUG": "1"])
      try compositor.command("floating enable")
      for step in 0..<200 {
        let (width, height) = (300 + step * 97 % 400, 250 + step * 61 % 340)
        try compositor.command("resize set \(width) px \(height) px")
      }
      try compositor.command("floating disable")
      try await expect(path, scale: 1)
      let isAtRest = try process.comesToRest()
      #expect(isAtRest)
      let isEven = eventually {
        let log = process.stderr.entries
        guard let surface = WaylandTests.frameSurface(in: log) else { return false }
        let counts = ["attach", "frame", "commit"].map { request in
          log.count { $0.contains("-> \(surface).\(request)(") }
        }
        return counts[0] > 20 && Set(counts).count == 1
      }
      #expect(isEven)
      #expect(try process.terminate().status == 0)
      #expect(!process.stderr.entries.contains { $0.contains("wl_display@1.error") })
    }
  }
}
