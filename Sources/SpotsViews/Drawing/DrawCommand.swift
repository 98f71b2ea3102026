/// One thing to paint, in points of the window.
///
/// Commands hold values only: no views, no textures. Only painters round to device pixels.
public enum DrawCommand: Hashable, Sendable {
  /// A filled rectangle; `cornerRadius` 0 has square corners.
  case fill(Rect, Color, cornerRadius: Double)
  /// A line of `width` points along the inside of `rect`.
  case stroke(Rect, Color, width: Double, cornerRadius: Double)
  /// The shadow of a rectangle, moved down by `offset` points: the color fades out over `blur`
  /// points. Nothing is painted in the area that the rectangle itself covers.
  case shadow(Rect, Color, blur: Double, offset: Double, cornerRadius: Double)
  /// One line of text, measured as `width` points wide; `origin` is the left end of its baseline.
  /// The font is already multiplied by the text scale. The text is in reading order; painters
  /// reorder it for display by `direction`, the direction of its paragraph.
  case text(
    String, Font, Color, origin: Point, width: Double, direction: TextDirection = .leftToRight)
  /// The image at `source`, fitted into a rectangle with rounded corners. `placeholder` fills
  /// the rectangle until the image is decoded; an image that cannot be loaded leaves a small
  /// icon of the color `icon`.
  case image(
    source: String, Rect, ContentMode, corners: Corners, placeholder: Color, icon: Color)
  /// Connected lines of `width` points with round ends and corners.
  case polyline([Point], Color, width: Double)
  /// A filled polygon with these corners. Where sides cross, all parts are filled.
  case polygon([Point], Color)
  /// A rectangle that is transparent at one end and has its color at the other, the one it fades
  /// towards.
  case fade(Rect, Color, towards: Side)

  /// The left or the right end of a rectangle.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The end with the smaller x.
    case left
    /// The end with the larger x.
    case right

    var opposite: Side { self == .left ? .right : .left }
  }

  /// The way an image fills its rectangle.
  public enum ContentMode: String, Hashable, Sendable, CaseIterable {
    /// The whole image is visible, as large as possible.
    case fit
    /// The image covers the rectangle; the excess is cut off evenly on both sides.
    case fill
    /// The image is centered, one pixel per point; the excess is cut off evenly on both sides.
    case center
  }
}

/// Which corners of a rectangle are round, and how much.
public struct Corners: Hashable, Sendable {
  /// Which of the four corners are round.
  public enum Edges: String, Hashable, Sendable {
    /// All four.
    case all
    /// The two upper ones.
    case top
    /// The two lower ones.
    case bottom
  }

  /// In points.
  public var radius: Double
  /// The round corners; the others are square.
  public var edges: Edges

  /// Creates corners that are square unless `radius` is above 0.
  public init(radius: Double = 0, edges: Edges = .all) {
    self.radius = radius
    self.edges = edges
  }
}

/// The direction in which a paragraph is read.
public enum TextDirection: String, Hashable, Sendable, CaseIterable {
  /// As in Latin script.
  case leftToRight
  /// As in Arabic or Hebrew script.
  case rightToLeft
}
