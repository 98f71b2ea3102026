import CDecoder
import CSDL2

/// Pixels of 32 bits each, `0xAARRGGBB`, owned and written by one thread at a time.
final class PixelBuffer {
  let handle: UnsafeMutablePointer<SDL_Surface>
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int
  /// Pixels from the start of a row to the start of the next.
  let stride: Int

  /// Creates a buffer of transparent black. Sides are clamped to 1 … 32767.
  convenience init(width: Int, height: Int) throws(SDLError) {
    guard
      let made = SDL_CreateRGBSurfaceWithFormat(
        0, Int32(min(max(width, 1), 32767)), Int32(min(max(height, 1), 32767)), 32,
        SDL_PIXELFORMAT_ARGB8888.rawValue)
    else { throw SDLError("SDL_CreateRGBSurfaceWithFormat") }
    try self.init(taking: made)
  }

  /// Takes ownership of `other`, whose pixels may have any format.
  init(taking other: UnsafeMutablePointer<SDL_Surface>) throws(SDLError) {
    var made = other
    if other.pointee.format.pointee.format != SDL_PIXELFORMAT_ARGB8888.rawValue {
      defer { SDL_FreeSurface(other) }
      guard
        let converted = SDL_ConvertSurfaceFormat(other, SDL_PIXELFORMAT_ARGB8888.rawValue, 0)
      else { throw SDLError("SDL_ConvertSurfaceFormat") }
      made = converted
    }
    handle = made
    pixels = made.pointee.pixels.assumingMemoryBound(to: UInt32.self)
    width = Int(made.pointee.w)
    height = Int(made.pointee.h)
    stride = Int(made.pointee.pitch) / 4
  }

  deinit {
    SDL_FreeSurface(handle)
  }

  /// The pixel at column `x`, row `y`, which must be in the buffer.
  subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * stride + x] }
    set { pixels[y * stride + x] = newValue }
  }

  /// A canvas of the buffer's pixels, valid while the buffer is alive.
  var canvas: Canvas { Canvas(pixels: pixels, width: width, height: height, stride: stride) }

  /// Returns the image, or a part of it, at another size. Each new pixel is the average of the old
  /// ones it covers, weighted by their alpha; when enlarged, it is interpolated from the nearest.
  func scaled(_ part: PixelRect? = nil, width: Int, height: Int) throws(SDLError) -> PixelBuffer {
    let result = try PixelBuffer(width: width, height: height)
    let part = part?.intersection(canvas.bounds) ?? canvas.bounds
    let all = SpotsPart(x: 0, y: 0, width: Double(part.width), height: Double(part.height))
    guard
      let scaler = spots_scaler(
        all, Int32(part.width), Int32(part.height), result.pixels, Int32(result.width),
        Int32(result.height))
    else { throw SDLError(message: "out of memory") }
    defer { spots_scaler_free(scaler) }
    var row = [UInt8](repeating: 0, count: part.width * 4)
    for y in part.top..<part.bottom {
      let pixels = canvas.row(y) + part.left
      for x in 0..<part.width {
        let color = pixels[x]
        row[x * 4] = UInt8(truncatingIfNeeded: color >> 16)
        row[x * 4 + 1] = UInt8(truncatingIfNeeded: color >> 8)
        row[x * 4 + 2] = UInt8(truncatingIfNeeded: color)
        row[x * 4 + 3] = UInt8(truncatingIfNeeded: color >> 24)
      }
      spots_scaler_row(scaler, row)
    }
    return result
  }
}
