import Foundation
import SpotsTestSupport
import Synchronization
import Testing

/// Screens of a server that lead to others.
@Suite struct WebNavigationTests {
  @Test func screensOfTheServerAreOpenedAndLeft() throws {
    let first = #"{"components":[{"items":[{"title":"go","action":"screen:sub/b.json"}]}]}"#
    let server = try TestServer { request in
      switch request.path {
      case "/a.json": .text(first)
      case "/sub/b.json": .text(TestScreen.list(5, title: "B", prefix: "B"))
      default: .missing
      }
    }
    let rig = try WebRig(server.url("/a.json"))
    try rig.window.click((x: 100, y: 20))
    #expect(try rig.process.waitForEvent("navigated").string("to") == "sub/b.json")
    #expect(eventually { (try? rig.window.title) == "B — Spots" })
    #expect(try rig.title(at: 104) == "B 1")
    try rig.press("Escape", "navigated")
    #expect(try rig.title(at: 20) == "go")
    try rig.end()
  }

  @Test func pagesFollowEachOnceAndFailuresAreTriedAgain() throws {
    let failures = Mutex(1)
    let server = try TestServer { request in
      switch request.path {
      case "/1.json": return .text(Self.page("A", next: "2.json"))
      case "/2.json":
        let fails = failures.withLock { count in
          count -= 1
          return count >= 0
        }
        return fails ? .missing : .text(Self.page("B", next: "3.json"))
      // Back to the start: a circle.
      case "/3.json": return .text(Self.page("C", next: "1.json"))
      default: return .missing
      }
    }
    let rig = try WebRig(server.url("/1.json"))
    try rig.window.key("End")
    #expect(server.waitForRequest("/2.json"))
    // Some time later the user is at the end again.
    #expect(
      try eventually(timeout: 20) {
        try rig.window.key("Home")
        try rig.window.key("End")
        usleep(300_000)
        return server.requests.contains { $0.path == "/3.json" }
      })
    #expect(
      try eventually {
        try rig.window.key("End")
        usleep(400_000)
        return try rig.title(at: 280) == "C 39"
      })
    #expect(server.requests.map(\.path) == ["/1.json", "/2.json", "/2.json", "/3.json"])
    try rig.end()
  }

  private static func page(_ name: String, next: String) -> String {
    TestScreen.list(40, title: name, prefix: name)
      .replacingOccurrences(
        of: #"{"title":"\#(name)","#, with: #"{"title":"\#(name)","next":"\#(next)","#)
  }
}
