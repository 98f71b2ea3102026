import Testing

@testable import SpotsViewer

@Suite struct DocumentSourceTests {
  @Test func aScreenWithoutATitleIsCalledLikeItsFile() {
    for (path, title) in [
      ("/home/a/contacts.json", "contacts"), ("contacts.spots.json", "contacts"),
      ("a b/Über uns.JSON5", "Über uns"), ("x.jsonc", "x"), ("notes.txt", "notes.txt"),
      ("archive.json.bak", "archive.json.bak"), (".json", ".json"), ("a.b.json", "a.b"),
      ("https://example.org/feed/news.json?page=2", "news"),
      ("https://example.org/", "example.org"),
      ("-", ""), ("/dev/stdin", ""),
    ] {
      #expect(DocumentSource(path).title == title, "\(path)")
    }
  }
}
