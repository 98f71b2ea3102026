/// How a change of the content comes to be seen. Whatever the animation, items that stay glide to
/// their new places and sizes; `none` moves everything at once.
///
/// Screens that read from right to left keep left and right where they are.
public enum Animation: String, Sendable, CaseIterable {
  /// Fades, and slides by its own height from above; in carousels by its own width, from
  /// the side they begin at.
  case automatic
  case fade
  /// From or to that side of its own place, by its own width or height.
  case left, right, top, bottom
  /// Opens from the line in the middle of its place, or closes to it.
  case middle
  case none

  /// What is seen as this animation when left and right are exchanged.
  var mirrored: Animation {
    switch self {
    case .left: .right
    case .right: .left
    case .automatic, .fade, .top, .bottom, .middle, .none: self
    }
  }
}
