import CSDL2
import Spots

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
  }

  enum Content {
    /// The coverage of each pixel, 0 to 255.
    case mask([UInt8])
    /// A picture, which has its own colors.
    case picture(PixelBuffer)
  }

  var pieces: [Piece] = []
  /// The width of the whole text, in pixels; nil when it must be measured separately.
  var width: Double?

  var byteCount: Int {
    pieces.reduce(128) { $0 + $1.width * $1.height * ($1.isPicture ? 4 : 1) + 64 }
  }
}

extension TextLine.Piece {
  var isPicture: Bool {
    if case .picture = content { return true }
    return false
  }

  /// Copies the coverage from a surface with a byte per pixel, as SDL_ttf's shading makes it.
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

extension Canvas {
  /// Paints `line` with its baseline starting at `x`, `y`.
  func paint(_ line: TextLine, x: Int, y: Int, clip: PixelRect, color: UInt32) {
    for piece in line.pieces {
      let place = PixelRect(
        left: x + piece.x, top: y + piece.y, right: x + piece.x + piece.width,
        bottom: y + piece.y + piece.height)
      switch piece.content {
      case .mask(let mask): paint(mask, at: place, clip: clip, color: color)
      case .picture(let surface):
        paint(surface, left: place.left, top: place.top, clip: clip, alpha: color >> 24)
      }
    }
  }

  private func paint(_ mask: [UInt8], at place: PixelRect, clip: PixelRect, color: UInt32) {
    let area = place.intersection(clip).intersection(bounds)
    guard !area.isEmpty else { return }
    mask.withUnsafeBufferPointer { mask in
      guard let start = mask.baseAddress else { return }
      for y in area.top..<area.bottom {
        let offset = (y - place.top) * place.width - place.left + area.left
        coverRow(row(y) + area.left, color: color, mask: start + offset, count: area.width)
      }
    }
  }

  /// Paints `surface` with its own alpha times `alpha`, 0 to 255.
  func paint(_ surface: PixelBuffer, left: Int, top: Int, clip: PixelRect, alpha: UInt32) {
    let place = PixelRect(
      left: left, top: top, right: left + surface.width, bottom: top + surface.height)
    let area = place.intersection(clip).intersection(bounds)
    guard !area.isEmpty, alpha > 0 else { return }
    for y in area.top..<area.bottom {
      let source = surface.pixels + (y - top) * surface.stride - left + area.left
      blendRow(source, onto: row(y) + area.left, count: area.width, alpha: alpha)
    }
  }
}
