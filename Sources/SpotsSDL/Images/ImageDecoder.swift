import CSDL2
import Spots

/// Turns a picture's bytes into pixels of the size they are shown at. Works on any thread.
enum ImageDecoder {
  /// Loads what SDL_image needs, once, before other threads use it.
  @MainActor static let isReady: Bool = {
    let formats = IMG_INIT_JPG.rawValue | IMG_INIT_PNG.rawValue | IMG_INIT_WEBP.rawValue
    return IMG_Init(Int32(formats)) != 0
  }()

  /// - Parameter fitting: What to show of the upright picture, and how large.
  static func decode(_ bytes: [UInt8], header: ImageHeader, fitting: ImageFitting)
    throws(ImageFault) -> Surface
  {
    let upright = Orientation(header.orientation)
    let swaps = upright.swapsSides
    let part = upright.stored(
      fitting.part, width: Double(header.width), height: Double(header.height))
    let (width, height) =
      swaps ? (fitting.height, fitting.width) : (fitting.width, fitting.height)
    let factor = drawingFactor(header, part: part, width: width, height: height)
    let whole = try load(bytes, header: header, factor: factor)
    do throws(SDLError) {
      // A drawing may get a pixel more than it fills; another file may hold another size than its
      // header says.
      let isDrawing = header.format == .svg
      let factors = (
        x: isDrawing ? factor : Double(whole.width) / Double(header.width),
        y: isDrawing ? factor : Double(whole.height) / Double(header.height)
      )
      let source = part.scaled(x: factors.x, y: factors.y)
      let shown = try whole.scaled(from: source, width: width, height: height)
      return try upright.turned(shown)
    } catch {
      throw .broken(error.description)
    }
  }

  private static func load(_ bytes: [UInt8], header: ImageHeader, factor: Double)
    throws(ImageFault) -> Surface
  {
    guard header.format != .svg else {
      func side(_ length: Int) -> Int { Int((Double(length) * factor).rounded(.up)) }
      return try DrawingProcess.draw(
        bytes, width: side(header.width), height: side(header.height))
    }
    let still = header.format == .webp ? try WebPStill(of: bytes) : nil
    do throws(SDLError) {
      let picture = try load(still?.bytes ?? bytes, format: header.format)
      guard let still else { return picture }
      return try picture.placed(
        x: still.x, y: still.y, width: header.width, height: header.height)
    } catch {
      throw .broken(error.description)
    }
  }

  private static func load(_ bytes: [UInt8], format: ImageHeader.Format) throws(SDLError)
    -> Surface
  {
    let loaded = bytes.withReadStream { stream in
      switch format {
      case .png: IMG_LoadPNG_RW(stream)
      case .jpeg: IMG_LoadJPG_RW(stream)
      case .gif: IMG_LoadGIF_RW(stream)
      case .bmp: IMG_LoadBMP_RW(stream)
      case .webp: IMG_LoadWEBP_RW(stream)
      case .svg: nil
      }
    }
    guard let loaded else { throw SDLError("IMG_Load") }
    return try Surface(taking: loaded)
  }

  /// How much larger than its own size a drawing is drawn, so that `part` of it has the pixels
  /// asked for, but all of it not too many.
  private static func drawingFactor(_ header: ImageHeader, part: Rect, width: Int, height: Int)
    -> Double
  {
    let wanted = max(Double(width) / part.width, Double(height) / part.height)
    return min(wanted, 4096 / Double(max(header.width, header.height)))
  }
}

extension Rect {
  /// The rectangle with all its numbers multiplied.
  func scaled(x: Double, y: Double) -> Rect {
    Rect(x: self.x * x, y: self.y * y, width: width * x, height: height * y)
  }
}
