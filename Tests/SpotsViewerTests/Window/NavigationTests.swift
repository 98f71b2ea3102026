import Foundation
import Testing

extension WindowTests {
  /// The way to other screens and back.
  @Suite(.serialized) struct NavigationTests {
    private static func list(_ prefix: String) -> String {
      let items = (0..<60).map {
        #"{"identifier":\#($0),"title":"\#(prefix) \#($0)","action":"screen:sub/b.json"}"#
      }
      return #"{"title":"A","components":[{"items":[\#(items.joined(separator: ","))]}]}"#
    }

    private func rig() throws -> WindowRig {
      let rig = try WindowRig(Self.list("Row"))
      try rig.directory.shell("mkdir sub")
      try rig.directory.write(TestScreen.list(40, title: "B", prefix: "B"), to: "sub/b.json")
      return rig
    }

    @Test func backIsWhereTheUserWas() throws {
      let rig = try rig()
      let place = (x: 100, y: 300)
      try rig.settle { try rig.window.wheel(.down, notches: 9, at: place) }
      let before = try rig.click(place)
      try rig.process.waitForEvent("navigated")
      #expect(eventually { (try? rig.window.title) == "B — Spots" })
      // The screen behind changes in the meantime, also above what the user saw.
      let start = rig.process.stdout.entries.count
      let news = #"{"identifier":99,"title":"News"},"#
      try rig.directory.write(
        Self.list("New").replacingOccurrences(of: #""items":["#, with: #""items":[\#(news)"#),
        to: "screen.json")
      #expect(try rig.window.title == "B — Spots")
      #expect(try rig.click((100, 110)).string("title") == "B 1")
      #expect(rig.count("reloaded") == 0)
      try rig.window.key("alt+Left")
      try rig.process.waitForEvent("navigated", from: start)
      try rig.process.waitForEvent("reloaded", from: start)
      #expect(eventually { (try? rig.window.title) == "A — Spots" })
      let after = try rig.click(place)
      #expect(after.integer("identifier") == before.integer("identifier"))
      #expect(after.string("title")?.hasPrefix("New") == true)
    }

    @Test func theScreenInFrontIsFollowedAndThoseGoneAreNot() throws {
      let rig = try rig()
      try rig.click((100, 66))
      try rig.process.waitForEvent("navigated")
      try rig.directory.write(TestScreen.list(40, title: "B", prefix: "C"), to: "sub/b.json")
      try rig.process.waitForEvent("reloaded")
      #expect(try rig.click((100, 110)).string("title") == "C 1")
      try rig.window.key("Escape")
      #expect(eventually { rig.count("navigated") == 2 })
      let reloads = rig.count("reloaded")
      try rig.directory.write(TestScreen.list(40, title: "B", prefix: "D"), to: "sub/b.json")
      usleep(400_000)
      #expect(rig.count("reloaded") == reloads)
      // At the end of the way back nothing more happens.
      try rig.window.key("Escape")
      #expect(try rig.click((100, 66)).string("title") == "Row 1")
      #expect(eventually { rig.count("navigated") == 3 })
    }

    /// Screens that show each other, one in front of the other for as long as the user likes.
    @Test func screensOutOfSightCostNoThreadAndNoDescriptor() throws {
      func screen(_ title: String, _ other: String) -> String {
        let item = #"{"title":"\#(title)","action":"screen:\#(other)"}"#
        return #"{"title":"\#(title)","components":[{"items":[\#(item)]}]}"#
      }
      let rig = try WindowRig(
        screen("A", "b.json"),
        files: ["b.json": screen("B", "screen.json"), "row.view.json": #"{"kind":"r"}"#])
      func walk(_ screens: Int) throws {
        for _ in 0..<screens {
          let count = rig.count("navigated")
          try rig.window.key("Down", "Return")
          #expect(eventually { rig.count("navigated") > count })
        }
      }
      try walk(2)
      let cost = try steadyCost(of: rig.process)
      try walk(40)
      let isFree = try eventually(timeout: 5) {
        let now = try self.cost(of: rig.process)
        return now.threads <= cost.threads && now.descriptors <= cost.descriptors
      }
      #expect(isFree, "more than \(cost)")

      // One save is one reload, however often the screen is on the way back.
      try rig.save(screen("C", "b.json"))
      usleep(300_000)
      #expect(rig.count("reloaded") == 1)
      for count in 1...42 {
        try rig.window.key("Escape")
        #expect(eventually { rig.count("navigated") == 42 + count })
        // Every other one has changed: it is read when it is shown, or opened again.
        #expect(rig.count("reloaded") <= 1 + count / 2)
      }
      #expect(eventually { (try? rig.window.title) == "C — Spots" })
    }

    private func cost(of process: ViewerProcess) throws -> (threads: Int, descriptors: Int) {
      (try process.threadCount, try process.descriptorCount)
    }

    /// The cost once it is steady: threads that have been told to end take a moment.
    private func steadyCost(
      of process: ViewerProcess
    ) throws -> (threads: Int, descriptors: Int) {
      var cost = (threads: 0, descriptors: 0)
      let isSteady = try eventually {
        let last = cost
        cost = try self.cost(of: process)
        usleep(100_000)
        return cost == last
      }
      #expect(isSteady)
      return cost
    }

    @Test func whatIsNotThereLeavesTheScreen() throws {
      let rig = try WindowRig(
        #"{"components":[{"items":[{"title":"a","action":"screen:none.json"}]}]}"#)
      try rig.click((100, 22))
      #expect(rig.process.stderr.wait { $0.hasSuffix("none.json: no such file") } != nil)
      #expect(try rig.click((100, 22)).string("title") == "a")
      #expect(rig.count("navigated") == 0)
    }

    @Test func zoomGoesAlongAndBack() throws {
      let rig = try rig()
      for _ in 0..<8 { try rig.window.key("ctrl+plus") }
      // Twice as large: the second row begins below what two rows took.
      #expect(eventually { (try? rig.click((100, 60)).integer("item")) == 0 })
      try rig.process.waitForEvent("navigated")
      let start = rig.process.stdout.entries.count
      // Below the back bar, which is enlarged as much.
      try rig.window.click((100, 150))
      #expect(try rig.process.waitForEvent("itemSelected", from: start).integer("item") == 0)
      try rig.window.key("Escape")
      #expect(eventually { rig.count("navigated") >= 2 })
      #expect(eventually { (try? rig.click((100, 60)).integer("item")) == 0 })
    }
  }
}
