import CSDL2
import Spots

/// A picture to paint on without any display.
@MainActor
public final class Picture {
  /// Pixels per point.
  public let scale: Double
  let surface: PixelBuffer
  private var repainter = Repainter()

  /// The most pixels a side.
  public nonisolated static let longestSide = 16_384
  /// The most pixels in all: 256 MiB of them.
  public nonisolated static let mostPixels = 64 << 20

  /// - Parameters:
  ///   - size: In points; at least one pixel is made of each side.
  ///   - scale: Pixels per point, above 0.
  /// - Throws: What `fault(size:scale:)` says, and when there is no memory for the pixels.
  public init(size: Size, scale: Double) throws(SDLError) {
    if let fault = Self.fault(size: size, scale: scale) { throw SDLError(message: fault) }
    let (width, height) = Self.pixels(size, scale)
    self.scale = scale
    surface = try PixelBuffer(width: width, height: height)
  }

  /// Why there is no picture of `size`, in points, with `scale` pixels to each of them; nil when
  /// there is one.
  public nonisolated static func fault(size: Size, scale: Double) -> String? {
    let (width, height) = pixels(size, scale)
    guard width > longestSide || height > longestSide || width * height > mostPixels else {
      return nil
    }
    return "a picture of \(width) × \(height) pixels is too large; the limit is "
      + "\(longestSide) a side and \(mostPixels >> 20) million in all"
  }

  private nonisolated static func pixels(_ size: Size, _ scale: Double) -> (Int, Int) {
    let grid = PixelGrid(scale: scale)
    return (grid.edge(size.width), grid.edge(size.height))
  }

  init(surface: PixelBuffer, scale: Double) {
    self.surface = surface
    self.scale = scale
  }

  /// In pixels.
  public var width: Int { surface.width }
  public var height: Int { surface.height }

  /// The pixel at column `x`, row `y`, as `0xAARRGGBB`; nil outside.
  public func pixel(x: Int, y: Int) -> UInt32? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    return surface.canvas.row(y)[x]
  }

  /// Paints `list` over `background`; the painter's fonts take on the picture's scale.
  public func paint(_ list: DrawList, background: Color, with painter: Painter) {
    painter.fonts.scale = scale
    repainter.invalidate()
    painter.paint(
      list, background: background, areas: [surface.canvas.bounds], on: surface.canvas)
  }

  /// Shows `list` in place of the one that was shown before, as a window does: what moved is moved,
  /// what else differs is painted. The painter's fonts take on the picture's scale.
  public func show(_ list: DrawList, background: Color, with painter: Painter) {
    painter.fonts.scale = scale
    _ = repainter.update(list, background: background, with: painter, on: surface.canvas)
  }

  /// The picture as the bytes of a PNG file; the same pixels always give the same bytes.
  public func png() throws(SDLError) -> [UInt8] {
    // Deflate adds a few bytes per block where it cannot shrink; memory not written to costs
    // nothing.
    let room = width * height * 4 + width * height / 8 + height + 65_536
    var failure: SDLError?
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let stream = SDL_RWFromMem(buffer.baseAddress, Int32(room)) else {
        failure = SDLError("SDL_RWFromMem")
        return
      }
      if IMG_SavePNG_RW(surface.handle, stream, 0) == 0 {
        count = Int(SDL_RWtell(stream))
      } else {
        failure = SDLError("IMG_SavePNG_RW")
      }
      SDL_RWclose(stream)
    }
    if let failure { throw failure }
    return bytes
  }
}
