/// The animation of a content change: how items enter, and in reverse how they leave. Items that
/// stay glide to their new frames, unless the animation is `none`.
///
/// `left` and `right` are sides of the window, also on screens that read from right to left.
public enum Animation: String, Sendable, CaseIterable {
  /// Fades while it slides from above by its own height; in carousels by its own width, from the
  /// side at which they begin.
  case automatic
  /// Fades in its place.
  case fade
  /// Slides from that side of its place, by its own width or height.
  case left, right, top, bottom
  /// Opens from the horizontal line in the middle of its place.
  case middle
  /// Shows the new content immediately.
  case none

  /// The animation that looks like this one after left and right are exchanged.
  var mirrored: Animation {
    switch self {
    case .left: .right
    case .right: .left
    case .automatic, .fade, .top, .bottom, .middle, .none: self
    }
  }
}
