import Glibc
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct ImageCacheTests {
  private let folder: TemporaryFolder
  private var cache: ImageCache

  init() throws {
    folder = try TemporaryFolder()
    cache = ImageCache(folder: CacheFolder(path: folder.path + "/pictures"))
  }

  private func remove() {
    for file in cache.folder.files() { unlink(cache.folder.path(of: file.name)) }
    rmdir(cache.folder.path)
  }

  private func address(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

  @Test func whatIsKeptIsFoundWithItsValidators() throws {
    defer { remove() }
    let a = try address("http://a/x.png?1")
    let validators = Validators(entityTag: "\"é\\\"", lastModified: "Mon, 01 Jan")
    #expect(cache.entry(for: a) == nil)
    let entry = try cache.save([1, 2, 3], validators: validators, for: a)
    #expect(try FileBytes.read(entry.path) == [1, 2, 3])
    #expect(cache.entry(for: a) == entry)
    #expect(entry.validators == validators)
    #expect(cache.entry(for: try address("http://a/x.png?2")) == nil)
  }

  @Test func anotherVersionTakesThePlaceOfTheOld() throws {
    defer { remove() }
    let a = try address("http://a/x.png")
    let old = try cache.save([1], validators: Validators(), for: a)
    let new = try cache.save([2], validators: Validators(entityTag: "2"), for: a)
    #expect(new.path != old.path)
    #expect(cache.entry(for: a) == new)
    #expect(cache.folder.files().count == 2)
    // The same bytes again keep their file.
    #expect(try cache.save([2], validators: Validators(entityTag: "3"), for: a).path == new.path)
    #expect(try FileBytes.read(new.path) == [2])
  }

  @Test func aRecordThatIsNoneIsIgnored() throws {
    defer { remove() }
    let a = try address("http://a/x.png")
    _ = try cache.save([1], validators: Validators(), for: a)
    let record = try #require(cache.folder.files().first { $0.name.hasSuffix(".json") }).name
    for text in ["", "{}", #"{"meta":{"address":"http://a/x.png","file":"../../etc/passwd"}}"#] {
      try cache.folder.write(Array(text.utf8), to: record)
      #expect(cache.entry(for: a) == nil)
    }
  }

  @Test func theBudgetIsKept() throws {
    defer { remove() }
    var cache = cache
    cache.budget = 10_000
    let body = [UInt8](repeating: 7, count: 900)
    for number in 0..<40 {
      _ = try cache.save(body, validators: Validators(), for: try address("http://a/\(number)"))
      #expect(cache.folder.files().reduce(0) { $0 + $1.size } <= 10_000)
    }
    #expect(cache.folder.files().count > 5)
  }

  @Test func whatWasNotUsedForLongestGoesFirst() throws {
    defer { remove() }
    var cache = cache
    let (a, b, c) = (
      try address("http://a/1"), try address("http://a/2"), try address("http://a/3")
    )
    let body = [UInt8](repeating: 7, count: 900)
    _ = try cache.save(body, validators: Validators(), for: a)
    makeOlder(by: 1000)
    _ = try cache.save(body, validators: Validators(), for: b)
    makeOlder(by: 1000)
    #expect(cache.entry(for: a) != nil)
    // Room for two of them.
    cache.budget = cache.folder.files().reduce(0) { $0 + $1.size } + 100
    _ = try cache.save(body, validators: Validators(), for: c)
    #expect(cache.entry(for: a) != nil && cache.entry(for: c) != nil)
    #expect(cache.entry(for: b) == nil)
  }

  private func makeOlder(by seconds: Int) {
    for file in cache.folder.files() {
      let time = timespec(tv_sec: file.time - seconds, tv_nsec: 0)
      utimensat(AT_FDCWD, cache.folder.path(of: file.name), [time, time], 0)
    }
  }
}
