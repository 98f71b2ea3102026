import Glibc

/// Tells whether pictures pass so fast that they would be gone before they are decoded.
struct Rush {
  /// How many have come into view lately; each counts less as time goes by.
  private var arrivals = 0.0
  private var last = -Double.infinity

  /// Seconds after which an arrival counts 1/e.
  private static let memory = 0.25
  /// Seconds a picture has to be seen for to be worth decoding.
  private static let shortest = 0.2
  /// Seconds without a frame after which scrolling counts as over.
  static let pause = 0.1

  /// Counts the pictures of a frame.
  ///
  /// - Parameters:
  ///   - new: How many have come into view that are not decoded.
  ///   - shown: How many are in view altogether.
  /// - Returns: Whether they will be out of view in less than a fifth of a second at this pace.
  mutating func isOn(new: Int, shown: Int, at now: Double) -> Bool {
    arrivals = arrivals * exp(min(last - now, 0) / Self.memory) + Double(new)
    last = now
    // One windowful is what a page down or a jump brings, to stay.
    guard shown > 0, arrivals > Double(shown) else { return false }
    return Double(shown) * Self.memory / arrivals < Self.shortest
  }

  /// When scrolling counts as over unless another frame comes.
  var end: Double { last + Self.pause }
}
