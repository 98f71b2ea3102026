/// Part of a line of a document, to be shown with a caret below one position.
struct Excerpt {
  /// At most 200 characters, one for each Unicode scalar of the line: tabs become spaces, and
  /// scalars that must not reach a terminal U+FFFD, so that a caret can be aligned by counting.
  var text: String
  /// The position of the caret in `text`, from 1.
  var column: Int

  /// - Parameters:
  ///   - lineStart: The offset of the line's first byte.
  ///   - offset: The byte offset of the position to show, in the same line.
  init(of bytes: UnsafeBufferPointer<UInt8>, lineStart: Int, offset: Int) {
    // Offsets before the text, at a byte-order mark, count as its start.
    let offset = max(offset, lineStart)
    // A scalar takes at most four bytes: these hold 100 scalars before the position, 200 after.
    var start = max(lineStart, offset - 400)
    while start > lineStart, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let isBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let limit = min(offset + 800, bytes.count)
    let end = bytes[offset..<max(offset, limit)].firstIndex(where: isBreak) ?? max(offset, limit)
    let before = Self.visible(bytes[start..<offset])
    let after = Self.visible(bytes[offset..<end])
    let kept = before.suffix(before.count + after.count <= 200 ? before.count : 100)
    text = String(String.UnicodeScalarView(kept + after.prefix(200 - kept.count)))
    column = kept.count + 1
  }

  private static func visible(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar == "\t" ? " " : scalar.isUnprintable ? "\u{FFFD}" : scalar
    }
  }
}
