import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// What a screen reader is told of windows, and what it does there. The tests of one session are
  /// one test, since starting it takes long.
  @Suite(.serialized) struct ScreenReaderTests {
    private static let ada = "Ada Lindqvist, Structural engineer"

    private static let screen = """
      {"title":"People","components":[
        {"header":{"title":"Friends"},"items":[
          {"title":"Ada Lindqvist","subtitle":"Structural engineer","action":"contact:1"},
          {"title":"Bea"},{"title":"Cy","meta":{"disabled":true}}]},
        {"kind":"carousel","meta":{"label":"Covers"},
         "layout":{"span":2,"page-indicator":"below"},"interaction":{"paginate":"page"},
         "items":[{"title":"A"},{"title":"B"},{"title":"C"},{"title":"D"}]},
        {"items":[\((1...60).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ","))]}]}
      """

    @Test func screenReadersReadAndUseWindows() throws {
      let bus = try TestBus()
      let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
      let rig = try WindowRig(Self.screen, environment: environment)
      let session = try AssistedSession(on: rig.display, bus: bus)
      #expect(try session.tree() == nil, "nobody has asked for it")
      #expect(try session.does("wanted", true))
      #expect(try eventually { try session.tree()?.node(named: "Bea") != nil })
      let seen = try #require(try session.tree())
      let expected = try printed(rig.directory("screen.json"))
      #expect(seen.differences(from: expected) == [])
      seesWhatMatters(seen)
      try usesNodes(session, rig)
      try hearsWhatHappens(session, rig)
      #expect(try session.does("wanted", false))
      #expect(try eventually { try session.tree() == nil })
      #expect(try session.does("wanted", true))
      #expect(try eventually { try session.tree() != nil })
      #expect(try rig.process.terminate().status == 0)

      let stream = try ViewerProcess(
        ["-", "--size", "400x600", "--assets", SampleScreens.folder + "/../Assets", "--events"]
          + ["--views", SampleScreens.folder + "/Views", "--no-animation"],
        display: rig.display, environment: environment)
      try seesAllScreens(session, stream)
      // The accessibility bus ends, and then the session's: the window goes on until it is closed.
      session.end()
      bus.end()
      try stream.write(#"{"components":[{"items":[{"title":"Still there"}]}]}"# + "\n")
      try stream.waitForEvent("reloaded", from: stream.stdout.entries.count)
      let (status, duration) = try stream.terminate()
      #expect(status == 0 && duration < Allowance.end, "\(duration)")
    }

    /// What `inspect --accessibility` prints of the screen at `path`.
    private func printed(_ path: String) throws -> [String: Any] {
      let run = try CommandRun(["inspect", path, "--size", "400x600", "--accessibility"])
      return try #require(JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }

    private func seesWhatMatters(_ seen: SeenNode) {
      #expect(seen.role == "frame" && seen.name == "People — Spots")
      #expect(seen.states.contains("active"))
      // Of lists, those beyond the window are seen too.
      let rows = seen.all.filter { $0.role == "list item" }
      #expect(rows.count == 3 + 4 + 60)
      #expect(rows.last?.name == "Row 60" && rows.last?.index == 59)
      let ada = seen.node(named: Self.ada)
      #expect(
        ada?.states.isSuperset(of: ["enabled", "sensitive", "showing", "selectable"]) == true)
      #expect(ada?.attributes["posinset"] == "1" && ada?.attributes["setsize"] == "3")
      #expect(seen.node(named: "Cy")?.states.contains("enabled") == false)
      #expect(seen.node(named: "Friends")?.role == "heading")
      #expect(seen.node(named: "Covers")?.attributes["roledescription"] == "carousel")
    }

    private func usesNodes(_ session: AssistedSession, _ rig: WindowRig) throws {
      let clicked = try rig.click((200, 100)).line
      var count = rig.process.stdout.entries.count
      #expect(try session.does("act", Self.ada, "activate"))
      #expect(try rig.process.waitForEvent("itemSelected", from: count).line == clicked)
      // Also what is not in the window, and nothing that is disabled.
      let names = try #require(try session.ask(["activate all"]) as? [String])
      #expect(names.count == 2 + 4 + 60 && !names.contains("Cy"))
      #expect(eventually { rig.count("itemSelected") == 2 + names.count })

      #expect(try session.does("act", "Bea", "select"))
      #expect(try eventually { try session.tree()?.node(named: "Bea")?.isSelected == true })
      #expect(rig.count("itemSelected") == 2 + names.count, "selecting is not activating")

      #expect(try session.does("reveal", "Row 60"))
      #expect(try eventually { try session.tree()?.node(named: "Row 60")?.isShowing == true })
      #expect(try session.does("set", "Scroll position", 0))
      #expect(try eventually { try session.tree()?.node(named: "Bea")?.isShowing == true })
      count = rig.process.stdout.entries.count
      #expect(try session.does("act", "Covers", "next-page"))
      try rig.process.waitForEvent("carouselEnded", from: count)
      #expect(try eventually { try session.tree()?.node(named: "Page 2 of 2") != nil })
    }

    private func hearsWhatHappens(_ session: AssistedSession, _ rig: WindowRig) throws {
      _ = try session.events()
      var heard: [SeenEvent] = []
      func hears(_ type: String, _ text: String) throws -> Bool {
        try eventually {
          heard += try session.events()
          return heard.contains {
            $0.type == type && $0.detail == 1 && [$0.name, $0.text].contains(text)
          }
        }
      }
      let focus = "object:state-changed:focused"
      #expect(try session.does("focus", "Bea"))
      #expect(try hears(focus, "Bea"), "\(heard)")
      try rig.window.key("Up")
      #expect(try hears(focus, Self.ada), "\(heard)")
      try rig.save(Self.screen.replacingOccurrences(of: "Bea", with: "Dora"))
      #expect(try hears("object:announcement", "People reloaded"), "\(heard)")
      #expect(try eventually { try session.tree()?.node(named: "Dora") != nil })
      // A note is read, and nothing of the focus, which has not moved.
      try rig.window.key("ctrl+plus")
      #expect(try hears("object:state-changed:showing", "110 %"), "\(heard)")
      #expect(heard.count { $0.type == focus && $0.detail == 1 } == 2, "\(heard)")
      try rig.window.key("question")
      #expect(try hears(focus, "Keyboard"), "\(heard)")
      try rig.window.key("Escape")
    }

    /// Every screen of the project that has no faults, of which a window would tell, is seen as
    /// `inspect --accessibility` prints it.
    private func seesAllScreens(_ session: AssistedSession, _ stream: ViewerProcess) throws {
      for path in try SampleScreens.paths where !path.hasSuffix("-generation.json") {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let screen = try JSONSerialization.jsonObject(with: data)
        let line = try JSONSerialization.data(withJSONObject: screen)
        try stream.write(String(decoding: line, as: UTF8.self) + "\n")
        let printed = try printed(path)
        var differences: [String] = []
        let isSame = try eventually {
          differences = try session.tree()?.differences(from: printed) ?? ["nothing is seen"]
          return differences.isEmpty
        }
        #expect(isSame, "\(path): \(differences.prefix(5))")
      }
    }
  }
}

extension SeenNode {
  fileprivate var isShowing: Bool { states.contains("showing") }
  fileprivate var isSelected: Bool { states.contains("selected") }

  /// What is not as `inspect --accessibility` prints it: names, places, frames, and numbers of
  /// children.
  fileprivate func differences(from printed: [String: Any]) -> [String] {
    var found: [String] = []
    compare(with: printed, &found)
    return found
  }

  private func compare(with printed: [String: Any], _ found: inout [String]) {
    let sides = printed["frame"] as? [String: Double] ?? [:]
    let frame = ["x", "y", "width", "height"].map { Int((sides[$0] ?? -1).rounded()) }
    let name = printed["name"] as? String ?? ""
    if name != self.name, role != "frame" { found.append("'\(self.name)' for '\(name)'") }
    if frame != self.frame { found.append("\(name) at \(self.frame) for \(frame)") }
    if let place = printed["posInSet"] as? Int, attributes["posinset"] != "\(place)" {
      found.append("\(name) is not item \(place)")
    }
    let inside = printed["children"] as? [[String: Any]] ?? []
    let count = printed["childCount"] as? Int ?? inside.count
    if count != childCount { found.append("\(name) has \(childCount) children, not \(count)") }
    // Items that are not near the window are not printed.
    for (index, child) in inside.enumerated() {
      let place = (child["posInSet"] as? Int).map { $0 - 1 } ?? index
      if children.indices.contains(place) { children[place].compare(with: child, &found) }
    }
  }
}
