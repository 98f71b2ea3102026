// Runs of text, and splitting a line into them.

import Spots

/// Splits lines into runs.
///
/// Characters stay whole: code points that join or modify the one before are drawn from its font.
@MainActor
struct RunSplitter {
  let main: FontFile
  /// Whether the main font has a character.
  let mainHas: (UnicodeScalar) -> Bool
  /// Finds another font that has all of the code points; nil when there is none.
  let fallback: ([UnicodeScalar]) -> FontFile?
  /// Finds a font that has the code point as a bitmap in color; nil when there is none.
  let emoji: (UnicodeScalar) -> FontFile?

  /// The length, in bytes, from which a run is no longer extended, for the sake of SDL_ttf.
  nonisolated static let longestRun = 1024

  /// The runs of `text`, a line of a paragraph that reads in `direction`, from left to right on the
  /// screen.
  func runs(of text: String, direction: TextDirection) -> [TextRun] {
    if direction == .leftToRight, text.utf8.count <= Self.longestRun, Self.isASCII(text) {
      let latin = Shaping(script: Script.latin)
      return text.isEmpty ? [] : [TextRun(text: text, font: main, shaping: latin)]
    }
    let levels = Bidi.levels(of: text, direction: direction)
    var script = text.unicodeScalars.lazy.compactMap(Script.tag).first ?? Script.latin
    var runs: [TextRun] = []
    var (index, start) = (0, 0)
    for character in text {
      let scalars = Array(character.unicodeScalars)
      // Characters common to all scripts are shaped like those before them.
      script = scalars.lazy.compactMap(Script.tag).first ?? script
      let level = levels?[index] ?? 0
      let next = TextRun(
        text: String(character), font: font(of: scalars, after: runs.last),
        shaping: Shaping(script: script, level: level), level: level, start: start)
      if let last = runs.last, last.continues(with: next) {
        runs[runs.count - 1].text += next.text
      } else {
        runs.append(next)
      }
      index += scalars.count
      start += next.text.utf8.count
    }
    return levels == nil ? runs : Bidi.order(ofLevels: runs.map(\.level)).map { runs[$0] }
  }

  // Not on the main actor, where the closure would check its isolation for every byte.
  private nonisolated static func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  private func font(of scalars: [UnicodeScalar], after last: TextRun?) -> FontFile {
    guard let first = scalars.first else { return main }
    // A space keeps the font, unless that has only emoji.
    if let last, !last.font.isBitmap, first == " " { return last.font }
    if Self.isEmoji(scalars), let font = emoji(first) { return font }
    let visible = scalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    guard !visible.isEmpty else { return last?.font ?? main }
    if visible.allSatisfy(mainHas) { return main }
    if let font = fallback(visible) { return font }
    // No font has all of them: one that has the letter shows more than one that has the accent.
    return mainHas(first) ? main : fallback([first]) ?? main
  }

  /// Whether a character is an emoji, either by itself or because of a code point that follows.
  private static func isEmoji(_ scalars: [UnicodeScalar]) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    if first.value < 0x80 { return scalars.contains("\u{20E3}") }
    return scalars.contains("\u{FE0F}")
      || first.properties.isEmojiPresentation && !scalars.contains("\u{FE0E}")
  }
}

/// A part of a line that one font draws in one direction.
struct TextRun: Hashable, Sendable {
  var text: String
  var font: FontFile
  var shaping: Shaping
  /// The embedding level; odd levels read from right to left.
  var level: Int8 = 0
  /// Its UTF-8 offset in the line.
  var start = 0

  var range: Range<Int> { start..<start + text.utf8.count }

  fileprivate func continues(with next: TextRun) -> Bool {
    font == next.font && level == next.level && shaping == next.shaping
      && text.utf8.count < RunSplitter.longestRun
  }
}
