/// The progress of reading an object with free keys.
struct FreeKeys {
  var isFirst = true
  /// The offsets of the keys until one occurs twice, which is rare.
  var starts: [UInt32] = []
  /// The last offset of each key, from then on.
  var offsets: [String: Int] = [:]

  /// Records the offset of a key, and reports the key when it is not new.
  mutating func note(
    _ token: StringToken, _ key: String, isNew: Bool, in cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if !isNew {
      if offsets.isEmpty { try readOffsets(with: cursor.scanner) }
      cursor.reportDuplicate(token, first: offsets[key] ?? token.start - 1)
    }
    if offsets.isEmpty {
      starts.append(UInt32(truncatingIfNeeded: token.start - 1))
    } else {
      offsets[key] = token.start - 1
    }
  }

  private mutating func readOffsets(with scanner: JSONScanner) throws(SyntaxError) {
    var scanner = scanner
    for start in starts {
      scanner.at = Int(start)
      let token = try scanner.string()
      offsets[scanner.text(of: token)] = Int(start)
    }
  }
}

extension JSONValue {
  /// Reads any JSON document, as strictly as a screen is read.
  ///
  /// - Returns: The value, nil when the document is not JSON or beyond a limit; the diagnostics.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      try cursor.value()
    }
    return (document.value, document.diagnostics)
  }

  /// How much of an object or an array a text is.
  package enum Progress {
    /// No text that begins like this is JSON.
    case broken
    /// More has to follow.
    case open
    case complete
  }

  /// Whether a text can be an object or an array, or begin one.
  ///
  /// - Complexity: O(bytes).
  package static func progress(of bytes: [UInt8]) -> Progress {
    var progress = Progress.broken
    _ = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      guard "{[".utf8.contains(cursor.scanner.current) else { return }
      do throws(SyntaxError) {
        try cursor.skipValue()
        try cursor.scanner.skipBlanks()
        if cursor.scanner.isAtEnd { progress = .complete }
      } catch {
        if error.offset >= cursor.scanner.end { progress = .open }
      }
    }
    return progress
  }
}
