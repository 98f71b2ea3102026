/// Measures text with the fonts a backend paints with, and knows the rules of its scripts.
@MainActor
public protocol TextMeasurer: AnyObject {
  /// The width of `text`, in points, on one line of a paragraph that reads in `direction`. `font`
  /// is already multiplied by the text scale.
  func width(of text: String, font: Font, direction: TextDirection) -> Double

  /// The same width, for a line that is likely drawn next and may be prepared for that.
  func widthToDraw(of text: String, font: Font, direction: TextDirection) -> Double

  /// How far `font` reaches above its baseline and below it, in points, both positive.
  func extents(of font: Font) -> (ascent: Double, descent: Double)

  /// The UTF-8 offsets at which a line may end within a paragraph, by the Unicode line breaking
  /// rules (UAX #14): after spaces and hyphens, between ideographs.
  ///
  /// - Parameter paragraph: Text without newlines, at most 256 KiB.
  /// - Returns: Ascending offsets above 0 and below the paragraph's length.
  func lineBreaks(in paragraph: String) -> [Int]

  /// The direction of the first directional letter; nil when there is none, as in a number.
  func direction(of paragraph: String) -> TextDirection?
}

extension TextMeasurer {
  /// The width of `text` on one line of a paragraph that reads from left to right.
  public func width(of text: String, font: Font) -> Double {
    width(of: text, font: font, direction: .leftToRight)
  }

  /// The width alone, for measurers that have nothing to prepare.
  public func widthToDraw(of text: String, font: Font, direction: TextDirection) -> Double {
    width(of: text, font: font, direction: direction)
  }
}
