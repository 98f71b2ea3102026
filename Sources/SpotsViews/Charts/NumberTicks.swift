import Glibc

/// Round numbers along a scale: multiples of 1, 2 or 5 times a power of ten.
struct NumberTicks: Hashable {
  /// The ends of the scale, at or beyond all numbers on it.
  let range: ClosedRange<Double>
  /// The distance between two neighbors, above 0.
  let step: Double
  /// In ascending order, all within the range.
  let values: [Double]

  /// Numbers beyond this are drawn at the end of the scale.
  private static let farthest = 1e300

  /// - Parameters:
  ///   - numbers: The least and the greatest number on the scale.
  ///   - most: The most ticks that have room; at least 3, which numbers on both sides of zero need.
  ///   - ends: The ends of the scale where they are given; otherwise they are ticks, too.
  init(
    covering numbers: ClosedRange<Double>, most: Int,
    ends: (least: Double?, greatest: Double?) = (nil, nil)
  ) {
    let (low, high) = Self.widened(numbers, ends)
    let most = max(most, 3)
    var exponent = Int(log10((high - low) / Double(most)).rounded(.down)) - 1
    var chosen: (step: Double, first: Double, count: Int)
    var factors = [1.0, 2, 5][...]
    repeat {
      if factors.isEmpty { (factors, exponent) = ([1, 2, 5], exponent + 1) }
      let step = Self.scaled(factors.removeFirst(), exponent)
      let first = ends.least == nil ? Self.floor(low, step) : -Self.floor(-low, step)
      let last = ends.greatest == nil ? -Self.floor(-high, step) : Self.floor(high, step)
      chosen = (step, first, Int(min(last - first, 1e6)) + 1)
    } while chosen.count > most
    values = (0..<max(chosen.count, 0)).map { index in
      Self.multiple(chosen.first + Double(index), of: chosen.step)
    }
    step = chosen.step
    let first = ends.least == nil ? values.first ?? low : low
    range = first...(ends.greatest == nil ? values.last ?? high : high)
  }

  /// The greatest whole number whose multiple of a step is not above `number`.
  private static func floor(_ number: Double, _ step: Double) -> Double {
    // The quotient may be rounded to the next whole number, or just miss it.
    let near = (number / step).rounded()
    return multiple(near, of: step) <= number ? near : near - 1
  }

  private static func multiple(_ number: Double, of step: Double) -> Double {
    // A tenth is no double; a whole number divided by ten is as near to its tenths as can be.
    step < 1 ? number / (1 / step).rounded() : number * step
  }

  /// Multiples of a step below 1 are divided by its inverse, which is whole.
  private static func scaled(_ factor: Double, _ exponent: Int) -> Double {
    exponent < 0 ? 1 / (pow(10, Double(-exponent)) / factor) : factor * pow(10, Double(exponent))
  }

  /// The ends of the scale, far enough from each other.
  private static func widened(
    _ numbers: ClosedRange<Double>, _ ends: (least: Double?, greatest: Double?)
  ) -> (Double, Double) {
    func near(_ number: Double) -> Double { min(max(number, -farthest), farthest) }
    let low = near(ends.least ?? min(numbers.lowerBound, ends.greatest ?? .infinity))
    let high = near(max(ends.greatest ?? numbers.upperBound, low))
    let size = max(abs(low), abs(high))
    guard high - low <= size * 1e-9 else { return (low, high) }
    // Equal numbers have no range of their own; from zero on, one sees how large they are.
    if ends.least == nil, low > 0 { return (0, high) }
    if ends.greatest == nil, high < 0 { return (low, 0) }
    return (low, low + max(size, 1))
  }
}
