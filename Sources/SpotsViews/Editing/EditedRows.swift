/// The rows of an edited text at a given width, found from any place in it.
///
/// Only the rows around requested places are computed, never all of them: a text of a megabyte
/// costs no more than its visible part. A paragraph of more than `longestPiece` bytes is broken
/// piece by piece, and each piece begins a row.
@MainActor
struct EditedRows {
  /// A row, in UTF-8 offsets of the text.
  struct Row: Equatable {
    var range: Range<Int>
    /// Whether its paragraph goes on in the next row, so that the end of this row is the start of
    /// that one.
    var isWrapped: Bool
    var direction: TextDirection
  }

  let text: String
  private let room: LineRoom
  private let direction: TextDirection
  /// The rows of each piece, by the offset at which the piece begins.
  private var pieces: [Int: [Row]] = [:]

  /// In bytes of UTF-8.
  static let longestPiece = 4096

  /// - Parameters:
  ///   - width: In points.
  ///   - font: Already multiplied by the text scale.
  ///   - direction: The direction of paragraphs without a directional letter.
  init(
    _ text: String, width: Double, font: Font, direction: TextDirection,
    measurer: any TextMeasurer
  ) {
    self.text = text
    self.direction = direction
    room = LineRoom(width: max(width, 0), font: font, measurer: measurer)
  }

  /// The row that shows a position; the later one where two rows meet.
  mutating func row(around offset: Int) -> Row {
    let piece = piece(around: offset)
    let rows = rows(in: piece)
    return rows.last { $0.range.lowerBound <= offset } ?? rows[0]
  }

  /// The row below; nil at the end of the text.
  mutating func row(after row: Row) -> Row? {
    let next = row.isWrapped ? row.range.upperBound : row.range.upperBound + 1
    return next <= text.utf8.count ? self.row(around: next) : nil
  }

  /// The row above; nil at the start of the text.
  mutating func row(before row: Row) -> Row? {
    let start = row.range.lowerBound
    guard start > 0 else { return nil }
    // The line feed between two paragraphs, or the end of the row that this one continues.
    return self.row(around: text.position(before: start))
  }

  /// The number of rows, counted up to `limit`.
  mutating func count(upTo limit: Int) -> Int {
    var (count, row) = (1, row(around: 0))
    while count < limit, let next = self.row(after: row) { (count, row) = (count + 1, next) }
    return count
  }

  /// The line of a row.
  func line(of row: Row) -> EditedLine {
    EditedLine(
      String(text.part(row.range)), direction: row.direction, font: room.font,
      measurer: room.measurer)
  }

  /// The piece of a paragraph that `offset` is in.
  private func piece(around offset: Int) -> Range<Int> {
    let paragraph = text.paragraph(around: offset)
    guard paragraph.count > Self.longestPiece else { return paragraph }
    var start = paragraph.lowerBound
    while true {
      let end = pieceEnd(from: start, in: paragraph)
      if offset < end || end == paragraph.upperBound { return start..<end }
      start = end
    }
  }

  /// The end of the piece that begins at `start`: after a space if there is one nearby.
  private func pieceEnd(from start: Int, in paragraph: Range<Int>) -> Int {
    let furthest = start + Self.longestPiece
    guard furthest < paragraph.upperBound else { return paragraph.upperBound }
    let (utf8, last) = (text.utf8, text.index(at: furthest))
    let near = utf8[text.index(at: furthest - 256)..<last]
    if let space = near.lastIndex(of: 0x20) {
      let end = utf8.distance(from: utf8.startIndex, to: space) + 1
      if text.isPosition(end) { return end }
    }
    return min(text.position(atOrAfter: furthest), paragraph.upperBound)
  }

  private mutating func rows(in piece: Range<Int>) -> [Row] {
    if let known = pieces[piece.lowerBound] { return known }
    let rows = broken(piece)
    if pieces.count >= 64 { pieces.removeAll(keepingCapacity: true) }
    pieces[piece.lowerBound] = rows
    return rows
  }

  private func broken(_ piece: Range<Int>) -> [Row] {
    let part = text.part(piece)
    let direction = room.measurer.direction(of: String(part)) ?? direction
    var breaker = LineBreaker(room: room, limit: 0, direction: self.direction)
    breaker.append(String(part))
    let isEnd =
      piece.upperBound == text.utf8.count || text.utf8[text.index(at: piece.upperBound)] == 0x0A
    var (rows, index, count) = ([Row](), part.startIndex, 0)
    var start = piece.lowerBound
    for end in breaker.ends.dropLast() {
      // Counted in characters, since the breaker shortens a character that is too long.
      index = part.index(index, offsetBy: end - count, limitedBy: part.endIndex) ?? part.endIndex
      count = end
      let offset = text.utf8.distance(from: text.startIndex, to: index)
      guard offset < piece.upperBound else { break }
      rows.append(Row(range: start..<offset, isWrapped: true, direction: direction))
      start = offset
    }
    rows.append(Row(range: start..<piece.upperBound, isWrapped: !isEnd, direction: direction))
    return rows
  }
}
