import Glibc
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Answers in the user's files, which nobody else may read and which do not grow.
@Suite @MainActor struct ValueFilesTests {
  private let folder: TemporaryFolder
  private let files: ValueFiles

  init() throws {
    folder = try TemporaryFolder()
    files = ValueFiles(path: folder.path + "/values")
  }

  private var cache: CacheFolder { CacheFolder(path: folder.path + "/values") }

  private func remove() {
    for file in cache.files() { unlink(cache.path(of: file.name)) }
    rmdir(cache.path)
  }

  @Test func whatIsKeptIsFoundByItsKeyAlone() throws {
    defer { remove() }
    let values = KeptValues([
      "a": .init(true, insteadOf: false), "日本 \"\\": .init([1, 1.0, "x"], insteadOf: .null),
      "": .init(.object(["k": .null]), insteadOf: .number(-0.1)),
    ])
    files.save(values, for: "/home/a/settings.json")
    #expect(files.values(for: "/home/a/settings.json") == values)
    #expect(files.values(for: "/home/b/settings.json") == nil)
    let name = try #require(cache.files().first).name
    var status = stat()
    #expect(stat(cache.path(of: name), &status) == 0 && status.st_mode & 0o777 == 0o600)
    // Another key with the same file.
    let bytes = try FileBytes.read(cache.path(of: name))
    let text = String(decoding: bytes, as: UTF8.self).replacing("/home/a", with: "/home/c")
    try cache.write(Array(text.utf8), to: name)
    #expect(files.values(for: "/home/a/settings.json") == nil)
    files.removeValues(for: "/home/a/settings.json")
    #expect(cache.files().isEmpty)
  }

  @Test func aBrokenFileIsNone() throws {
    defer { remove() }
    files.save(KeptValues(["a": .init(true, insteadOf: false)]), for: "k")
    let name = try #require(cache.files().first).name
    let good = try FileBytes.read(cache.path(of: name))
    let broken: [[UInt8]] = [
      [], [0xFF], Array("[]".utf8), Array(#"{"document":"k","values":[]}"#.utf8),
      Array(#"{"document":"k","values":{"entries":{"a":1}}}"#.utf8),
      Array(repeating: UInt8(ascii: "["), count: 1 << 20), good + good,
      good + Array(repeating: UInt8(ascii: " "), count: 2 << 20),
    ]
    for bytes in broken + good.indices.map({ Array(good[..<$0]) }) {
      try cache.write(bytes, to: name)
      #expect(files.values(for: "k") == nil)
    }
    try cache.write(good, to: name)
    #expect(files.values(for: "k") != nil)
    // A folder that cannot be written to keeps nothing and reports nothing.
    let nowhere = ValueFiles(path: "/proc/values")
    nowhere.save(KeptValues(["a": .init(true, insteadOf: false)]), for: "k")
    #expect(nowhere.values(for: "k") == nil)
  }

  @Test func longAnswersMakeRoomForOthers() throws {
    defer { remove() }
    func text(_ count: Int) -> KeptValues.Entry {
      .init(.string(String(repeating: "x", count: count)), insteadOf: "")
    }
    var values = KeptValues(["long": text(1 << 20), "short": text(10)])
    for index in 0..<30 { values.entries["\(index)"] = text(60_000 + index) }
    files.save(values, for: "k")
    let kept = try #require(files.values(for: "k")).entries
    let size = try #require(cache.files().first).size
    #expect(size <= 1 << 20 && size > 900_000)
    #expect(kept["short"] != nil && kept["long"] == nil && kept["0"] != nil && kept["29"] == nil)
    for index in 0..<17 {
      try cache.write([UInt8](repeating: 32, count: 1 << 20), to: "k\(index).json")
    }
    files.save(values, for: "k")
    #expect(cache.files().reduce(0) { $0 + $1.size } <= 8 << 20)
  }
}
