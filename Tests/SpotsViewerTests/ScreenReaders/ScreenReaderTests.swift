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

    /// With a list of a size that screen readers do not go through.
    private static let spokenScreen = """
      {"title":"People","components":[
        {"header":{"title":"Friends"},"items":[{"title":"Bea"},{"title":"Cy"},
          {"title":"Ada Lindqvist","subtitle":"Structural engineer"},
          \((4...24).map { #"{"title":"Friend \#($0)"}"# }.joined(separator: ","))]},
        {"kind":"carousel","meta":{"label":"Covers"},"layout":{"span":2},
         "items":[{"title":"A"},{"title":"B"},{"title":"C"},{"title":"D"}]},
        {"items":[{"kind":"text-field","title":"Name","value":"Zoë de Vries"},
          {"kind":"choice","title":"Country","options":["Austria","Belgium"],"value":"Austria"}]},
        {"header":{"title":"More","action":"more"},"filter":"words","items":[
          \((1...100_000).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ","))]}]}
      """

    @Test func screenReadersReadAndUseWindows() throws {
      let bus = try TestBus()
      let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
      let rig = try WindowRig(Self.screen, environment: environment)
      let session = try AssistedSession(on: rig.display, bus: bus)
      let isSeen = try session.tree() != nil || session.has(rig)
      #expect(!isSeen, "nobody has asked for it")
      #expect(try session.does("wanted", true))
      #expect(try eventually { try session.tree()?.node(named: "Bea") != nil })
      #expect(try session.has(rig))
      let seen = try #require(try session.tree())
      let expected = try printed(rig.directory("screen.json"))
      #expect(seen.differences(from: expected) == [])
      seesWhatMatters(seen)
      try usesNodes(session, rig)
      try hearsWhatHappens(session, rig)
      // Who is not on the bus sends nothing there.
      #expect(try session.does("wanted", false))
      #expect(try eventually { try session.tree() == nil && !session.has(rig) })
      #expect(try session.does("wanted", true))
      #expect(try eventually { try session.tree() != nil })
      #expect(try rig.process.terminate().status == 0)

      try knowsParts(session, environment)
      try speaks(session, try WindowRig(Self.spokenScreen, environment: environment))
      let stream = try ViewerProcess(
        ["-", "--size", "400x600", "--assets", SampleScreens.folder + "/../Assets", "--events"]
          + ["--views", SampleScreens.folder + "/Views", "--no-animation"],
        display: rig.display, environment: environment, directory: SampleScreens.folder)
      try seesAllScreens(session, stream)
      try forgetsWhatIsGone(session, stream)
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
      // In lists, items beyond the window are reported too.
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
      // Includes nodes outside the window, but nothing that is disabled.
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
      #expect(try hears("object:state-changed:showing", "People reloaded"), "\(heard)")
      #expect(try eventually { try session.tree()?.node(named: "Dora") != nil })
      // A note is read, and nothing of the focus, which has not moved.
      try rig.window.key("ctrl+plus")
      #expect(try hears("object:state-changed:showing", "110%"), "\(heard)")
      #expect(heard.count { $0.type == focus && $0.detail == 1 } == 2, "\(heard)")
      try rig.window.key("question")
      #expect(try hears(focus, "Keyboard"), "\(heard)")
      try rig.window.key("Escape")
    }

    /// What Orca 43, that of Debian 12, says while the user goes through the screen with the
    /// keyboard; other versions have other words.
    private func speaks(_ session: AssistedSession, _ rig: WindowRig) throws {
      #expect(try eventually { try session.tree()?.states.contains("active") == true })
      let orca = try Orca(session, on: rig.display)
      guard orca.version.hasPrefix("Orca 43.") else {
        return print("No test knows the words of \(orca.version).")
      }
      orca.says(["Screen reader on.", "People — Spots frame.", "People scroll pane."])
      try rig.window.key("Tab")
      orca.says(["Friends.", "List with 24 items.", "Bea.", "1 of 24."])
      try rig.window.key("Down")
      orca.says(["Cy.", "2 of 24."])
      try takesCommands(orca, rig)
      try rig.window.key("Down")
      orca.says([Self.ada + ".", "3 of 24."])
      try rig.window.key("Tab")
      orca.says(["Covers.", "List with 4 items.", "A.", "1 of 4."])
      try rig.window.key("Right")
      orca.says(["B.", "2 of 4."])
      try rig.window.key("Tab")
      orca.says(["Name entry Zoë de Vries selected."])
      try edits(orca, session, rig)
      try chooses(orca, rig)
      try rig.window.key("Tab")
      #expect(orca.comesTo("More heading level 1."))
      // It does not go through a long list to count the items.
      try rig.window.key("Down")
      orca.says(["More tree", "Row 1.", "1 of 100000."])
      try filters(orca, session, rig)
      try rig.save(Self.spokenScreen.replacingOccurrences(of: "Bea", with: "Dora"))
      #expect(orca.comesTo("notification People reloaded."))
    }

    /// The number of items a filter leaves is said once the user stops typing.
    private func filters(_ orca: Orca, _ session: AssistedSession, _ rig: WindowRig) throws {
      for key in ["9", "9", "9", "8", "7"] { try rig.window.key(key) }
      #expect(orca.comesTo("notification 1 of 100000."))
      let bar = try session.tree()?.node(named: "Filter More")
      #expect(bar?.role == "entry" && bar?.states.contains("focused") == true)
      #expect(
        try session.ask(["text", "Filter More"]) as? [AnyHashable] == ["99987", 5, "99987"])
      try rig.window.key("Escape")
    }

    /// The keys of a command do not reach the window, unless the screen reader was slow for once.
    private func takesCommands(_ orca: Orca, _ rig: WindowRig) throws {
      var isTaken = false
      for _ in 0..<3 where !isTaken {
        let before = rig.count("itemSelected")
        try rig.window.key("Insert+KP_Enter")
        let isSaid = orca.comesTo("People — Spots")
        // Keys behind them have reached it.
        try rig.window.key("Up")
        #expect(orca.comesTo("1 of 24."))
        try rig.window.key("Down")
        #expect(orca.comesTo("2 of 24."))
        isTaken = isSaid && rig.count("itemSelected") == before
      }
      #expect(isTaken)
    }

    /// Typed text is spoken, and can be read and changed from outside.
    private func edits(_ orca: Orca, _ session: AssistedSession, _ rig: WindowRig) throws {
      // Orca notes what is selected after it has said so, which may be after the key.
      var isSaid = false
      for _ in 0..<3 where !isSaid {
        try rig.window.key("End")
        isSaid = orca.comesTo("Text unselected.")
        if !isSaid { try rig.window.key("ctrl+a") }
      }
      #expect(isSaid)
      // Orca infers what moved the caret from the modifiers held when it hears of it.
      try rig.display.xdotool(["keydown", "ctrl", "key", "Left"])
      orca.says(["Vries"])
      try rig.display.xdotool(["keyup", "ctrl"])
      // Orca skips what newer events supersede, and hears nothing of what is undone in one frame.
      for (key, caret) in [("x", 8), ("Left", 7), ("Right", 8)] {
        try rig.window.key(key)
        let typed = ["Zoë de xVries", caret] as [AnyHashable]
        let isSeen = try eventually {
          (try session.ask(["text", "Name"]) as? [AnyHashable])?.prefix(2).elementsEqual(typed)
            == true
        }
        #expect(isSeen)
      }
      #expect(orca.comesTo("V"))
      let start = rig.process.stdout.entries.count
      #expect(try session.does("edit", "Name", "Ada"))
      let change = try rig.process.waitForEvent("valueChanged", from: start)
      #expect(change.line.contains(#""value":"Ada""#), "\(change.line)")
    }

    /// A menu says what is chosen, and what can be.
    private func chooses(_ orca: Orca, _ rig: WindowRig) throws {
      try rig.window.key("Tab")
      // It may have something to say of the text that was changed from outside first.
      #expect(orca.comesTo("Country combo box."))
      orca.says(["Austria."])
      for (key, words) in [
        ("Return", ["Country combo box expanded", "Country menu", "Austria checked.", "1 of 2."]),
        ("Down", ["Belgium.", "2 of 2."]),
        ("Return", ["Country combo box collapsed", "Country combo box.", "Belgium."]),
      ] {
        try rig.window.key(key)
        orca.says(words)
      }
    }

    /// Every screen of the project appears as `inspect --accessibility` prints it, once its
    /// warnings have been read and dismissed.
    private func seesAllScreens(_ session: AssistedSession, _ stream: ViewerProcess) throws {
      for path in try SampleScreens.paths {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var screen = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        // What is streamed is comfortable unless it says otherwise.
        if screen["spacing"] == nil { screen["spacing"] = "none" }
        // Beside a stream there are no files.
        let texts = SampleScreens.path("strings/en.json")
        screen["strings"] = [
          "en": try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: texts)))
        ]
        let line = try JSONSerialization.data(withJSONObject: screen)
        try stream.write(String(decoding: line, as: UTF8.self) + "\n")
        let printed = try printed(path)
        if path.hasSuffix("-generation.json") { try putsWarningsAway(session) }
        var differences: [String] = []
        let isSame = try eventually {
          differences = try session.tree()?.differences(from: printed) ?? ["nothing is seen"]
          return differences.isEmpty
        }
        #expect(isSame, "\(path): \(differences.prefix(5))")
      }
    }

    /// Cells of a table have the names of their column and row, charts their numbers, and logs
    /// their lines.
    private func knowsParts(_ session: AssistedSession, _ environment: [String: String]) throws {
      func tree(of name: String, holds: (SeenNode) -> Bool) throws -> Bool {
        let process = try ViewerProcess(
          [SampleScreens.path(name), "--size", "850x650", "--events"],
          display: WindowRig.display.get(), environment: environment)
        try process.waitForEvent("shown")
        let isSeen = try eventually { try session.tree().map(holds) == true }
        if isSeen, name == "table.json" {
          let cell = try session.ask(["cell", "317.8"])
          #expect(
            cell as? [AnyHashable] == [4, 3, "Mass", "Jupiter"], "\(String(describing: cell))")
        }
        #expect(try process.terminate().status == 0)
        return isSeen
      }
      let hasCells = try tree(of: "table.json") { seen in
        seen.all.contains { $0.role == "table" && $0.childCount == 8 }
          && seen.all.contains { $0.role == "table cell" && $0.name == "317.8" }
          && seen.all.contains { $0.role == "heading" && $0.name.hasPrefix("Planets") }
      }
      #expect(hasCells)
      let hasNumbers = try tree(of: "charts.json") { seen in
        seen.all.contains { $0.role == "chart" && $0.name.hasPrefix("Air") }
      }
      #expect(hasNumbers)
      let hasLines = try tree(of: "log.json") { seen in
        let lines = seen.all.first { $0.role == "log" }?.children ?? []
        return lines.contains {
          $0.role == "label" && $0.name.hasSuffix("Copy of the log made, 1.2 MB")
        }
      }
      #expect(hasLines)
    }

    /// Opens the list of warnings that a button counts, and closes it.
    private func putsWarningsAway(_ session: AssistedSession) throws {
      for role in ["push button", "dialog"] {
        let isDone = try eventually {
          let parts = try session.tree()?.children ?? []
          guard let part = parts.first(where: { $0.role == role && $0.name.hasSuffix("warnings") })
          else { return false }
          return try session.does("act", part.name, "activate")
        }
        #expect(isDone, "no \(role)")
      }
    }

    /// Whatever a client knew is gone with its screen, also for the client.
    private func forgetsWhatIsGone(_ session: AssistedSession, _ stream: ViewerProcess) throws {
      var kept = 0
      let start = stream.stdout.entries.count
      for number in 1...100 {
        let items = (0...number % 7).map { #"{"title":"\#(number) \#($0)"}"# }
        let list = #"{"items":[\#(items.joined(separator: ","))]}"#
        let components = Array(repeating: list, count: 1 + number % 3).joined(separator: ",")
        try stream.write(#"{"components":[\#(components)]}"# + "\n")
        guard number % 50 == 0 else { continue }
        #expect(try eventually { try session.tree()?.node(named: "\(number) 1") != nil })
        kept = try session.ask(["keep"]) as? Int ?? 0
      }
      try stream.write(#"{"title":"Empty","components":[]}"# + "\n")
      #expect(eventually { stream.stdout.entries.dropFirst(start).count >= 101 })
      #expect(kept > 20)
      let left: Set = ["Empty — Spots", "Empty"]
      var found: Set<String> = []
      let isForgotten = try eventually {
        found = Set(try session.ask(["kept"]) as? [String] ?? [])
        return found == left
      }
      #expect(isForgotten, "\(found)")
    }

    /// Faults of the accessibility bus.
    enum Misbehavior: CaseIterable {
      /// It takes connections and never says a word.
      case silence
      /// It sends bytes that are not in its protocol.
      case noise
      /// It answers calls nobody made.
      case nonsense
      /// It asks without end.
      case flood
      /// It has somebody listen to the keyboard, and never says what becomes of the keys.
      case keys
      /// It stops, together with that of the session.
      case stop
    }

    @Test func windowsGoOnWhateverTheBusDoes() throws {
      let bus = try TestBus()
      let folder = try TemporaryDirectory()
      let socket = try SilentSocket(at: folder("bus"))
      let registry = try ViewerProcess(
        [AssistedSession.script("registry.py")],
        environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], executable: "/usr/bin/python3")
      for misbehavior in Misbehavior.allCases {
        var best = Duration.seconds(1000)
        for _ in 0..<3 where best > Allowance.end {
          let start = registry.stdout.entries.count
          let isSocket = [.silence, .noise].contains(misbehavior)
          let address = isSocket ? "unix:path=\(folder("bus"))" : bus.address
          try registry.write("\(address) \(misbehavior)\n")
          try #require(registry.stdout.wait(from: start) { $0 == "ready" } != nil)
          let rig = try WindowRig(
            TestScreen.list(40), environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
          let connection = isSocket ? socket.accept() : -1
          defer { if isSocket { close(connection) } }
          if misbehavior == .noise { try writeNoise(connection) }
          if !isSocket {
            let word = misbehavior == .flood ? "flooded" : "asked"
            try #require(registry.stdout.wait(from: start) { $0 == word } != nil)
          }
          if misbehavior == .keys { try getsKeys(rig, registry) }
          if misbehavior == .stop { try bus.stop() }
          defer { if misbehavior == .stop { bus.goOn() } }
          try rig.save(TestScreen.list(41))
          let end = try rig.process.terminate()
          #expect(end.status == 0, "\(misbehavior)")
          best = min(best, end.duration)
        }
        #expect(best <= Allowance.end, "\(misbehavior)")
      }
    }

    /// Keys reach the window in their order, whoever has been asked about them.
    private func getsKeys(_ rig: WindowRig, _ registry: ViewerProcess) throws {
      let isAsked = try eventually {
        try rig.window.key("shift")
        return registry.stdout.entries.contains("key")
      }
      #expect(isAsked)
      try rig.window.key("Tab", "Down", "Return", "Down", "Down", "Return")
      let isInOrder = eventually {
        let selections = rig.process.events.filter { $0.name == "itemSelected" }
        return selections.map { $0.integer("item") } == [1, 3]
      }
      #expect(isInOrder, "\(rig.process.events.map(\.line))")
    }

    private func writeNoise(_ connection: Int32) throws {
      let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
      try #require(Glibc.write(connection, noise, noise.count) == noise.count)
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
    // Messages to the user are additional children of the window.
    if count != childCount, role != "frame" {
      found.append("\(name) has \(childCount) children, not \(count)")
    }
    // Items that are not near the window are not printed.
    for (index, child) in inside.enumerated() {
      let place = (child["posInSet"] as? Int).map { $0 - 1 } ?? index
      if children.indices.contains(place) { children[place].compare(with: child, &found) }
    }
  }
}

/// Orca and its speech, from its start.
private final class Orca {
  let version: String
  private let process: ViewerProcess
  private let settings: TemporaryDirectory
  /// How many lines have been looked at.
  private var count = 1

  init(_ session: AssistedSession, on display: VirtualDisplay) throws {
    settings = try TemporaryDirectory()
    process = try ViewerProcess(
      [AssistedSession.script("reader.py"), settings.path], display: display,
      environment: session.environment, executable: "/usr/bin/python3")
    version = try #require(process.stdout.wait(timeout: 20), "\(process.stderr.entries)")
  }

  /// It says just this next.
  func says(_ utterances: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    _ = process.stdout.wait(from: count + utterances.count - 1, timeout: 20)
    let spoken = process.stdout.entries.dropFirst(count).prefix(utterances.count)
    #expect(
      Array(spoken) == utterances, "\(process.stderr.entries)", sourceLocation: sourceLocation)
    count += spoken.count
  }

  /// Whether it says this sooner or later.
  func comesTo(_ utterance: String) -> Bool {
    guard process.stdout.wait(from: count, timeout: 20, where: { $0 == utterance }) != nil,
      let place = process.stdout.entries.dropFirst(count).firstIndex(of: utterance)
    else { return false }
    count = place + 1
    return true
  }
}
