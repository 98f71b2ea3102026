import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite @MainActor struct StateCacheTests {
  private let folder: TemporaryFolder
  private let cache: StateCache
  private var environment: Environment

  init() throws {
    folder = try TemporaryFolder()
    cache = StateCache(path: folder.path + "/a/b")
    environment = Environment(text: FixedFont(), images: FixedImages())
    environment.screens = StateFiles(cache)
  }

  private func screen(_ count: Int, _ title: String = "T") -> Screen {
    let items = (0..<count).map { Item(identifier: .integer($0), title: "\(title) \($0)") }
    return Screen(
      components: [
        ComponentModel(kind: .list, items: ItemList(items)), ComponentModel(kind: .grid),
      ],
      title: title, meta: Meta(["a": .integer(1)]))
  }

  private var files: [String] { CacheFolder(path: folder.path + "/a/b").files().map(\.name) }

  private func age(by seconds: Int) throws {
    let path = folder.path + "/a/b/" + (try #require(files.first))
    var times = [timespec(), timespec()]
    times[0].tv_sec = time(nil) - seconds
    times[1].tv_sec = time(nil) - seconds
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  private func remove() {
    for name in files { unlink(folder.path + "/a/b/" + name) }
    rmdir(folder.path + "/a/b")
    rmdir(folder.path + "/a")
  }

  @Test func aControllerShowsWhatWasKeptAtOnce() {
    defer { remove() }
    let first = SpotsController(cacheKey: "key", environment: environment)
    #expect(first.screen == Screen())
    first.reload(screen(5), animation: .none)
    #expect(first.cache())
    let second = SpotsController(cacheKey: "key", environment: environment)
    #expect(second.screen == screen(5))
    #expect(second.components.count == 2)
    #expect(SpotsController(cacheKey: "other", environment: environment).screen == Screen())
  }

  @Test func asManyItemsAreKeptAsAskedFor() {
    defer { remove() }
    let controller = SpotsController(cacheKey: "key", environment: environment)
    controller.reload(screen(50), animation: .none)
    controller.amountOfItemsToCache = 3
    #expect(controller.cache())
    #expect(cache.load("key")?.screen == screen(3))
    controller.amountOfItemsToCache = -1
    #expect(controller.cache())
    #expect(cache.load("key")?.screen.components.allSatisfy(\.items.isEmpty) == true)
  }

  @Test func clearingRemovesOneKeyOnly() throws {
    defer { remove() }
    try cache.save(screen(1), for: "a")
    try cache.save(screen(2), for: "b")
    SpotsController(cacheKey: "a", environment: environment).clearCache()
    #expect(cache.load("a") == nil)
    #expect(cache.load("b")?.screen == screen(2))
  }

  @Test func withoutAKeyOrAFolderNothingIsKept() {
    let controller = SpotsController(screen: screen(1), environment: environment)
    #expect(!controller.cache())
    let nowhere = StateFiles(StateCache(path: "/proc/none"))
    var environment = environment
    environment.screens = nowhere
    #expect(!SpotsController(cacheKey: "k", environment: environment).cache())
    #expect(files.isEmpty)
  }

  @Test func afterThreeDaysItIsGone() throws {
    defer { remove() }
    try cache.save(screen(1), for: "key")
    try age(by: 3 * 24 * 3600 - 60)
    #expect(cache.load("key") != nil)
    try age(by: 3 * 24 * 3600 + 1)
    #expect(cache.load("key") == nil)
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{\"components\": 5}", "\u{0}\u{1}", "{\"components\":[]}",
  ])
  func whatIsNoScreenOfOursIsRemoved(text: String) throws {
    defer { remove() }
    try cache.save(screen(1), for: "key")
    let path = folder.path + "/a/b/" + (try #require(files.first))
    try WholeFile.write(Array(text.utf8), to: path)
    #expect(cache.load("key") == nil)
    #expect(files.isEmpty)
  }

  @Test func cutOffAnywhereItIsRemoved() throws {
    defer { remove() }
    try cache.save(screen(3), for: "key")
    let path = folder.path + "/a/b/" + (try #require(files.first))
    let bytes = try FileBytes.read(path)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      try WholeFile.write(Array(bytes.prefix(count)), to: path)
      #expect(cache.load("key") == nil)
    }
  }

  /// Keys are not file names: whatever they hold, nothing is written elsewhere.
  @Test(arguments: ["../../x", "/etc/passwd", "a/b", ".", "..", "", "\u{0}", "ü\n", "k"])
  func anyKeyWillDo(key: String) throws {
    defer { remove() }
    try cache.save(screen(1), for: key)
    #expect(cache.load(key)?.screen == screen(1))
    #expect(files.count == 1)
    #expect(files.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func onlyTheUserMayReadIt() throws {
    defer { remove() }
    try cache.save(screen(1), for: "key")
    var status = stat()
    #expect(stat(folder.path + "/a/b/" + (try #require(files.first)), &status) == 0)
    #expect(status.st_mode & 0o077 == 0)
    #expect(stat(folder.path + "/a", &status) == 0)
    #expect(status.st_mode & 0o077 == 0)
  }
}
