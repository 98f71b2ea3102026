import Foundation
import SpotsTestSupport
import Synchronization
import Testing

/// Screens from a server, in a window: a good one and bad ones.
@Suite struct WebTests {
  private static let list = TestScreen.list(30)

  @Test func aScreenOfAServerIsShownAndFollowed() throws {
    let version = Mutex(1)
    let server = try TestServer { request in
      let tag = "\"\(version.withLock { $0 })\""
      if request.headers["if-none-match"] == tag { return .document([], status: 304) }
      return .text(
        TestScreen.list(30, prefix: tag == "\"1\"" ? "Row" : "New"), headers: ["ETag: \(tag)"])
    }
    let rig = try WebRig(server.url("/screen.json"))
    #expect(try rig.title(at: 100) == "Row 2")
    let reloads = rig.reloads
    #expect(reloads <= 1)
    #expect(try rig.window.title == "List — Spots")
    // The server says that nothing is new.
    try rig.press("F5", "refresh")
    #expect(server.waitForRequest("/screen.json", count: 2))
    version.withLock { $0 = 2 }
    try rig.press("F5", "reloaded")
    #expect(rig.reloads == reloads + 1)
    #expect(try rig.title(at: 100) == "New 2")
    try rig.end()
  }

  @Test func pollingShowsWhatIsNewAndNothingElse() throws {
    let version = Mutex(1)
    let server = try TestServer { _ in
      .text(TestScreen.list(30, prefix: "V\(version.withLock { $0 })"))
    }
    let rig = try WebRig(server.url("/screen.json"), ["--poll", "1"])
    #expect(server.waitForRequest("/screen.json", count: 4))
    let start = rig.process.stdout.entries.count
    #expect(rig.reloads <= 1)
    version.withLock { $0 = 2 }
    try rig.process.waitForEvent("reloaded", from: start)
    #expect(try rig.title(at: 100) == "V2 2")
    try rig.end()
  }

  /// What a server may do instead of answering; the window must not be affected by any of it.
  enum Misery: String, CaseIterable {
    case silence, halfAHead, halfADocument, drip, endless, circle, missing, junk, bomb

    var answer: TestServer.Answer {
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n"
      switch self {
      case .silence: return .silence
      case .halfAHead: return .raw(Array(head.utf8), hangs: true)
      case .halfADocument: return .raw(Array((head + "\r\n{\"components\":[").utf8), hangs: true)
      case .drip: return .drip([UInt8](repeating: 0x20, count: 10_000), every: 10)
      case .endless: return .endless()
      case .circle: return .redirect("/screen.json")
      case .missing: return .missing
      case .junk: return .raw(Array("\u{1B}[31mno http\r\n\r\n".utf8))
      case .bomb: return .endless(headers: ["Content-Encoding: gzip"])
      }
    }
  }

  @Test(arguments: Misery.allCases)
  func aBadServerCostsNothingButItsScreen(misery: Misery) throws {
    let server = try TestServer { _ in misery.answer }
    let rig = try WebRig(server.url("/screen.json"))
    // 500 ms is the promise; a machine that runs everything else at the same time gets more.
    #expect(rig.startTime < Allowance.elapsed(.seconds(3)))
    // The window answers.
    try rig.press("F5", "refresh")
    #expect(rig.process.stdout.entries.allSatisfy { !$0.contains("\u{1B}") })
    #expect(rig.process.stderr.entries.allSatisfy { !$0.contains("\u{1B}") })
    try rig.end()
  }

  @Test func aBadServerLeavesTheLastGoodScreen() throws {
    let misery = Mutex<Misery?>(nil)
    let server = try TestServer { _ in
      misery.withLock { $0 }?.answer ?? .text(Self.list)
    }
    let rig = try WebRig(server.url("/screen.json"))
    for next in [Misery.missing, .junk, .circle, .silence] {
      misery.withLock { $0 = next }
      try rig.press("F5", "refresh")
      #expect(try rig.title(at: 100) == "Row 2")
    }
    // A document that is no screen is shown as such.
    misery.withLock { $0 = nil }
    try rig.end()
  }

  @Test func aBrokenDocumentLeavesTheLastGoodScreen() throws {
    let isBroken = Mutex(false)
    let server = try TestServer { _ in
      .text(isBroken.withLock { $0 } ? "{\n  \"components\": [}" : Self.list)
    }
    let rig = try WebRig(server.url("/screen.json"))
    isBroken.withLock { $0 = true }
    try rig.press("F5", "error")
    #expect(rig.process.stderr.wait { $0.contains("/screen.json:2:18: error: ") } != nil)
    // The banner pushes the rows down.
    #expect(try rig.title(at: 200) == "Row 2")
    isBroken.withLock { $0 = false }
    try rig.press("F5", "reloaded")
    #expect(try rig.title(at: 20) == "Row 0")
    try rig.end()
  }

  @Test func pullingAsksTheServerOncePerPull() throws {
    let server = try TestServer { _ in .text(Self.list) }
    let rig = try WebRig(server.url("/screen.json"))
    for pull in 1...2 {
      let start = rig.process.stdout.entries.count
      try rig.window.drag(from: (100, 40), to: (100, 280), steps: 20, seconds: 0.3)
      try rig.process.waitForEvent("refresh", from: start)
      #expect(server.waitForRequest("/screen.json", count: 1 + pull))
    }
    #expect(server.requests.count == 3)
    try rig.end()
  }

  @Test func picturesThatHangHoldNothingUp() throws {
    let pictures = (0..<20).map { #"{"title":"P \#($0)","image":"/slow/\#($0).png"}"# }
    let screen = #"{"components":[{"items":[\#(pictures.joined(separator: ","))]}]}"#
    let server = try TestServer { $0.path == "/screen.json" ? .text(screen) : .silence }
    let rig = try WebRig(server.url("/screen.json"))
    #expect(rig.startTime < Allowance.elapsed(.seconds(3)))
    #expect(eventually { server.requests.count { $0.path.hasPrefix("/slow/") } >= 6 })
    #expect(try rig.title(at: 20) == "P 0")
    #expect(server.requests.count { $0.path.hasPrefix("/slow/") } == 6)
    try rig.end()
  }

  @Test func offlineStartsNoConnection() throws {
    let cache = try TemporaryDirectory()
    let server = try TestServer { _ in .text(Self.list) }
    let online = try WebRig(server.url("/screen.json"), cache: cache)
    #expect(
      eventually {
        !((try? FileManager.default.subpathsOfDirectory(atPath: cache.path)) ?? []).filter {
          $0.hasSuffix(".document")
        }.isEmpty
      })
    try online.end()
    let before = server.accepted
    let rig = try WebRig(server.url("/screen.json"), ["--offline"], cache: cache)
    // What was kept from before.
    #expect(try rig.title(at: 100) == "Row 2")
    try rig.press("F5", "refresh")
    #expect(rig.process.stderr.wait { $0.hasSuffix("offline") } != nil)
    try rig.end()
    #expect(server.accepted == before)
  }

  @Test func aServerThatIsGoneLeavesWhatWasKept() throws {
    let cache = try TemporaryDirectory()
    let isUp = Mutex(true)
    let server = try TestServer { _ in isUp.withLock { $0 } ? .text(Self.list) : .silence }
    let first = try WebRig(server.url("/screen.json"), cache: cache)
    #expect(
      eventually {
        !((try? FileManager.default.subpathsOfDirectory(atPath: cache.path)) ?? []).filter {
          $0.hasSuffix(".document")
        }.isEmpty
      })
    try first.end()
    isUp.withLock { $0 = false }
    // While the server keeps silent, the screen of the last time is there.
    let second = try WebRig(server.url("/screen.json"), cache: cache)
    #expect(try second.title(at: 100) == "Row 2")
    isUp.withLock { $0 = true }
    try second.press("F5", "reloaded")
    try second.end()
  }

  @Test func aScreenReachesItsOwnServerOnly() throws {
    let other = try TestServer { _ in .text("secret") }
    let port = other.port
    let screen = #"""
      {"components":[{"items":[{"title":"a","image":"http://localhost:\#(port)/a.png"},
      {"title":"b","image":"http://127.0.0.2:\#(port)/b.png"},
      {"title":"c","image":"file:///etc/hostname"},
      {"title":"d","action":"screen:http://localhost:\#(port)/d.json"}]}]}
      """#
    let server = try TestServer { _ in .text(screen) }
    let rig = try WebRig(server.url("/screen.json"))
    for name in ["a.png", "b.png", "hostname"] {
      #expect(rig.process.stderr.wait { $0.contains("warning: image") && $0.contains(name) } != nil)
    }
    try rig.window.click((x: 100, y: 160))
    try rig.process.waitForEvent("navigated")
    #expect(
      rig.process.stderr.wait { $0.contains("'--allow-host localhost'") && $0.contains("d.json") }
        != nil)
    try rig.press("Escape", "navigated")
    #expect(other.accepted == 0)
    try rig.end()

    let allowed = try WebRig(server.url("/screen.json"), ["--allow-host", "localhost"])
    #expect(other.waitForRequest("/a.png"))
    try allowed.end()
  }
}
