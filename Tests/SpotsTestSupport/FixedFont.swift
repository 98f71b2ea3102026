import SpotsViews

/// A font anyone can measure by counting: every character is half an em wide, the letters reach
/// 0.8 em above the baseline and 0.2 em below it. Lines break after spaces, hyphens and ideographs;
/// Hebrew letters read from right to left.
@MainActor
public final class FixedFont: TextMeasurer {
  /// How many characters were measured so far.
  public private(set) var measuredCharacters = 0
  /// The lines that were measured to be drawn so far.
  public private(set) var linesToDraw: [String] = []
  /// How many bytes of text were looked through for breaks so far.
  public private(set) var searchedBytes = 0

  public init() {}

  public func width(of text: String, font: Font, direction: TextDirection) -> Double {
    let count = text.reduce(0) { $0 + (Self.isInvisible($1) ? 0 : 1) }
    measuredCharacters += text.count
    return Double(count) * font.size / 2
  }

  public func widthToDraw(of text: String, font: Font, direction: TextDirection) -> Double {
    linesToDraw.append(text)
    return width(of: text, font: font, direction: direction)
  }

  public func spans(of line: String, font: Font, direction: TextDirection) -> [TextSpan] {
    var (spans, offset, last): ([TextSpan], Int, Int?) = ([], 0, nil)
    for character in line {
      let base = direction == .leftToRight ? 0 : 1
      // Characters without a direction of their own take that of the character before them.
      let level = character.isLetter ? "א"..."ת" ~= character ? 1 : base * 2 : last ?? base
      let range = offset..<offset + character.utf8.count
      let width = width(of: String(character), font: font, direction: direction)
      if level == last {
        spans[spans.count - 1].range = spans[spans.count - 1].range.lowerBound..<range.upperBound
        spans[spans.count - 1].width += width
      } else {
        spans.append(TextSpan(range: range, width: width, level: level))
      }
      (offset, last) = (range.upperBound, level)
    }
    return direction == .leftToRight ? spans : spans.reversed()
  }

  public func extents(of font: Font) -> (ascent: Double, descent: Double) {
    (font.size * 0.8, font.size * 0.2)
  }

  public func lineBreaks(in paragraph: String) -> [Int] {
    searchedBytes += paragraph.utf8.count
    var offsets: [Int] = []
    var offset = 0
    for (character, next) in zip(paragraph, paragraph.dropFirst()) {
      offset += character.utf8.count
      if Self.breaks(between: character, and: next) { offsets.append(offset) }
    }
    return offsets
  }

  public func direction(of paragraph: String) -> TextDirection? {
    guard let letter = paragraph.first(where: \.isLetter) else { return nil }
    return "א"..."ת" ~= letter ? .rightToLeft : .leftToRight
  }

  private static func breaks(between a: Character, and b: Character) -> Bool {
    if b.isWhitespace { return false }
    if a.isWhitespace { return a != "\u{A0}" }
    return a == "-" || a == "\u{AD}" || a == "\u{200B}" || "一"..."鿿" ~= a || "一"..."鿿" ~= b
  }

  private static func isInvisible(_ character: Character) -> Bool {
    character == "\u{AD}" || character == "\u{200B}"
  }
}
