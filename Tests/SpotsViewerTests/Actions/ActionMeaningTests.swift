import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct ActionMeaningTests {
  @Test(arguments: [
    ("screen:a.json", "a.json"), ("a.json", "a.json"), ("sub/a.json", "sub/a.json"),
    ("screen:plain", "plain"),
  ])
  func screensOpen(action: String, name: String) {
    #expect(ActionMeaning(action) == .screen(name))
  }

  @Test(arguments: [
    "https://example.org/a?b=c", "http://example.org", "HTTPS://EXAMPLE.ORG", "mailto:a@b.org",
  ])
  func addressesAreLinks(action: String) {
    #expect(ActionMeaning(action) == .link(action))
  }

  /// None of these may reach a browser or any other program by itself.
  @Test(arguments: [
    "", "profile:1", "javascript:alert(1)", "file:///etc/passwd", "-help", "--foo", "; rm -rf ~",
    "$(id)", "http//x", "https://a b", "https://a\nb", "https://a\u{0}b", "ftp://a", "data:,x",
    "screen:", "http:", "xhttps://a", "file:a.json",
  ])
  func everythingElseIsOnlyTold(action: String) {
    #expect(ActionMeaning(action) == .other(action))
  }

  @Test(arguments: ["https://", "screen:"])
  func whatIsTooLongIsOnlyTold(prefix: String) {
    let action = prefix + String(repeating: "a", count: 1_000_000)
    let isOther = ActionMeaning(action) == .other(action)
    #expect(isOther)
  }
}

@Suite struct LinkAddressTests {
  @Test(arguments: [
    "https://example.org/a?b=c&d=(e);f#g", "HTTP://[::1]:80/%20?x=%22", "https://exämple.org/ö",
    "mailto:a@b.org", "mailto:a@b.org?subject=A%20b&Body=c&CC=d@e.org", "https://a/?attach=b",
  ])
  func harmlessAddressesStay(address: String) {
    #expect(LinkAddress.harmless(address) == address)
  }

  @Test(arguments: [
    (#"http://a/"'`$(id)`\"#, "http://a/%22%27%60%24(id)%60%5C"),
    ("http://a/${IFS}<b>^|", "http://a/%24%7BIFS%7D%3Cb%3E%5E%7C"),
    ("mailto:?attach=/etc/passwd", "mailto:"),
    ("MailTo:a@b.org?ATTACH=/etc/passwd&subject=x", "MailTo:a@b.org?subject=x"),
    ("mailto:a@b.org?subject=x&attachment=y&%61ttach=z", "mailto:a@b.org?subject=x"),
    ("mailto:a@b.org?&&", "mailto:a@b.org"),
  ])
  func whatCouldDoHarmIsEncodedOrLeftOut(address: String, harmless: String) {
    #expect(LinkAddress.harmless(address) == harmless)
  }

  /// Whatever the address, nothing is left that a shell expands or that ends a quotation, and
  /// harmless addresses stay as they are.
  @Test func nothingForAShellIsLeft() {
    let pieces = ["a", "?", "&", "attach=", "subject=", "$", "`", "\"", "'", "\\", "%24", "(", "ö"]
    for seed in UInt64(1)...200 {
      var random = SplitMix64(seed: seed)
      let start = ["http://", "mailto:"].randomElement(using: &random) ?? ""
      let text = (0..<30).reduce(start) { text, _ in
        text + (pieces.randomElement(using: &random) ?? "")
      }
      let harmless = LinkAddress.harmless(text)
      #expect(!harmless.contains { "$`\"'\\".contains($0) }, "seed \(seed)")
      #expect(LinkAddress.harmless(harmless) == harmless, "seed \(seed)")
    }
  }
}
