import Observation

/// Makes a screen anew whenever something observable that it was made from has changed.
///
/// However much changes before the main actor is free again, the screen is made once.
@MainActor
final class ScreenObservation {
  private let make: () -> Screen
  private let show: (Screen, Animation) -> Void

  /// - Parameters:
  ///   - make: Called at once, and after changes.
  ///   - show: Shows a screen.
  init(_ make: @escaping () -> Screen, show: @escaping (Screen, Animation) -> Void) {
    (self.make, self.show) = (make, show)
    update(.none)
  }

  private func update(_ animation: Animation) {
    let screen = withObservationTracking(make) { [weak self] in
      // The change is yet to be made when this is called.
      Task { @MainActor in self?.update(.automatic) }
    }
    show(screen, animation)
  }
}
