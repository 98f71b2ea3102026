/// A text broken into the lines that show it.
public struct TextLayout: Equatable, Sendable {
  public struct Line: Equatable, Sendable {
    /// In the order it is read.
    public var text: String
    /// In points.
    public var width: Double
    /// That of the line's paragraph: of its first letter that has one.
    public var direction = TextDirection.leftToRight
  }

  public var lines: [Line]
  /// The widest line, and all lines' heights.
  public var size: Size

  /// No text shows more characters than this; the rest is behind an ellipsis. Of one character no
  /// more than 64 bytes of UTF-8 are shown.
  public static let characterLimit = ShownText.characterLimit

  /// Breaks `text` into lines of at most `width` points.
  ///
  /// Lines break at line ends and where the measurer says that they may; a word wider than a line
  /// breaks anywhere between characters. A soft hyphen at the end of a line becomes a hyphen. A
  /// text that does not fit into `lineLimit` lines ends in an ellipsis.
  ///
  /// - Parameters:
  ///   - font: Its text scale in it.
  ///   - lineLimit: 0 for as many lines as needed.
  ///   - direction: That of paragraphs without a letter that has one.
  ///   - isDrawn: Whether the lines are drawn next, so that the measurer may prepare that.
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

  /// The line of a text that needs no breaking, as most titles: short, plain ASCII, and with room.
  @MainActor
  private static func plainLine(_ text: String, _ room: LineRoom, _ direction: TextDirection)
    -> Line?
  {
    guard isPlain(text) else { return nil }
    let line = room.wholeLine(text, room.measurer.direction(of: text) ?? direction)
    return room.holds(line.width) ? line : nil
  }
  // Outside of the main actor, since the closure would check for every byte that it is on it.
  private nonisolated static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count <= 200, let last = bytes.last, last != 0x20 else { return false }
    return bytes.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
  }
}
