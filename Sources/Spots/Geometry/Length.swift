/// Nothing is longer, in points, so that every sum of lengths is finite.
let longestLength = 1e7

/// `length` as a length: finite, at least 0, at most `longestLength`; 0 for what is no number.
func sane(_ length: Double) -> Double { length.clamped(to: 0...longestLength) }

/// `length` as what a view asks for: one without an end is no answer, and counts as 0.
func finite(_ length: Double) -> Double { length.isFinite ? sane(length) : 0 }

extension Double {
  /// The nearest number in `range`; its lower bound for what is no number.
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
