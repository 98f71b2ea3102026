import Spots

/// The part of a picture that is shown, and its size in pixels.
struct ImageFitting: Hashable, Sendable {
  /// In pixels of the upright picture; the part may begin and end inside a pixel.
  var part: Rect
  /// The size on the screen, at least 1, at most the rectangle's.
  var width: Int
  var height: Int

  /// - Parameters:
  ///   - picture: The size of the picture, upright, in pixels; both sides above 0.
  ///   - width: The width of the rectangle it is fitted into, in pixels, at least 1.
  ///   - height: The height of the rectangle, in pixels, at least 1.
  ///   - scale: Pixels on the screen per point.
  init(
    _ picture: Size, width: Int, height: Int, mode: DrawCommand.ContentMode, scale: Double
  ) {
    let (wide, high) = (Double(width) / picture.width, Double(height) / picture.height)
    let factor =
      switch mode {
      case .fit: min(wide, high)
      case .fill: max(wide, high)
      case .center: scale
      }
    let shown = Size(
      width: min(picture.width, Double(width) / factor),
      height: min(picture.height, Double(height) / factor))
    part = Rect(
      x: (picture.width - shown.width) / 2, y: (picture.height - shown.height) / 2,
      width: shown.width, height: shown.height)
    self.width = max(min(Int((shown.width * factor).rounded()), width), 1)
    self.height = max(min(Int((shown.height * factor).rounded()), height), 1)
  }
}
