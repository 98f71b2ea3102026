import SpotsSDL
import Testing

@testable import SpotsViewer

@Suite @MainActor struct FollowingPagesTests {
  private let kinds = KnownKinds(items: [], components: ["list"], viewFolders: [])

  private func file(_ path: String, next: String?, redirectedTo address: String? = nil)
    -> ScreenFile
  {
    let next = next.map { #""next":"\#($0)","# } ?? ""
    let text = #"{\#(next)"components":[{"identifier":"\#(path)"}]}"#
    let origin = WebAddress(address ?? path).map { ScreenOrigin(address: $0, isPrivate: true) }
    return ScreenFile(path: path, bytes: Array(text.utf8), kinds: kinds, origin: origin)
  }

  private func identifiers(_ pages: FollowingPages) -> [String?] {
    pages.components.map(\.identifier)
  }

  @Test func pagesComeOneAfterTheOther() {
    let pages = FollowingPages { _ in }
    let base = file("dir/a.json", next: "b.json")
    #expect(pages.next(after: base)?.path == "dir/b.json")
    #expect(!pages.append(file("dir/c.json", next: nil), after: base))
    #expect(pages.append(file("dir/b.json", next: "sub/c.json"), after: base))
    #expect(pages.next(after: base)?.path == "dir/sub/c.json")
    #expect(pages.append(file("dir/sub/c.json", next: nil), after: base))
    #expect(pages.next(after: base) == nil)
    #expect(identifiers(pages) == ["dir/b.json", "dir/sub/c.json"])
  }

  @Test(arguments: ["a.json", "b.json"])
  func circlesHaveAnEnd(last: String) {
    let pages = FollowingPages { _ in }
    let base = file("a.json", next: "b.json")
    #expect(pages.append(file("b.json", next: last), after: base))
    #expect(pages.next(after: base) == nil)
  }

  @Test func aRedirectToWhatIsThereIsACircleToo() {
    let pages = FollowingPages { _ in }
    let base = file("http://h/1", next: "2")
    let again = file("http://h/2", next: "3", redirectedTo: "http://h/1")
    #expect(!pages.append(again, after: base))
    #expect(pages.files.isEmpty)
  }

  @Test func pagesTrustWhereTheyCameFrom() {
    let pages = FollowingPages { _ in }
    let base = file("http://h/1", next: "http://g/2")
    #expect(pages.next(after: base)?.trusting == ["h:80", "h:443"])
    #expect(pages.next(after: file("a.json", next: "http://g/2"))?.trusting == [])
  }

  @Test(arguments: ["", "file:///etc/passwd", "javascript:1"])
  func nothingFollowsFromNowhere(next: String) {
    #expect(FollowingPages(report: { _ in }).next(after: file("http://h/1", next: next)) == nil)
  }

  @Test func pagesStayAsLongAsTheyFollow() {
    let pages = FollowingPages { _ in }
    let base = file("a.json", next: "b.json")
    for (path, next) in [("b.json", "c.json"), ("c.json", "d.json"), ("d.json", "e.json")] {
      #expect(pages.append(file(path, next: next), after: base))
    }
    pages.follow(file("a.json", next: "b.json"))
    #expect(pages.files.count == 3)
    pages.replace(file("c.json", next: "x.json"), after: base)
    #expect(pages.files.map(\.path) == ["b.json", "c.json"])
    pages.follow(file("a.json", next: nil))
    #expect(pages.files.isEmpty)
  }

  /// The picture an item of a page names, as the screen of the first page knows it.
  private func picture(_ source: String, in path: String, following first: String) -> String? {
    let text = #"{"components":[{"items":[{"image":"\#(source)"}]}]}"#
    let file = ScreenFile(
      path: path, bytes: Array(text.utf8), kinds: kinds,
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
        path: path, bytes: Array("{\(next)\"components\":[\(components)]}".utf8), kinds: kinds)
    }
    let pages = FollowingPages { _ in }
    let base = file("a.json", 60_000, next: "b.json")
    #expect(pages.append(file("b.json", 60_000, next: "c.json"), after: base))
    #expect(pages.components.count == 40_000)
    #expect(pages.next(after: base) == nil)
    pages.replace(file("b.json", 39_999, next: "c.json"), after: base)
    #expect(pages.components.count == 39_999)
    #expect(pages.next(after: base)?.path == "c.json")
  }

  @Test func afterAFailureThereIsAPause() {
    let pages = FollowingPages { _ in }
    #expect(!pages.mayRetry(at: 100))
    pages.failure = 100
    #expect(!pages.mayRetry(at: 101))
    #expect(pages.mayRetry(at: 102))
  }
}
