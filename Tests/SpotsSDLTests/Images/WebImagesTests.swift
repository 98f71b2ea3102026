import Glibc
import Spots
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Answers when the test says so.
private final class HeldFetcher: Fetcher {
  typealias Completion = @Sendable (Result<FetchResponse, FetchError>) -> Void

  struct Held: Sendable {
    var request: FetchRequest
    var completion: Completion
    var isCanceled = false
  }

  let held = Mutex<[Held]>([])

  func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask {
    let index = held.withLock { held in
      held.append(Held(request: request, completion: completion))
      return held.count - 1
    }
    return FetchTask { [self] in held.withLock { $0[index].isCanceled = true } }
  }

  var names: [String] { held.withLock { $0.map(\.request.address.name) } }
  var canceled: [String] {
    held.withLock { $0.filter(\.isCanceled).map(\.request.address.name) }
  }

  /// Answers the last question for `name`, canceled or not, as a late server would.
  func answer(
    _ name: String, _ body: [UInt8]?, tag: String? = nil, isPrivate: Bool = false
  ) {
    let held = held.withLock { $0.last { $0.request.address.name == name } }
    guard let held else { return }
    held.completion(
      .success(
        FetchResponse(
          address: held.request.address, body: body, validators: Validators(entityTag: tag),
          isPrivate: isPrivate)))
  }

  func fail(_ name: String) {
    held.withLock { $0.last { $0.request.address.name == name } }?
      .completion(.failure(.status(404)))
  }
}

@Suite(.serialized) @MainActor
struct WebImagesTests {
  private let folder: TemporaryFolder
  private let cache: ImageCache
  private let mailbox = Mailbox()
  private let fetcher = HeldFetcher()
  private let store: ImageStore
  private let painter: Painter

  init() throws {
    folder = try TemporaryFolder()
    cache = ImageCache(folder: CacheFolder(path: folder.path + "/kept"))
    let base = try #require(WebAddress("http://example.org/screens/a.json"))
    store = ImageStore(locator: ImageLocator(base: base), mailbox: mailbox)
    store.web = WebImages(fetcher: fetcher, mailbox: mailbox, cache: cache)
    painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 1), images: store)
  }

  private func remove() {
    for file in cache.folder.files() { cache.folder.remove(file.name) }
    rmdir(cache.folder.path)
  }

  private func svg(_ color: String) -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2" \
      fill="\(color)"/></svg>
      """.utf8)
  }

  /// The colors of the cells that show `sources`, once nothing is being decoded.
  private func paint(_ sources: [String]) throws -> [UInt32] {
    var list = DrawList(viewport: Rect(width: 60, height: 20))
    for (index, source) in sources.enumerated() {
      list.append(
        .image(
          source: source, Rect(x: Double(index) * 20, width: 20, height: 20), .fill,
          corners: Corners(), placeholder: Color(0x123456), icon: Color(0x123456)))
    }
    let canvas = try OffscreenCanvas(size: Size(width: 60, height: 20), scale: 1)
    for _ in 0..<2 {
      canvas.paint(list, background: .white, with: painter)
      while store.pending > store.web?.pending ?? 0 {
        mailbox.wait(timeout: 10)
        mailbox.drain()
      }
    }
    canvas.paint(list, background: .white, with: painter)
    return sources.indices.map { (canvas.pixel(x: $0 * 20 + 10, y: 10) ?? 0) & 0xFF_FFFF }
  }

  @Test func anImageTakesThePlaceOfItsPlaceholder() throws {
    defer { remove() }
    #expect(try paint(["p/a.svg"]) == [0x123456])
    #expect(
      fetcher.held.withLock { $0.map(\.request.address.description) }
        == ["http://example.org/screens/p/a.svg"])
    fetcher.answer("a.svg", svg("#00ff00"))
    mailbox.drain()
    #expect(try paint(["p/a.svg"]) == [0x00FF00])
    #expect(store.pending == 0)
  }

  /// As on disk, pictures may be in a folder of assets beside the screen, or above it.
  @Test func aServersFoldersOfAssetsAreSearched() throws {
    defer { remove() }
    func addresses() -> [String] {
      fetcher.held.withLock { $0.map { String($0.request.address.path) } }
    }
    #expect(try paint(["p/a.svg"]) == [0x123456])
    for _ in 0..<2 {
      fetcher.fail("a.svg")
      mailbox.drain()
      #expect(store.failures.isEmpty)
    }
    #expect(addresses() == ["/screens/p/a.svg", "/screens/Assets/p/a.svg", "/Assets/p/a.svg"])
    fetcher.answer("a.svg", svg("#00ff00"))
    mailbox.drain()
    #expect(try paint(["p/a.svg"]) == [0x00FF00])
    // Nothing is tried after the last place, nor for pictures that are elsewhere.
    for name in ["b.svg", "/c.svg", "http://example.com/d.svg"] {
      _ = try paint([name])
      let plain = String(name.split(separator: "/").last ?? "")
      for _ in 0..<4 {
        fetcher.fail(plain)
        mailbox.drain()
      }
      #expect(store.failures[name] == "the server answered 404")
    }
    #expect(addresses().dropFirst(3).count == 3 + 1 + 1)
  }

  @Test func aPictureNoLongerShownIsNotLookedForElsewhere() throws {
    defer { remove() }
    _ = try paint(["a.svg"])
    fetcher.fail("a.svg")
    _ = try paint(["b.svg"])
    mailbox.drain()
    #expect(fetcher.names == ["a.svg", "b.svg"])
  }

  @Test func oneRequestServesEverybody() throws {
    defer { remove() }
    _ = try paint(["a.svg", "./a.svg", "http://example.org/screens/a.svg"])
    _ = try paint(["a.svg", "./a.svg", "http://example.org/screens/a.svg"])
    #expect(fetcher.names == ["a.svg"])
    fetcher.answer("a.svg", svg("#00ff00"))
    mailbox.drain()
    #expect(
      try paint(["a.svg", "./a.svg", "http://example.org/screens/a.svg"])
        == [0x00FF00, 0x00FF00, 0x00FF00])
  }

  @Test func aLateReplyLandsInNoOtherCell() throws {
    defer { remove() }
    _ = try paint(["a.svg", "b.svg"])
    // The screen now shows other images: the earlier requests are canceled.
    #expect(try paint(["c.svg"]) == [0x123456])
    #expect(fetcher.canceled.sorted() == ["a.svg", "b.svg"])
    fetcher.answer("b.svg", svg("#ff0000"))
    fetcher.answer("c.svg", svg("#0000ff"))
    mailbox.drain()
    #expect(try paint(["c.svg", "a.svg"]) == [0x0000FF, 0x123456])
    // Asked for again, it is fetched again.
    #expect(fetcher.names.sorted() == ["a.svg", "a.svg", "b.svg", "c.svg"])
  }

  @Test func whatWasKeptIsShownAndCheckedOnce() throws {
    defer { remove() }
    let address = try #require(WebAddress("http://example.org/screens/a.svg"))
    _ = try cache.save(svg("#00ff00"), validators: Validators(entityTag: "1"), for: address)
    #expect(try paint(["a.svg"]) == [0x00FF00])
    #expect(fetcher.held.withLock { $0.first?.request.validators } == Validators(entityTag: "1"))
    fetcher.answer("a.svg", nil)
    mailbox.drain()
    #expect(try paint(["a.svg"]) == [0x00FF00])
    #expect(fetcher.names == ["a.svg"])

    store.web?.invalidate()
    #expect(try paint(["a.svg"]) == [0x00FF00])
    fetcher.answer("a.svg", svg("#0000ff"), tag: "2")
    mailbox.drain()
    #expect(try paint(["a.svg"]) == [0x0000FF])
    #expect(fetcher.names == ["a.svg", "a.svg"])
  }

  @Test func aServerThatFailsCostsOnlyWhatIsNotThere() throws {
    defer { remove() }
    var failures: [String] = []
    store.onFailure = { failures.append("\($0): \($1)") }
    let address = try #require(WebAddress("http://example.org/screens/a.svg"))
    _ = try cache.save(svg("#00ff00"), validators: Validators(), for: address)
    _ = try paint(["a.svg", "b.svg"])
    for _ in 0..<3 {
      fetcher.fail("a.svg")
      fetcher.fail("b.svg")
      mailbox.drain()
    }
    #expect(try paint(["a.svg", "b.svg"])[0] == 0x00FF00)
    #expect(failures == ["b.svg: the server answered 404"])
    // It is not asked again until the user wants it.
    #expect(fetcher.names.count { $0 == "b.svg" } == 3)
  }

  @Test func whatIsNoImageIsSaidToBeNone() throws {
    defer { remove() }
    var failures: [String] = []
    store.onFailure = { failures.append("\($0): \($1)") }
    _ = try paint(["a.svg"])
    fetcher.answer("a.svg", Array("<html>".utf8))
    mailbox.drain()
    _ = try paint(["a.svg"])
    #expect(failures == ["a.svg: not a PNG, JPEG, GIF, WebP, AVIF, BMP or SVG picture"])
  }

  /// A screen from a server has no files, whatever it calls them.
  @Test(arguments: ["file:///etc/hostname", "FILE:/etc/hostname", "data:image/svg+xml,<svg/>"])
  func filesAreOutOfReach(source: String) throws {
    var failures: [String] = []
    store.onFailure = { failures.append($1) }
    _ = try paint([source])
    #expect(failures.count == 1)
    #expect(fetcher.names.isEmpty)
  }

  @Test func anAbsolutePathIsOneOfTheServer() throws {
    _ = try paint(["/etc/hostname", "../../../etc/passwd"])
    #expect(
      Set(fetcher.held.withLock { $0.map(\.request.address.description) })
        == ["http://example.org/etc/hostname", "http://example.org/etc/passwd"])
  }

  /// No home, a cache that cannot be written to, and a full one: images are shown all the same.
  @Test(arguments: [true, false])
  func imagesNeedNoCache(isThere: Bool) throws {
    try folder.write([1], to: "file")
    let cache = ImageCache(folder: CacheFolder(path: folder.path + "/file/below"))
    let web = WebImages(fetcher: fetcher, mailbox: mailbox, cache: isThere ? cache : nil)
    store.web = web
    web.memoryBudget = 1200
    let names = ["a.svg", "b.svg", "c.svg"]
    let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF]
    _ = try paint(names)
    for (name, color) in zip(names, ["#ff0000", "#00ff00", "#0000ff"]) {
      let rest = [UInt8](repeating: 0x20, count: 400)
      fetcher.answer(name, svg(color) + rest)
      mailbox.drain()
      _ = try paint(names)
    }
    #expect(try paint(names) == colors)
    #expect(fetcher.names == names)
    // The first had to make room for the others. When it is to be decoded again it is fetched
    // again.
    store.imageBudget = 256 << 20
    #expect(try paint(names) == [0x123456, 0x00FF00, 0x0000FF])
    #expect(fetcher.names == names + ["a.svg"])
    fetcher.answer("a.svg", svg("#ff0000"))
    mailbox.drain()
    #expect(try paint(names)[0] == 0xFF0000)
  }

  /// An image of a private network is shown only to screens that may fetch it.
  @Test func whatIsKeptOfAPrivateNetworkIsNotLent() throws {
    defer { remove() }
    let image = "http://nas:8080/a.svg"
    let insider = ImageLocator(
      base: try #require(WebAddress("http://nas:8080/s.json")),
      trust: PrivateServers(own: ["nas:8080"]))
    store.locator = insider
    _ = try paint([image])
    fetcher.answer("a.svg", svg("#00ff00"), isPrivate: true)
    mailbox.drain()
    #expect(try paint([image]) == [0x00FF00])

    // Another screen, in the same run and in the next.
    let outsider = ImageLocator(roots: [folder.path])
    for isNextRun in [false, true] {
      if isNextRun {
        store.web = WebImages(fetcher: fetcher, mailbox: mailbox, cache: cache)
        store.locator = ImageLocator(roots: [])
      }
      store.locator = outsider
      #expect(try paint([image]) == [0x123456])
      let request = fetcher.held.withLock { $0.last?.request }
      #expect(request?.trust == PrivateServers() && request?.validators == nil)
    }
    // Screens that may see it still do, and ask only whether it has changed.
    store.locator = insider
    #expect(try paint([image]) == [0x00FF00])
    // Images from the public network are for every screen.
    let open = "http://example.org/b.svg"
    _ = try paint([open])
    fetcher.answer("b.svg", svg("#0000ff"))
    mailbox.drain()
    store.locator = outsider
    #expect(try paint([open]) == [0x0000FF])
  }
}
