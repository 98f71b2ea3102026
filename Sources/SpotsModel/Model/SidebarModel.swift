/// A screen as the column at the beginning of a wide window, beside the screens that it opens.
public struct SidebarModel: Hashable, Sendable {
  /// The width at first, in points.
  public var width: Double
  /// The least width that users can give it, in points.
  public var minimum: Double
  /// The greatest width that users can give it, in points; at least `minimum` counts.
  public var maximum: Double

  /// Creates a column of 320 points, which users can drag from 240 to 480, unless given.
  public init(width: Double = 320, minimum: Double = 240, maximum: Double = 480) {
    (self.width, self.minimum, self.maximum) = (width, minimum, maximum)
  }

  /// The least width of a window with two columns, in points.
  package static let leastWindow = 800.0
  /// The least width of the other column, in points.
  private static let leastBeside = 320.0

  /// Where the column ends in a window, in points; nil where the window is too narrow for two.
  ///
  /// - Parameters:
  ///   - chosen: The width that the user has given it; nil for none.
  ///   - textScale: The factor by which text is enlarged, and columns with it.
  package func end(in window: Double, chosen: Double?, textScale: Double) -> Double? {
    let scale = max(textScale, 1)
    guard window >= Self.leastWindow * scale else { return nil }
    let greatest = max(min(maximum * scale, window - Self.leastBeside * scale), 0)
    let least = min(minimum * scale, greatest)
    return min(max(chosen ?? width * scale, least), greatest).rounded()
  }
}
