import Testing

@testable import spots_viewer

@Suite struct ActionTests {
  @Test(arguments: [
    ("screen:a.json", "a.json"), ("a.json", "a.json"), ("sub/a.json", "sub/a.json"),
    ("screen:plain", "plain"),
  ])
  func screensOpen(action: String, name: String) {
    #expect(Action(action) == .screen(name))
  }

  @Test(arguments: [
    "https://example.org/a?b=c", "http://example.org", "HTTPS://EXAMPLE.ORG", "mailto:a@b.org",
  ])
  func addressesAreLinks(action: String) {
    #expect(Action(action) == .link(action))
  }

  /// None of these may reach a browser or any other program by itself.
  @Test(arguments: [
    "", "profile:1", "javascript:alert(1)", "file:///etc/passwd", "-help", "--foo", "; rm -rf ~",
    "$(id)", "http//x", "https://a b", "https://a\nb", "https://a\u{0}b", "ftp://a", "data:,x",
    "screen:", "http:", "xhttps://a", "file:a.json",
  ])
  func everythingElseIsOnlyTold(action: String) {
    #expect(Action(action) == .other(action))
  }

  @Test(arguments: ["https://", "screen:"])
  func whatIsTooLongIsOnlyTold(prefix: String) {
    let action = prefix + String(repeating: "a", count: 1_000_000)
    let isOther = Action(action) == .other(action)
    #expect(isOther)
  }
}
