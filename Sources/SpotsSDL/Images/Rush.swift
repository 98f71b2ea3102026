import Glibc

/// Detects scrolling so fast that pictures would be out of view before they are decoded.
struct Rush {
  /// The number of pictures that came into view recently; each counts less as time goes by.
  private var arrivals = 0.0
  private var last = -Double.infinity

  /// Seconds after which an arrival counts 1/e.
  private static let memory = 0.25
  /// The seconds for which a picture must be in view to be worth decoding.
  private static let shortest = 0.2
  /// Seconds without a frame after which scrolling counts as over.
  static let pause = 0.1

  /// Counts the pictures of a frame.
  ///
  /// - Parameters:
  ///   - new: The number of pictures that have come into view and are not decoded.
  ///   - shown: The number of all pictures in view.
  /// - Returns: Whether they will be out of view in less than a fifth of a second at this pace.
  mutating func isOn(new: Int, shown: Int, at now: Double) -> Bool {
    arrivals = arrivals * exp(min(last - now, 0) / Self.memory) + Double(new)
    last = now
    // A page down or a jump brings one windowful, which stays.
    guard shown > 0, arrivals > Double(shown) else { return false }
    return Double(shown) * Self.memory / arrivals < Self.shortest
  }

  /// When scrolling counts as over unless another frame comes.
  var end: Double { last + Self.pause }
}
