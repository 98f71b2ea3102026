import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// A window goes on whatever becomes of the programs that it has to do with.
  @Suite(.serialized) struct VanishedPeersTests {
    private static let form =
      #"{"components":[{"items":[{"title":"Go","kind":"button","action":"submit"}]}]}"#

    /// Messages of windows that are gone, which a window answers, or asks for more.
    @Test func windowsOfOthersMayBeGone() throws {
      let rig = try WindowRig(TestScreen.list(3))
      let connection = try XConnection(rig.display.name)
      // No client of the server has this number, so it is that of no window.
      let gone: XConnection.Window = 0x1FFF_FFF0
      let list = try connection.atom("text/uri-list")
      let copy = try connection.atom("XdndActionCopy")
      let position: XConnection.Window = 100 << 16 | 100
      let messages: [(String, [XConnection.Window])] = [
        ("XdndEnter", [gone, 5 << 24, list, 0, 0]),
        // It has more than three types, which are properties of its window.
        ("XdndEnter", [gone, 5 << 24 | 1, list, list, list]),
        ("XdndPosition", [gone, 0, position, 0, copy]),
        ("XdndLeave", [gone, 0, 0, 0, 0]),
        ("XdndDrop", [gone, 0, 0, 0, 0]),
        ("XdndPosition", [gone, 0, position, 0, copy]),
        // Types that the server does not know, and a list of them that is not there.
        ("XdndEnter", [try connection.root, 5 << 24, 0x7F_FFFF, 0, 0]),
        ("XdndEnter", [try connection.root, 5 << 24 | 1, 0x7F_FFFF, list, 0]),
        ("WM_PROTOCOLS", [try connection.atom("_NET_WM_PING"), 0, gone, 0, 0]),
      ]
      for (name, numbers) in messages {
        try connection.send(name, numbers, about: try rig.window.number)
        // The server has answered what the window asked for it.
        _ = try connection.property("WM_NAME", of: rig.window.number)
      }
      let start = rig.process.stdout.entries.count
      try rig.directory.write(TestScreen.list(4), to: "screen.json")
      try rig.process.waitForEvent("reloaded", from: start)
      #expect(try rig.process.terminate().status == 0)
      #expect(rig.process.events.last?.name == "closed")
      #expect(rig.process.stderr.entries == [])
    }

    /// A window goes on while nobody reads what was submitted, and it is all there later.
    @Test func submissionsWaitForTheirReader() throws {
      let folder = try TemporaryDirectory()
      try #require(mkfifo(folder("values"), 0o600) == 0)
      let rig = try WindowRig(
        Self.form, options: ["--values", folder("values"), "--control", folder("s")])
      let client = try ControlConnection(folder("s"))
      for _ in 0..<2 { try client.ask(#"{"click":{"title":"Go"}}"#) }
      // A reader that is still there when the next one is written reads both.
      try folder.write("{}\n{}\n", to: "all")
      try folder.shell("touch read; until cmp -s read all; do timeout 20 cat values >>read; done")
      // Whoever comes too late makes a difference.
      try client.ask(#"{"click":{"title":"Go"}}"#)
      let end = try rig.process.terminate()
      #expect(end.status == 3)
      let words = "\(folder("values")): 1 submissions were not read"
      #expect(rig.process.stderr.wait { $0 == words } != nil)
    }

    /// A window whose client waits while there are no more descriptors.
    @Test func clientsMayWaitWithoutDescriptors() throws {
      let folder = try TemporaryDirectory()
      try folder.write(TestScreen.list(3), to: "screen.json")
      for limit in [17, 18, 19, 20, 22] {
        let process = try ViewerProcess(
          [
            "-c", "ulimit -n \(limit); exec \"$@\"", "sh", try ViewerProcess.executable,
            folder("screen.json"), "--events", "--control", folder("s"),
          ], display: try WindowRig.display.get(), executable: "/bin/bash")
        try process.waitForEvent("shown", timeout: 30)
        // Each takes two descriptors, or is turned away.
        let clients = try (0..<8).map { _ in try ControlConnection(folder("s")) }
        for client in clients { client.send(Array(#"{"wait-for":{"event":"move"}}"#.utf8) + [10]) }
        let isAsked = eventually { (try? process.descriptorCount) ?? 0 >= limit - 2 }
        #expect(isAsked, "\(limit)")
        #expect(try process.terminate().status == 0)
      }
    }
  }
}
