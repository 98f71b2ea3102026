/// Nothing is longer, in points, so that every sum of lengths is finite.
let longestLength = 1e7

/// `length` as a length: finite, at least 0, at most `longestLength`; 0 for what is no number.
func sane(_ length: Double) -> Double {
  length.isNaN ? 0 : min(max(length, 0), longestLength)
}
