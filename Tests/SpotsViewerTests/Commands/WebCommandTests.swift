import Foundation
import SpotsTestSupport
import Testing

/// Commands without a window on screens from a server.
@Suite struct WebCommandTests {
  private static let red =
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' "
    + "fill='#ff0000'/></svg>"
  private static let screen =
    #"{"components":[{"items":[{"title":"a","kind":"image","image":"pictures/red.svg"}]}]}"#

  private func server() throws -> TestServer {
    try TestServer { request in
      switch request.path {
      case "/s/screen.json": .text(Self.screen)
      case "/s/pictures/red.svg": .text(Self.red)
      case "/s/broken.json": .text("{\n  \"components\": [}")
      case "/s/1.json":
        .text(
          #"{"next":"2.json","components":[{"items":[{"title":"one","action":"screen:2.json"}]}]}"#)
      case "/s/2.json": .text(#"{"components":[{"items":[{"title":"two","action":"x"}]}]}"#)
      default: .missing
      }
    }
  }

  @Test func aPictureOfTheServerIsPainted() throws {
    let server = try server()
    let directory = try TemporaryDirectory()
    let arguments = ["render", server.url("/s/screen.json"), "--size", "100x100", "-o"]
    let run = try CommandRun(arguments + [directory("a.png")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(server.requests.map(\.path) == ["/s/screen.json", "/s/pictures/red.svg"])
    // The same picture without what the server gave looks otherwise.
    let bare = try CommandRun(arguments + [directory("b.png"), "--timeout", "0"])
    #expect(bare.status == 0)
    #expect(
      FileManager.default.contents(atPath: directory("a.png"))
        != FileManager.default.contents(atPath: directory("b.png")))
  }

  @Test func whatIsWrongHasItsPlace() throws {
    let server = try server()
    let url = server.url("/s/broken.json")
    let run = try CommandRun(["validate", url])
    #expect(run.status == 1)
    #expect(run.errorLines.first?.hasPrefix(url + ":2:18: error: ") == true, "\(run.errors)")
    #expect(try CommandRun(["inspect", url]).status == 1)
  }

  @Test(arguments: [["inspect"], ["validate"], ["render", "-o", "-"]])
  func whatIsNotThereIsSaidSo(command: [String]) throws {
    let server = try server()
    let run = try CommandRun(command + [server.url("/none.json")])
    #expect(run.status == 3)
    #expect(run.errors.contains("the server answered 404"))
    #expect(try CommandRun(command + [server.url("/s/screen.json"), "--offline"]).status == 3)
    #expect(server.requests.allSatisfy { $0.path == "/none.json" })
  }

  @Test func pagesFollowInAReplay() throws {
    let server = try server()
    let directory = try TemporaryDirectory()
    try directory.write(
      """
      {"click":{"x":50,"y":66}}
      {"click":{"x":50,"y":22}}
      {"click":{"x":50,"y":22}}
      {"key":"Escape"}

      """, to: "script")
    let run = try CommandRun(
      ["replay", server.url("/s/1.json"), directory("script"), "--size", "200x200"])
    #expect(run.status == 0, "\(run.errors)")
    let events = run.text.split(separator: "\n").compactMap { ViewerEvent(line: String($0)) }
    let selected = events.filter { $0.name == "itemSelected" }.map { $0.string("title") }
    #expect(selected == ["two", "one", "two"])
    #expect(events.count { $0.name == "navigated" } == 2)
  }
}
