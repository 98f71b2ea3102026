import Foundation
import Testing

extension WindowTests {
  /// Nibs are followed like screens.
  @Suite(.serialized) struct NibReloadTests {
    private static let screen =
      #"{"components":[{"items":[{"title":"Ada","kind":"tile","action":"go:1"},"#
      + #"{"title":"Bea","kind":"tile","action":"go:2"}]}]}"#

    private static func tile(height: Int) -> String {
      #"{"kind":"tile","surface":"none","label":"{title}","size":[0,\#(height)]}"#
    }

    @Test func aChangedNibIsShownAtOnceAndABrokenOneNot() throws {
      let rig = try WindowRig(
        Self.screen, files: ["tile.view.json": Self.tile(height: 60)])
      #expect(try rig.click((100, 90)).string("title") == "Bea")
      try rig.directory.write(Self.tile(height: 200), to: "tile.view.json")
      try rig.process.waitForEvent("reloaded")
      #expect(try rig.click((100, 90)).string("title") == "Ada")
      #expect(try rig.click((100, 250)).string("title") == "Bea")
      // The last good version stays.
      let start = rig.process.stdout.entries.count
      try rig.directory.write("{ \"kind\": \"tile\", ", to: "tile.view.json")
      try rig.process.waitForEvent("error", from: start)
      #expect(try rig.click((100, 350)).string("title") == "Bea")
      // Mended, it is shown again.
      let mended = rig.process.stdout.entries.count
      try rig.directory.write(Self.tile(height: 80), to: "tile.view.json")
      try rig.process.waitForEvent("reloaded", from: mended)
      #expect(try rig.click((100, 120)).string("title") == "Bea")
    }

    @Test func textsOfTheUsersLanguageAreFollowed() throws {
      let screen =
        #"{"components":[{"items":[{"title":{"string":"open"},"action":"push:more"}]}],"#
        + #""screens":{"more":{"components":[{"items":[{"title":{"string":"done"},"action":"a:b"}]}]}}}"#
      let table = { (open: String, done: String) in #"{"open":"\#(open)","done":"\#(done)"}"# }
      let rig = try WindowRig(screen, files: ["strings/en.json": table("Open", "Done")])
      // A file that is found half written is read again, which may come between press and release.
      func save(_ text: String) throws {
        try rig.directory.write(text, to: "new.txt")
        try rig.directory.shell("mv new.txt strings/en.json")
      }
      try save(table("Auf", "Fertig"))
      try rig.process.waitForEvent("reloaded")
      #expect(try rig.click((100, 20)).string("title") == "Auf")
      try rig.process.waitForEvent("navigated")
      #expect(try rig.click((100, 70)).string("title") == "Fertig")
      // The step follows, too.
      let start = rig.process.stdout.entries.count
      try save(table("Open", "Finished"))
      // Both screens are shown anew, one after the other, which may come between press and release.
      for index in 0..<3 { _ = rig.process.event("reloaded", from: start + index, timeout: 5) }
      #expect(try rig.click((100, 70)).string("title") == "Finished")
    }

    @Test func aNibThatGoesAndComesBackIsNoticed() throws {
      let rig = try WindowRig(Self.screen, files: ["tile.view.json": Self.tile(height: 200)])
      #expect(try rig.click((100, 100)).string("title") == "Ada")
      try rig.directory.shell("rm tile.view.json")
      try rig.process.waitForEvent("reloaded")
      // The default view is 44 high.
      #expect(try rig.click((100, 70)).string("title") == "Bea")
      let start = rig.process.stdout.entries.count
      try rig.directory.write(Self.tile(height: 200), to: "tile.view.json")
      try rig.process.waitForEvent("reloaded", from: start)
      #expect(try rig.click((100, 100)).string("title") == "Ada")
    }
  }
}
