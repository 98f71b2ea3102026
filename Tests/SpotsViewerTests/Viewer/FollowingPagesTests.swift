import SpotsSDL
import Testing

@testable import SpotsViewer

@Suite @MainActor struct FollowingPagesTests {
  private let kinds = KnownKinds(items: [], components: ["list"], viewFolders: [])
  private let context: ViewerContext

  init() throws { context = try ViewerContext(test: "a.json") }

  private func file(_ path: String, next: String?, redirectedTo address: String? = nil)
    -> ScreenFile
  {
    let next = next.map { #""next":"\#($0)","# } ?? ""
    let text = #"{\#(next)"components":[{"identifier":"\#(path)"}]}"#
    let origin = WebAddress(address ?? path).map { ScreenOrigin(address: $0, isPrivate: true) }
    return ScreenFile(DocumentSource(path), bytes: Array(text.utf8), kinds: kinds, origin: origin)
  }

  private func identifiers(_ pages: FollowingPages) -> [String?] {
    pages.components.map(\.identifier)
  }

  @Test func pagesComeOneAfterTheOther() {
    let base = file("dir/a.json", next: "b.json")
    let pages = FollowingPages(base, context)
    #expect(pages.next?.source.path == "dir/b.json")
    #expect(!pages.append(file("dir/c.json", next: nil)))
    #expect(pages.append(file("dir/b.json", next: "sub/c.json")))
    #expect(pages.next?.source.path == "dir/sub/c.json")
    #expect(pages.append(file("dir/sub/c.json", next: nil)))
    #expect(pages.next == nil)
    #expect(identifiers(pages) == ["dir/b.json", "dir/sub/c.json"])
  }

  @Test(arguments: ["a.json", "b.json"])
  func circlesHaveAnEnd(last: String) {
    let base = file("a.json", next: "b.json")
    let pages = FollowingPages(base, context)
    #expect(pages.append(file("b.json", next: last)))
    #expect(pages.next == nil)
  }

  @Test func aRedirectToWhatIsThereIsACircleToo() {
    let base = file("http://h/1", next: "2")
    let pages = FollowingPages(base, context)
    let again = file("http://h/2", next: "3", redirectedTo: "http://h/1")
    #expect(!pages.append(again))
    #expect(pages.files.isEmpty)
  }

  @Test func pagesTrustWhereTheyCameFrom() {
    let base = file("http://h/1", next: "http://g/2")
    let pages = FollowingPages(base, context)
    #expect(pages.next?.trusting == ["h:80", "h:443"])
    pages.follow(file("a.json", next: "http://g/2"))
    #expect(pages.next?.trusting == [])
  }

  @Test(arguments: ["", "file:///etc/passwd", "javascript:1"])
  func nothingFollowsFromNowhere(next: String) {
    #expect(FollowingPages(file("http://h/1", next: next), context).next == nil)
  }

  @Test func pagesStayAsLongAsTheyFollow() {
    let base = file("a.json", next: "b.json")
    let pages = FollowingPages(base, context)
    for (path, next) in [("b.json", "c.json"), ("c.json", "d.json"), ("d.json", "e.json")] {
      #expect(pages.append(file(path, next: next)))
    }
    pages.follow(file("a.json", next: "b.json"))
    #expect(pages.files.count == 3)
    pages.replace(file("c.json", next: "x.json"))
    #expect(pages.files.map(\.path) == ["b.json", "c.json"])
    pages.follow(file("a.json", next: nil))
    #expect(pages.files.isEmpty)
  }

  /// The picture an item of a page names, as the screen of the first page knows it.
  private func picture(_ source: String, in path: String, following first: String) -> String? {
    let text = #"{"components":[{"items":[{"image":"\#(source)"}]}]}"#
    let file = ScreenFile(
      DocumentSource(path), bytes: Array(text.utf8), kinds: kinds,
      origin: WebAddress(path).map { ScreenOrigin(address: $0) }, following: first)
    return file.reading.screen?.components[0].items[0].image
  }

  @Test func picturesAreSeenFromTheirPage() {
    #expect(picture("p.png", in: "b.json", following: "a.json") == "p.png")
    #expect(picture("p.png", in: "d/b.json", following: "d/a.json") == "p.png")
    #expect(picture("p.png", in: "d/s/b.json", following: "d/a.json") == "s/.//p.png")
    #expect(picture("p.png", in: "/d/s/t/b.json", following: "/d/a.json") == "s/t/.//p.png")
    #expect(picture("p.png", in: "d/../b.json", following: "d/a.json") == ".././/p.png")
    #expect(picture("", in: "d/s/b.json", following: "d/a.json") == "")
    #expect(picture("p.png", in: "http://h/t/b", following: "a.json") == "http://h/t/p.png")
  }

  @Test func aScreenAndItsPagesHaveAsManyComponentsAsAScreenMayHave() {
    func file(_ path: String, _ count: Int, next: String?) -> ScreenFile {
      let next = next.map { #""next":"\#($0)","# } ?? ""
      let components = Array(repeating: "{}", count: count).joined(separator: ",")
      return ScreenFile(
        DocumentSource(path), bytes: Array("{\(next)\"components\":[\(components)]}".utf8),
        kinds: kinds)
    }
    let base = file("a.json", 60_000, next: "b.json")
    let pages = FollowingPages(base, context)
    #expect(pages.append(file("b.json", 60_000, next: "c.json")))
    #expect(pages.components.count == 40_000)
    #expect(pages.next == nil)
    pages.replace(file("b.json", 39_999, next: "c.json"))
    #expect(pages.components.count == 39_999)
    #expect(pages.next?.source.path == "c.json")
  }
}
