/// The size that the user has given a window, in SDL's units.
///
/// Sizes that the program has asked for are not the user's, nor are those of a window that is
/// maximized or covers its display. X11 reports a new size and the state it belongs to in either
/// order.
struct ChosenSize {
  /// In SDL's units.
  struct Units: Hashable {
    var width: Int
    var height: Int
  }

  /// The last size that the program asked for; nil once the user has chosen another size.
  private var asked: Units?
  private var chosen: Units?
  /// The last size, if it is that of a normal window as far as is known.
  private var latest: Units?
  /// The size and time at which the window left its normal state; the size may be of either state.
  private var doubtful: (units: Units, time: Double)?

  /// The most seconds between a window system's reports of a size and of the state it belongs to.
  private static let patience = 0.25

  init(asked: Units) {
    self.asked = asked
  }

  /// Records that the program asks for `units`.
  mutating func ask(for units: Units) {
    settle()
    asked = units
  }

  /// Records that the window has another size.
  ///
  /// - Parameter isNormal: Whether the window is neither maximized nor covers its display, as far
  ///   as the window system has reported.
  mutating func change(to units: Units, isNormal: Bool, at now: Double) {
    guard units != latest else { return }
    if isNormal {
      settle()
      latest = units == asked ? nil : units
    } else if let (old, time) = doubtful {
      // The size of the new state comes only now, so the doubtful one was of the normal state. If
      // the window returns to the size it had before that, it is being restored.
      if units != old, units != chosen ?? asked, now - time < Self.patience { choose(old) }
      doubtful = nil
    }
  }

  /// Records that the window is maximized or covers its display from now on. Its size, `units`, may
  /// still be the one it had before.
  mutating func leave(with units: Units, at now: Double) {
    guard let latest else { return }
    if latest == units { doubtful = (units, now) } else { choose(latest) }
    self.latest = nil
  }

  /// Takes the last normal size as the user's choice; later changes have nothing to do with it.
  mutating func settle() {
    if let latest { choose(latest) }
    (latest, doubtful) = (nil, nil)
  }

  /// The user's choice; nil when there was none.
  func value(isNormal: Bool) -> Units? { isNormal ? latest ?? chosen : chosen }

  private mutating func choose(_ units: Units) { (chosen, asked) = (units, nil) }
}
