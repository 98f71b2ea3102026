/// A text in lines, for a room and all others in which the lines are the same. Never changes; an
/// object, because each label that is drawn asks for its own.
@MainActor
final class BrokenText {
  let layout: TextLayout
  /// The distance from the top of a line to its baseline, in points.
  let ascent: Double
  private let room: LineRoom
  /// The height it was made for, in points; measuring allows any.
  private let height: Double
  private let lineLimit: Int
  private let environmentVersion: Int

  /// Breaks `text` into lines as wide as `size`, and no more of them than it is high.
  ///
  /// - Parameters:
  ///   - font: Before text scale.
  ///   - lineLimit: 0 for as many lines as needed.
  ///   - direction: The direction of paragraphs without a directional letter.
  ///   - isDrawn: Whether the lines are drawn next.
  init(
    _ text: String, _ font: Font, in size: Size, lineLimit: Int, _ direction: TextDirection,
    isDrawn: Bool, _ environment: Environment
  ) {
    let font = environment.scaled(font)
    let room = LineRoom(
      width: max(size.width, 0), font: font, measurer: environment.text, isDrawn: isDrawn)
    var layout = TextLayout(text, in: room, lineLimit: lineLimit, direction: direction)
    if layout.lines.count > 1, layout.size.height > size.height + 1 {
      let fitting = max(Int((size.height + 1) / font.lineHeight), 1)
      layout = TextLayout(text, in: room, lineLimit: fitting, direction: direction)
    }
    let extents = environment.text.extents(of: font)
    ascent = (layout.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
    (self.layout, self.room, height, self.lineLimit) = (layout, room, size.height, lineLimit)
    environmentVersion = environment.version
  }

  /// Whether it would be the same in `size`.
  func fits(_ size: Size, lineLimit: Int, _ environment: Environment) -> Bool {
    self.lineLimit == lineLimit && environmentVersion == environment.version
      && (height == size.height || height == .infinity && layout.size.height <= size.height + 1)
      && room.isSame(at: max(size.width, 0))
  }
}

/// The texts of several lines that were measured last. While a window is resized, the view that
/// measures the rows of a list gets hundreds of texts in turn, and most of them still break at the
/// same words.
@MainActor
final class BrokenTexts {
  private struct Key: Hashable {
    var text: String
    var font: Font
    var direction: TextDirection
  }

  private var recent: [Key: BrokenText] = [:]
  private var older: [Key: BrokenText] = [:]

  /// The number of texts after which those that were not asked for since are forgotten.
  private static let generation = 256
  /// The longest text that is kept, in UTF-8 code units.
  private static let longest = 512

  /// The lines of `text`, with the parameters of `BrokenText`, for measuring.
  func lines(
    of text: String, _ font: Font, in size: Size, lineLimit: Int, _ direction: TextDirection,
    _ environment: Environment
  ) -> BrokenText {
    func broken() -> BrokenText {
      BrokenText(
        text, font, in: size, lineLimit: lineLimit, direction, isDrawn: false, environment)
    }
    // Texts that surely fit on a line are measured as quickly as they are found.
    let bytes = text.utf8.count
    guard bytes <= Self.longest, Double(bytes) * font.size * 0.3 > size.width else {
      return broken()
    }
    let key = Key(text: text, font: font, direction: direction)
    if let known = recent[key], known.fits(size, lineLimit: lineLimit, environment) { return known }
    var lines = older[key]
    if lines?.fits(size, lineLimit: lineLimit, environment) != true { lines = nil }
    let kept = lines ?? broken()
    recent[key] = kept
    if recent.count >= Self.generation { (recent, older) = ([:], recent) }
    return kept
  }
}
