import Foundation
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct RecentFilesTests {
  private func entry(_ path: String, _ time: Int, title: String = "T") -> RecentFiles.Entry {
    RecentFiles.Entry(path: path, title: title, time: time)
  }

  /// However screens are opened: the list is bounded, newest first, names each once, and reads
  /// back.
  @Test func theListIsInOrderAndReadsBack() {
    var random = SplitMix64(seed: 17)
    for _ in 0..<200 {
      var (list, last) = (RecentFiles(), [String: Int]())
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let path = "/srv/\(Int.random(in: 0..<40, using: &random)).json"
        let time = Int.random(in: 0..<50, using: &random)
        list.add(entry(path, time, title: "„\(time)“ \u{1}"))
        last[path] = time
      }
      #expect(list.entries.count <= RecentFiles.most)
      #expect(Set(list.entries.map(\.path)).count == list.entries.count)
      #expect(list.entries.allSatisfy { last[$0.path] == $0.time })
      #expect(zip(list.entries, list.entries.dropFirst()).allSatisfy { $0.time >= $1.time })
      #expect(Set(RecentFiles(json: list.json).entries) == Set(list.entries))
    }
  }

  @Test func theLastOneIsFirstThoughTheClockStandsStill() {
    var list = RecentFiles()
    for path in ["/a", "/b", "/a"] { list.add(entry(path, 5)) }
    #expect(list.entries.map(\.path) == ["/a", "/b"])
  }

  /// Whatever the order in the file, and however many there are.
  @Test func theNewestOnesAreRead() {
    let values = (0..<100).map { #"{"path":"/\#($0)","title":"","opened":\#($0)}"# }
    let list = RecentFiles(json: Array(#"{"recent":[\#(values.joined(separator: ","))]}"#.utf8))
    #expect(list.entries.map(\.time) == (0..<RecentFiles.most).map { 99 - $0 })
  }

  /// Whatever is in the file, valid entries are used and the rest is ignored.
  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"recent":7}"#, #"{"recent":[7,null,{}]}"#,
    #"{"recent":[{"path":"relative","title":"","opened":1}]}"#,
    #"{"recent":[{"path":"/a\u0000b","title":"","opened":1}]}"#,
    #"{"recent":[{"path":"javascript:x","title":"","opened":1}]}"#,
    #"{"recent":[{"path":"/a","title":7,"opened":1}]}"#,
    #"{"recent":[{"path":"/a","title":"","opened":-1}]}"#,
    #"{"recent":[{"path":"/a","title":"","opened":1.5}]}"#,
  ])
  func nonsenseIsLeftOut(text: String) {
    #expect(RecentFiles(json: Array(text.utf8)).entries.isEmpty)
  }

  @Test func longNamesAreBounded() {
    var list = RecentFiles()
    list.add(entry("/" + String(repeating: "a", count: 5000), 1))
    #expect(list.entries.isEmpty)
    list.add(entry("/a", 1, title: String(repeating: "𝄞", count: 5000)))
    #expect(list.entries[0].title.utf8.count <= 512)
  }

  // MARK: On disk

  private func store(in folder: TemporaryDirectory) -> RecentStore {
    RecentStore(
      state: CacheFolder(path: folder("state/spots")),
      pictures: CacheFolder(path: folder("cache/recent")))
  }

  /// Several windows add what they open at the same time, and nothing is lost.
  @Test func windowsAddToOneList() throws {
    let folder = try TemporaryDirectory()
    let stores = (0..<4).map { _ in store(in: folder) }
    for number in 0..<5 {
      for (index, store) in stores.enumerated() { store.keep(entry("/\(index)-\(number)", number)) }
    }
    for store in stores { store.finish(patience: 30) }
    #expect(store(in: folder).load().entries.count == 20)
    let mode = try FileManager.default.attributesOfItem(atPath: stores[0].path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// Pictures are private, and go with their entries.
  @Test func picturesAreThoseOfTheList() throws {
    let folder = try TemporaryDirectory()
    let store = store(in: folder)
    for number in 0..<(RecentFiles.most + 3) {
      store.keep(entry("/\(number)", number), picture: [UInt8(number)])
    }
    store.keep(entry("/large", 99), picture: [UInt8](repeating: 0, count: 600 * 1024))
    store.keep(entry("/later", 99))
    store.finish(patience: 30)
    #expect(store.picture(of: "/0") == nil && store.picture(of: "/later") == nil)
    #expect(store.picture(of: "/large") == nil)
    let name = try #require(store.picture(of: "/20"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder("cache/recent"))
    #expect(files.count == RecentFiles.most - 2 && files.contains(name))
    let path = folder("cache/recent/" + name)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([20]))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// Where nothing can be written, nothing is kept, and nothing fails.
  @Test(arguments: ["", "garbage", "directory"])
  func whatCannotBeWrittenIsNotKept(present: String) throws {
    let folder = try TemporaryDirectory()
    switch present {
    case "garbage":
      try folder.shell("mkdir -p state/spots && head -c 4096 /dev/urandom >state/spots/recent.json")
    case "directory": try folder.shell("mkdir -p state/spots/recent.json")
    default: try folder.write("", to: "state")
    }
    let store = store(in: folder)
    store.keep(entry("/a", 1), picture: [1])
    store.finish(patience: 30)
    #expect(store.load().entries.map(\.path) == (present == "garbage" ? ["/a"] : []))
  }
}
