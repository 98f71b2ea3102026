import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

extension WindowTests {
  /// A window of ten thousand items whose corner is being dragged.
  @Suite(.serialized) struct ResizeStormTests {
    private static let background: UInt32 = 0x20_30_40
    private static let surface: UInt32 = 0xE0_F0_D0

    /// Rows over cards over rows, all of which touch both edges of the window and each other.
    /// Nothing in them is black.
    private static let screen: String = {
      let cards = (0..<5000).map { #"{"title":"Card \#($0)","size":{"height":60}}"# }
      let rows = (0..<4996).map { #"{"title":"Row \#($0)"}"# }
      return #"""
        {"theme":{"background":"#203040","surface":"#E0F0D0"},"components":[
        {"layout":{"max-width":0},"items":[{"title":"A"},{"title":"B"},{"title":"C"},{"title":"D"}]},
        {"kind":"grid","layout":{"min-item-width":90,"max-width":0},
        "items":[\#(cards.joined(separator: ","))]},
        {"layout":{"max-width":0},"items":[\#(rows.joined(separator: ","))]}]}
        """#
    }()

    /// What the bottom or right edge of a window of that size lacks; nil when both are painted.
    ///
    /// - Parameter isPainted: Whether the program has had its time; before, the server's background
    ///   is enough.
    private func edgeFault(
      _ picture: Screenshot, width: Int, height: Int, isPainted: Bool
    ) -> String? {
      let edges = [
        "right": (0..<height).map { picture[width - 1, $0] },
        "bottom": (0..<width).map { picture[$0, height - 1] },
      ]
      for (name, pixels) in edges {
        if let hole = pixels.firstIndex(of: 0) { return "black at \(hole) of the \(name) edge" }
        // Titles, lines and the corners of the scrollbar are less than half of an edge.
        let count = pixels.count { $0 == Self.surface }
        if isPainted, count * 2 < pixels.count { return "\(count) pixels of the \(name) edge" }
      }
      return nil
    }

    /// How the window differs from the picture of a screen of that size, which begins at the top.
    @MainActor
    private func difference(
      _ rig: WindowRig, _ picture: Screenshot, width: Int, height: Int
    ) throws -> String? {
      let path = rig.directory("wanted.png")
      if !FileManager.default.fileExists(atPath: path) {
        let run = try CommandRun([
          "render", rig.directory("screen.json"), "-o", path, "--theme", "light", "--size",
          "\(width)x\(height)",
        ])
        try #require(run.status == 0, "\(run.errors)")
      }
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let wanted = try OffscreenCanvas(png: bytes)
      for y in 0..<height {
        for x in 0..<width where wanted.pixel(x: x, y: y) != 0xFF00_0000 | picture[x, y] {
          return "\(String(picture[x, y], radix: 16)) at \(x), \(y)"
        }
      }
      return nil
    }

    @Test @MainActor func everyFrameIsFull() throws {
      let rig = try WindowRig(Self.screen)
      try rig.display.xdotool(["windowmove", "--sync", rig.window.identifier, "0", "0"])
      var random = SplitMix64(seed: 27)
      for step in 1...100 {
        let width = Int.random(in: 200...880, using: &random)
        let height = Int.random(in: 240...680, using: &random)
        try rig.window.resize(width: width, height: height)
        let name = "seed 27, step \(step), \(width)×\(height)"
        let early = try rig.display.screenshot()
        let hole = edgeFault(early, width: width, height: height, isPainted: false)
        #expect(hole == nil, "\(name): \(hole ?? "")")
        var fault: String?
        let isFull = try eventually {
          let picture = try rig.display.screenshot()
          fault = edgeFault(picture, width: width, height: height, isPainted: true)
          if fault == nil, step.isMultiple(of: 10) {
            fault = try difference(rig, picture, width: width, height: height)
          }
          return fault == nil
        }
        #expect(isFull, "\(name): \(fault ?? "")")
        if step.isMultiple(of: 10) { unlink(rig.directory("wanted.png")) }
      }
    }
  }
}
