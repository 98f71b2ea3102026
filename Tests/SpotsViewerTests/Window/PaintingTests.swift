import Spots
import Testing

extension WindowTests {
  /// What is really on the screen: the first frame, and every size after it.
  @Suite(.serialized) struct PaintingTests {
    private func color(_ theme: Theme, _ role: ColorRole) -> UInt32 {
      let color = theme[role]
      return UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }

    /// The pixels of the window.
    private func shot(_ rig: WindowRig) throws -> [[UInt32]] {
      let (x, y, width, height) = try rig.window.geometry
      let picture = try rig.display.screenshot()
      return (max(y, 0)..<min(y + height, picture.height)).map { row in
        (max(x, 0)..<min(x + width, picture.width)).map { picture[$0, row] }
      }
    }

    @Test(arguments: ["light", "dark"])
    func theFirstFrameShowsTheContent(name: String) throws {
      let rig = try WindowRig(TestScreen.list(3), options: ["--theme", name])
      let theme = name == "dark" ? Theme.dark : .light
      let (ground, text) = (color(theme, .surface), color(theme, .primary))
      // The display may be a moment behind the program.
      var pixels: [[UInt32]] = []
      let isShown = try eventually {
        pixels = try shot(rig)
        return pixels.last?.last == color(theme, .background)
      }
      #expect(isShown)
      #expect(pixels[20].last == ground)
      #expect(pixels[..<44].contains { $0.contains(text) }, "no text in the first row")
      #expect(!pixels[140...].contains { $0.contains(text) }, "text below the rows")
    }

    /// The unpainted part of a list in a window of that size; nil when all is painted.
    private func fault(in pixels: [[UInt32]], width: Int, height: Int) -> String? {
      guard pixels.count == height, pixels.allSatisfy({ $0.count == width }) else {
        return "the window is \(pixels.first?.count ?? 0)x\(pixels.count)"
      }
      if let row = pixels.firstIndex(where: { $0.contains(0) }) { return "row \(row) has holes" }
      // Rows of the list reach the right edge.
      let ground = color(.light, .surface)
      let row = [20, height - 30].first { pixels[$0].last != ground }
      return row.map { "row \($0) ends in \(String(pixels[$0].last ?? 0, radix: 16))" }
    }

    @Test func resizingFillsTheWindow() throws {
      // Rows that reach both edges of any window.
      let wide = #""components":[{"layout":{"max-width":0},"#
      let rig = try WindowRig(TestScreen.list(60).replacing(#""components":[{"#, with: wide))
      try rig.display.xdotool(["windowmove", "--sync", rig.window.identifier, "0", "0"])
      for (width, height) in [(700, 500), (250, 640), (850, 650), (401, 301)] {
        try rig.window.resize(width: width, height: height)
        // A look at a whole display takes a while on a busy machine.
        var fault: String?
        let isFilled = try eventually(timeout: 60) {
          fault = self.fault(in: try shot(rig), width: width, height: height)
          return fault == nil
        }
        #expect(isFilled, "\(width)x\(height): \(fault ?? "")")
      }
    }

    /// The left half of the window, without the scrollbar, once it no longer changes.
    private func still(_ rig: WindowRig) throws -> [[UInt32]] {
      // Nothing lies under the pointer.
      let (x, y) = (rig.display.width - 1, rig.display.height - 1)
      try rig.display.xdotool(["mousemove", "\(x)", "\(y)"])
      try rig.waitUntilStill()
      return try shot(rig).map { Array($0.prefix($0.count / 2)) }
    }

    /// The same window, repainted from scratch because none of it was visible.
    private func repainted(_ rig: WindowRig) throws -> [[UInt32]] {
      for command in ["windowunmap", "windowmap"] {
        try rig.display.xdotool([command, "--sync", rig.window.identifier])
      }
      return try still(rig)
    }

    /// What has been scrolled is moved on the server: it must look as if it had been painted.
    @Test func scrollingLooksLikePaintingFromScratch() throws {
      let rig = try WindowRig(TestScreen.carouselOverList)
      try rig.display.xdotool(["windowmove", "--sync", rig.window.identifier, "20", "20"])
      for (direction, notches) in [(ViewerWindow.Wheel.down, 5), (.up, 2), (.down, 1)] {
        try rig.settle {
          try rig.window.wheel(direction, notches: notches, at: (x: 100, y: 400))
        }
      }
      let scrolled = try still(rig)
      #expect(try repainted(rig) == scrolled)
    }

    /// The server has no pixels of what lies under another window.
    @Test func whatWasCoveredWhileScrollingIsSeenAfterwards() throws {
      let rig = try WindowRig(TestScreen.list(200), size: "500x600")
      let cover = try WindowRig(TestScreen.list(3), size: "240x180")
      for (window, x, y) in [(rig.window, 0, 0), (cover.window, 30, 200)] {
        try rig.display.xdotool(["windowmove", "--sync", window.identifier, "\(x)", "\(y)"])
      }
      try rig.display.xdotool(["windowraise", cover.window.identifier])
      try rig.window.focus()
      try rig.settle { try rig.window.wheel(.down, notches: 7, at: (x: 400, y: 100)) }
      _ = try cover.process.terminate()
      let scrolled = try still(rig)
      #expect(try repainted(rig) == scrolled)
    }

    @Test func resizingKeepsThePlaceAndFindsTheItems() throws {
      let rig = try WindowRig(TestScreen.list(60))
      try rig.settle { try rig.window.wheel(.down, notches: 11, at: (x: 100, y: 300)) }
      // 660 points are 15 rows.
      #expect(try rig.click((x: 100, y: 5)).integer("item") == 15)
      try rig.settle { try rig.window.resize(width: 300, height: 500) }
      #expect(try rig.click((x: 100, y: 5)).integer("item") == 15)
      #expect(try rig.click((x: 270, y: 490)).integer("item") == 15 + 490 / 44)
    }

    @Test func aWindowOfOnePixelIsSurvived() throws {
      let rig = try WindowRig(TestScreen.carouselOverList)
      for size in [(1, 1), (400, 1), (1, 400), (3, 2)] {
        try rig.window.resize(width: size.0, height: size.1)
      }
      // Reloads keep the place even while there is no room.
      try rig.save(TestScreen.list(40, prefix: "New"))
      try rig.window.resize(width: 400, height: 300)
      let isFilled = try eventually {
        let pixels = try shot(rig)
        return pixels.count == 300 && pixels[20].last == color(.light, .surface)
      }
      #expect(isFilled)
      #expect(try rig.click((x: 200, y: 10)).string("title") == "New 0")
    }

    @Test func aStormOfSizesEndsWithTheLast() throws {
      let rig = try WindowRig(TestScreen.list(60))
      try rig.display.xdotool(["windowmove", "--sync", rig.window.identifier, "0", "0"])
      let sizes = (0..<60).flatMap { step in
        ["windowsize", rig.window.identifier, "\(200 + step * 7)", "\(640 - step * 6)"]
      }
      try rig.display.xdotool(sizes)
      let ground = color(.light, .surface)
      let isFilled = try eventually {
        let pixels = try shot(rig)
        return pixels.count == 640 - 59 * 6 && pixels[20].count == 200 + 59 * 7
          && pixels.allSatisfy { !$0.contains(0) } && pixels[20].last == ground
      }
      #expect(isFilled)
      #expect(try rig.click((x: 580, y: 50)).integer("item") == 1)
    }
  }
}
