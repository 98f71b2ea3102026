import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// What a screen reader is told of a window, and what it does there.
  @Suite(.serialized) struct ScreenReaderTests {
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

    private func environment(_ bus: TestBus) -> [String: String] {
      ["DBUS_SESSION_BUS_ADDRESS": bus.address]
    }

    @Test func aScreenReaderSeesAndUsesAWindow() throws {
      let (display, bus) = (try WindowRig.display.get(), try TestBus())
      // Nobody needs assistance yet.
      let rig = try WindowRig(Self.screen, environment: environment(bus))
      let session = try AssistedSession(on: display, bus: bus)
      #expect(try eventually { try session.tree()?.node(named: "Bea") != nil })
      try seesWhatInspectPrints(session, rig)
      try usesNodes(session, rig)
      try hearsWhatHappens(session, rig)
      // The bus ends: the window does not.
      session.end()
      let place = (x: 200, y: 100)
      try rig.click(place)
      bus.end()
      try rig.click(place)
      let (status, duration) = try rig.process.terminate()
      #expect(status == 0 && duration < Allowance.end, "\(duration)")
    }

    /// Roles, names, places and frames are those that `inspect --accessibility` prints.
    private func seesWhatInspectPrints(_ session: AssistedSession, _ rig: WindowRig) throws {
      let run = try CommandRun([
        "inspect", rig.directory("screen.json"), "--size", "400x600", "--accessibility",
      ])
      let printed = try #require(
        JSONSerialization.jsonObject(with: run.output) as? [String: Any])
      let seen = try #require(try session.tree())
      #expect(seen.name == "People — Spots")
      var differences: [String] = []
      func compare(_ printed: [String: Any], _ seen: SeenNode) {
        let frame = (printed["frame"] as? [String: Double] ?? [:])
        let sides = ["x", "y", "width", "height"].map { Int((frame[$0] ?? -1).rounded()) }
        let name = printed["name"] as? String ?? ""
        if name != seen.name, seen.role != "frame" { differences.append("\(name) is \(seen.name)") }
        if sides != seen.frame { differences.append("\(name): \(sides) is \(seen.frame)") }
        if let count = printed["setSize"] as? Int {
          let place = ["posinset", "setsize"].map { seen.attributes[$0] }
          if place != ["\(printed["posInSet"] as? Int ?? 0)", "\(count)"] {
            differences.append("\(name): \(place)")
          }
        }
        let count = printed["childCount"] as? Int
        if let count, count != seen.childCount { differences.append("\(name): \(seen.childCount)") }
        let children = printed["children"] as? [[String: Any]] ?? []
        // Of lists, those beyond the window are seen too.
        for (inner, other) in zip(children, seen.children) { compare(inner, other) }
        if children.count > seen.children.count { differences.append("\(name): too few") }
      }
      compare(printed, seen)
      #expect(differences == [])
      let rows = seen.all.filter { $0.role == "list item" }
      #expect(rows.count == 3 + 4 + 60)
      #expect(rows.last?.name == "Row 60" && rows.last?.index == 59)
      let ada = try #require(seen.node(named: "Ada Lindqvist, Structural engineer"))
      #expect(ada.states.isSuperset(of: ["enabled", "sensitive", "showing", "selectable"]))
      #expect(seen.node(named: "Cy")?.states.contains("enabled") == false)
      #expect(seen.node(named: "Friends")?.role == "heading")
      let covers = try #require(seen.node(named: "Covers"))
      #expect(covers.attributes["roledescription"] == "carousel")
    }

    private func usesNodes(_ session: AssistedSession, _ rig: WindowRig) throws {
      let ada = "Ada Lindqvist, Structural engineer"
      #expect(try session.does("act", ada, "activate"))
      let event = try rig.process.waitForEvent("itemSelected")
      #expect(event.string("action") == "contact:1" && event.integer("item") == 0)
      let count = rig.process.events.count
      #expect(try !session.does("act", "Cy", "activate"))
      #expect(try session.does("select", "Friends", 1) == false, "a heading has no children")

      #expect(try session.does("reveal", "Row 60"))
      #expect(try eventually { try session.tree()?.node(named: "Row 60")?.isShowing == true })
      #expect(try session.does("set", "Scroll position", 0))
      #expect(try eventually { try session.tree()?.node(named: "Bea")?.isShowing == true })
      #expect(try session.does("act", "Covers", "next-page"))
      try rig.process.waitForEvent("carouselEnded", from: count)
      #expect(try eventually { try session.tree()?.node(named: "Page 2 of 2") != nil })
    }

    private func hearsWhatHappens(_ session: AssistedSession, _ rig: WindowRig) throws {
      _ = try session.events()
      #expect(try session.does("focus", "Bea"))
      var heard: [SeenEvent] = []
      func hears(_ type: String, _ text: String) throws -> Bool {
        try eventually {
          heard += try session.events()
          return heard.contains {
            $0.type == type && $0.detail == 1 && [$0.name, $0.text].contains(text)
          }
        }
      }
      #expect(try hears("object:state-changed:focused", "Bea"), "\(heard)")
      try rig.window.key("Up")
      #expect(
        try hears("object:state-changed:focused", "Ada Lindqvist, Structural engineer"), "\(heard)")
      try rig.directory.write(
        Self.screen.replacingOccurrences(of: "Bea", with: "Dora"), to: "screen.json")
      #expect(try hears("object:announcement", "People reloaded"), "\(heard)")
      #expect(try eventually { try session.tree()?.node(named: "Dora") != nil })
      // Nothing speaks of the focus again, which has not moved.
      heard += try session.events()
      #expect(heard.count { $0.type == "object:state-changed:focused" && $0.detail == 1 } == 2)
    }
  }
}

extension SeenNode {
  fileprivate var isShowing: Bool { states.contains("showing") }
}
