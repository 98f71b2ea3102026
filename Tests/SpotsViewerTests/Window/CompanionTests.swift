import Foundation
import Testing

extension WindowTests {
  /// What a screen refers to is followed like the screen itself.
  @Suite(.serialized) struct CompanionTests {
    private static func svg(_ color: String) -> String {
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>"
        + "<rect width='40' height='40' fill='\(color)'/></svg>"
    }

    private static func screen(_ image: String) -> String {
      #"{"components":[{"items":[{"title":"a","kind":"image","image":"\#(image)"}]}]}"#
    }

    /// Waits until `color` is somewhere in the window.
    private func wait(
      for color: UInt32, _ rig: WindowRig, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let isShown = try eventually { try rig.display.screenshot().pixels.contains(color) }
      #expect(isShown, "\(rig.process.stderr.entries)", sourceLocation: sourceLocation)
    }

    @Test func aChangedPictureIsShown() throws {
      let rig = try WindowRig(
        Self.screen("a.svg"), files: ["a.svg": Self.svg("#123450")], size: "300x300")
      try wait(for: 0x123450, rig)
      // Written in place, then replaced by renaming, then written in place again.
      try rig.directory.write(Self.svg("#543210"), to: "a.svg")
      try wait(for: 0x543210, rig)
      try rig.directory.write(Self.svg("#0A0B0C"), to: "b.svg")
      try rig.directory.shell("mv b.svg a.svg")
      try wait(for: 0x0A0B0C, rig)
      try rig.directory.write(Self.svg("#123450"), to: "a.svg")
      try wait(for: 0x123450, rig)
      // The screen itself did not change.
      #expect(rig.count("reloaded") == 0)
    }

    @Test func aMissingPictureIsShownWhenItComes() throws {
      let rig = try WindowRig(Self.screen("sub/deep/a.svg"), size: "300x300")
      try rig.directory.shell("mkdir sub; mkdir sub/deep")
      try rig.directory.write(Self.svg("#123450"), to: "sub/deep/a.svg")
      try wait(for: 0x123450, rig)
      #expect(rig.count("reloaded") == 0)
    }

    @Test func aPictureBehindALinkIsFollowed() throws {
      let rig = try WindowRig(
        Self.screen("a.svg"),
        files: ["one.svg": Self.svg("#123450"), "two.svg": Self.svg("#543210")], size: "300x300")
      try rig.directory.shell("ln -s one.svg a.svg")
      try wait(for: 0x123450, rig)
      try rig.directory.write(Self.svg("#0A0B0C"), to: "one.svg")
      try wait(for: 0x0A0B0C, rig)
      try rig.directory.shell("ln -s two.svg new; mv -T new a.svg")
      try wait(for: 0x543210, rig)
    }

    @Test func aThemeFileIsFollowed() throws {
      let directory = try TemporaryDirectory()
      try directory.write(##"{"background": "#102030"}"##, to: "theme.json")
      let rig = try WindowRig(
        #"{"components":[]}"#, size: "300x300", options: ["--theme", directory("theme.json")])
      try wait(for: 0x102030, rig)
      // Text on a dark background is light.
      #expect(try rig.display.screenshot().pixels.contains { $0 >> 16 > 0x90 })
      try directory.write(##"{"background": "#204060"}"##, to: "theme.json")
      try wait(for: 0x204060, rig)
      // A broken one is told and changes nothing.
      try directory.write(##"{"background": "#2040"##, to: "theme.json")
      #expect(rig.process.stderr.wait { $0.contains("theme.json:1:") } != nil)
      #expect(try rig.display.screenshot().pixels.contains(0x204060))
    }

    @Test func aNewNibIsUsedAtOnce() throws {
      let rig = try WindowRig(
        #"{"components":[{"items":[{"title":"a","kind":"tile"},{"title":"b"}]}]}"#)
      #expect(try rig.click((100, 70)).string("title") == "b")
      try rig.directory.shell("mkdir Views")
      try rig.directory.write(
        #"{"kind":"tile","label":"{title}","size":[0,200]}"#, to: "Views/tile.view.json")
      try rig.process.waitForEvent("reloaded")
      #expect(try rig.click((100, 70)).string("title") == "a")
      // Files that are not nibs are ignored.
      let count = rig.count("reloaded")
      try rig.directory.write("{}", to: "Views/other.json")
      usleep(300_000)
      #expect(rig.count("reloaded") == count)
    }

    @Test func aPageThatFollowsMayAppearLater() throws {
      let first = TestScreen.list(20).replacingOccurrences(
        of: #""title":"List""#, with: #""title":"List","next":"later/two.json""#)
      let rig = try WindowRig(first)
      try rig.settle { try rig.window.key("End") }
      try rig.process.waitForEvent("unavailable")
      try rig.directory.shell("mkdir later")
      try rig.directory.write(TestScreen.list(5, prefix: "Two"), to: "later/two.json")
      #expect(
        eventually {
          try? rig.window.key("End")
          return (try? rig.click((100, 590)).string("title")) == "Two 4"
        })
    }

    @Test func pagesThatFollowAreFollowed() throws {
      let first = TestScreen.list(20).replacingOccurrences(
        of: #""title":"List""#, with: #""title":"List","next":"two.json""#)
      let rig = try WindowRig(first, files: ["two.json": TestScreen.list(5, prefix: "Two")])
      try rig.settle { try rig.window.key("End") }
      try rig.window.key("End")
      #expect(eventually { (try? rig.click((100, 590)).string("title")) == "Two 4" })
      try rig.directory.write(TestScreen.list(5, prefix: "New"), to: "two.json")
      #expect(eventually { (try? rig.click((100, 590)).string("title")) == "New 4" })
      // The screen changes above them: they stay.
      try rig.save(first.replacingOccurrences(of: "Row 3", with: "Other"))
      #expect(try rig.click((100, 590)).string("title") == "New 4")
    }
  }
}
