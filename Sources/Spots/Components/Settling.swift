/// Repeats `round` until it moves nothing.
///
/// A round measures what the present offsets bring into view and corrects the offsets by what that
/// moved. The invariant: only a size that becomes known moves anything, and a size becomes known
/// once, so the rounds end; usually after two. Layouts registered by a program may break this
/// promise, so there are at most 64.
///
/// - Parameter round: Returns whether it moved something.
func settle(_ round: () -> Bool) {
  for _ in 0..<64 {
    guard round() else { return }
  }
}
