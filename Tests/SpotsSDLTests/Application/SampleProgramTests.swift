import CSDL2
import Foundation
import Spots
import SpotsSDL
import SpotsTestSupport
import SpotsTesting
import Testing

@testable import sample_programs

/// The programs of the article "Programs in Swift", used on SDL's dummy driver.
@Suite(.serialized) @MainActor
struct SampleProgramTests {
  init() { SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy") }

  /// A tester of the screen in front.
  private func front(_ application: Application) -> ScreenTester {
    ScreenTester(application.controller)
  }

  /// Lets tasks of the main actor run until `condition` holds.
  private func until(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + Allowance.of(.seconds(10))
    while !condition(), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
    try #require(condition())
  }

  @Test func clicksAreCounted() async throws {
    let application = try counter()
    let tester = front(application)
    try tester.click("One more")
    try tester.click("One more")
    try await until { tester.names.contains { $0.hasPrefix("2") } }
    try tester.click("Start again")
    try await until { !tester.names.contains("Start again") }
  }

  @Test func contactsHavePages() throws {
    let application = try contacts()
    #expect(front(application).names.contains { $0.hasPrefix("Marta Silva") })
    try front(application).click("Edith Marlowe, York")
    #expect(application.controller.title == "Edith Marlowe")
    #expect(front(application).names.contains("Phone, 555 0102"))
    application.pop()
    #expect(application.controller.title == "Contacts")
  }

  @Test func seatsAreBooked() throws {
    let application = try booking()
    let tester = front(application)
    try tester.click("Book")
    // Something is wrong with the answers.
    #expect(application.controllers.count == 1)
    try tester.click("Name")
    tester.type("Ada")
    try tester.click("Mail")
    tester.type("ada@example.org")
    try tester.click("Aisle")
    try tester.click("I have read the terms")
    try tester.click("Book")
    #expect(front(application).names.contains { $0.contains("Bon voyage, Ada!") })
    #expect(front(application).names.contains { $0.contains("At the aisle, bags: 1") })
    try front(application).click("Close")
    #expect(application.controllers.count == 1 && !application.isClosed)
  }

  @Test func storiesComeFromAServer() async throws {
    let server = try TestServer { request in
      request.path == "/none"
        ? .missing : .text(#"{"hits":[{"title":"Spots","author":"ada","points":7}]}"#)
    }
    let trust = PrivateServers(allowed: ["127.0.0.1"])
    let tester = front(try feed(from: server.url("/"), trust: trust))
    #expect(tester.names.contains("Loading…"))
    try await until { tester.names.contains { $0.hasPrefix("Spots, by ada") } }
    #expect(!tester.names.contains("Loading…"))
    #expect(tester.press("F5"))
    try await until { server.requests.count == 2 }
    let failing = front(try feed(from: server.url("/none"), trust: trust))
    try await until { failing.names.contains { $0.contains("404") } }
  }

  @Test func mailIsReadBesideItsList() async throws {
    let application = try mail()
    let inbox = application.controller
    let tester = front(application)
    try tester.click("Priya Raman, Thursday, New")
    #expect(application.controllers.map(\.title) == ["Inbox", "Thursday"])
    // Both are seen, and keys still go to the list.
    #expect(application.controller === inbox)
    try tester.click("Finn Larsen, The ridge, New")
    #expect(application.controllers.map(\.title) == ["Inbox", "The ridge"])
    try ScreenTester(application.controllers[1]).click("Delete")
    try await until { inbox.components[0].model.items.count == 2 }
    #expect(application.controllers.count == 1)
    #expect(inbox.item(at: ItemPath(component: 0, item: 1))?.badge == nil)
  }

  @Test func songsArePlayed() async throws {
    let application = try player()
    let tester = front(application)
    #expect(tester.names.contains { $0.hasPrefix("Paper Kite") && $0.hasSuffix("Paused") })
    try tester.click("Low Tide")
    try await until { tester.names.contains { $0 == "Low Tide, Playing" } }
    try tester.click("Low Tide, Playing")
    try await until { tester.names.contains { $0 == "Low Tide, Paused" } }
    let bar = try #require(tester.controller.frame(of: ItemPath(component: 1, item: 0)))
    #expect(bar.maxY > tester.controller.size.height - 32)
  }

  @Test func loadsAreDrawn() async throws {
    let loads = LoadAverages()
    for _ in 0..<100 { loads.sample() }
    #expect(loads.short.count == 60 && loads.short.allSatisfy { $0 >= 0 })
    let tester = front(try monitor())
    #expect(tester.names.contains { $0.hasPrefix("Programs that want to run") })
    let chart = tester.controller.item(at: ItemPath(component: 0, item: 0))?.chart
    #expect(chart?.series.map(\.title) == ["1 minute", "15 minutes"] && chart?.count == 1)
  }

  @Test(arguments: [("Appearance", "Size of text"), ("Network", "Proxy"), ("Sound", "Volume")])
  func settingsHavePages(page: String, answer: String) throws {
    let application = try settings()
    try front(application).click(page)
    #expect(application.controller.title == page)
    #expect(front(application).names.contains(answer))
    #expect(application.controller.values.key == "settings/\(page)")
  }

  @Test func aLineIsChosen() throws {
    var chosen: [String] = []
    let application = try chooser(among: ["Paper Kite", "Marigold"]) { chosen.append($0) }
    let tester = front(application)
    tester.type("mg")
    try tester.click("Marigold")
    #expect(chosen == ["Marigold"] && application.isClosed)
    // The bar is in the picture.
    let canvas = try OffscreenCanvas(png: tester.png())
    #expect((canvas.width, canvas.height) == (420, 520))
    let other = try chooser(among: ["a"]) { chosen.append($0) }
    try front(other).click("Cancel")
    #expect(chosen.count == 1 && other.isClosed)
  }

  /// Each note is at the end of the column that was the shortest.
  @Test func notesAreOnAWall() throws {
    let tester = front(try wall())
    let frames = (0..<6).compactMap {
      tester.controller.frame(of: ItemPath(component: 0, item: $0))
    }
    #expect(Set(frames.map(\.x)).count == 3 && Set(frames.map(\.width)).count == 1)
    #expect(Set(frames[..<3].map(\.y)).count == 1)
    #expect(Set(frames.map(\.height)).count > 1)
    for (a, b) in frames.enumerated().flatMap({ a in
      frames[(a.offset + 1)...].map { (a.element, $0) }
    }) {
      #expect(!a.intersects(b))
    }
  }

  /// The article shows what is compiled.
  @Test func theArticleShowsThePrograms() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Tests/SamplePrograms")
    let article = try String(
      contentsOf: root.appendingPathComponent(
        "Sources/Documentation.docc/Guides/Programs-in-Swift.md"), encoding: .utf8)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "main.swift" }
    #expect(files.count == 10)
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      #expect(
        text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 60, "\(file)")
      #expect(article.contains("```swift\n\(text)```\n"), "the article has another \(file)")
    }
  }
}
