import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct WebAddressTests {
  /// The table of RFC 3986, 5.4, as far as it stays on the web; fragments are not kept.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("https://x/y", "https://x/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
  ])
  func referencesAreResolved(reference: String, result: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolve(reference)?.description == result)
  }

  @Test(arguments: [
    ("HTTP://Example.ORG", "http://example.org/"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("http://example.org:8080/", "http://example.org:8080/"),
    (
      "http://example.org/a b\"<>\\^`{|}ü",
      "http://example.org/a%20b%22%3C%3E%5C%5E%60%7B%7C%7D%C3%BC"
    ),
    ("http://[::1]:80/", "http://[::1]/"),
    ("http://a.b/%7e?a=b&c=[d]", "http://a.b/%7e?a=b&c=%5Bd%5D"),
  ])
  func addressesAreWrittenInOneWay(text: String, result: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.description == result)
    #expect(WebAddress(result) == address)
  }

  /// An address that another reader could take for a different host is not accepted.
  @Test(arguments: [
    "", "http:", "http://", "http:///a", "ftp://a/", "file:///etc/passwd", "javascript:alert(1)",
    "data:,x", "//a/b", "a/b", "http://user@host/", "http://user:word@host/", "http://a\\@b/",
    "http://a b/", "http://a\n/", "http://a/\n", "http://a/\u{0}", "http://a:0/", "http://a:65536/",
    "http://a:x/", "http://a:-1/", "http://[::1/", "http://[x]/", "http://a%2eb/",
  ])
  func othersAreNone(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func aNameThatNoHostCanHaveIsNone() {
    let address = WebAddress("http://" + String(repeating: "a", count: 9000))
    #expect(address == nil)
  }

  @Test func aFragmentEndsTheHost() {
    #expect(WebAddress("http://a#@b:x")?.host == "a")
  }

  @Test(arguments: ["file:///etc/passwd", "javascript:x", "ftp://a/b", "http://u@h/", "a\nb"])
  func nothingLeadsOffTheWeb(reference: String) throws {
    #expect(try #require(WebAddress("http://a/")).resolve(reference) == nil)
  }

  @Test(arguments: [
    ("http://a/b/c.json", "c.json"), ("http://a/b/", "b"), ("http://a", "a"),
    ("http://a/c.json?x=/y", "c.json"),
  ])
  func theNameIsTheLastPart(text: String, name: String) {
    #expect(WebAddress(text)?.name == name)
  }
}
