import Foundation
import Testing

extension WindowTests {
  /// Live reload: once for each change, and nothing lost by it.
  @Suite(.serialized) struct ReloadTests {
    /// A way to save the file `next` as `screen.json`.
    enum Save: String, CaseIterable {
      case inPlace = "cat next > screen.json"
      case renamed = "cp next new; mv new screen.json"
      case renamedAway = "mv screen.json screen.json~; cat next > screen.json; rm screen.json~"
      case sed = "sed -i s/Row/New/g screen.json"
      case deleted = "rm screen.json; cat next > screen.json"
      case linked = "cp next elsewhere; ln -s elsewhere link; mv -T link screen.json"
    }

    /// Ends a wait: everything done before has had its effect when this comes back.
    private func finish(_ rig: WindowRig) throws {
      // Longer than faults are held back, so that what is held comes first.
      usleep(450_000)
      try rig.save(TestScreen.list(3, prefix: "End"))
      #expect(try rig.click(rig.inspect().place(ofItem: 1)).string("title") == "End 1")
    }

    @Test(arguments: Save.allCases)
    func eachWayToSaveReloadsOnce(save: Save) throws {
      let rig = try WindowRig(
        TestScreen.list(10), files: ["next": TestScreen.list(10, prefix: "New")])
      try rig.directory.shell(save.rawValue)
      try rig.process.waitForEvent("reloaded")
      let item = try rig.click(rig.inspect().place(ofItem: 2))
      #expect(item.string("title") == "New 2")
      try finish(rig)
      #expect(rig.count("reloaded") == 2)
      #expect(rig.count("error") == 0)
    }

    /// Longer than what is read at once, with a fault inside its last item.
    private func large(_ fault: String) -> String {
      let item = #"{"title":"Row","subtitle":"one of many"},"# + "\n"
      return #"{"components":[{"items":["# + "\n" + String(repeating: item, count: 8000)
        + #"{"\#(fault)":1}]}]}"#
    }

    @Test func faultsInsideOfLargeDocumentsAreToldOnceTheyAreShown() throws {
      let rig = try WindowRig(large("colour"))
      let first = rig.process.stderr.wait { $0.contains("'colour'") }
      #expect(first?.contains("screen.json:8002:2: warning: unknown key 'colour'") == true)
      try rig.save(large("weight"))
      try rig.process.waitForEvent("reloaded")
      let second = rig.process.stderr.wait { $0.contains("'weight'") }
      #expect(second?.contains("screen.json:8002:2: warning: unknown key 'weight'") == true)
      #expect(rig.process.stderr.entries.count == 2)
    }

    @Test func savingInTwoPartsReloadsOnce() throws {
      let rig = try WindowRig(TestScreen.list(10))
      var attempts = 0
      while true {
        attempts += 1
        let text = TestScreen.list(10 + attempts, prefix: "New")
        let file = try #require(fopen(rig.directory("screen.json"), "w"))
        fputs(String(text.prefix(200)), file)
        fflush(file)
        let start = ContinuousClock.now
        usleep(300_000)
        fputs(String(text.dropFirst(200)), file)
        fclose(file)
        // A machine too busy to go on after 300 ms has shown half a file for longer than meant.
        if start.duration(to: .now) < .milliseconds(380) { break }
        try #require(attempts < 5, "the machine is too busy")
        try finish(rig)
      }
      let (reloads, errors) = ((attempts - 1) * 2, rig.count("error"))
      #expect(eventually { rig.count("reloaded") > reloads })
      try finish(rig)
      #expect(rig.count("reloaded") == reloads + 2)
      #expect(rig.count("error") == errors)
    }

    @Test func touchingAndSavingTheSameReloadsNothing() throws {
      let rig = try WindowRig(TestScreen.list(10))
      try rig.directory.shell(
        """
        touch screen.json; sleep 0.1; cp screen.json same; mv same screen.json
        sleep 0.1; cat screen.json > same; cat same > screen.json; chmod 600 screen.json
        """)
      try finish(rig)
      #expect(rig.count("reloaded") == 1)
      #expect(rig.count("error") == 0)
    }

    @Test func noWatchReloadsNothing() throws {
      let rig = try WindowRig(TestScreen.list(10), options: ["--no-watch"])
      let place = try rig.inspect().place(ofItem: 1)
      try rig.directory.write(TestScreen.list(10, prefix: "New"), to: "screen.json")
      usleep(450_000)
      #expect(try rig.click(place).string("title") == "Row 1")
      #expect(rig.count("reloaded") == 0)
      // Unless the user asks for it.
      try rig.window.key("F5")
      #expect(eventually { rig.count("reloaded") == 1 })
      #expect(try rig.click(place).string("title") == "New 1")
    }

    // MARK: Broken and missing files

    @Test func aBrokenFileKeepsTheLastGoodScreen() throws {
      let rig = try WindowRig(TestScreen.list(30))
      let place = try rig.inspect().place(ofItem: 8)
      try rig.directory.write("{\"components\": [\n  {\"items\": [}]\n", to: "screen.json")
      let error = try rig.process.waitForEvent("error")
      #expect(error.integer("line") == 2)
      #expect(error.integer("column") == 14)
      #expect(error.string("message")?.isEmpty == false)
      let line = rig.process.stderr.wait { $0.contains("screen.json:2:14: error: ") }
      #expect(line?.hasPrefix(rig.directory("screen.json")) == true)
      // The banner has pushed it down.
      #expect(try rig.click(place).string("title") == "Row 5")
      #expect(rig.count("reloaded") == 0)

      try rig.save(TestScreen.list(30, prefix: "New"))
      #expect(try rig.click(place).string("title") == "New 8")
      try finish(rig)
      #expect(rig.count("error") == 1)
      #expect(rig.count("reloaded") == 2)
    }

    @Test func repairedByTakingTheChangeBackReloadsToo() throws {
      let rig = try WindowRig(TestScreen.list(30))
      try rig.directory.shell("cp screen.json good; echo '}' >> screen.json")
      try rig.process.waitForEvent("error")
      try rig.directory.shell("cat good > screen.json")
      try rig.process.waitForEvent("reloaded")
      try finish(rig)
      #expect(rig.count("error") == 1)
      #expect(rig.count("reloaded") == 2)
    }

    @Test func aFileBrokenFromTheStartIsShownOnceItIsRepaired() throws {
      let rig = try WindowRig("{")
      #expect(rig.count("error") == 1)
      try rig.save(TestScreen.list(3))
      #expect(try rig.click(rig.inspect().place(ofItem: 1)).string("title") == "Row 1")
    }

    @Test func aDeletedFileIsShownUntilItComesBack() throws {
      let rig = try WindowRig(TestScreen.list(30))
      let place = try rig.inspect().place(ofItem: 8)
      // A badge says that the file is gone.
      let before = try rig.display.dump()
      try FileManager.default.removeItem(atPath: rig.directory("screen.json"))
      #expect(try eventually { try rig.display.dump() != before })
      let gone = try rig.process.waitForEvent("unavailable")
      let name = rig.directory("screen.json")
      #expect(
        gone.line == #"{"event":"unavailable","file":"\#(name)","message":"no such file"}"#)
      #expect(try rig.click(place).string("title") == "Row 8")
      #expect(rig.count("reloaded") == 0)
      // Something else that is not a file is reported separately.
      try rig.directory.shell("mkdir screen.json")
      try rig.process.waitForEvent("unavailable") { $0.string("message") == "is a directory" }
      try rig.directory.shell("rmdir screen.json")
      try rig.save(TestScreen.list(30, prefix: "New"))
      #expect(try rig.click(place).string("title") == "New 8")
      try finish(rig)
      #expect(rig.count("reloaded") == 2)
    }

    // MARK: Place

    @Test func whatIsUnderAPointStaysThereAcrossAReload() throws {
      let rig = try WindowRig(TestScreen.list(60))
      let place = (x: 100, y: 300)
      try rig.settle { try rig.window.wheel(.down, notches: 9, at: place) }
      let before = try rig.click(place)
      let title = try #require(before.string("title"))

      // Another title above, and in the row itself.
      let list = TestScreen.list(60)
      try rig.save(
        list.replacingOccurrences(of: #""Row 2""#, with: #""Changed""#)
          .replacingOccurrences(of: #""\#(title)""#, with: #""\#(title)!""#))
      let changed = try rig.click(place)
      #expect(changed.integer("identifier") == before.integer("identifier"))
      #expect(changed.string("title") == title + "!")

      // Rows that come in above.
      let news = (100..<103).map { #"{"identifier":\#($0),"title":"News"},"# }.joined()
      try rig.save(list.replacingOccurrences(of: #""items":["#, with: #""items":[\#(news)"#))
      let moved = try rig.click(place)
      #expect(moved.integer("identifier") == before.integer("identifier"))
      #expect(moved.integer("item") == before.integer("item").map { $0 + 3 })
    }

    @Test func aCarouselKeepsItsPlaceToo() throws {
      let rig = try WindowRig(TestScreen.carouselOverList)
      let place = (x: 200, y: 60)
      try rig.window.wheel(.right, notches: 6, at: place)
      try rig.process.waitForEvent("carouselEnded")
      let before = try rig.click(place)
      try rig.save(TestScreen.carouselOverList.replacingOccurrences(of: "Row 3", with: "Other"))
      #expect(try rig.click(place).integer("item") == before.integer("item"))
      #expect(before.integer("item") != 1)
    }
  }
}
