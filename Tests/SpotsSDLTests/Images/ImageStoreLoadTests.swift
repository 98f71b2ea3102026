import CSDL2
import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// What a screen full of images may cost, whatever they are.
@Suite(.serialized) @MainActor
struct ImageStoreLoadTests {
  private let folder: TemporaryFolder
  private let store: ImageStore
  private let painter: Painter
  private static let side = 40.0

  init() throws {
    folder = try TemporaryFolder()
    store = ImageStore(locator: ImageLocator(roots: [folder.path]), mailbox: Mailbox())
    painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 1), images: store)
  }

  /// One row of images.
  private func paint(_ sources: [String]) throws -> OffscreenCanvas {
    let width = Self.side * Double(sources.count)
    var list = DrawList(viewport: Rect(width: width, height: Self.side))
    for (index, source) in sources.enumerated() {
      list.append(
        .image(
          source: source,
          Rect(x: Double(index) * Self.side, width: Self.side, height: Self.side), .fill,
          corners: Corners(), placeholder: Color(0x123456), icon: Color(0xFF0000)))
    }
    let canvas = try OffscreenCanvas(size: Size(width: width, height: Self.side), scale: 1)
    canvas.paint(list, background: .white, with: painter)
    return canvas
  }

  private func pixel(_ canvas: OffscreenCanvas, of index: Int) -> UInt32? {
    canvas.pixel(x: Int(Self.side) * index + 30, y: 20)
  }

  @Test func aDrawingThatIsTooLongSaysItsOwnLimit() throws {
    let start = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
    let drawing = Array(start.utf8) + Array(repeating: UInt8(ascii: " "), count: 4 << 20)
    try folder.write(drawing + Array("</svg>".utf8), to: "long.svg")
    var reasons: [String] = []
    store.onFailure = { reasons.append($1) }
    _ = try paint(["long.svg"])
    #expect(store.waitUntilIdle(timeout: 30))
    #expect(reasons == ["larger than 4 MiB"])
  }

  @Test func hostileImagesFailAloneAndSayWhy() throws {
    for image in HostileImages.all { try folder.write(image.bytes, to: image.name) }
    try folder.write(SampleImages.svg, to: "good.svg")
    try folder.write(SampleImages.png, to: "good.png")
    try folder.makePipe("pipe.png")
    try folder.makeFolder("folder.png")
    var reasons: [String: String] = [:]
    store.onFailure = { reasons[$0] = $1 }
    let names =
      HostileImages.all.map(\.name) + ["pipe.png", "folder.png", "good.svg", "good.png"]
    _ = try paint(names)
    // Painting has waited for no decoder: all it asked for is still to come.
    #expect(store.decodedCount == 0 && store.pending > 0)
    #expect(store.waitUntilIdle(timeout: 90))
    for image in HostileImages.all {
      #expect(reasons[image.name]?.hasPrefix(image.reason) == true, "\(image.name)")
    }
    #expect(reasons["pipe.png"] == "not a regular file")
    #expect(reasons["folder.png"] == "not a regular file")
    let canvas = try paint(names)
    for index in names.indices.dropLast(2) {
      let corner = canvas.pixel(x: Int(Self.side) * index + 1, y: 1)
      #expect(corner == 0xFF12_3456, "\(names[index])")
    }
    #expect(pixel(canvas, of: names.count - 2) == 0xFF00_00FF)
    #expect(pixel(canvas, of: names.count - 1) == 0xFF00_00FF)
  }

  /// A bitmap of one color, 8 × 8.
  private func bitmap(_ index: Int) -> [UInt8] {
    let color = [UInt8(index & 0xFF), UInt8(index >> 8), 0x77, 0xFF]
    let header: [UInt8] =
      Array("BM".utf8) + [
        54, 1, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0,
      ]
      + [1, 0, 32, 0] + [UInt8](repeating: 0, count: 24)
    return header + (0..<64).flatMap { _ in color }
  }

  /// To the end of a screen of 600 images and back, four in view, whose pixels together are four
  /// times the budget.
  @Test func scrollingPastHundredsOfImagesKeepsTheBudget() throws {
    let count = 600
    let names = (0..<count).map { "\($0).bmp" }
    for index in 0..<count { try folder.write(bitmap(index), to: names[index]) }
    // At 40 × 40 each takes 6400 bytes.
    store.imageBudget = count * 6400 / 4
    var visited = 0
    for first in Array(stride(from: 0, through: count - 4, by: 4))
      + stride(from: count - 4, through: 0, by: -4)
    {
      let visible = Array(names[first..<first + 4])
      _ = try paint(visible)
      #expect(store.waitUntilIdle(timeout: 20))
      let decoded = store.decodedCount
      // However often it is painted, an image in view is not decoded a second time.
      for _ in 0..<2 {
        let canvas = try paint(visible)
        for index in 0..<4 {
          let number = UInt32(first + index)
          #expect(pixel(canvas, of: index) == 0xFF77_0000 | number & 0xFF00 | number & 0xFF)
        }
      }
      #expect(store.pending == 0 && store.decodedCount == decoded)
      #expect(store.decodedBytes <= store.imageBudget)
      visited += 4
    }
    #expect(visited == 2 * count)
    // Each one once on the way down and, on the way back, those that had been evicted.
    #expect(store.decodedCount <= 2 * count - count / 4)
    #expect(store.decodedCount >= count)
  }

  @Test func anAnimationStartsWithItsFirstImageAndPlaysWhenTimePasses() throws {
    try folder.write(SampleAnimations.gif(delays: [25, 25, 25], repeats: 0), to: "a.gif")
    _ = try paint(["a.gif"])
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(pixel(try paint(["a.gif"]), of: 0) == 0xFFFF_0000)
    var changed: [String] = []
    store.onChange = { changed.append($0) }
    #expect(store.advance(to: 1) == 1.25)
    #expect(pixel(try paint(["a.gif"]), of: 0) == 0xFFFF_0000)
    #expect(store.advance(to: 1.25) == 1.5)
    #expect(changed == ["a.gif"])
    #expect(pixel(try paint(["a.gif"]), of: 0) == 0xFF00_FF00)
    _ = store.advance(to: 1.5)
    #expect(pixel(try paint(["a.gif"]), of: 0) == 0xFF00_00FF)
    // One decoding for all of it.
    #expect(store.decodedCount == 1)
  }

  @Test func anAnimationOutOfViewCostsNothing() throws {
    try folder.write(SampleAnimations.gif(delays: [25, 25], repeats: 0), to: "a.gif")
    try folder.write(SampleImages.png, to: "b.png")
    _ = try paint(["a.gif", "b.png"])
    #expect(store.waitUntilIdle(timeout: 20))
    _ = try paint(["b.png"])
    var changed = 0
    store.onChange = { _ in changed += 1 }
    for second in 0..<100 { #expect(store.advance(to: Double(second)) == nil) }
    #expect(changed == 0)
    _ = try paint(["a.gif"])
    #expect(store.advance(to: 200) == 200.25)
    store.reducesMotion = true
    #expect(store.advance(to: 300) == nil)
  }

  /// 5 000 images of 600 × 600 are 7 GB, which no GIF is worth: the first one is shown.
  @Test func animationsBeyondTheirBudgetStandStill() throws {
    var bytes = SampleAnimations.gif(delays: Array(repeating: 5, count: 5000), repeats: 0)
    bytes.replaceSubrange(6..<10, with: [0x58, 0x02, 0x58, 0x02])
    try folder.write(bytes, to: "a.gif")
    _ = try paint(["a.gif"])
    #expect(store.waitUntilIdle(timeout: 20))
    _ = try paint(["a.gif"])
    #expect(store.advance(to: 1) == nil)
    #expect(store.decodedBytes == 6400)
  }

  @Test func anImageThatComesAtOnceDoesNotFade() throws {
    store.patience = 60
    #expect(store.advance(to: 1) == nil)
    try folder.write(SampleImages.png, to: "a.png")
    _ = try paint(["a.png"])
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(pixel(try paint(["a.png"]), of: 0) == 0xFF00_00FF)
  }

  @Test func anImageThatComesFadesIn() throws {
    store.patience = 0
    #expect(store.advance(to: 1) == nil)
    try folder.write(SampleImages.png, to: "a.png")
    _ = try paint(["a.png"])
    // Images that come within a tenth of a second are there at once.
    usleep(120_000)
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(pixel(try paint(["a.png"]), of: 0) == 0xFF12_3456)
    _ = store.advance(to: 2)
    _ = store.advance(to: 2.06)
    let half = try #require(pixel(try paint(["a.png"]), of: 0))
    #expect((half & 0xFF) > 0x90 && (half & 0xFF) < 0xC0)
    #expect(store.advance(to: 2.12) == nil)
    #expect(pixel(try paint(["a.png"]), of: 0) == 0xFF00_00FF)
    // What is decoded does not fade again when it comes back into view.
    _ = try paint([])
    #expect(pixel(try paint(["a.png"]), of: 0) == 0xFF00_00FF)
  }

  /// While a changed file is decoded, what was there stays: nothing flashes.
  @Test func aChangedFileReplacesItsImageAtOnce() throws {
    try folder.write(SampleImages.png, to: "a.png")
    _ = try paint(["a.png"])
    #expect(store.waitUntilIdle(timeout: 20))
    try folder.write(bitmap(0x12), to: "a.png")
    store.refresh("a.png")
    #expect(pixel(try paint(["a.png"]), of: 0) == 0xFF00_00FF)
    #expect(store.waitUntilIdle(timeout: 20))
    #expect(pixel(try paint(["a.png"]), of: 0) == 0xFF77_0012)
  }
}
