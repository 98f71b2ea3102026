import CPNG
import SpotsViews

/// A canvas in memory to paint draw lists on. Needs no display.
@MainActor
public final class OffscreenCanvas {
  /// Pixels per point.
  public let scale: Double
  let surface: PixelBuffer
  private var repainter = Repainter()

  /// The longest width or height, in pixels.
  public nonisolated static let longestSide = 16_384
  /// The most pixels in all, which take 256 MiB.
  public nonisolated static let mostPixels = 64 << 20

  /// Creates a canvas; `paint` gives its pixels their colors.
  ///
  /// - Parameters:
  ///   - size: In points; each side becomes at least one pixel.
  ///   - scale: Pixels per point, above 0.
  /// - Throws: The reason from `failure(size:scale:)`, or when there is no memory for the pixels.
  public init(size: Size, scale: Double) throws(SDLError) {
    if let reason = Self.failure(size: size, scale: scale) { throw SDLError(message: reason) }
    let (width, height) = Self.pixels(size, scale)
    self.scale = scale
    surface = try PixelBuffer(width: width, height: height)
  }

  /// The reason that a canvas of `size`, in points, cannot be made at `scale` pixels per point; nil
  /// when it can.
  public nonisolated static func failure(size: Size, scale: Double) -> String? {
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

  /// Creates a canvas of the size and scale of `other`, with pixels of any color.
  convenience init(like other: OffscreenCanvas) throws(SDLError) {
    self.init(
      surface: try PixelBuffer(width: other.width, height: other.height), scale: other.scale)
  }

  /// In pixels.
  public var width: Int { surface.width }
  /// In pixels.
  public var height: Int { surface.height }

  /// The pixel at column `x`, row `y`, as `0xAARRGGBB`; nil outside.
  public func pixel(x: Int, y: Int) -> UInt32? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    return surface.canvas.row(y)[x]
  }

  /// Paints `list` over `background`, and sets the scale of the painter's fonts to the canvas's.
  public func paint(_ list: DrawList, background: Color, with painter: Painter) {
    painter.fonts.scale = scale
    repainter.invalidate()
    _ = repainter.update(list, background: background, with: painter, on: surface.canvas)
  }

  /// Shows `list` in place of the previous one as a window does: moves what has moved, and paints
  /// what else differs. Sets the scale of the painter's fonts to the canvas's.
  public func show(_ list: DrawList, background: Color, with painter: Painter) {
    painter.fonts.scale = scale
    _ = repainter.update(list, background: background, with: painter, on: surface.canvas)
  }

  /// Copies all pixels of `other` to column `x`, row `y`; those that would be outside are left out.
  package func copy(_ other: OffscreenCanvas, x: Int, y: Int) {
    let count = min(other.width, width - x)
    guard x >= 0, y >= 0, count > 0 else { return }
    for row in 0..<max(min(other.height, height - y), 0) {
      let pixels = other.surface.canvas.row(row)
      (surface.canvas.row(y + row) + x).update(from: pixels, count: count)
    }
  }

  /// A part of the canvas at another size, at one pixel per point.
  ///
  /// - Parameters:
  ///   - part: In points, cut to the canvas, on which it must have an area.
  ///   - width: In pixels, as `height`.
  package func scaled(
    _ part: Rect, width: Int, height: Int
  ) throws(SDLError) -> OffscreenCanvas {
    let grid = PixelGrid(scale: scale)
    let pixels = PixelRect(
      left: grid.edge(part.x), top: grid.edge(part.y), right: grid.edge(part.maxX),
      bottom: grid.edge(part.maxY)
    ).intersection(surface.canvas.bounds)
    guard !pixels.isEmpty else { throw SDLError(message: "nothing to scale") }
    return OffscreenCanvas(
      surface: try surface.scaled(pixels, width: width, height: height), scale: 1)
  }

  /// The pixels as the bytes of a PNG file; the same pixels always give the same bytes.
  public func png() throws(SDLError) -> [UInt8] { try png(isFast: false) }

  /// The pixels as the bytes of a PNG file.
  ///
  /// - Parameter isFast: Whether to make a larger file in less time.
  package func png(isFast: Bool) throws(SDLError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    if isFast { image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST) }
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = Self.pngFormat
    // Deflate adds a few bytes per block where it cannot shrink; memory not written to costs
    // nothing.
    let room = width * height * 4 + width * height / 8 + height + 65_536
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = room
      let isWritten = png_image_write_to_memory(
        &image, buffer.baseAddress, &count, 0, surface.pixels, Int32(surface.stride * 4), nil)
      if isWritten == 0 { count = 0 }
    }
    guard !bytes.isEmpty else { throw SDLError(message: "libpng: \(Self.message(of: &image))") }
    return bytes
  }

  /// Decodes a PNG file of at most `mostPixels`, no side above `longestSide`. The scale is 1.
  public convenience init(png bytes: [UInt8]) throws(SDLError) {
    self.init(surface: try Self.pixels(png: bytes), scale: 1)
  }

  /// Decodes a PNG file, within the limits of canvases, on any thread.
  nonisolated static func pixels(png bytes: [UInt8]) throws(SDLError) -> PixelBuffer {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SDLError) in try Self.pixels(in: bytes) }
    }
    return try result.get()
  }

  private nonisolated static func pixels(
    in bytes: UnsafeRawBufferPointer
  ) throws(SDLError) -> PixelBuffer {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      throw SDLError(message: "libpng: \(message(of: &image))")
    }
    image.format = pngFormat
    let (width, height) = (Int(image.width), Int(image.height))
    guard width <= longestSide, height <= longestSide, width * height <= mostPixels else {
      throw SDLError(message: "a picture of \(width) × \(height) pixels is too large")
    }
    let surface = try PixelBuffer(width: width, height: height)
    guard png_image_finish_read(&image, nil, surface.pixels, Int32(surface.stride * 4), nil) != 0
    else { throw SDLError(message: "libpng: \(message(of: &image))") }
    return surface
  }

  /// Blue, green, red and alpha, a byte each: `0xAARRGGBB` in memory.
  private nonisolated static let pngFormat = png_uint_32(
    PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)

  private nonisolated static func message(of image: inout png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
