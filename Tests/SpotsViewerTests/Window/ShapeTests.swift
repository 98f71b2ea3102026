import Foundation
import Testing

extension WindowTests {
  /// The window's size, and how it and the pointer look.
  @Suite(.serialized) struct ShapeTests {
    /// While the program has not painted yet what the server added, it looks like the rest.
    @Test func aWindowThatGrowsShowsNoStrips() throws {
      let rig = try WindowRig(TestScreen.list(2), size: "300x300")
      let before = try rig.display.screenshot()
      let left = try #require((0..<before.width).first { before[$0, 350] != 0 })
      let top = try #require((0..<before.height).first { before[left + 10, $0] != 0 })
      kill(rig.process.processIdentifier, SIGSTOP)
      defer { kill(rig.process.processIdentifier, SIGCONT) }
      for (width, height) in [(500, 320), (320, 450), (420, 400)] {
        try rig.window.resize(width: width, height: height)
        let now = try rig.display.screenshot()
        for y in stride(from: 0, to: height, by: 7) {
          for x in stride(from: 0, to: width, by: 7) {
            // Pixels that were there before stayed, unless they were cut off in between.
            let isOld = x < 300 && y < 300
            let expected = isOld ? before[left + x, top + y] : 0xF5F5F7
            #expect(now[left + x, top + y] == expected, "\(x), \(y) of \(width)×\(height)")
          }
        }
      }
    }

    @Test func theWindowIsNeverWithoutContentWhileItIsResized() throws {
      let rig = try WindowRig(TestScreen.list(2), size: "300x300")
      let first = try rig.display.screenshot()
      let left = try #require((0..<first.width).first { first[$0, 350] != 0 })
      let top = try #require((0..<first.height).first { first[left + 10, $0] != 0 })
      for step in 1...60 {
        let side = 300 + (step % 20) * 10
        try rig.window.resize(width: side, height: side)
        let picture = try rig.display.screenshot()
        let dark = stride(from: 0, to: 300, by: 3).contains {
          picture[left + $0, top + 290] == 0 || picture[left + 290, top + $0] == 0
        }
        #expect(!dark, "step \(step)")
      }
    }

    @Test func thePointerIsAHandOverLinksAlone() throws {
      let rig = try WindowRig(
        #"""
        {"components":[{"header":{"title":"T","action":"add","meta":{"actionTitle":"Add"}},
        "items":[{"title":"a","action":"a:b"},{"title":"b"}]}]}
        """#)
      let name = rig.display.name
      let screen = try rig.inspect()
      let (link, text) = (screen.place(ofItem: 0), screen.place(ofItem: 1))
      try rig.window.move(to: text)
      let arrow = try PointerPicture.serial(onDisplay: name)
      try rig.window.move(to: link)
      #expect(try eventually { try PointerPicture.serial(onDisplay: name) != arrow })
      let hand = try PointerPicture.serial(onDisplay: name)
      try rig.window.move(to: text)
      #expect(try eventually { try PointerPicture.serial(onDisplay: name) != hand })
      // The header's title is no button.
      try rig.window.move(to: (x: 40, y: 30))
      let title = try PointerPicture.serial(onDisplay: name)
      try rig.window.move(to: (x: 370, y: 35))
      #expect(try eventually { try PointerPicture.serial(onDisplay: name) != title })
    }

    @Test func theKeysOfBrowsersGoBackAndForwardAndTheWheelZooms() throws {
      let rig = try WindowRig(
        #"{"title":"A","components":[{"items":[{"title":"a","action":"screen:b.json"}]}]}"#,
        files: ["b.json": TestScreen.list(3, title: "B")])
      try rig.window.click((x: 100, y: 22))
      #expect(try eventually { try rig.window.title == "B — Spots" })
      for (back, forward) in [("BackSpace", "alt+Right"), ("XF86Back", "XF86Forward")] {
        try rig.window.key(back)
        #expect(try eventually { try rig.window.title == "A — Spots" }, "\(back)")
        try rig.window.key(forward)
        #expect(try eventually { try rig.window.title == "B — Spots" }, "\(forward)")
      }
      // Twice as large: the first row, below the bar with the way back, is where the third one was.
      try rig.window.wheel(.up, notches: 8, at: (x: 100, y: 66), holding: "ctrl")
      #expect(eventually { (try? rig.click((100, 140)).integer("item")) == 0 })
    }
  }
}
