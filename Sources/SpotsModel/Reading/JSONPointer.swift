/// A JSON pointer (RFC 6901): the keys and indexes on the way from the root of a document to a
/// value.
struct JSONPointer: Hashable, Sendable {
  var tokens: [String]

  init(_ tokens: [String]) { self.tokens = tokens }

  /// The pointer that a text is; nil if it is none.
  static func read(_ text: String) -> JSONPointer? {
    do throws(PointerFault) { return try JSONPointer(text) } catch { return nil }
  }

  /// - Throws: `PointerFault` when the text is not a pointer, or has more steps than documents have
  ///   levels.
  init(_ text: String) throws(PointerFault) {
    // By scalars: a combining mark after a slash would make one character with it.
    let scalars = text.unicodeScalars
    guard scalars.isEmpty || scalars.first == "/" else {
      throw PointerFault("a pointer begins with '/', such as '/components/0'")
    }
    let parts = scalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.count <= JSONValue.maximumDepth else {
      throw PointerFault("a pointer has at most \(JSONValue.maximumDepth) steps")
    }
    tokens = []
    for part in parts {
      var token = ""
      var isEscaped = false
      for scalar in part {
        switch (isEscaped, scalar) {
        case (false, "~"): isEscaped = true
        case (true, "0"), (true, "1"):
          token.unicodeScalars.append(scalar == "0" ? "~" : "/")
          isEscaped = false
        case (true, _): throw PointerFault("'~' in a pointer is written '~0', and '/' '~1'")
        case (false, _): token.unicodeScalars.append(scalar)
        }
      }
      if isEscaped { throw PointerFault("'~' in a pointer is written '~0', and '/' '~1'") }
      tokens.append(token)
    }
  }

  /// The pointer as it is written, for messages.
  var text: String { Self.text(tokens[...]) }

  static func text(_ tokens: ArraySlice<String>) -> String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// The index that `token` spells, or `end` for `-`.
  ///
  /// - Throws: `PointerFault` when it is neither, or above `end`.
  static func index(_ token: String, upTo end: Int) throws(PointerFault) -> Int {
    if token == "-" { return end }
    let isPlain = token.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isPlain, token == "0" || !token.hasPrefix("0"), let index = Int(token) else {
      throw PointerFault("'\(token.printable(limit: 40))' is no index")
    }
    guard index <= end else {
      throw PointerFault("there is no \(index); the end is \(end)")
    }
    return index
  }
}

/// The reason why an operation at a pointer is not possible.
struct PointerFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
