import Spots

/// Diagnostics as text: `path:line:column: error|warning: message`, one line each. Where a column
/// says little, because a line holds a whole document, the path of the value follows.
struct DiagnosticText {
  /// The file's path as the user gave it.
  let path: String
  /// Whether each message is followed by the line of the document and a caret.
  let showsExcerpt: Bool

  func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(text).joined()
  }

  private func text(_ diagnostic: Diagnostic) -> String {
    var place = path.isEmpty ? "" : path.printable() + ":"
    if diagnostic.line > 0 { place += "\(diagnostic.line):\(diagnostic.column):" }
    if !place.isEmpty { place += " " }
    let member = diagnostic.isInOneLine ? diagnostic.member : ""
    let line =
      "\(place)\(diagnostic.severity.rawValue): \(diagnostic.message)"
      + (member.isEmpty ? "" : " (\(member))") + "\n"
    guard showsExcerpt, let excerpt = Excerpt(diagnostic, width: 100) else { return line }
    return line + "  \(excerpt.text)\n  \(excerpt.caretLine)\n"
  }
}

extension Diagnostic {
  /// Whether the line of the fault seems to hold all of its document, or is very long; or whether
  /// only the line is known.
  fileprivate var isInOneLine: Bool {
    guard let first = excerpt.first, let last = excerpt.last else { return column <= 1 }
    return excerpt.unicodeScalars.count >= 200 || excerptColumn != column
      || "{[".contains(first) && "]}".contains(last)
  }
}

/// The part of a document's line around a fault, and the position of the fault in it.
struct Excerpt: Equatable {
  var text: String
  /// The position of the fault in `text`, in Unicode scalars.
  var caret: Int

  /// The line to print below `text`: a caret indented by the cells of the text before the fault.
  var caretLine: String {
    let cells = text.unicodeScalars.prefix(caret).reduce(0) { $0 + $1.cellCount }
    return String(repeating: " ", count: cells) + "^"
  }

  /// - Parameters:
  ///   - width: The greatest number of scalars to keep; an ellipsis marks each end that is cut.
  ///   - isIndented: Whether the line keeps the blanks it begins with.
  /// - Returns: nil when the line is blank.
  init?(_ diagnostic: Diagnostic, width: Int, isIndented: Bool = true) {
    var line = Array(diagnostic.excerpt.unicodeScalars)
    guard line.contains(where: { !$0.properties.isWhitespace }) else { return nil }
    var column = min(max(diagnostic.excerptColumn - 1, 0), line.count)
    if !isIndented {
      let indentation = min(line.prefix(while: \.properties.isWhitespace).count, column)
      line.removeFirst(indentation)
      column -= indentation
    }
    let start = column > width * 3 / 4 ? column - width / 2 : 0
    let end = min(line.count, start + width)
    let shown = String(String.UnicodeScalarView(line[start..<end]))
    text = (start > 0 ? "…" : "") + shown + (end < line.count ? "…" : "")
    caret = column - start + (start > 0 ? 1 : 0)
  }
}

extension Unicode.Scalar {
  /// The number of terminal cells the scalar takes: 0 when it combines with the one before it, 2
  /// for wide ideographs, syllables and emoji (UAX #11), else 1.
  var cellCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1_B000...0x1_B2FB, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }
}
