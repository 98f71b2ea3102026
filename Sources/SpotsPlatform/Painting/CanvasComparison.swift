import Glibc
import SpotsViews

/// The differences between two canvases, pixel by pixel.
@MainActor
package struct CanvasComparison {
  /// The number of differing pixels; all pixels of the larger one when the sizes differ.
  package private(set) var differingPixels = 0
  /// Both sizes in words; nil when they are equal.
  package private(set) var sizeMismatch: String?
  /// The second canvas, faded, with the differing pixels in red and a frame around each of the
  /// `areas`; nil when the sizes differ, or nothing does.
  package private(set) var difference: OffscreenCanvas?
  /// Rectangles around differing pixels that are near each other, in pixels, from top to bottom;
  /// empty when the sizes differ.
  package private(set) var areas: [Rect] = []

  /// - Parameters:
  ///   - tolerance: How much each color channel of a pixel may differ, 0 to 255. Alpha is ignored.
  package init(_ expected: OffscreenCanvas, _ actual: OffscreenCanvas, tolerance: Int)
    throws(SDLError)
  {
    guard expected.width == actual.width, expected.height == actual.height else {
      differingPixels = max(expected.width * expected.height, actual.width * actual.height)
      sizeMismatch =
        "\(expected.width)x\(expected.height) expected, "
        + "\(actual.width)x\(actual.height) found"
      return
    }
    var tiles = DifferenceTiles(width: actual.width, height: actual.height)
    for y in 0..<actual.height {
      let (a, b) = (expected.surface.canvas.row(y), actual.surface.canvas.row(y))
      guard memcmp(a, b, actual.width * 4) != 0 else { continue }
      for x in 0..<actual.width where !Self.isClose(a[x], b[x], tolerance) {
        differingPixels += 1
        tiles.note(x: x, y: y)
      }
    }
    guard differingPixels > 0 else { return }
    let areas = tiles.areas()
    self.areas = areas.map(\.rect)
    difference = try Self.marked(actual, expected, tolerance, areas)
  }

  /// Whether the sizes are equal and no pixel differs by more than the tolerance.
  package var isSame: Bool { differingPixels == 0 }

  /// The differences and their places, in words.
  package var summary: String {
    if let sizeMismatch { return sizeMismatch }
    let places = areas.prefix(3).map {
      "\(Int($0.x)),\(Int($0.y)) (\(Int($0.width))x\(Int($0.height)))"
    }
    let more = areas.count > places.count ? " and \(areas.count - places.count) more places" : ""
    return (differingPixels == 1 ? "1 pixel differs" : "\(differingPixels) pixels differ")
      + ", at \(places.joined(separator: ", "))\(more)"
  }

  private static func marked(
    _ actual: OffscreenCanvas, _ expected: OffscreenCanvas, _ tolerance: Int, _ areas: [PixelRect]
  ) throws(SDLError) -> OffscreenCanvas {
    let marked = try OffscreenCanvas(like: actual)
    for y in 0..<actual.height {
      let (a, b) = (expected.surface.canvas.row(y), actual.surface.canvas.row(y))
      let out = marked.surface.canvas.row(y)
      for x in 0..<actual.width {
        out[x] = isClose(a[x], b[x], tolerance) ? faded(b[x]) : 0xFFE0_2020
      }
    }
    for area in areas {
      let (inner, outer) = (area.expanded(by: 4), area.expanded(by: 6))
      for side in PixelRect.Side.allCases {
        marked.surface.canvas.fill(
          outer.part(side, of: inner), clip: marked.surface.canvas.bounds, color: 0xFF20_40E0)
      }
    }
    return marked
  }

  private static func isClose(_ a: UInt32, _ b: UInt32, _ tolerance: Int) -> Bool {
    if a == b { return true }
    return [0, 8, 16].allSatisfy { shift in
      abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) <= tolerance
    }
  }

  /// Three quarters of the way to white.
  private static func faded(_ pixel: UInt32) -> UInt32 {
    0xFFC0_C0C0 | (pixel >> 2 & 0x003F_3F3F)
  }
}

/// Gathers pixels into areas: those in the same or in neighboring tiles belong together.
struct DifferenceTiles {
  /// The side of a tile in pixels, and so roughly the least distance between two areas.
  private static let side = 16
  /// The most areas that anyone would look at; more are replaced by one around all of them.
  private static let mostAreas = 200

  private let columns: Int
  /// The smallest rectangle around the pixels in each tile; nil for none.
  private var tiles: [PixelRect?]

  init(width: Int, height: Int) {
    columns = (width + Self.side - 1) / Self.side
    tiles = Array(repeating: nil, count: columns * ((height + Self.side - 1) / Self.side))
  }

  mutating func note(x: Int, y: Int) {
    let index = y / Self.side * columns + x / Self.side
    let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
    tiles[index] = tiles[index].map { $0.union(pixel) } ?? pixel
  }

  /// From top to bottom.
  func areas() -> [PixelRect] {
    var rest = tiles
    var areas: [PixelRect] = []
    for index in rest.indices where rest[index] != nil {
      var area = PixelRect.nothing
      var waiting = [index]
      while let next = waiting.popLast() {
        guard let tile = rest[next] else { continue }
        rest[next] = nil
        area = area.union(tile)
        waiting += neighbors(of: next)
      }
      areas.append(area)
    }
    if areas.count > Self.mostAreas { areas = [areas.reduce(.nothing) { $0.union($1) }] }
    return areas.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
  }

  private func neighbors(of index: Int) -> [Int] {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return (row - 1...row + 1).flatMap { row in
      (column - 1...column + 1).compactMap { column in
        let index = row * columns + column
        return (0..<columns).contains(column) && tiles.indices.contains(index) ? index : nil
      }
    }
  }
}

extension PixelRect {
  fileprivate var rect: Rect {
    Rect(x: Double(left), y: Double(top), width: Double(width), height: Double(height))
  }
}
