/// The limit of every length, in points, which keeps sums of lengths finite.
let longestLength = 1e7

/// `length` limited to 0...`longestLength`; 0 for NaN.
func sane(_ length: Double) -> Double { length.clamped(to: 0...longestLength) }

/// `length` as a view asks for it: limited to 0...`longestLength`; 0 when it is not finite.
func finite(_ length: Double) -> Double { length.isFinite ? sane(length) : 0 }

extension Double {
  /// The nearest number in `range`; its lower bound for NaN.
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Int {
  /// The nearest number in `range`.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
