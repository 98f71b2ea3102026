import Spots

/// A font anyone can measure by counting: every character is half an em wide, the letters reach
/// 0.8 em above the baseline and 0.2 em below it.
@MainActor
public final class FixedFont: TextMeasurer {
  /// How many characters were measured so far.
  public private(set) var measuredCharacters = 0

  public init() {}

  public func width(of text: String, font: Font) -> Double {
    let count = text.count
    measuredCharacters += count
    return Double(count) * font.size / 2
  }

  public func extents(of font: Font) -> (ascent: Double, descent: Double) {
    (font.size * 0.8, font.size * 0.2)
  }
}
