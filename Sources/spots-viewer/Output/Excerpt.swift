import Spots

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
