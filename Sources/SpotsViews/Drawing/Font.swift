/// A font as views ask for it: a design, a size and a weight, never a file.
public struct Font: Hashable, Sendable {
  /// The family of a font.
  public enum Design: String, Hashable, Sendable {
    /// The system's sans-serif family, or the one the program has chosen.
    case sans
    /// The system's monospaced family, for code.
    case monospaced
  }

  /// The thickness of the strokes; a family without a weight shows the nearest one it has.
  public enum Weight: String, Hashable, Sendable {
    /// 400 of OpenType.
    case regular
    /// 500 of OpenType.
    case medium
    /// 600 of OpenType.
    case semibold
    /// 700 of OpenType.
    case bold
  }

  /// The family that a backend looks up.
  public var design: Design
  /// The thickness of the strokes.
  public var weight: Weight
  /// Whether the letters lean to the right; false unless set.
  public var isItalic = false
  /// Em size in points, before text scale.
  public var size: Double
  /// Distance between the baselines of two lines, in points, before text scale.
  public var lineHeight: Double

  /// Creates a font from its lengths, in points; regular and sans-serif unless given.
  public init(size: Double, lineHeight: Double, weight: Weight = .regular, design: Design = .sans) {
    self.design = design
    self.weight = weight
    self.size = size
    self.lineHeight = lineHeight
  }

  /// 28 points, bold: the title of a whole screen.
  public static let largeTitle = Font(size: 28, lineHeight: 34, weight: .bold)
  /// 22 points, bold: headers.
  public static let title = Font(size: 22, lineHeight: 28, weight: .bold)
  /// 16 points, bold: titles of labels and panels.
  public static let headline = Font(size: 16, lineHeight: 22, weight: .bold)
  /// 15 points: running text; the default of labels.
  public static let body = Font(size: 15, lineHeight: 21)
  /// 15 points, medium: titles above a subtitle.
  public static let bodyMedium = Font(size: 15, lineHeight: 21, weight: .medium)
  /// 15 points, semibold: titles of cards.
  public static let bodySemibold = Font(size: 15, lineHeight: 21, weight: .semibold)
  /// 14 points: details at the end of a row.
  public static let callout = Font(size: 14, lineHeight: 20)
  /// 13 points: subtitles of rows, cards and headers.
  public static let subtitle = Font(size: 13, lineHeight: 18)
  /// 12 points: footers and captions of images.
  public static let caption = Font(size: 12, lineHeight: 16)
  /// 13 points, bold: section headers, set in capitals.
  public static let section = Font(size: 13, lineHeight: 18, weight: .bold)
  /// 13 points, monospaced: source text.
  public static let code = Font(size: 13, lineHeight: 18, design: .monospaced)

  /// The same font with size and line height multiplied by `factor`.
  public func scaled(by factor: Double) -> Font {
    var copy = self
    copy.size *= factor
    copy.lineHeight *= factor
    return copy
  }
}
