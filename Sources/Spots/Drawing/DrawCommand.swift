/// One thing to paint, in points of the window.
///
/// Commands hold values only: no views, no textures. Painters round to device pixels; nobody else
/// does.
public enum DrawCommand: Hashable, Sendable {
  /// A filled rectangle; `cornerRadius` 0 has square corners.
  case fill(Rect, Color, cornerRadius: Double)
  /// A line of `width` points along the inside of `rect`.
  case stroke(Rect, Color, width: Double, cornerRadius: Double)
  /// What a rectangle of `cornerRadius` throws below itself: `color` fades out over `blur`
  /// points, moved down by `offset`. Nothing is painted under the rectangle's own area.
  case shadow(Rect, Color, blur: Double, offset: Double, cornerRadius: Double)
  /// One line of text, `width` wide as it was measured; `origin` is the left end of its baseline.
  /// `font` has its text scale in it. The text is in the order it is read; `direction` is that of
  /// its paragraph, and painters order what they paint by it.
  case text(
    String, Font, Color, origin: Point, width: Double, direction: TextDirection = .leftToRight)
  /// The picture of `source`, fitted into `rect` and cut to its rounded corners. While it is not
  /// there, `placeholder` fills the rectangle; when it cannot be had, a small icon in `icon` marks
  /// the place.
  case image(
    source: String, Rect, ContentMode, corners: Corners, placeholder: Color, icon: Color)
  /// Connected lines of `width` points with round ends and corners.
  case polyline([Point], Color, width: Double)

  /// How a picture fills its rectangle.
  public enum ContentMode: String, Hashable, Sendable, CaseIterable {
    /// All of it is seen, as large as possible.
    case fit
    /// The rectangle is covered; what sticks out is cut off evenly.
    case fill
    /// In the middle, in its own size; what sticks out is cut off evenly.
    case center
  }
}
