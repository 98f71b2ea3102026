import CSDL2
import SpotsViews

/// One line of text, ready to be painted in any color.
struct TextLine {
  /// A run's pixels and their place: `x` from the line's start to the right, `y` from its baseline
  /// down.
  struct Piece {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var content: Content
    /// Whether the run goes on beyond it, outside of any window.
    var isCut = false

    var isBitmap: Bool {
      if case .bitmap = content { return true }
      return false
    }
  }

  enum Content {
    /// The coverage of each pixel, 0 to 255.
    case mask([UInt8])
    /// A bitmap, which has its own colors.
    case bitmap(PixelBuffer)
  }

  var pieces: [Piece] = []
  /// The width of the whole text, in pixels; nil when it must be measured separately.
  var width: Double?

  var byteCount: Int {
    pieces.reduce(128) { $0 + $1.width * $1.height * ($1.isBitmap ? 4 : 1) + 64 }
  }

  /// Paints the line with its baseline starting at `x`, `y`.
  func paint(on canvas: Canvas, x: Int, y: Int, clip: PixelRect, color: UInt32) {
    for piece in pieces {
      let place = PixelRect(
        left: x + piece.x, top: y + piece.y, right: x + piece.x + piece.width,
        bottom: y + piece.y + piece.height)
      switch piece.content {
      case .mask(let mask): canvas.paint(mask, at: place, clip: clip, color: color)
      case .bitmap(let bitmap):
        canvas.paint(bitmap, left: place.left, top: place.top, clip: clip, alpha: color >> 24)
      }
    }
  }
}

extension TextLine.Piece {
  /// Copies the coverage from a surface with a byte per pixel, as in SDL_ttf's shaded rendering.
  init(maskOf surface: UnsafeMutablePointer<SDL_Surface>, x: Int, y: Int) {
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    let stride = Int(surface.pointee.pitch)
    let mask = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      for row in 0..<height {
        let line = UnsafeRawBufferPointer(
          start: surface.pointee.pixels + row * stride, count: width)
        target[(row * width)...].copyBytes(from: line)
      }
      count = width * height
    }
    self.init(x: x, y: y, width: width, height: height, content: .mask(mask))
  }
}
