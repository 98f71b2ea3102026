import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform

/// What servers know the user by: it goes where it belongs, and nowhere else.
@Suite(.timeLimit(.minutes(1 * Allowance.factor))) struct CredentialsTests {
  private func fetch(
    _ url: String, _ credentials: [Credentials] = [], posts: Bool = false
  ) async throws -> Result<FetchResponse, FetchError> {
    var request = FetchRequest(
      try #require(WebAddress(url)), trust: PrivateServers(allowed: ["127.0.0.1"]))
    if posts { request.post = PostRequest(Array("{}".utf8), key: "k", origin: nil) }
    let fetcher: any Fetcher =
      credentials.isEmpty ? CurlFetcher.shared : KnownUserFetcher(credentials)
    return await withCheckedContinuation { continuation in
      _ = fetcher.start(request) { continuation.resume(returning: $0) }
    }
  }

  private func credentials(
    _ server: TestServer, _ secret: Credentials.Secret
  ) throws -> Credentials {
    Credentials(for: try #require(WebAddress(server.url("/"))), secret: secret)
  }

  @Test func secretsGoToTheirServerAlone() async throws {
    let other = try TestServer { _ in .text("other") }
    let server = try TestServer { $0.path == "/away" ? .redirect(other.url("/")) : .text("own") }
    let token = try credentials(server, .bearer("t0p"))
    _ = try await fetch(server.url("/a"), [token]).get()
    _ = try await fetch(server.url("/away"), [token]).get()
    _ = try await fetch(server.url("/post"), [token], posts: true).get()
    _ = try await fetch(other.url("/"), [token]).get()
    #expect(
      server.requests.map { $0.headers["authorization"] }
        == .init(repeating: "Bearer t0p", count: 3))
    #expect(other.requests.map { $0.headers["authorization"] } == [nil, nil])
    // Another one of the same run is not known.
    _ = try await fetch(server.url("/b")).get()
    #expect(server.requests.last?.headers["authorization"] == nil)

    let password = try credentials(server, .password(user: "Ada", password: "ü:\r\nX: y"))
    _ = try await fetch(server.url("/c"), [password]).get()
    #expect(server.requests.last?.headers["authorization"] == "Basic QWRhOsO8Olg6IHk=")
    #expect(server.requests.last?.headers["x"] == nil)
  }

  @Test func nothingIsShownWhereOthersListen() throws {
    func areShown(_ server: String, at place: String) throws -> Bool {
      Credentials(for: try #require(WebAddress(server)), secret: .bearer("t"))
        .areFor(try #require(WebAddress(place)))
    }
    #expect(try areShown("https://example.com", at: "https://example.com/a?b"))
    #expect(try areShown("http://localhost:8000", at: "http://localhost:8000/"))
    for (server, place) in [
      ("http://example.com", "http://example.com/"), ("https://example.com", "http://example.com/"),
      ("https://example.com", "https://www.example.com/"),
      ("https://example.com", "https://example.com:8443/"),
      ("http://127.evil.example", "http://127.evil.example/"),
      ("http://192.168.0.1", "http://192.168.0.1/"),
    ] {
      #expect(try !areShown(server, at: place), "\(server) \(place)")
    }
  }

  @Test func cookiesGoBackToTheServerThatSetThem() async throws {
    let other = try TestServer { _ in .text("other") }
    let server = try TestServer { request in
      switch request.path {
      case "/in":
        .document([], headers: ["Set-Cookie: id=7; Path=/a", "Location: /a/"], status: 302)
      case "/away": .redirect(other.url("/"))
      default: .text("own")
      }
    }
    _ = try await fetch(server.url("/in")).get()
    _ = try await fetch(server.url("/b")).get()
    _ = try await fetch(server.url("/a/post"), posts: true).get()
    _ = try await fetch(server.url("/away")).get()
    let cookies = Dictionary(
      server.requests.map { ($0.path, $0.headers["cookie"]) }, uniquingKeysWith: { $1 })
    #expect(cookies == ["/in": nil, "/a/": "id=7", "/b": nil, "/a/post": "id=7", "/away": nil])
    // Browsers would send it to all ports of the machine.
    #expect(other.requests.map { $0.headers["cookie"] } == [nil])
  }
}

/// Which proxy is asked, as curl decides it.
@Suite struct ProxySettingsTests {
  private func proxy(_ url: String, _ variables: [String: String]) throws -> String? {
    ProxySettings { variables[$0] }.proxy(for: try #require(WebAddress(url)))
  }

  @Test func variablesAreThoseOfCurl() throws {
    let all = ["http_proxy": "http://p:1", "https_proxy": "http://p:2", "all_proxy": "http://p:3"]
    #expect(try proxy("http://a.example", all) == "http://p:1")
    #expect(try proxy("https://a.example", all) == "http://p:2")
    #expect(try proxy("https://a.example", ["ALL_PROXY": "socks5h://p"]) == "socks5h://p")
    // Programs behind a web server get this one from a header.
    #expect(try proxy("http://a.example", ["HTTP_PROXY": "http://p:1"]) == nil)
    #expect(try proxy("http://a.example", ["http_proxy": "", "all_proxy": "http://p:3"]) == nil)
    for place in ["localhost", "127.0.0.1:80", "127.8.8.8", "[::1]", "a.localhost"] {
      #expect(try proxy("http://\(place)/", all) == nil, "\(place)")
    }
    #expect(try proxy("http://127.evil.example/", all) != nil)
  }

  @Test func someHostsNeedNone() throws {
    for (excepted, host, isDirect) in [
      ("a.example", "a.example", true), ("a.example", "b.a.example", true),
      (".a.example", "a.example", true), ("a.example", "ba.example", false), ("*", "x.y", true),
      ("x, A.Example", "a.example", true), ("x a.example", "a.example", true), ("", "a.b", false),
    ] {
      let found = try proxy("https://\(host)", ["https_proxy": "p", "no_proxy": excepted])
      #expect((found == nil) == isDirect, "\(excepted) \(host)")
    }
  }

  /// Another machine would find them in a network of its own.
  @Test(arguments: [
    ("a.example", false), ("intranet", true), ("intranet.", true), ("192.168.0.1", true),
    ("10.1", true), ("0x7f.1", true), ("2130706433", true), ("8.8.8.8", false), ("[fe80::1]", true),
    ("[2606:4700::1111]", false), ("[::ffff:10.0.0.1]", true),
  ])
  func privatePlacesAreRefused(host: String, isRefused: Bool) throws {
    #expect(ProxySettings.refuses(try #require(WebAddress("http://\(host)/"))) == isRefused)
  }
}
