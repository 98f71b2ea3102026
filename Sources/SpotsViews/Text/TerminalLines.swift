/// A line of a log in rows of equally wide cells, as a terminal shows it: broken at any character,
/// tabs go to every eighth cell, and what comes after a carriage return replaces what is before it.
@MainActor
struct TerminalLines {
  /// Text in one style, on one row.
  struct Fragment: Equatable {
    var text: String
    var style: TerminalStyle
    var row: Int
    /// The first cell, and the number of cells.
    var column: Int
    var width: Int
  }

  private(set) var fragments: [Fragment] = []
  /// At least 1.
  private(set) var rowCount = 1
  private let columns: Int
  private let cellWidth: (Character) -> Int
  private var column = 0

  /// The largest number of characters shown; an ellipsis replaces the rest.
  static let characterLimit = 4096
  private static let tab = 8

  /// - Parameters:
  ///   - columns: The number of cells of a row, at least 2.
  ///   - cellWidth: The number of cells that a character beyond ASCII takes, 1 or more.
  /// - Complexity: O(characters shown).
  init(_ line: String, columns: Int, cellWidth: @escaping (Character) -> Int) {
    (self.columns, self.cellWidth) = (max(columns, 2), cellWidth)
    var left = Self.characterLimit
    for run in Self.lastPart(of: line).terminalRuns {
      for character in run.text {
        guard left > 0 else {
          append("…", run.style)
          return
        }
        left -= 1
        append(character, run.style)
      }
    }
  }

  /// All that is shown, without the ends of rows.
  var text: String { fragments.map(\.text).joined() }

  /// The cells of parts of `text`, which are ascending UTF-8 offsets.
  func cells(of parts: [Range<Int>]) -> [(column: Int, width: Int, row: Int)] {
    var cells: [(column: Int, width: Int, row: Int)] = []
    var (start, rest) = (0, parts[...])
    for fragment in fragments {
      let end = start + fragment.text.utf8.count
      while let part = rest.first, part.lowerBound < end {
        let inside = part.clamped(to: start..<end)
        // A fragment with other letters than those of ASCII has only one, in all of its cells.
        let isPlain = end - start == fragment.width
        cells.append(
          isPlain
            ? (fragment.column + inside.lowerBound - start, inside.count, fragment.row)
            : (fragment.column, fragment.width, fragment.row))
        guard part.upperBound <= end else { break }
        rest.removeFirst()
      }
      start = end
    }
    return cells
  }

  /// The text that a terminal shows in the end, where a progress bar was written many times.
  private static func lastPart(of line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "\r")) else { return line }
    return line.split(separator: "\r").last.map(String.init) ?? ""
  }

  private mutating func append(_ character: Character, _ style: TerminalStyle) {
    if character == "\t" {
      let end = min((column / Self.tab + 1) * Self.tab, columns)
      while column < end { append(" ", style) }
      return
    }
    let ascii = character.asciiValue
    if let ascii, ascii < 0x20 || ascii == 0x7F { return }
    let width = ascii == nil ? min(max(cellWidth(character), 1), columns) : 1
    if column + width > columns { (rowCount, column) = (rowCount + 1, 0) }
    let row = rowCount - 1
    // Characters of other widths than one cell stand alone, so that those after them are in place.
    let isAlone = ascii == nil
    if !isAlone, let last = fragments.last, last.row == row, last.style == style,
      last.column + last.width == column, last.text.utf8.count == last.width
    {
      fragments[fragments.count - 1].text.append(character)
      fragments[fragments.count - 1].width += 1
    } else {
      fragments.append(
        Fragment(text: String(character), style: style, row: row, column: column, width: width))
    }
    column += width
  }
}
