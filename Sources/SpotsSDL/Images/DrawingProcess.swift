import CDecodingChild
import CSDL2

/// Draws SVG in a process of its own, since the library that draws never ends on some drawings and
/// crashes on others: such a drawing fails, and nothing else does.
enum DrawingProcess {
  /// Seconds until a drawing is given up.
  static let timeLimit = 1.5

  /// `bytes` drawn in its own ratio, in at most `width` by `height` pixels.
  ///
  /// Blocks until it is drawn, at most about 2 s. The process is gone afterwards.
  static func draw(_ bytes: [UInt8], width: Int, height: Int) throws(ImageFault) -> Surface {
    var drawing = SpotsDrawing()
    defer { spots_drawing_free(&drawing) }
    let outcome = bytes.withUnsafeBytes {
      spots_draw_svg(
        $0.baseAddress, $0.count, Int32(clamping: width), Int32(clamping: height), timeLimit,
        &drawing)
    }
    switch outcome {
    case SpotsDrawingDone: break
    case SpotsDrawingTimedOut: throw .tooSlow
    case SpotsDrawingCrashed: throw .crashed
    case SpotsDrawingRefused: throw .broken(message(of: drawing))
    default: throw .broken("there is no process to draw it")
    }
    do throws(SDLError) {
      return try Surface(
        red: drawing.pixels, width: Int(drawing.width), height: Int(drawing.height))
    } catch {
      throw .broken(error.description)
    }
  }

  private static func message(of drawing: SpotsDrawing) -> String {
    withUnsafeBytes(of: drawing.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
