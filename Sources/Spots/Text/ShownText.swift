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

  init(_ source: String) {
    let head = Self.start(of: source, bytes: Self.characterLimit * Self.bytesPerCharacter)
    isCut = head.utf8.count < source.utf8.count
    // A text this short has no character that is too long.
    text = head.utf8.count > Self.bytesPerCharacter ? Self.cuttingLongCharacters(of: head) : head
    for character in text {
      guard count < Self.characterLimit else {
        isCut = true
        break
      }
      if character.isNewline { lineEnds.append(count) }
      boundaries.append(boundaries[count] + character.utf8.count)
    }
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
