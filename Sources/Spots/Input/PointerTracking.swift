/// Where the pointer is, what is under it, and what it holds. Lives as long as the controller.
@MainActor
struct PointerTracking {
  /// What a press turned into.
  enum Drag {
    case none
    /// Past the threshold with nothing to move, so that no click comes of it.
    case idle
    case container
    /// The scrollbar's thumb, held `grip` points below its top.
    case scrollbar(grip: Double)
    case carousel(Component)
  }

  /// A carousel that the wheel moves.
  struct WheelGesture {
    var carousel: Component
    /// Until when the carousel keeps the wheel for itself; its rest begins then.
    var until: Double
  }

  /// A press that moved further than this is a drag, in points.
  nonisolated static let threshold = 6.0

  var position: Point?
  var hover: ItemPath?
  /// What was under the pointer when it was pressed; nil once the press became a drag.
  var pressed: ItemPath?
  var start: Point?
  var series = ClickSeries()
  var drag = Drag.none
  var velocity = PointerVelocity()
  /// Nil while the wheel moves no carousel.
  var wheelGesture: WheelGesture?

  /// Whether the press is still on its way to become a click.
  var isStill: Bool {
    if case .none = drag { return true }
    return false
  }

  /// Lets go of a carousel that is not among `components` any more, nor inside of one of them.
  mutating func keep(_ components: [Component]) {
    func isKept(_ carousel: Component) -> Bool {
      components.contains { $0 === carousel } || carousel.owner is CompositeItemView
    }
    if let gesture = wheelGesture, !isKept(gesture.carousel) { wheelGesture = nil }
    if case .carousel(let carousel) = drag, !isKept(carousel) { drag = .idle }
  }
}
