/// Where the pointer is and what it holds; lives from press to release.
struct PointerTracking {
  /// What a press turned into.
  enum Drag: Equatable {
    case none
    /// Past the threshold with nothing to move, so that no click comes of it.
    case idle
    case container
    /// The scrollbar's thumb, held `grip` points below its top.
    case scrollbar(grip: Double)
    case carousel(Int)
  }

  /// A press that moved further than this is a drag, in points.
  static let threshold = 6.0

  var position: Point?
  var hover: ItemPath?
  /// What was under the pointer when it was pressed; nil once the press became a drag.
  var pressed: ItemPath?
  var start: Point?
  var clicks = 1
  var drag = Drag.none
  var velocity = PointerVelocity()
  /// The carousel's offset when the drag began.
  var carouselStart = 0.0
  /// The carousel a horizontal wheel moves.
  var wheelGesture: WheelGesture?

  struct WheelGesture: Equatable {
    var carousel: Int
    /// Until when the carousel keeps the wheel for itself; its rest begins then.
    var until: Double
    /// The carousel's offset when the gesture began.
    var start: Double
  }

  /// Components have new indexes: a carousel in hand stays there, unless it is gone.
  ///
  /// - Parameter origins: For every new component the index of the old one.
  mutating func moveComponents(origins: [Int?]) {
    if let old = wheelGesture?.carousel {
      if let new = origins.firstIndex(of: old) {
        wheelGesture?.carousel = new
      } else {
        wheelGesture = nil
      }
    }
    guard case .carousel(let old) = drag else { return }
    drag = origins.firstIndex(of: old).map { .carousel($0) } ?? .idle
  }
}
