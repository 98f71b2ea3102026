/// A text broken into the lines that show it.
public struct TextLayout: Equatable, Sendable {
  /// A line as it is drawn, with its hyphen or ellipsis.
  public struct Line: Equatable, Sendable {
    /// In reading order, whatever its direction.
    public var text: String
    /// In points.
    public var width: Double
    /// The direction of the line's paragraph, given by its first directional letter.
    public var direction = TextDirection.leftToRight
  }

  /// From top to bottom; empty for an empty text.
  public var lines: [Line]
  /// The width of the widest line and the height of all lines, in points.
  public var size: Size

  /// The largest number of characters shown; an ellipsis replaces the rest. A character is cut to
  /// 64 bytes of UTF-8.
  public static let characterLimit = ShownText.characterLimit

  /// Breaks `text` into lines of at most `width` points.
  ///
  /// Lines break at newlines and where the measurer allows it; a word wider than a line breaks
  /// anywhere between characters. A soft hyphen at the end of a line becomes a hyphen. A text that
  /// does not fit into `lineLimit` lines ends in an ellipsis.
  ///
  /// - Parameters:
  ///   - font: Already multiplied by the text scale.
  ///   - lineLimit: 0 for as many lines as needed; 1 turns newlines into spaces.
  ///   - direction: The direction of paragraphs without a directional letter.
  ///   - isDrawn: Whether the lines are drawn next, so that the measurer may prepare them.
  /// - Complexity: O(*n*), where *n* is the number of characters shown.
  @MainActor
  public init(
    _ text: String, font: Font, width: Double, lineLimit: Int = 0,
    direction: TextDirection = .leftToRight, measurer: any TextMeasurer, isDrawn: Bool = false
  ) {
    let room = LineRoom(
      width: max(width, 0), font: font, measurer: measurer, isDrawn: isDrawn)
    if let line = Self.plainLine(text, room, direction) {
      lines = [line]
      size = Size(width: line.width, height: font.lineHeight)
      return
    }
    var breaker = LineBreaker(room: room, limit: lineLimit, direction: direction)
    breaker.append(text)
    lines = breaker.lines
    size = Size(
      width: lines.reduce(0) { max($0, $1.width) },
      height: Double(lines.count) * font.lineHeight)
  }

  /// The only line of a text that needs no breaking, like most titles: short, ASCII, and it fits.
  @MainActor
  private static func plainLine(_ text: String, _ room: LineRoom, _ direction: TextDirection)
    -> Line?
  {
    guard isPlain(text) else { return nil }
    let line = room.wholeLine(text, room.measurer.direction(of: text) ?? direction)
    return room.holds(line.width) ? line : nil
  }
  // Nonisolated, because the closure would otherwise check its actor for every byte.
  private nonisolated static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count <= 200, let last = bytes.last, last != 0x20 else { return false }
    return bytes.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
  }
}
