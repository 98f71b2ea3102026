// Runs of text, and splitting a line into them.

import SpotsViews

/// Splits lines into runs.
///
/// Characters stay whole: code points that join or modify the one before are drawn from its font.
/// So do words of scripts whose letters may join or change places (`Script.hasWholeWords`), where
/// any font has all of their letters: letters from two fonts do not join.
@MainActor
struct RunSplitter {
  let main: FontFile
  /// Whether the main font has a character.
  let mainHas: (UnicodeScalar) -> Bool
  /// Whether the main font has all characters of ASCII that are visible.
  var mainHasASCII = true
  /// Finds another font that has all of the code points; nil when there is none.
  let fallback: ([UnicodeScalar]) -> FontFile?
  /// Finds a font that has the code point as a bitmap in color; nil when there is none.
  let emoji: (UnicodeScalar) -> FontFile?

  /// The length, in bytes, from which a run is no longer extended, for the sake of SDL_ttf.
  nonisolated static let longestRun = 1024

  /// The runs of `text`, a line of a paragraph that reads in `direction`, from left to right on the
  /// screen.
  func runs(of text: String, direction: TextDirection) -> [TextRun] {
    if direction == .leftToRight, mainHasASCII, text.utf8.count <= Self.longestRun,
      Self.isASCII(text)
    {
      let latin = Shaping(script: Script.latin)
      return text.isEmpty ? [] : [TextRun(text: text, font: main, shaping: latin)]
    }
    let levels = Bidi.levels(of: text, direction: direction)
    var script = text.unicodeScalars.lazy.compactMap(Script.tag).first ?? Script.latin
    var runs: [TextRun] = []
    var (index, start) = (0, 0)
    var word = Word(font: nil, end: text.startIndex)
    for (place, character) in zip(text.indices, text) {
      let scalars = Array(character.unicodeScalars)
      // Characters common to all scripts are shaped like those before them.
      let own = scalars.lazy.compactMap(Script.tag).first
      script = own ?? script
      if let own, place >= word.end, Script.hasWholeWords(own) {
        word = self.word(of: own, in: text[place...])
      }
      let level = levels?[index] ?? 0
      let whole = place < word.end ? word.font : nil
      let next = TextRun(
        text: String(character), font: whole ?? font(of: scalars, after: runs.last),
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

  /// A word, and the font that has all of it; nil where its characters have fonts of their own.
  private struct Word {
    var font: FontFile?
    var end: String.Index
  }

  /// The word of letters of `script` with which `text` begins.
  private func word(of script: String, in text: Substring) -> Word {
    let letters = text.prefix { character in
      character.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .otherLetter, .uppercaseLetter, .lowercaseLetter:
          Script.tag(of: scalar) == script
        // A mark, a joiner or a lengthened stroke belongs to the letters around it.
        case .modifierLetter, .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
      }
    }
    let visible = letters.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    let isSplit = letters.count > 1 && !visible.allSatisfy(mainHas)
    return Word(font: isSplit ? fallback(Set(visible).sorted()) : nil, end: letters.endIndex)
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
