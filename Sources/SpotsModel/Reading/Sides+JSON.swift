// Sizes and insets: objects with a key for each side, or the same numbers in brackets.

extension EdgeInsets {
  /// Reads a number for all sides, `[vertical, horizontal]`, `[top, left, bottom, right]`, or an
  /// object of sides.
  package static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> EdgeInsets? {
    if cursor.scanner.current == UInt8(ascii: "[") {
      return try Lengths.read(
        from: &cursor, counts: [2, 4], expecting: "2 or 4 numbers in brackets"
      ).map {
        EdgeInsets(top: $0[0], left: $0[1], bottom: $0[$0.count - 2], right: $0[$0.count - 1])
      }
    }
    if cursor.isAtNumber {
      return try cursor.number(in: NumberRange.length).map {
        EdgeInsets(top: $0, left: $0, bottom: $0, right: $0)
      }
    }
    return try LayoutKeys.inset.read(from: &cursor)
  }
}

extension Size {
  /// Reads `[width, height]`, or an object of sides.
  package static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Size? {
    if cursor.scanner.current == UInt8(ascii: "[") {
      return try Lengths.read(from: &cursor, counts: [2], expecting: "2 numbers in brackets").map {
        Size(width: $0[0], height: $0[1])
      }
    }
    // Not by way of the fields, which takes longer: many items have a size.
    return try LayoutKeys.size.table.readObject(from: &cursor, into: Size()) {
      size, slot, cursor throws(SyntaxError) in
      let length = try cursor.number(in: NumberRange.length) ?? 0
      if slot == 0 { size.width = length } else { size.height = length }
    }
  }
}

/// Reads lengths in brackets, in points.
private enum Lengths {
  /// - Parameters:
  ///   - counts: How many there may be.
  ///   - expected: The same in words.
  /// - Returns: Nil after a mismatch.
  static func read(
    from cursor: inout JSONCursor, counts: Set<Int>, expecting expected: String
  ) throws(SyntaxError) -> [Double]? {
    let start = cursor.scanner.at
    var lengths: [Double] = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      let length = try cursor.number(in: NumberRange.length) ?? 0
      if elements.count <= 4 { lengths.append(length) }
    }
    if counts.contains(elements.count) { return lengths }
    cursor.report(.error, .typeMismatch, at: start) { [count = elements.count] cursor in
      "\(cursor.subject) expects \(expected), not \(count)"
    }
    return nil
  }
}
