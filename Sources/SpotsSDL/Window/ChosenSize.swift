/// The size that the user has given a window, in SDL's units.
///
/// Sizes that the program has asked for are not the user's, nor are those of a window that is
/// maximized or covers its display. X11 tells of the new size and of the state it belongs to in
/// either order.
struct ChosenSize {
  /// In SDL's units.
  struct Units: Hashable {
    var width: Int
    var height: Int
  }

  /// The last size that the program asked for; nil once the user has chosen another size.
  private var asked: Units?
  private var chosen: Units?
  /// The last size, for all that is known yet that of a normal window.
  private var latest: Units?
  /// The size when the window left its normal state, and when that was: it may be of either state.
  private var doubtful: (units: Units, time: Double)?

  /// The most seconds between what a window system tells of a size and of its state.
  private static let patience = 0.25

  init(asked: Units) {
    self.asked = asked
  }

  /// The program asks for `units`.
  mutating func ask(for units: Units) {
    settle()
    asked = units
  }

  /// The window has another size.
  ///
  /// - Parameter isNormal: Whether the window is neither maximized nor covers its display, as far
  ///   as the window system has told.
  mutating func change(to units: Units, isNormal: Bool, at now: Double) {
    guard units != latest else { return }
    if isNormal {
      settle()
      latest = units == asked ? nil : units
    } else if let (old, time) = doubtful {
      // The size of the new state comes only now, so that the one before was of the old state. One
      // that the window had before that says that it is being restored.
      if units != old, units != chosen ?? asked, now - time < Self.patience { choose(old) }
      doubtful = nil
    }
  }

  /// The window is maximized or covers its display from now on, and has the size `units`, or still
  /// has it.
  mutating func leave(with units: Units, at now: Double) {
    guard let latest else { return }
    if latest == units { doubtful = (units, now) } else { choose(latest) }
    self.latest = nil
  }

  /// Whatever comes next has nothing to do with what was before.
  mutating func settle() {
    if let latest { choose(latest) }
    (latest, doubtful) = (nil, nil)
  }

  /// The user's choice; nil when there was none.
  func value(isNormal: Bool) -> Units? { isNormal ? latest ?? chosen : chosen }

  private mutating func choose(_ units: Units) { (chosen, asked) = (units, nil) }
}
