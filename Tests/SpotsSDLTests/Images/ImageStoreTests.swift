import Spots
import Testing

@testable import SpotsSDL

@Suite(.serialized) @MainActor
struct ImageStoreTests {
  private let folder: TemporaryFolder
  private let mailbox = Mailbox()
  private let store: ImageStore
  private let painter: Painter

  init() throws {
    folder = try TemporaryFolder()
    store = ImageStore(locator: ImageLocator(roots: [folder.path]), mailbox: mailbox)
    painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 1), images: store)
  }

  private func list(_ sources: [String]) -> DrawList {
    var list = DrawList(viewport: Rect(width: 60, height: 20))
    for (index, source) in sources.enumerated() {
      list.append(
        .image(
          source: source, Rect(x: Double(index) * 20, width: 20, height: 20), .fill,
          corners: Corners(), placeholder: Color(0x123456), icon: Color(0xFF0000)))
    }
    return list
  }

  private func paint(_ sources: [String]) throws -> Picture {
    let picture = try Picture(size: Size(width: 60, height: 20), scale: 1)
    picture.paint(list(sources), background: .white, with: painter)
    return picture
  }

  @Test func pictureReplacesItsPlaceholder() throws {
    try folder.write(SamplePictures.svg, to: "a.svg")
    #expect(store.size(of: "a.svg") == Size(width: 3, height: 2))
    #expect(try paint(["a.svg"]).pixel(x: 10, y: 10) == 0xFF12_3456)
    #expect(store.pending == 1)
    var changed: [String] = []
    store.onChange = { changed.append($0) }
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(changed == ["a.svg"])
    #expect(try paint(["a.svg"]).pixel(x: 12, y: 10) == 0xFF00_00FF)
    #expect(store.pending == 0)
  }

  @Test func failuresAreReportedOnce() throws {
    try folder.write(Array("no picture".utf8), to: "text.png")
    try folder.write(Array(try SamplePictures.png().prefix(40)), to: "cut.png")
    var failures: [String] = []
    store.onFailure = { source, reason in failures.append("\(source): \(reason)") }
    for _ in 0..<3 {
      _ = try paint(["none.png", "text.png", "cut.png"])
      #expect(store.waitUntilIdle(timeout: 20))
    }
    #expect(failures.count == 3)
    #expect(failures.first == "none.png: no such file")
    // The sign for a missing picture stands in its middle.
    let picture = try paint(["none.png"])
    let red = (0..<20).flatMap { y in (0..<20).map { picture.pixel(x: $0, y: y) } }
      .filter { ($0 ?? 0) >> 16 & 0xFF > 0x80 }
    #expect(!red.isEmpty)
  }

  @Test func whatIsNoLongerShownIsDropped() throws {
    for name in ["a", "b", "c", "d", "e", "f"] {
      try folder.write(SamplePictures.svg, to: "\(name).svg")
    }
    _ = try paint(["a.svg", "b.svg", "c.svg"])
    _ = try paint(["f.svg"])
    #expect(store.pending <= 3)
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(try paint(["f.svg"]).pixel(x: 12, y: 10) == 0xFF00_00FF)
  }

  @Test func changedFilesAreReadAnew() throws {
    try folder.write(SamplePictures.svg, to: "a.svg")
    _ = try paint(["a.svg", "new.svg"])
    #expect(store.waitUntilIdle(timeout: 20))
    store.refresh()
    #expect(try paint(["a.svg"]).pixel(x: 12, y: 10) == 0xFF00_00FF)
    let green = Array(
      #"<svg width="8" height="8"><rect width="8" height="8" fill="rgb(0,255,0)"/></svg>"#.utf8)
    try folder.write(green, to: "a.svg")
    try folder.write(green, to: "new.svg")
    store.refresh()
    #expect(store.size(of: "a.svg") == Size(width: 8, height: 8))
    _ = try paint(["a.svg", "new.svg"])
    #expect(store.waitUntilIdle(timeout: 20))
    let picture = try paint(["a.svg", "new.svg"])
    #expect(picture.pixel(x: 12, y: 10) == 0xFF00_FF00)
    #expect(picture.pixel(x: 32, y: 10) == 0xFF00_FF00)
  }

  @Test func lateResultsOfAnOlderFileAreDropped() throws {
    try folder.write(SamplePictures.svg, to: "a.svg")
    _ = try paint(["a.svg"])
    try folder.write(Array("gone bad".utf8), to: "a.svg")
    store.refresh()
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(store.size(of: "a.svg") == nil)
    #expect(try paint(["a.svg"]).pixel(x: 1, y: 1) == 0xFF12_3456)
  }

  @Test func anotherFolderForgetsEverything() throws {
    try folder.write(SamplePictures.svg, to: "a.svg")
    #expect(store.size(of: "a.svg") != nil)
    store.locator = ImageLocator(roots: [])
    #expect(store.size(of: "a.svg") == nil)
  }
}
