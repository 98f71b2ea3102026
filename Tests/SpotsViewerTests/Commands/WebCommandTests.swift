import Foundation
import SpotsSDL
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
      case "/s/first.json": .text(Self.page("first", next: "deep/second.json"))
      case "/s/deep/second.json": .text(Self.page("second", next: nil))
      case "/s/p.svg", "/s/deep/p.svg": .text(Self.red)
      case "/s/deep/x.json": .text(#"{"components":[{"items":[{"title":"deep"}]}]}"#)
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
    // The same picture without the server's images looks different.
    let bare = try CommandRun(arguments + [directory("b.png"), "--timeout", "0"])
    #expect(bare.status == 0)
    #expect(
      FileManager.default.contents(atPath: directory("a.png"))
        != FileManager.default.contents(atPath: directory("b.png")))
  }

  // MARK: Credentials and proxies

  @Test func credentialsOpenTheirServer() throws {
    let server = try TestServer { request in
      guard request.headers["authorization"] == "Bearer t0p" else {
        return .document([], status: 401)
      }
      return request.path.hasSuffix(".svg") ? .text(Self.red) : .text(Self.screen)
    }
    let directory = try TemporaryDirectory()
    try directory.write(#"{"\#(server.url("/"))":{"token":"t0p"}}"#, to: "known.json")
    #expect(chmod(directory("known.json"), 0o600) == 0)
    let arguments = ["validate", server.url("/s/screen.json")]
    #expect(try CommandRun(arguments).status == 3)
    let run = try CommandRun(arguments + ["--credentials", directory("known.json")])
    #expect(run.status == 0 && !run.errors.contains("other users"), "\(run.errors)")
    #expect(!run.text.contains("t0p") && !run.errors.contains("t0p"))
    // Others that can read it are worth a word.
    #expect(chmod(directory("known.json"), 0o644) == 0)
    let open = try CommandRun(arguments + ["--credentials", directory("known.json")])
    #expect(open.status == 0 && open.errors.contains("other users can read"))
  }

  @Test(
    arguments: [
      (#"{"https://a.example":{"token":7}}"#, "needs a token"),
      (#"{"https://a.example":{"token":"s3cret","user":"u"}}"#, "needs a token"),
      (#"{"https://a.example":{"user":"s3cret"}}"#, "needs a token"),
      (#"{"https://a.example":{"key":"k.pem"}}"#, "needs a token"),
      (#"{"https://a.example":{"tokens":"s3cret"}}"#, "needs a token"),
      (#"{"https://a.example/b":{"token":"s3cret"}}"#, "is no server"),
      (#"{"http://a.example":{"token":"s3cret"}}"#, "is not https"),
      (#"["s3cret"]"#, "no JSON object"), ("", "no JSON object"),
    ] as [(String, String)])
  func unusableCredentialsAreRefused(content: String, reason: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("[]", to: "s.json")
    try directory.write(content, to: "known.json")
    let run = try CommandRun(
      ["validate", directory("s.json"), "--credentials", directory("known.json")])
    #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
    #expect(!run.errors.contains("s3cret"))
  }

  /// They are files like others: what cannot be read is no wrong usage.
  @Test(arguments: [
    ["validate", "s.json"], ["render", "s.json", "-o", "s.png"], ["ask", "s.json"],
    ["a2ui", "s.json"],
  ])
  func credentialsThatCannotBeReadAreNoWrongUsage(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.write("[]", to: "s.json")
    for path in ["missing.json", "."] {
      let run = try CommandRun(
        arguments.map { $0.hasPrefix("s.") ? directory($0) : $0 }
          + ["--credentials", directory(path)])
      #expect(run.status == 3, "\(arguments[0]) \(path): \(run.errors)")
      #expect(run.errors.contains("--credentials \(directory(path))"), "\(run.errors)")
    }
  }

  /// Each byte that leaves for another machine is the proxy's to read.
  @Test func aProxyIsAskedForOtherMachines() throws {
    let proxy = try TestServer { request in
      request.method == "CONNECT" ? .document([], status: 403) : .text(Self.screen)
    }
    let directory = try TemporaryDirectory()
    try directory.write(
      #"{"https://shop.example":{"user":"ada","password":"s3cret"}}"#, to: "known.json")
    func run(_ address: String, _ more: [String: String] = [:]) throws -> CommandRun {
      let environment = [
        "http_proxy": proxy.url("/"), "https_proxy": proxy.url("/"), "no_proxy": "",
      ].merging(more) { $1 }
      return try CommandRun(
        ["inspect", address, "--credentials", directory("known.json")], environment: environment)
    }
    let plain = try run("http://shop.example/s.json")
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(proxy.requests.map(\.path) == ["http://shop.example/s.json"])
    #expect(try run("https://shop.example/s.json").status == 3)
    #expect(proxy.requests.last?.method == "CONNECT")
    #expect(proxy.requests.last?.path == "shop.example:443")
    // The machine itself, and what is excepted, are asked directly.
    let count = proxy.requests.count
    let server = try TestServer { _ in .text(Self.screen) }
    #expect(try run(server.url("/s.json")).status == 0)
    #expect(try run("http://shop.example/", ["no_proxy": "shop.example"]).status == 3)
    #expect(proxy.requests.count == count)
    #expect(proxy.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  /// The user may name a place that only the proxy knows; a screen may not.
  @Test func screensLeadNoProxyIntoPrivateNetworks() throws {
    let pictures = ["10.0.0.1/a", "router/b", "cdn.example/c"].map {
      #"{"kind":"image","image":"http://\#($0).svg","size":{"height":40}}"#
    }
    let proxy = try TestServer { request in
      switch request.path {
      case "http://shop.example/s.json":
        .text(#"{"components":[{"items":[\#(pictures.joined(separator: ","))]}]}"#)
      case "http://cdn.example/c.svg": .redirect("http://router/c.svg")
      default: .text(Self.screen)
      }
    }
    let directory = try TemporaryDirectory()
    let environment = ["http_proxy": proxy.url("/"), "no_proxy": ""]
    let run = try CommandRun(
      ["render", "http://shop.example/s.json", "-o", directory("a.png"), "--size", "300x300"],
      environment: environment)
    #expect(run.errors.contains("10.0.0.1") && run.errors.contains("router"), "\(run.errors)")
    #expect(
      proxy.requests.map(\.path).sorted() == [
        "http://cdn.example/c.svg", "http://shop.example/s.json",
      ])
    #expect(
      try CommandRun(["inspect", "http://intranet/s.json"], environment: environment).status == 0)
    #expect(proxy.requests.last?.path == "http://intranet/s.json")
  }

  /// A missing picture does not affect the others, and those that arrive are decoded and painted,
  /// in whatever order.
  @Test func aLatePictureLosesNoOther() async throws {
    let server = try TestServer { request in
      switch request.path {
      case "/screen.json":
        .text(
          #"[{"items":[{"kind":"image","image":"late.svg","size":{"height":40}},"#
            + #"{"kind":"image","image":"a.svg","size":{"height":40}},"#
            + #"{"kind":"image","image":"b.svg","size":{"height":40}}]}]"#)
      case "/a.svg": .text(Self.red)
      case "/b.svg": .text(Self.red.replacingOccurrences(of: "#ff0000", with: "#00ff00"))
      default: .silence
      }
    }
    let directory = try TemporaryDirectory()
    let run = try CommandRun([
      "render", server.url("/screen.json"), "--size", "100x120", "-o", directory("a.png"),
      "--timeout", "3",
    ])
    #expect(run.status == 0)
    #expect(run.errorLines == ["warning: not all images came within 3.0 s"])
    let data = try Data(contentsOf: URL(fileURLWithPath: directory("a.png")))
    let colors = try await MainActor.run {
      let picture = try OffscreenCanvas(png: [UInt8](data))
      return Set((0..<120).compactMap { picture.pixel(x: 50, y: $0) })
    }
    #expect(colors.isSuperset(of: [0xFFFF_0000, 0xFF00_FF00]))
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

  /// Whatever a command has shown from a server is available without it, with its positions.
  @Test(arguments: [["inspect"], ["validate"], ["render", "-o", "-"]])
  func whatWasGotIsKept(command: [String]) throws {
    let text = """
      {
        // A comment, and a fault in a place of its own.
        "components": [
          { "itmes": [], "items": [ { "title": "kept",
              "size": 7 } ] }
        ]
      }
      """
    let server = try TestServer { _ in .text(text) }
    let url = server.url("/s/screen.jsonc")
    let cache = try TemporaryDirectory()
    let online = try CommandRun(command + [url], cache: cache.path)
    #expect(online.status == 1)
    #expect(online.errors.contains("\(url):5:17: error: "), "\(online.errors)")
    #expect(online.errors.contains("\(url):4:7: warning: "), "\(online.errors)")
    server.stop()
    for command in [command, ["inspect"]] {
      let offline = try CommandRun(command + [url, "--offline"], cache: cache.path)
      #expect(offline.status == 1)
      #expect(offline.errorLines.prefix(2) == online.errorLines.prefix(2))
      if command == ["inspect"] { #expect(offline.text.contains(#""title": "kept""#)) }
    }
    // Unless told to, a command does not show what may be outdated.
    #expect(try CommandRun(command + [url], cache: cache.path).status == 3)
  }

  @Test func aCacheBelowAFileIsSaidToBeNone() throws {
    let server = try server()
    let directory = try TemporaryDirectory()
    try directory.write("a file", to: "cache")
    let run = try CommandRun(["inspect", server.url("/s/deep/x.json")], cache: directory("cache"))
    #expect(run.status == 0 && run.text.contains("deep"))
    #expect(run.errors.contains("cannot be kept: not a directory"), "\(run.errors)")
  }

  private static func page(_ title: String, next: String?) -> String {
    let next = next.map { #""next":"\#($0)","# } ?? ""
    let item = #"{"title":"\#(title)","image":"p.svg","action":"screen:x.json"}"#
    return #"{\#(next)"components":[{"items":[\#(item)]}]}"#
  }

  private func replay(
    _ steps: [String], on screen: String, in directory: TemporaryDirectory,
    _ options: [String] = []
  ) throws -> CommandRun {
    try directory.write(steps.map { $0 + "\n" }.joined(), to: "script")
    return try CommandRun(
      ["replay", screen, "script", "--size", "200x200"] + options, in: directory.path)
  }

  /// Expects that a script prints in a window what it has printed without one.
  private func playLive(
    _ steps: [String], on screen: String, in directory: TemporaryDirectory,
    _ options: [String] = [], as run: CommandRun
  ) throws {
    let live = try ScriptWindows.shared.play(
      steps, on: screen, in: directory, ["--size", "200x200"] + options)
    #expect(live == run.text, "in a window")
  }

  @Test func pagesSeeFromWhereTheyStand() throws {
    let server = try server()
    let directory = try TemporaryDirectory()
    let steps = [#"{"render":"picture.png"}"#, #"{"click":{"x":50,"y":66}}"#]
    let run = try replay(steps, on: server.url("/s/first.json"), in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(
      server.requests.map(\.path).sorted() == [
        "/s/deep/p.svg", "/s/deep/second.json", "/s/deep/x.json", "/s/first.json", "/s/p.svg",
      ])
    try playLive(steps, on: server.url("/s/first.json"), in: directory, as: run)
  }

  @Test func aPageOfAServerHasNoFilesBehindAFile() throws {
    let server = try TestServer { _ in
      .text(
        #"""
        {"components":[{"items":[{"title":"a","image":"p.svg"},
        {"title":"b","image":"file:///etc/hostname"}]}]}
        """#)
    }
    let directory = try TemporaryDirectory()
    try directory.write(Self.page("file", next: server.url("/t/2.json")), to: "1.json")
    try directory.write(Self.red, to: "p.svg")
    let options = ["--allow-host", "127.0.0.1", "--allow-path", "/etc"]
    let steps = [#"{"render":"picture.png"}"#]
    let run = try replay(steps, on: "1.json", in: directory, options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(server.requests.map(\.path) == ["/t/2.json", "/t/p.svg"])
    // The fault is in the document that names a picture.
    #expect(
      run.errorLines.contains {
        $0.hasPrefix(server.url("/t/2.json:2:")) && $0.contains("hostname")
      },
      "\(run.errors)")
    try playLive(steps, on: "1.json", in: directory, options, as: run)
  }

  @Test func pagesFollowInAReplay() throws {
    let server = try server()
    let directory = try TemporaryDirectory()
    let steps =
      [66, 22, 22].map { #"{"click":{"x":50,"y":\#($0)}}"# } + [#"{"key":"Escape"}"#]
    let run = try replay(steps, on: server.url("/s/1.json"), in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let events = run.text.split(separator: "\n").compactMap { ViewerEvent(line: String($0)) }
    let selected = events.filter { $0.name == "itemSelected" }.map { $0.string("title") }
    #expect(selected == ["two", "one", "two"])
    #expect(events.count { $0.name == "navigated" } == 2)
    try playLive(steps, on: server.url("/s/1.json"), in: directory, as: run)
  }
}
