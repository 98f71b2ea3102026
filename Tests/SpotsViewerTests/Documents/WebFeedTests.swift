import Foundation
import SpotsSDL
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsViewer

@Suite struct WebFeedTests {
  private let log = EventLog<String>()

  private func feed(
    _ server: TestServer, every interval: Double? = nil, trusting: Set<String> = ["127.0.0.1"]
  ) -> WebFeed {
    let loader = ScreenLoader(
      kinds: KnownKinds(items: ["default"], components: ["list"], viewFolders: []),
      fetcher: CurlFetcher.shared, allowedHosts: [],
      access: DocumentAccess(named: "", folders: ReadableFolders([]))
    ) { _ in }
    let log = log
    return WebFeed(
      DocumentSource(server.url("/a.json")), loader: loader, trusting: trusting, every: interval
    ) {
      switch $0 {
      case .good(let file): log.append("good " + (file.reading.screen?.title ?? ""))
      case .broken: log.append("broken")
      case .unchanged: log.append("unchanged")
      case .unreachable(let error): log.append("\(error)")
      case .missing, .unreadable: log.append("not of a server")
      }
    }
  }

  private func screen(_ title: String) -> TestServer.Answer {
    .text(#"{"title":"\#(title)","components":[]}"#)
  }

  /// Leaves the first question without an answer; answers all others with the screen B.
  private func serverThatFirstKeepsSilent() throws -> TestServer {
    let isFirst = Mutex(true)
    return try TestServer { [self] _ in
      let hangs = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      return hangs ? .silence : screen("B")
    }
  }

  @Test func eachVersionIsToldOnce() throws {
    let answers = Mutex(
      ["A", "A", "", "", "A", "B"].map { $0.isEmpty ? TestServer.Answer.text("{") : screen($0) })
    let server = try TestServer { _ in answers.withLock { $0.removeFirst() } }
    let feed = feed(server)
    for number in 0..<6 {
      try #require(log.wait(from: number) != nil)
      if number < 5 { feed.refresh() }
    }
    #expect(log.entries == ["good A", "unchanged", "broken", "unchanged", "good A", "good B"])
  }

  @Test func theServersWordIsEnough() throws {
    let server = try TestServer { request in
      request.headers["if-none-match"] == "\"1\""
        ? .document([], status: 304)
        : .text(#"{"title":"A","components":[]}"#, headers: ["ETag: \"1\""])
    }
    let feed = feed(server)
    try #require(log.wait() != nil)
    feed.refresh()
    try #require(log.wait(from: 1) != nil)
    #expect(log.entries == ["good A", "unchanged"])
  }

  @Test func questionsAreRepeated() throws {
    let server = try TestServer { [self] _ in screen("A") }
    let feed = feed(server, every: 0.02)
    try #require(log.wait(from: 4) != nil)
    feed.stop()
    #expect(log.entries.first == "good A")
    #expect(log.entries.dropFirst().allSatisfy { $0 == "unchanged" })
  }

  @Test func aNewQuestionTakesThePlaceOfTheOld() throws {
    let server = try serverThatFirstKeepsSilent()
    let feed = feed(server)
    #expect(server.waitForRequest("/a.json"))
    feed.refresh()
    try #require(log.wait() != nil)
    #expect(log.entries == ["good B"])
    // The first question was given up.
    #expect(eventually { server.open <= 1 })
  }

  @Test func aPausedFeedHasNoConnectionAndAsksAgainWhenItGoesOn() throws {
    let server = try serverThatFirstKeepsSilent()
    let feed = feed(server)
    #expect(server.waitForRequest("/a.json"))
    feed.pause()
    #expect(eventually { server.open == 0 })
    feed.refresh()
    feed.resume()
    try #require(log.wait() != nil)
    // A page that was answered is not requested again.
    feed.pause()
    feed.resume()
    feed.refresh()
    try #require(log.wait(from: 1) != nil)
    #expect(log.entries == ["good B", "unchanged"])
  }

  @Test func aPausedFeedDoesNotRepeatItsQuestion() throws {
    let server = try TestServer { [self] _ in screen("A") }
    let feed = feed(server, every: 0.02)
    try #require(log.wait(from: 2) != nil)
    feed.pause()
    let count = log.entries.count
    usleep(200_000)
    // An answer may have been on its way.
    #expect(log.entries.count <= count + 1)
    let paused = log.entries.count
    feed.resume()
    #expect(log.wait(from: paused + 1) != nil)
    feed.stop()
  }

  @Test func aReleasedFeedGivesUp() throws {
    let server = try TestServer { _ in .silence }
    do {
      let feed = feed(server)
      #expect(server.waitForRequest("/a.json"))
      withExtendedLifetime(feed) {}
    }
    #expect(eventually { server.open == 0 })
    #expect(log.entries.isEmpty)
  }

  @Test func hostsThatAreNotTrustedAreNotAsked() throws {
    let server = try TestServer { [self] _ in screen("A") }
    let feed = feed(server, trusting: [])
    try #require(log.wait() != nil)
    #expect(log.entries.first?.contains("--allow-host 127.0.0.1") == true)
    #expect(server.accepted == 0)
    feed.stop()
  }
}
