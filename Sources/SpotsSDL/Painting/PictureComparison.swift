/// Where two pictures differ, pixel by pixel.
@MainActor
public struct PictureComparison {
  /// How many pixels differ; every pixel when the sizes do.
  public private(set) var differingPixels = 0
  /// Both sizes, in words, when they differ.
  public private(set) var sizeMismatch: String?
  /// The second picture, faded, with the differing pixels in red; nil when the sizes differ.
  public private(set) var picture: Picture?

  /// - Parameters:
  ///   - tolerance: How much a channel of a pixel may differ, 0 to 255.
  public init(_ expected: Picture, _ actual: Picture, tolerance: Int) throws(SDLError) {
    guard expected.width == actual.width, expected.height == actual.height else {
      differingPixels = max(expected.width * expected.height, actual.width * actual.height)
      sizeMismatch =
        "\(expected.width)x\(expected.height) expected, "
        + "\(actual.width)x\(actual.height) found"
      return
    }
    let difference = try Picture(copying: actual)
    for y in 0..<expected.height {
      let (a, b) = (expected.surface.canvas.row(y), actual.surface.canvas.row(y))
      let out = difference.surface.canvas.row(y)
      for x in 0..<expected.width {
        if Self.isClose(a[x], b[x], tolerance) {
          out[x] = Self.faded(b[x])
        } else {
          out[x] = 0xFFE0_2020
          differingPixels += 1
        }
      }
    }
    picture = difference
  }

  public var isSame: Bool { differingPixels == 0 }

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

extension Picture {
  fileprivate convenience init(copying other: Picture) throws(SDLError) {
    self.init(
      surface: try PixelBuffer(width: other.width, height: other.height), scale: other.scale)
  }
}
