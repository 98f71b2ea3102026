import SpotsViews

/// The pixels of a screen that slides and fades in: painted once, where they will end up, and drawn
/// in every frame, moved and mixed with the background.
///
/// Pixels that stay background are not touched.
@MainActor
struct ArrivingScreen {
  let pixels: PixelBuffer
  /// The columns of each row with anything but background.
  private var filled: [Range<Int>]
  /// Those of the canvas it is shown on.
  private var shown: [Range<Int>]
  private var backdrop: UInt32?

  /// - Throws: `SDLError` when memory is short.
  init(like canvas: Canvas) throws(SDLError) {
    pixels = try PixelBuffer(width: canvas.width, height: canvas.height)
    filled = Array(repeating: 0..<canvas.width, count: canvas.height)
    shown = filled
  }

  /// Called when parts of the pixels have been painted over `backdrop`, which is opaque.
  mutating func didPaint(_ areas: [PixelRect], over backdrop: UInt32) {
    if self.backdrop != backdrop { canvasDidChange() }
    self.backdrop = backdrop
    let canvas = pixels.canvas
    for area in areas {
      for y in area.top..<area.bottom {
        filled[y] = columns(of: canvas.row(y), count: canvas.width, except: backdrop)
      }
    }
  }

  /// Called when the canvas no longer shows what it did in the last frame.
  mutating func canvasDidChange() {
    for y in shown.indices { shown[y] = 0..<pixels.canvas.width }
  }

  /// Shows all of it on `canvas`, which has the same size, moved to the right by `x`.
  ///
  /// - Parameter opacity: How much of it is seen, from 0 to 1.
  mutating func show(on canvas: Canvas, x: Int, opacity: Double) {
    guard let backdrop else { return }
    let part = UInt16((min(max(opacity, 0), 1) * 256).rounded())
    let columns = 0..<canvas.width
    for y in 0..<canvas.height {
      let (target, old) = (canvas.row(y), shown[y])
      let new = (filled[y].lowerBound + x..<filled[y].upperBound + x).clamped(to: columns)
      // For an empty row, the second fill clears everything.
      let start =
        new.isEmpty ? old.lowerBound : min(max(new.lowerBound, old.lowerBound), old.upperBound)
      let end = new.isEmpty ? start : max(min(new.upperBound, old.upperBound), start)
      fillRow(target + old.lowerBound, count: start - old.lowerBound, color: backdrop)
      fillRow(target + end, count: old.upperBound - end, color: backdrop)
      mixRow(
        pixels.canvas.row(y) + (new.lowerBound - x), over: backdrop,
        into: target + new.lowerBound, count: new.count, part: part)
      shown[y] = new
    }
  }
}
