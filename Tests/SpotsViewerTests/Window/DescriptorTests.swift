import Foundation
import Testing

extension WindowTests {
  /// Windows of a program that may open few files, as set with `ulimit -n`.
  @Suite(.serialized) struct DescriptorTests {
    private static let picture =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
      + "<rect width='9' height='9'/></svg>"
    private static let nib = #"{"kind":"plain","label":"{title}"}"#

    /// Opens `screen` in a process that may have `limit` files open.
    private func open(_ screen: String, limit: Int) throws -> ViewerProcess {
      let process = try ViewerProcess(
        [
          "-c", "ulimit -n \(limit); exec \"$@\"", "sh", try ViewerProcess.executable, screen,
          "--events",
        ], display: try WindowRig.display.get(), executable: "/bin/bash")
      try process.waitForEvent("shown", timeout: 30)
      return process
    }

    @Test func twentyFourFilesAreEnoughForAllAWindowDoes() throws {
      let folder = try TemporaryDirectory()
      try folder.shell("mkdir Views")
      try folder.write(Self.nib, to: "Views/plain.view.json")
      try folder.write(Self.picture, to: "red.svg")
      let screen = { (title: String) in
        """
        {"title":"\(title)","components":[{"header":{"title":"\(title)"},"items":[
        {"kind":"plain","title":"a"},{"title":"b","image":"red.svg"}]}]}
        """
      }
      try folder.write(screen("Few"), to: "screen.json")
      let process = try open(folder("screen.json"), limit: 24)
      let start = process.stdout.entries.count
      try folder.write(screen("Other"), to: "screen.json")
      try process.waitForEvent("reloaded", from: start)
      // Besides the standard three and one of the test's own: two for the display, one for the main
      // queue, two for each of three watchers, the fonts, and two for each of two decoders. A file
      // may be open for reading at the moment.
      #expect(try eventually { try process.descriptorCount <= 4 + 2 + 1 + 6 + 2 + 4 })
      #expect(process.stderr.entries == [])
      #expect(try process.terminate().status == 0)
    }

    @Test func withFewerAWindowOpensAndSaysWhatItCannotFollow() throws {
      let process = try open(SampleScreens.path("gallery.json"), limit: 16)
      let warning = process.stderr.wait {
        $0.hasPrefix("warning: ") && $0.hasSuffix(": too many open files")
      }
      #expect(warning != nil, "\(process.stderr.entries)")
      // The pictures are there all the same.
      #expect(!process.stderr.entries.contains { $0.contains("image '") })
      #expect(try process.terminate().status == 0)
    }
  }
}
