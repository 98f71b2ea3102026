/// The differences between two pictures, pixel by pixel.
@MainActor
public struct PictureComparison {
  /// The number of differing pixels; all pixels of the larger picture when the sizes differ.
  public private(set) var differingPixels = 0
  /// Both sizes in words; nil when they are equal.
  public private(set) var sizeMismatch: String?
  /// The second picture, faded, with the differing pixels in red; nil when the sizes differ.
  public private(set) var picture: Picture?

  /// - Parameters:
  ///   - tolerance: How much each color channel of a pixel may differ, 0 to 255. Alpha is ignored.
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

  /// Whether the sizes are equal and no pixel differs by more than the tolerance.
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
