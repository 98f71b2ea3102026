import Testing

@testable import Spots

extension WindowTests {
  /// Clicks, wheel and drags in a real window.
  @Suite(.serialized) struct PointerTests {
    @Test(arguments: WindowSystem.allCases)
    func clickReportsTheItemAndAllOfIt(system: WindowSystem) throws {
      let rig = try WindowRig(
        #"""
        {"components":[{"items":[{"title":"Other"}]},
        {"items":[{"title":"A"},{"title":"B \"b\"","identifier":17,"action":"profile:1"}]}]}
        """#, under: system)
      let event = try rig.click(rig.inspect().place(ofItem: 1, inComponent: 1))
      #expect(
        event.line
          == #"{"event":"itemSelected","component":1,"item":1,"identifier":17,"#
          + #""action":"profile:1","title":"B \"b\"","path":"/components/1/items/1"}"#)
      let plain = try rig.click(rig.inspect().place(ofItem: 0))
      #expect(plain.line.contains(#""identifier":null,"action":null,"title":"Other""#))
      #expect(rig.count("itemSelected") == 2)
    }

    @Test(arguments: WindowSystem.allCases)
    func aDoubleClickActivatesOnceAndNotWhatItOpened(system: WindowSystem) throws {
      let rig = try WindowRig(
        #"{"components":[{"items":[{"title":"a","action":"b"},{"title":"c","action":"screen:next.json"}]}]}"#,
        files: ["next.json": TestScreen.list(9)], under: system)
      try rig.window.click((100, 22), count: 2)
      try rig.process.waitForEvent("itemSelected")
      try rig.window.click((100, 66), count: 2)
      try rig.process.waitForEvent("navigated")
      // The third series is the only one the other screen hears of, below the bar with the way
      // back.
      #expect(try rig.click((100, 110)).string("title") == "Row 1")
      let selected = rig.process.events.filter { $0.name == "itemSelected" }
      let titles = selected.map { $0.string("title") }
      #expect(titles == ["a", "c", "Row 1"])
    }

    /// Clicks slower than the user's double-click time are two clicks, and a trembling hand can
    /// click.
    @Test func clicksAreToldApartAsTheDesktopDoes() throws {
      let settings = try TemporaryDirectory()
      try settings.write("[KDE]\nDoubleClickInterval=150\nStartDragDist=30\n", to: "kdeglobals")
      let rig = try WindowRig(
        #"""
        {"components":[{"interaction":{"mouseClick":"double"},"items":[{"title":"two"}]},
        {"items":[{"title":"one"}]}]}
        """#, environment: ["XDG_CONFIG_HOME": settings.path])
      let click = ["mousemove", "--window", rig.window.identifier, "100", "22", "click"]
      try rig.display.xdotool(click + ["--repeat", "2", "--delay", "300", "1"])
      try rig.display.xdotool(click + ["--repeat", "2", "--delay", "40", "1"])
      try rig.window.drag(from: (100, 66), to: (120, 66), steps: 2, seconds: 0.05)
      try rig.process.waitForEvent("itemSelected") { $0.string("title") == "one" }
      let selected = rig.process.events.filter { $0.name == "itemSelected" }
      #expect(selected.map { $0.string("title") } == ["two", "one"])
    }

    @Test(arguments: WindowSystem.allCases)
    func wheelScrollsBothWaysAndClicksHitWhatIsThere(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.list(60), under: system)
      let place = (x: 100, y: 300)
      var offset = 0
      for (wheel, notches) in [(ViewerWindow.Wheel.down, 7), (.up, 3), (.down, 2), (.up, 20)] {
        try rig.settle { try rig.window.wheel(wheel, notches: notches, at: place) }
        let distance = notches * Int(ScrollAxis.notch)
        offset = max(offset + (wheel == .down ? distance : -distance), 0)
        let expected = try rig.inspect("--offset", "\(offset)").item(at: place)
        #expect(try rig.click(place).integer("item") == expected, "offset \(offset)")
      }
      #expect(offset == 0)
    }

    @Test(arguments: WindowSystem.allCases)
    func aVerticalDragScrollsAndIsNoClick(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.list(60), under: system)
      // Held still before it is released, so that nothing is flung.
      try rig.settle {
        try rig.window.drag(from: (100, 500), to: (110, 250), pauseBeforeRelease: 0.3)
      }
      #expect(rig.count("itemSelected") == 0)
      let place = (x: 100, y: 200)
      let down = try rig.inspect("--offset", "250").item(at: place)
      #expect(try rig.click(place).integer("item") == down)
      try rig.settle {
        try rig.window.drag(from: (100, 250), to: (100, 350), pauseBeforeRelease: 0.3)
      }
      let up = try rig.inspect("--offset", "150").item(at: place)
      #expect(try rig.click(place).integer("item") == up)
      #expect(rig.count("itemSelected") == 2)
    }

    @Test func aQuickDragIsFlungFurther() throws {
      let rig = try WindowRig(TestScreen.list(400))
      try rig.settle {
        try rig.window.drag(from: (100, 550), to: (100, 250), steps: 6, seconds: 0.06)
      }
      let place = (x: 100, y: 200)
      let dragged = try #require(rig.inspect("--offset", "300").item(at: place))
      #expect(try #require(rig.click(place).integer("item")) > dragged + 1)
      #expect(rig.count("itemSelected") == 1)
    }

    @Test func aSmallMovementIsStillAClick() throws {
      let rig = try WindowRig(TestScreen.list(60))
      let place = try rig.inspect().place(ofItem: 3)
      try rig.window.drag(from: place, to: (place.x + 3, place.y + 2), steps: 2, seconds: 0.02)
      #expect(try rig.process.waitForEvent("itemSelected").integer("item") == 3)
    }

    @Test func releasedElsewhereIsNoClick() throws {
      let rig = try WindowRig(
        #"{"components":[{"kind":"grid","layout":{"span":3},"items":[{},{},{}]}]}"#)
      let screen = try rig.inspect()
      try rig.window.drag(from: screen.place(ofItem: 0), to: screen.place(ofItem: 2))
      // The next click ends the wait.
      #expect(try rig.click(screen.place(ofItem: 1)).integer("item") == 1)
      #expect(rig.count("itemSelected") == 1)
    }

    @Test(arguments: WindowSystem.allCases)
    func shiftAndWheelScrollTheCarouselUnderThePointer(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.carouselOverList, under: system)
      let place = (x: 200, y: 60)
      try rig.window.wheel(.down, notches: 5, at: place, holding: "shift")
      try rig.process.waitForEvent("carouselEnded")
      let offset = 5 * Int(ScrollAxis.notch)
      let carousel = try rig.inspect("--carousel", "0:\(offset)")
      let card = try rig.click(place)
      #expect(card.integer("component") == 0)
      #expect(card.integer("item") == carousel.item(at: place))
      // The list below has not moved.
      let row = carousel.place(ofItem: 4, inComponent: 1)
      #expect(try rig.click(row).string("title") == "Row 4")
    }

    @Test(arguments: WindowSystem.allCases)
    func aHorizontalWheelScrollsTheCarouselBothWays(system: WindowSystem) throws {
      let rig = try WindowRig(TestScreen.carouselOverList, under: system)
      let place = (x: 200, y: 60)
      for (wheel, notches, total) in [(ViewerWindow.Wheel.right, 6, 6), (.left, 2, 4)] {
        let start = rig.process.stdout.entries.count
        try rig.window.wheel(wheel, notches: notches, at: place)
        try rig.process.waitForEvent("carouselEnded", from: start)
        let offset = total * Int(ScrollAxis.notch)
        let expected = try rig.inspect("--carousel", "0:\(offset)").item(at: place)
        #expect(try rig.click(place).integer("item") == expected)
      }
    }

    @Test func aHorizontalDragScrollsTheCarouselAndIsNoClick() throws {
      let rig = try WindowRig(TestScreen.carouselOverList)
      try rig.window.drag(from: (350, 60), to: (50, 70), pauseBeforeRelease: 0.3)
      try rig.process.waitForEvent("carouselEnded")
      #expect(rig.count("itemSelected") == 0)
      let screen = try rig.inspect("--carousel", "0:300")
      let place = (x: 220, y: 60)
      #expect(try rig.click(place).integer("item") == screen.item(at: place))
      let row = screen.place(ofItem: 2, inComponent: 1)
      #expect(try rig.click(row).string("title") == "Row 2")
    }

    @Test func aVerticalWheelOverACarouselScrollsTheScreen() throws {
      let rig = try WindowRig(TestScreen.carouselOverList)
      try rig.settle { try rig.window.wheel(.down, notches: 4, at: (x: 200, y: 60)) }
      let place = (x: 200, y: 300)
      let screen = try rig.inspect("--offset", "\(4 * Int(ScrollAxis.notch))")
      #expect(
        try rig.click(place).integer("item") == screen.item(at: place, inComponent: 1))
      #expect(rig.count("carouselEnded") == 0)
    }
  }
}
