import Spots
import Testing

@testable import SpotsPlatform
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

  private func paint(_ sources: [String]) throws -> OffscreenCanvas {
    let canvas = try OffscreenCanvas(size: Size(width: 60, height: 20), scale: 1)
    canvas.paint(list(sources), background: .white, with: painter)
    return canvas
  }

  @Test func imageReplacesItsPlaceholder() throws {
    try folder.write(SampleImages.svg, to: "a.svg")
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
    try folder.write(Array(SampleImages.png.prefix(40)), to: "cut.png")
    var failures: [String] = []
    store.onFailure = { source, reason in failures.append("\(source): \(reason)") }
    for _ in 0..<3 {
      _ = try paint(["none.png", "text.png", "cut.png"])
      #expect(store.waitUntilIdle(timeout: 20))
    }
    #expect(failures.count == 3)
    #expect(failures.first == "none.png: no such file")
    // The sign for a missing image stands in its middle.
    let canvas = try paint(["none.png"])
    let red = (0..<20).flatMap { y in (0..<20).map { canvas.pixel(x: $0, y: y) } }
      .filter { ($0 ?? 0) >> 16 & 0xFF > 0x80 }
    #expect(!red.isEmpty)
  }

  @Test func whatIsNoLongerShownIsDropped() throws {
    // So large that decoders get one at a time each.
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">
      <rect width="2000" height="2000" fill="#0000ff"/></svg>
      """
    for name in ["a", "b", "c", "d", "e", "f"] {
      try folder.write(Array(drawing.utf8), to: "\(name).svg")
    }
    _ = try paint(["a.svg", "b.svg", "c.svg", "d.svg", "e.svg"])
    _ = try paint(["f.svg"])
    #expect(store.pending <= DecodingThreads.shared.limit + 1)
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(try paint(["f.svg"]).pixel(x: 12, y: 10) == 0xFF00_00FF)
  }

  @Test func changedFilesAreReadAnew() throws {
    try folder.write(SampleImages.svg, to: "a.svg")
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
    let canvas = try paint(["a.svg", "new.svg"])
    #expect(canvas.pixel(x: 12, y: 10) == 0xFF00_FF00)
    #expect(canvas.pixel(x: 32, y: 10) == 0xFF00_FF00)
  }

  @Test func lateResultsOfAnOlderFileAreDropped() throws {
    try folder.write(SampleImages.svg, to: "a.svg")
    _ = try paint(["a.svg"])
    try folder.write(Array("gone bad".utf8), to: "a.svg")
    store.refresh()
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(store.size(of: "a.svg") == nil)
    #expect(try paint(["a.svg"]).pixel(x: 1, y: 1) == 0xFF12_3456)
  }

  @Test func anotherFolderForgetsEverything() throws {
    try folder.write(SampleImages.svg, to: "a.svg")
    #expect(store.size(of: "a.svg") != nil)
    store.locator = ImageLocator(roots: [])
    #expect(store.size(of: "a.svg") == nil)
  }

  private func svg(_ color: String) -> [UInt8] {
    Array(
      "<svg width='8' height='8'><rect width='8' height='8' fill='\(color)'/></svg>".utf8)
  }

  @Test func anImageSavedAgainAndAgainCostsOneVersion() throws {
    try folder.write(svg("#000000"), to: "a.svg")
    _ = try paint(["a.svg"])
    #expect(store.waitUntilIdle(timeout: 20))
    let cost = store.decodedBytes
    #expect(cost > 0)
    for version in 1...200 {
      let blue = String(version, radix: 16)
      // Sizes differ, so that versions can be told apart however fast they are written.
      try folder.write(
        svg("#0000" + (blue.count < 2 ? "0" : "") + blue)
          + [UInt8](repeating: 0x20, count: version), to: "a.svg")
      store.refresh()
      _ = try paint(["a.svg"])
      #expect(store.waitUntilIdle(timeout: 20))
      #expect(try paint(["a.svg"]).pixel(x: 10, y: 10) == 0xFF00_0000 | UInt32(version))
      #expect(store.decodedBytes == cost, "version \(version)")
    }
    // One that cannot be shown costs nothing.
    try folder.write(Array("gone bad".utf8), to: "a.svg")
    store.refresh()
    _ = try paint(["a.svg"])
    #expect(store.waitUntilIdle(timeout: 20) && store.decodedBytes == 0)
  }

  /// Two folders with an image of the same name, and the way from one to the other and back.
  @Test func pagesOfOtherFoldersKeepTheirImages() throws {
    try folder.makeFolder("one")
    try folder.makeFolder("two")
    try folder.write(svg("#0000ff"), to: "one/a.svg")
    try folder.write(svg("#00ff00"), to: "two/a.svg")
    let one = ImageLocator(roots: [folder.path + "/one"])
    let two = ImageLocator(roots: [folder.path + "/two"])
    for (locator, color) in [(one, 0xFF00_00FF), (two, 0xFF00_FF00)] {
      store.locator = locator
      _ = try paint(["a.svg", "none.svg"])
      #expect(store.waitUntilIdle(timeout: 20))
      #expect(try paint(["a.svg"]).pixel(x: 10, y: 10) == UInt32(color))
    }
    #expect(store.decodedCount == 2)
    for _ in 0..<5 {
      for (locator, color) in [(one, 0xFF00_00FF), (two, 0xFF00_FF00)] {
        store.locator = locator
        #expect(try paint(["a.svg"]).pixel(x: 10, y: 10) == UInt32(color))
      }
    }
    #expect(store.decodedCount == 2 && store.pending == 0)
    // A change in the meantime shows on the way back.
    store.locator = one
    try folder.write(svg("#ff0000") + [0x20], to: "two/a.svg")
    store.locator = two
    _ = try paint(["a.svg"])
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(try paint(["a.svg"]).pixel(x: 10, y: 10) == 0xFFFF_0000)
    // With very many folders, nobody returns to all of them.
    for number in 0..<20 {
      store.locator = ImageLocator(roots: [folder.path + "/one/" + String(number)])
      _ = store.size(of: "a.svg")
    }
    #expect(store.decodedBytes == 0)
  }

  /// Nothing waits for a slow disk, which reports later what it found.
  @Test func sizesThatComeLateAreToldOfOnce() throws {
    try folder.write(SampleImages.svg, to: "a.svg")
    store.patienceForSizes = 0
    var lateSizes = 0
    store.onLateSize = { lateSizes += 1 }
    let atOnce = store.size(of: "a.svg")
    #expect(store.waitUntilIdle(timeout: 20))
    // A thread may be faster than this one.
    #expect(lateSizes == (atOnce == nil ? 1 : 0))
    #expect(store.beginFrame() == (atOnce == nil))
    #expect(!store.beginFrame())
    #expect(store.size(of: "a.svg") == Size(width: 3, height: 2))
    #expect(store.size(of: "none.svg") == nil)
    #expect(store.waitUntilIdle(timeout: 20) && !store.beginFrame())
  }
}
