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
  /// The height of each line, in points: that of the font, or more where other fonts stand in for
  /// it that need more.
  public var lineHeight: Double
  /// Whether an ellipsis replaces part of the text.
  public var isCut = false

  /// The largest number of characters shown; an ellipsis replaces the rest. A character is cut to
  /// 64 bytes of UTF-8.
  public static let characterLimit = ShownText.characterLimit

  /// Whether a text is the address of a file or page, whose end tells more than its beginning: it
  /// has a slash and no space.
  public static func isPath(_ text: some StringProtocol) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) && !text.utf8.contains(UInt8(ascii: " "))
  }

  /// Breaks a text into lines.
  ///
  /// Lines break at newlines and where the measurer allows it; a word wider than a line breaks
  /// anywhere between characters. A soft hyphen at the end of a line becomes a hyphen. A text that
  /// does not fit into `lineLimit` lines ends in an ellipsis; a path loses its middle instead.
  ///
  /// - Parameters:
  ///   - text: Of any length; see `characterLimit`.
  ///   - font: Already multiplied by the text scale.
  ///   - width: The most points that a line may take.
  ///   - lineLimit: 0 for as many lines as needed; 1 turns newlines into spaces.
  ///   - direction: The direction of paragraphs without a directional letter.
  ///   - measurer: Knows the widths of texts, and where lines may break.
  ///   - isDrawn: Whether the lines are drawn next, so that the measurer may prepare them.
  /// - Complexity: O(*n*), where *n* is the number of characters shown.
  @MainActor
  public init(
    _ text: String, font: Font, width: Double, lineLimit: Int = 0,
    direction: TextDirection = .leftToRight, measurer: any TextMeasurer, isDrawn: Bool = false
  ) {
    let room = LineRoom(width: max(width, 0), font: font, measurer: measurer, isDrawn: isDrawn)
    self.init(text, in: room, lineLimit: lineLimit, direction: direction)
  }

  /// Breaks a text into lines as wide as `room`, which then knows in what other rooms they would
  /// be the same.
  @MainActor
  init(_ text: String, in room: LineRoom, lineLimit: Int, direction: TextDirection) {
    let (font, measurer) = (room.font, room.measurer)
    if let line = Self.plainLine(text, room, direction, mayBreak: lineLimit != 1) {
      lines = [line]
      lineHeight = measurer.lineHeight(of: text, font: font)
      size = Size(width: line.width, height: lineHeight)
      return
    }
    var breaker = LineBreaker(room: room, limit: lineLimit, direction: direction)
    breaker.append(text)
    lines = breaker.lines
    isCut = breaker.isCut
    // Few texts need higher lines, and none of theirs does in the others, however they are broken.
    let mayBeHigher =
      text.utf8.count > Self.mostAtOnce
      || measurer.lineHeight(of: text, font: font) > font.lineHeight
    let lineHeights = mayBeHigher ? lines.map { measurer.lineHeight(of: $0.text, font: font) } : []
    lineHeight = lineHeights.max() ?? font.lineHeight
    size = Size(
      width: lines.reduce(0) { max($0, $1.width) }, height: Double(lines.count) * lineHeight)
  }

  /// The length of texts, in UTF-8 code units, up to which it is known at once how high their lines
  /// are.
  private static let mostAtOnce = 1024

  /// The only line of a text that needs no breaking, like most titles: short, of Latin letters and
  /// usual punctuation, and it fits.
  @MainActor
  private static func plainLine(
    _ text: String, _ room: LineRoom, _ direction: TextDirection, mayBreak: Bool
  ) -> Line? {
    guard isPlain(text) else { return nil }
    let direction = room.measurer.direction(of: text) ?? direction
    // The line of a text that is broken into several is not drawn.
    if room.isDrawn, mayBreak, !room.holds(room.line(text, direction, at: 0).width) { return nil }
    let line = room.wholeLine(text, direction)
    return room.holds(line.width) ? line : nil
  }

  /// Whether another font may stand in for letters of `text` and need higher lines: Latin, Greek
  /// and Cyrillic letters are as high in every font.
  package nonisolated static func mayNeedHigherLines(_ text: String) -> Bool {
    // Many texts at each layout: in their storage, this is a few instructions for each.
    text.utf8.withContiguousStorageIfAvailable { bytes in bytes.contains { $0 >= 0xD6 } } ?? true
  }

  // Nonisolated, because the closure would otherwise check its actor for every byte.
  private nonisolated static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= 200, let last = bytes.last, last != 0x20 else { return false }
      var index = 0
      while index < bytes.count {
        switch bytes[index] {
        case 0x20..<0x7F: index += 1
        // U+00C0 to U+02FF.
        case 0xC3...0xCB: index += 2
        // Dashes, quotation marks and ellipses.
        case 0xE2:
          let mark = bytes[index + 2]
          guard bytes[index + 1] == 0x80, 0x93...0x9D ~= mark || mark == 0xA6 else { return false }
          index += 3
        default: return false
        }
      }
      return true
    } ?? false
  }
}

/// The part of a text that can be shown, divided into characters.
///
/// Texts may have any length, and so may characters: one letter can carry a million accents.
/// Nothing beyond the limits is read, so that a text costs no more than its shown part.
struct ShownText {
  let text: String
  /// The ends of the characters in `text`, as UTF-8 offsets, after a leading 0.
  private(set) var boundaries: [Int] = [0]
  /// The indexes of the newline characters.
  private(set) var lineEnds: [Int] = []
  /// Whether the source continues beyond the limits.
  private(set) var isCut: Bool

  static let characterLimit = 4096
  /// The longest emoji of several people has 35 bytes.
  static let bytesPerCharacter = 64

  init(_ source: String, characterLimit: Int = Self.characterLimit) {
    var head = Self.start(of: source, bytes: characterLimit * Self.bytesPerCharacter)
    isCut = head.utf8.count < source.utf8.count
    if let lineEnds = Self.plainLineEnds(in: head, upTo: characterLimit) {
      // Each byte is a character, and nothing has to be looked at twice.
      text = head
      isCut = isCut || head.utf8.count > characterLimit
      (boundaries, self.lineEnds) = (Array(0...min(head.utf8.count, characterLimit)), lineEnds)
      return
    }
    head = head.withoutTerminalSequences
    // A text this short has no character that is too long.
    text = head.utf8.count > Self.bytesPerCharacter ? Self.cuttingLongCharacters(of: head) : head
    for character in text {
      guard count < characterLimit else {
        isCut = true
        break
      }
      if character.isNewline { lineEnds.append(count) }
      boundaries.append(boundaries[count] + character.utf8.count)
    }
  }

  /// The line feeds among the first `limit` characters of a text that has only them and printable
  /// ASCII; nil for any other text.
  private static func plainLineEnds(in text: String, upTo limit: Int) -> [Int]? {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> [Int]? in
      guard bytes.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A }) else { return nil }
      return bytes.prefix(limit).contains(0x0A)
        ? bytes.prefix(limit).indices.filter { bytes[$0] == 0x0A } : []
    }
    return found ?? nil
  }

  /// The number of characters.
  var count: Int { boundaries.count - 1 }

  /// The characters at the indexes in `range`.
  subscript(range: Range<Int>) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: boundaries[range.lowerBound])
    let length = boundaries[range.upperBound] - boundaries[range.lowerBound]
    return text[start..<utf8.index(start, offsetBy: length)]
  }

  /// The text on one line, with spaces in place of newlines.
  var withSpacesForLineEnds: ShownText {
    guard !lineEnds.isEmpty else { return self }
    var line = ShownText(String(self[0..<count].map { $0.isNewline ? " " : $0 }))
    line.isCut = isCut
    return line
  }

  private static func start(of source: String, bytes: Int) -> String {
    guard source.utf8.count > bytes else { return source }
    let utf8 = source.utf8
    var end = utf8.index(utf8.startIndex, offsetBy: bytes)
    // Never between the bytes of one code point.
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(decoding: utf8[..<end], as: UTF8.self)
  }

  private static func cuttingLongCharacters(of text: String) -> String {
    guard text.contains(where: { $0.utf8.count > bytesPerCharacter }) else { return text }
    return text.reduce(into: "") { result, character in
      result += start(of: String(character), bytes: bytesPerCharacter)
    }
  }
}

/// Measures text with the fonts a backend paints with, and knows the rules of its scripts.
@MainActor
public protocol TextMeasurer: AnyObject {
  /// The width of `text`, in points, on one line of a paragraph that reads in `direction`. `font`
  /// is already multiplied by the text scale.
  func width(of text: String, font: Font, direction: TextDirection) -> Double

  /// The same width, for a line that will probably be drawn next and can be prepared for it.
  func widthToDraw(of text: String, font: Font, direction: TextDirection) -> Double

  /// The parts of a line that read in one direction, from left to right on the screen, to place a
  /// caret between its characters. Their widths add up to that of the line.
  ///
  /// - Parameters:
  ///   - line: At most 16 KiB, without control characters other than tabs.
  ///   - font: Already multiplied by the text scale.
  ///   - direction: The direction of the paragraph.
  func spans(of line: String, font: Font, direction: TextDirection) -> [TextSpan]

  /// The distances that `font` reaches above its baseline and below it, in points, both positive.
  func extents(of font: Font) -> (ascent: Double, descent: Double)

  /// The height of a line of `text`, in points: that of `font`, or more where other fonts stand in
  /// for it that need more.
  func lineHeight(of text: String, font: Font) -> Double

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

  /// The line height of `font`, for measurers without other fonts.
  public func lineHeight(of text: String, font: Font) -> Double { font.lineHeight }

  /// The width alone, for measurers that have nothing to prepare.
  public func widthToDraw(of text: String, font: Font, direction: TextDirection) -> Double {
    width(of: text, font: font, direction: direction)
  }

  /// The whole line in the direction of its paragraph, for measurers that support no other.
  public func spans(of line: String, font: Font, direction: TextDirection) -> [TextSpan] {
    guard !line.isEmpty else { return [] }
    return [
      TextSpan(
        range: 0..<line.utf8.count, width: width(of: line, font: font, direction: direction),
        level: direction == .leftToRight ? 0 : 1)
    ]
  }
}

/// A part of a line that reads in one direction.
public struct TextSpan: Hashable, Sendable {
  /// In UTF-8 offsets of the line.
  public var range: Range<Int>
  /// In points.
  public var width: Double
  /// The embedding level (UAX #9): even levels read from left to right, odd ones from right to
  /// left.
  public var level: Int

  /// Creates a span.
  public init(range: Range<Int>, width: Double, level: Int) {
    (self.range, self.width, self.level) = (range, width, level)
  }

  /// The direction in which it reads.
  public var direction: TextDirection { level & 1 == 0 ? .leftToRight : .rightToLeft }
}

extension TextMeasurer {
  /// Whether a text has a word, between blanks, that is wider than one width but not than another.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - font: Already multiplied by the text scale.
  ///   - width: In points.
  ///   - room: In points; infinite unless given.
  /// - Complexity: O(*n*) in the bytes; only words of many bytes are measured.
  public func hasWord(
    in text: String, font: Font, widerThan width: Double, upTo room: Double = .infinity
  ) -> Bool {
    // No letter is wider than its bytes let it be: 1.25 times the size of the font for each.
    let safe = Int(max(width, 0) / (font.size * 1.25))
    guard text.utf8.count > safe else { return false }
    return text.utf8.split(separator: UInt8(ascii: " ")).contains { word in
      guard word.count > safe else { return false }
      let own = self.width(of: String(Substring(word)), font: font, direction: .leftToRight)
      return own > width && own <= room
    }
  }
}
