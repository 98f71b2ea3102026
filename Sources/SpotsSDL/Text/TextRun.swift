import Spots

/// A part of a line that one font draws in one direction.
struct TextRun: Hashable, Sendable {
  var text: String
  var font: FontFile
  var shaping: Shaping
}

/// The part of a text that is measured and drawn, and what stands in for the rest.
struct VisibleText {
  /// One line, without control characters, short enough for SDL_ttf, which copies it to the stack.
  let text: String
  /// How many times wider all of the text is estimated to be.
  let stretch: Double

  private static let limit = 2000

  init(_ source: String) {
    let bytes = source.utf8
    if bytes.count <= Self.limit, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 < 0xC2 }) {
      text = source
      stretch = 1
      return
    }
    var cleaned = ""
    var taken = 0
    for scalar in source.unicodeScalars.prefix(Self.limit) {
      taken += UTF8.width(scalar)
      cleaned.unicodeScalars.append(Self.isControl(scalar) ? " " : scalar)
    }
    text = cleaned
    stretch = taken < bytes.count ? Double(bytes.count) / Double(taken) : 1
  }

  private static func isControl(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// Splits lines into runs.
///
/// Characters stay whole: what joins or changes the one before it is drawn from that one's font.
@MainActor
struct RunSplitter {
  let main: FontFile
  /// Whether the main font has a character.
  let mainHas: (UnicodeScalar) -> Bool
  /// Another font that has it; nil when there is none.
  let fallback: (UnicodeScalar) -> FontFile?
  /// A font that has it as a picture in colours; nil when there is none.
  let pictures: (UnicodeScalar) -> FontFile?

  /// The runs of `text`, in the order they stand on the screen from left to right.
  func runs(of text: String) -> [TextRun] {
    let latin = Shaping(script: "Latn")
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.isEmpty ? [] : [TextRun(text: text, font: main, shaping: latin)]
    }
    var runs: [TextRun] = []
    var current: TextRun?
    for character in text {
      let next = run(of: character, after: current)
      if var open = current, open.font == next.font, open.shaping == next.shaping {
        open.text.append(character)
        current = open
      } else {
        if let current { runs.append(current) }
        current = next
      }
    }
    if let current { runs.append(current) }
    // The first letter of a line gives its direction.
    let strong = text.unicodeScalars.lazy.compactMap(Script.shaping).first
    return strong?.isRightToLeft == true ? runs.reversed() : runs
  }

  private func run(of character: Character, after last: TextRun?) -> TextRun {
    guard let scalar = character.unicodeScalars.first else {
      return TextRun(text: "", font: main, shaping: Shaping())
    }
    let own = Script.shaping(of: scalar)
    var shaping = own ?? last?.shaping ?? Shaping(script: "Latn")
    // Digits read from left to right in every script.
    if shaping.isRightToLeft, own == nil, character.isNumber {
      shaping = Shaping(script: "Latn")
    }
    // A space does not change the font, unless that has pictures only.
    if let last, !last.font.isPictures, character == " " {
      return TextRun(text: " ", font: last.font, shaping: last.shaping)
    }
    let picture = Self.isPicture(character, scalar) ? pictures(scalar) : nil
    let font = picture ?? (mainHas(scalar) ? main : fallback(scalar) ?? main)
    return TextRun(text: String(character), font: font, shaping: shaping)
  }

  /// Whether a character is a picture by itself, or is made one by what follows it.
  private static func isPicture(_ character: Character, _ first: UnicodeScalar) -> Bool {
    guard first.value >= 0x203C else { return false }
    return first.properties.isEmojiPresentation
      || (first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}"))
  }
}
