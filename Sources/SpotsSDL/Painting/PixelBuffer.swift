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
  init(width: Int, height: Int) throws(SDLError) {
    guard
      let made = SDL_CreateRGBSurfaceWithFormat(
        0, Int32(min(max(width, 1), 32767)), Int32(min(max(height, 1), 32767)), 32,
        SDL_PIXELFORMAT_ARGB8888.rawValue),
      let memory = made.pointee.pixels
    else { throw SDLError("SDL_CreateRGBSurfaceWithFormat") }
    handle = made
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    self.width = Int(made.pointee.w)
    self.height = Int(made.pointee.h)
    stride = Int(made.pointee.pitch) / 4
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
}

/// Borrowed pixels to paint on, all opaque.
struct Canvas {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int
  /// Pixels from the start of a row to the start of the next.
  let stride: Int

  var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

  /// The start of row `y`, which must be on the canvas.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { pixels + y * stride }
}
