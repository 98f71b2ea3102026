/// A font as views ask for it: a design, a size and a weight, never a file.
public struct Font: Hashable, Sendable {
  public enum Design: String, Hashable, Sendable {
    /// The system's sans-serif, or the family the program was told to use.
    case sans
    case monospaced
  }

  public enum Weight: String, Hashable, Sendable {
    case regular, medium, bold
  }

  public var design: Design
  public var weight: Weight
  /// Em size in points, before text scale.
  public var size: Double
  /// Distance between the baselines of two lines, in points, before text scale.
  public var lineHeight: Double

  public init(
    size: Double, lineHeight: Double, weight: Weight = .regular, design: Design = .sans
  ) {
    self.design = design
    self.weight = weight
    self.size = size
    self.lineHeight = lineHeight
  }

  public static let largeTitle = Font(size: 28, lineHeight: 34, weight: .bold)
  public static let title = Font(size: 22, lineHeight: 28, weight: .bold)
  public static let headline = Font(size: 16, lineHeight: 22, weight: .bold)
  public static let body = Font(size: 15, lineHeight: 21)
  public static let bodyMedium = Font(size: 15, lineHeight: 21, weight: .medium)
  public static let callout = Font(size: 14, lineHeight: 20)
  public static let subtitle = Font(size: 13, lineHeight: 18)
  public static let caption = Font(size: 12, lineHeight: 16)
  public static let section = Font(size: 13, lineHeight: 18, weight: .bold)
  public static let code = Font(size: 13, lineHeight: 18, design: .monospaced)

  /// The same font with size and line height multiplied by `factor`.
  public func scaled(by factor: Double) -> Font {
    var copy = self
    copy.size *= factor
    copy.lineHeight *= factor
    return copy
  }
}
