import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// Keys, pages of the navigation stack, and the window's title.
  @Suite(.serialized) struct KeyboardTests {
    private func activate(_ rig: WindowRig, _ keys: String...) throws -> ViewerEvent {
      let start = rig.process.stdout.entries.count
      for key in keys + ["Return"] { try rig.window.key(key) }
      return try rig.process.waitForEvent("itemSelected", from: start)
    }

    @Test(arguments: WindowSystem.allCases)
    func arrowsSelectAndReturnAndSpaceActivate(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.list(30), under: system)
      // The first arrow shows where the keyboard is.
      #expect(try activate(rig, "Down").integer("item") == 0)
      #expect(try activate(rig, "Down", "Down").integer("item") == 2)
      #expect(try activate(rig, "Up").integer("item") == 1)
      let start = rig.process.stdout.entries.count
      try rig.window.key("Down")
      try rig.window.key("space")
      #expect(try rig.process.waitForEvent("itemSelected", from: start).integer("item") == 2)
      #expect(rig.count("itemSelected") == 4)
    }

    @Test func arrowsGoThroughCarouselsAndBeyondTheWindow() throws {
      let rig = try WindowRig(TestScreen.carouselOverList)
      let card = try activate(rig, "Right", "Right", "Right", "Right", "Right")
      #expect(card.string("title") == "Card 4")
      // Down to the list, and to rows that have to be scrolled to.
      let row = try activate(rig, Array(repeating: "Down", count: 25))
      #expect(row.string("title") == "Row 24")
    }

    private func activate(_ rig: WindowRig, _ keys: [String]) throws -> ViewerEvent {
      let start = rig.process.stdout.entries.count
      try rig.window.display.xdotool(["key", "--delay", "20"] + keys + ["Return"])
      return try rig.process.waitForEvent("itemSelected", from: start)
    }

    @Test(arguments: WindowSystem.allCases)
    func pageKeysScroll(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.list(60), under: system)
      let place = (x: 100, y: 300)
      for (key, offset) in [
        // A page leaves 40 points of the last one; 60 rows are 2040 points longer than the window.
        ("Page_Down", 560), ("Page_Down", 1120), ("Page_Up", 560), ("End", 2040), ("Home", 0),
      ] {
        try rig.settle { try rig.window.key(key) }
        let expected = try rig.inspect("--offset", "\(offset)").item(at: place)
        #expect(try rig.click(place).integer("item") == expected, "\(key)")
      }
    }

    @Test(arguments: WindowSystem.allCases)
    func tabGoesFromComponentToComponentAndBack(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.carouselOverList, under: system)
      let card = try activate(rig, "Tab")
      let row = try activate(rig, "Tab")
      #expect(row.string("title") == "Row 0" && card.string("title") == "Card 0")
      #expect(try activate(rig, "shift+Tab").string("title") == "Card 0")
    }

    /// Under both systems, since text arrives differently in each; under X11, dead keys and Compose
    /// combine it. Shift+F5 takes it back.
    @Test(arguments: WindowSystem.allCases)
    func whatIsTypedIsSubmittedAndWrittenIntoAFile(system: WindowSystem) throws {
      let folder = try TemporaryDirectory()
      let isX11 = system == .x11
      let display = isX11 ? try VirtualDisplay(width: 900, height: 700) : nil
      try display?.useInternationalKeyboard()
      let rig = try WindowRig(
        #"""
        {"components":[{"items":[{"kind":"text-field","title":"Name","name":"name","value":"Zoe"},
          {"kind":"button","title":"Send","action":"submit:form"}]}]}
        """#, options: ["--values", folder("answers.json")], on: display, under: system)
      func submit(_ keys: [String]) throws -> [String: String]? {
        let start = rig.process.stdout.entries.count
        for key in keys + ["Tab", "Return"] { try rig.window.key(key) }
        try rig.process.waitForEvent("submitted", from: start)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("answers.json")))
        return try JSONDecoder().decode([String: String].self, from: bytes)
      }
      let keys = isX11 ? ["dead_acute", "e", "Multi_key", "o", "slash"] : ["x"]
      #expect(try submit(["Tab", "End"] + keys) == ["name": isX11 ? "Zoeéø" : "Zoex"])
      try rig.window.key("shift+F5")
      #expect(try submit(["Tab"]) == ["name": "Zoe"])
    }

    /// Commands enter nothing, whatever else they do, and zooming leaves the caret where it is.
    @Test(arguments: WindowSystem.allCases)
    func commandsTypeNothing(system: WindowSystem) throws {
      let rig = try WindowRig(
        #"""
        {"components":[{"items":[{"kind":"text-field","title":"Name","name":"name"},
          {"kind":"button","title":"Send","action":"submit"}]},
          {"filter":true,"items":[{"title":"3 – 0"},{"title":"3 + 0"}]}]}
        """#, under: system)
      for key in ["ctrl+0", "ctrl+minus", "alt+3", "ctrl+0"] { try rig.window.key(key) }
      for key in ["Tab", "x", "ctrl+0", "alt+3", "super+3", "ctrl+minus", "ctrl+plus", "F6"] {
        try rig.window.key(key)
      }
      try rig.window.key("y", "Tab", "Return")
      let event = try rig.process.waitForEvent("submitted")
      #expect(event.values == ["name": "xy"])
      #expect(rig.count("filtered") == 0)
    }

    /// A program that owns the clipboard but does not answer delays no key, and keeps it.
    @Test func aSilentOwnerKeepsTheClipboard() throws {
      let rig = try WindowRig(
        #"""
        {"components":[{"items":[{"kind":"text-field","title":"Name","name":"name"},
          {"kind":"button","title":"Send","action":"submit"}]}]}
        """#)
      let other = try XConnection(rig.display.name)
      let owner = try other.takeSelection("CLIPBOARD")
      try rig.window.key("Tab", "ctrl+v", "x", "Tab", "Return")
      #expect(try rig.process.waitForEvent("submitted").values == ["name": "x"])
      #expect(try other.owner(ofSelection: "CLIPBOARD") == owner)
    }

    /// Under both systems: the text, the keys and the pointer find what is left of a list.
    @Test(arguments: WindowSystem.allCases)
    func typingFiltersAList(system: WindowSystem) throws {
      let list = #""items":["#
      let screen = TestScreen.list(60).replacing(list, with: #""filter":"words",\#(list)"#)
      let rig = try WindowRig(screen, under: system)
      func filtered(_ text: String, _ shown: Int, by keys: String...) throws {
        let start = rig.process.stdout.entries.count
        for key in keys { try rig.window.key(key) }
        let event = try rig.process.waitForEvent("filtered", from: start) {
          $0.string("text") == text
        }
        #expect(event.integer("shown") == shown && event.integer("of") == 60)
      }
      try filtered("5", 15, by: "5")
      // Without a mark, Enter means the first match.
      #expect(try activate(rig).integer("item") == 5)
      #expect(try activate(rig, "Down", "Down").integer("item") == 25)
      // The bar is 52 points high, and rows 44.
      #expect(try rig.click((x: 100, y: 52 + 44 + 22)).integer("item") == 15)
      try filtered("53", 1, by: "3")
      #expect(try activate(rig).integer("item") == 53)
      try filtered("", 60, by: "Escape")
      try rig.settle { try rig.window.key("Home") }
      #expect(try rig.click((x: 100, y: 22)).integer("item") == 0)
      // The bar opens empty, and can be opened where a list shows none.
      for key in ["ctrl+f", "r"] { try rig.window.key(key) }
      try filtered("row 7", 6, by: "o", "w", "space", "7")
      #expect(try activate(rig).integer("item") == 7)
    }

    @Test func textGrowsAndShrinksByKey() throws {
      let rig = try WindowRig(TestScreen.list(60))
      let place = (x: 100, y: 300)
      let usual = try rig.click(place).integer("item")
      // Twice as large, and so are the rows.
      for back in [Array(repeating: "ctrl+minus", count: 8), ["ctrl+0"]] {
        try rig.settle { for _ in 0..<8 { try rig.window.key("ctrl+plus") } }
        #expect(try rig.click(place).integer("item") != usual)
        try rig.settle { for key in back { try rig.window.key(key) } }
        #expect(try rig.click(place).integer("item") == usual, "\(back[0])")
      }
    }

    /// Drawing, hit testing and wheel distances agree.
    @Test(arguments: WindowSystem.allCases)
    func aZoomedPageIsHitWhereItIsSeen(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.list(60), under: system)
      try rig.settle { for _ in 0..<3 { try rig.window.key("ctrl+plus") } }
      // 44 points of 1.1 · 1.1 · 1.1 each; the window is 600 high.
      let row = 44 * 1.331
      for item in [0, 5, 9] {
        let middle = Int((Double(item) + 0.5) * row)
        #expect(try rig.click((x: 100, y: middle)).integer("item") == item)
      }
      // Three notches are 180 points of the window.
      try rig.settle { try rig.window.wheel(.down, notches: 3, at: (x: 100, y: 300)) }
      #expect(try rig.click((x: 100, y: 300)).integer("item") == Int(480 / row))
    }

    @Test func f5RefreshesAndReloads() throws {
      let rig = try WindowRig(TestScreen.list(3))
      for key in ["F5", "ctrl+r"] {
        let start = rig.process.events.count
        try rig.window.key(key)
        try rig.process.waitForEvent("reloaded", from: start)
        let names = rig.process.events[start...].map(\.name).filter { $0 != "reachedEnd" }
        #expect(names == ["refresh", "reloaded"])
      }
    }

    // MARK: Navigation

    @Test func screenActionsOpenAndEscapeComesBackToTheSamePlace() throws {
      var rows = (0..<40).map { #"{"title":"Row \#($0)"}"# }
      rows[20] = #"{"title":"Door","action":"screen:below/other.json"}"#
      let first = #"{"title":"First","components":[{"items":[\#(rows.joined(separator: ","))]}]}"#
      let rig = try WindowRig(first)
      try rig.directory.shell("mkdir below")
      try rig.directory.write(
        #"{"title":"Other","components":[{"items":[{"title":"Inside"}]}]}"#,
        to: "below/other.json")
      try rig.settle { try rig.window.wheel(.down, notches: 10, at: (x: 100, y: 300)) }
      let screen = try rig.inspect("--offset", "600")
      for key in ["Escape", "alt+Left"] {
        var start = rig.process.stdout.entries.count
        try rig.window.click(screen.place(ofItem: 20))
        let forth = try rig.process.waitForEvent("navigated", from: start)
        #expect(forth.string("to") == "below/other.json")
        #expect(try eventually { try rig.window.title == "Other — Spots" })
        #expect(try rig.click((x: 100, y: 64)).string("title") == "Inside")

        start = rig.process.stdout.entries.count
        try rig.window.key(key)
        let back = try rig.process.waitForEvent("navigated", from: start)
        #expect(back.string("to") == "screen.json")
        #expect(try eventually { try rig.window.title == "First — Spots" })
        #expect(try rig.click(screen.place(ofItem: 22)).string("title") == "Row 22")
      }
    }

    @Test func aScreenThatIsNotThereIsNoWayOut() throws {
      let rig = try WindowRig(
        #"{"components":[{"items":[{"title":"Door","action":"missing.json"}]}]}"#)
      try rig.click(rig.inspect().place(ofItem: 0))
      let warning = rig.process.stderr.wait { $0.hasPrefix("warning: ") }
      #expect(warning?.hasSuffix("missing.json: no such file") == true)
      #expect(rig.count("navigated") == 0)
      // Escape with nothing to go back to changes nothing either.
      try rig.window.key("Escape")
      #expect(try rig.click(rig.inspect().place(ofItem: 0)).string("title") == "Door")
    }

    // MARK: Title

    @Test func theTitleIsTheScreens() throws {
      let rig = try WindowRig(TestScreen.list(3, title: #"One\u0007 \u202ETitle"#))
      #expect(try eventually { try rig.window.title == "One Title — Spots" })
      try rig.save(TestScreen.list(3, title: "Über"))
      #expect(try eventually { try rig.window.title == "Über — Spots" })
      try rig.save(#"{"components":[]}"#)
      #expect(try eventually { try rig.window.title == "screen — Spots" })
    }
  }
}
