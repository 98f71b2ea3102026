import CSDL2
import Spots

/// A picture to paint on without any display.
@MainActor
public final class Picture {
  /// Pixels per point.
  public let scale: Double
  let surface: PixelBuffer
  private var repainter = Repainter()

  /// - Parameters:
  ///   - size: In points. Its pixels are cut to 1 … 16384 a side.
  ///   - scale: Pixels per point, above 0.
  public init(size: Size, scale: Double) throws(SDLError) {
    let grid = PixelGrid(scale: scale)
    self.scale = scale
    surface = try PixelBuffer(
      width: min(grid.edge(size.width), 16_384), height: min(grid.edge(size.height), 16_384))
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
