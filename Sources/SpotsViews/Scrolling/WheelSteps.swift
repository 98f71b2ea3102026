/// Whole steps of a wheel, which touchpads turn by fractions of one.
struct WheelSteps {
  /// The fraction of a step that has yet to be made.
  private var rest = 0.0

  /// The whole steps of a turn, at most `limit` in either direction, with what is left of earlier
  /// ones.
  mutating func turn(by steps: Double, atMost limit: Double) -> Int {
    rest += steps
    let whole = rest.rounded(.towardZero)
    rest -= whole
    return Int(min(max(whole, -limit), limit))
  }
}
