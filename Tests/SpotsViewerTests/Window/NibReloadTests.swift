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
      try rig.directory.write(table("Auf", "Fertig"), to: "strings/en.json")
      try rig.process.waitForEvent("reloaded")
      #expect(try rig.click((100, 20)).string("title") == "Auf")
      try rig.process.waitForEvent("navigated")
      #expect(try rig.click((100, 70)).string("title") == "Fertig")
      // The step follows, too.
      let start = rig.process.stdout.entries.count
      try rig.directory.write(table("Open", "Finished"), to: "strings/en.json")
      try rig.process.waitForEvent("reloaded", from: start)
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
