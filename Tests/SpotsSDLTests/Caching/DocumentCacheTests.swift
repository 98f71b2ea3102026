import Glibc
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct DocumentCacheTests {
  private let temporary: TemporaryFolder
  private let folder: CacheFolder
  private let cache: DocumentCache

  init() throws {
    temporary = try TemporaryFolder()
    folder = CacheFolder(path: temporary.path + "/documents")
    cache = DocumentCache(folder: folder)
  }

  private func remove() {
    for file in folder.files() { folder.remove(file.name) }
    rmdir(folder.path)
  }

  private func setTime(_ name: String, ago seconds: Int) {
    let then = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, folder.path(of: name), [then, then], 0)
  }

  @Test func documentsAreKeptByteForByte() throws {
    defer { remove() }
    for bytes in [[], Array("{\n  // é\n\r\n}".utf8), [0, 255, 10, 10]] as [[UInt8]] {
      try cache.save(bytes, for: "http://a/x?\n\"1\"")
      let kept = try #require(cache.load("http://a/x?\n\"1\""))
      #expect(kept.bytes == bytes)
      #expect(abs(kept.time - time(nil)) < 60)
    }
    #expect(cache.load("http://a/x?2") == nil)
    #expect(folder.files().count == 1)
  }

  @Test func whatIsOldOrBrokenGoes() throws {
    defer { remove() }
    try cache.save([1], for: "a")
    let name = try #require(folder.files().first).name
    setTime(name, ago: DocumentCache.lifetime + 100)
    #expect(cache.load("a") == nil && folder.files().isEmpty)
    for text in ["", "{}", "{}\n[]", "\n[]", #"{"key":7}"# + "\n[]"] {
      try folder.write(Array(text.utf8), to: name)
      #expect(cache.load("a") == nil && folder.files().isEmpty, "\(text)")
    }
    // Two keys with one file name do not get each other's documents.
    try folder.write(Array(#"{"key":"b"}"#.utf8) + [10, 1], to: name)
    #expect(cache.load("a") == nil && folder.files().count == 1)
  }

  @Test func savingRemovesWhatIsTooOld() throws {
    defer { remove() }
    try cache.save([1], for: "a")
    setTime(try #require(folder.files().first).name, ago: DocumentCache.lifetime + 100)
    try cache.save([2], for: "b")
    #expect(folder.files().count == 1 && cache.load("b")?.bytes == [2])
  }
}
