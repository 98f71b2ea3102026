import CSDL2

/// A finished picture of 32 bits each pixel, `0xAARRGGBB`. Nothing writes it, so threads may share it.
final class Surface: @unchecked Sendable {
  // Unchecked for the pointer alone, through which nothing can be written.
  let pixels: UnsafePointer<UInt32>
  let width: Int
  let height: Int
  /// Pixels from the start of a row to the start of the next.
  let stride: Int
  private let buffer: PixelBuffer

  /// The pixels of `buffer`, which is nobody else's from here on.
  init(_ buffer: sending PixelBuffer) {
    pixels = UnsafePointer(buffer.pixels)
    (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    self.buffer = buffer
  }

  /// The pixels of `other`, in any format. It is no longer the caller's.
  convenience init(taking other: UnsafeMutablePointer<SDL_Surface>) throws(SDLError) {
    // The buffer has the pointer to itself, which a pointer cannot say.
    nonisolated(unsafe) let buffer = try PixelBuffer(taking: other)
    self.init(buffer)
  }

  /// A copy of pixels of four bytes each, red, green, blue and alpha, in rows without gaps.
  convenience init(red bytes: UnsafePointer<UInt8>, width: Int, height: Int) throws(SDLError) {
    // As above: the bytes are copied.
    nonisolated(unsafe) let buffer = try PixelBuffer(red: bytes, width: width, height: height)
    self.init(buffer)
  }

  /// The surface at column `x`, row `y` of a transparent one of `width` by `height` pixels; what
  /// reaches over its sides is cut off.
  func placed(x: Int, y: Int, width: Int, height: Int) throws(SDLError) -> Surface {
    if x == 0, y == 0, width == self.width, height == self.height { return self }
    let buffer = try PixelBuffer(width: width, height: height)
    let columns = max(min(self.width, buffer.width - x), 0)
    for row in 0..<max(min(self.height, buffer.height - y), 0) {
      (buffer.pixels + (y + row) * buffer.stride + x)
        .update(from: pixels + row * stride, count: columns)
    }
    return Surface(buffer)
  }

  var byteCount: Int { stride * height * 4 }

  /// The pixel at column `x`, row `y`, which must be on the surface.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * stride + x] }
}
