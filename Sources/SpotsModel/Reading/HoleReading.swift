/// The meaning of braces in the strings of a document.
package enum HoleReading: Sendable {
  /// They are braces.
  case none
  /// The strings have holes for data: items keep their text, and the values of holes, which are not
  /// known yet, have no faults.
  case kept
  /// The same in the item of a row, where the strings of components inside have holes, too.
  case keptInRow
  /// The strings are those of a nib, where there are holes for its item.
  case ofNib
  /// The holes have been filled: a key that expects text takes any number or truth as its text.
  case filled

  /// Whether faults of values with braces may be those of holes.
  var areKept: Bool { self == .kept || self == .keptInRow }
  /// Whether braces are those of holes.
  var areOpen: Bool { areKept || self == .ofNib }
}

extension JSONScanner {
  /// Whether a string begins at `offset` and has a brace in it.
  func hasBraces(inStringAt offset: Int) -> Bool {
    guard offset < end, base[offset] == UInt8(ascii: "\"") else { return false }
    var ahead = self
    ahead.at = offset
    guard
      case .success(let token) = Result(catching: { () throws(SyntaxError) in
        try ahead.string()
      })
    else { return false }
    return (token.start..<token.end).contains {
      base[$0] == UInt8(ascii: "{") || base[$0] == UInt8(ascii: "}")
    }
  }
}

extension JSONText {
  /// Reads the value at the cursor as its text.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> JSONText {
    var reading = JSONTextReading(cursor: cursor)
    try reading.copy()
    cursor = reading.cursor
    return JSONText(reading.text)
  }

  /// Reads an item with holes as its text, and reports what is wrong with the rest of it; nil for
  /// `null` and after a mismatch.
  static func readItem(from cursor: inout JSONCursor) throws(SyntaxError) -> JSONText? {
    let (start, holes) = (cursor, cursor.holes)
    cursor.holes = .keptInRow
    let item = try ItemReader.read(from: &cursor)
    cursor.holes = holes
    guard item != nil else { return nil }
    var reading = JSONTextReading(cursor: start)
    try reading.copy(in: .item)
    return JSONText(reading.text)
  }

  /// The text of the item between `start` and the cursor, without its children; nil if it needs no
  /// data: no string in it has a brace, and nothing is bound.
  static func template(
    from start: Int, _ cursor: JSONCursor
  ) throws(SyntaxError) -> JSONText? {
    var reading = JSONTextReading(cursor: cursor)
    reading.cursor.scanner.at = start
    try reading.copy(in: .item, without: "children")
    return reading.needsData ? JSONText(reading.text) : nil
  }
}

/// Copies a value without blanks and comments.
private struct JSONTextReading {
  var cursor: JSONCursor
  private(set) var text: [UInt8] = []
  /// Whether a string has a brace, or something takes its value from a place in the data.
  private(set) var needsData = false

  init(cursor: JSONCursor) { self.cursor = cursor }

  /// The object that a value is part of.
  enum Owner {
    /// An item, whose texts may be named instead of written.
    case item
    /// Anything else.
    case other
  }

  /// - Parameter left: The key of a member that is left out.
  mutating func copy(in owner: Owner = .other, without left: String? = nil) throws(SyntaxError) {
    switch cursor.scanner.current {
    case UInt8(ascii: "{"):
      if owner == .item, let named = try StringReference.readTemplate(from: &cursor) {
        needsData = needsData || named.contains { "{}".contains($0) }
        text += JSONWriter { $0.string(named) }.bytes
        return
      }
      text.append(UInt8(ascii: "{"))
      try cursor.beginFreeObject()
      var isFirst = true
      while let key = try cursor.nextFreeKey(&isFirst) {
        guard left == nil || left != cursor.scanner.text(of: key) else {
          try cursor.skipValue()
          continue
        }
        if text.last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
        append(key.start - 1..<key.end + 1)
        let name = cursor.scanner.text(of: key)
        needsData = needsData || ["bind", "from"].contains(name)
        text.append(UInt8(ascii: ":"))
        try copy(in: JSONText.freeKeys.contains(name) ? .other : owner)
      }
      text.append(UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      text.append(UInt8(ascii: "["))
      var elements = try cursor.beginArray()
      while try cursor.nextElement(&elements) {
        if elements.count > 1 { text.append(UInt8(ascii: ",")) }
        try copy(in: owner)
      }
      text.append(UInt8(ascii: "]"))
    default:
      let start = cursor.scanner.at
      needsData = needsData || cursor.scanner.hasBraces(inStringAt: start)
      try cursor.skipValue()
      append(start..<cursor.scanner.at)
    }
  }

  private mutating func append(_ range: Range<Int>) {
    let bytes = cursor.scanner.base + range.lowerBound
    text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: range.count))
  }
}
