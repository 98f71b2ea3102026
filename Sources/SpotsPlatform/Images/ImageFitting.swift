// An image at one size, and the part of it that is shown there.

import SpotsViews

/// One image at one size.
struct ImageKey: Hashable, Sendable {
  var source: String
  var version: Int
  /// The size of the rectangle it is fitted into, in pixels.
  var width: Int
  var height: Int
  var mode: DrawCommand.ContentMode
  /// Pixels per point.
  var scale: Double

  /// The most pixels that are decoded for a rectangle. In a larger one the image is enlarged.
  static let pixelLimit = 16 << 20

  init(
    source: String, version: Int, width: Int, height: Int, mode: DrawCommand.ContentMode,
    scale: Double
  ) {
    self.source = source
    self.version = version
    self.mode = mode
    let pixels = Double(width) * Double(height)
    let factor = min((Double(Self.pixelLimit) / pixels).squareRoot(), 1)
    self.width = min(max(Int(Double(width) * factor), 1), ImageLimits.side)
    self.height = min(max(Int(Double(height) * factor), 1), ImageLimits.side)
    self.scale = scale * factor
  }

  /// The most bytes that its pixels take.
  var byteCount: Int { width * height * 4 }
}

/// The part of an image that is shown, and its size in pixels.
struct ImageFitting: Hashable, Sendable {
  /// In pixels of the upright image; the part may begin and end inside a pixel.
  var part: Rect
  /// The size on the screen, at least 1, at most the rectangle's.
  var width: Int
  var height: Int

  /// - Parameters:
  ///   - image: The size of the image, upright, in pixels; both sides above 0.
  ///   - width: The width of the rectangle it is fitted into, in pixels, at least 1.
  ///   - height: The height of the rectangle, in pixels, at least 1.
  ///   - scale: Pixels on the screen per point.
  init(
    _ image: Size, width: Int, height: Int, mode: DrawCommand.ContentMode, scale: Double
  ) {
    let (wide, high) = (Double(width) / image.width, Double(height) / image.height)
    let factor =
      switch mode {
      case .fit: min(wide, high)
      case .fill: max(wide, high)
      case .center: scale
      }
    let shown = Size(
      width: min(image.width, Double(width) / factor),
      height: min(image.height, Double(height) / factor))
    part = Rect(
      x: (image.width - shown.width) / 2, y: (image.height - shown.height) / 2,
      width: shown.width, height: shown.height)
    self.width = max(min(Int((shown.width * factor).rounded()), width), 1)
    self.height = max(min(Int((shown.height * factor).rounded()), height), 1)
  }
}
