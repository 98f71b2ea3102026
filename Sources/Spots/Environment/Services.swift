// All that the core asks of a backend: how wide text is, and how large a picture is. Both are
// answered on the main thread while views are measured, so both must be quick.

/// Measures text with the fonts a backend paints with.
@MainActor
public protocol TextMeasurer: AnyObject {
  /// The width of `text` on one line, in points. `font` has its text scale in it.
  func width(of text: String, font: Font) -> Double

  /// How far `font` reaches above its baseline and below it, in points, both positive.
  func extents(of font: Font) -> (ascent: Double, descent: Double)
}

/// Knows the size of pictures without decoding them.
@MainActor
public protocol ImageSizer: AnyObject {
  /// The size of the picture of `source` as its header gives it, upright, one pixel as one point;
  /// nil while it is not known or when there is no such picture.
  func size(of source: String) -> Size?
}
