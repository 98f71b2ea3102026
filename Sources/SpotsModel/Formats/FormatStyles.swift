// The styles of formats, and what is wrong with them. The ranges of faults are those in the style.

/// How a number is written: words of ICU's number skeletons, separated by blanks, as in
/// `compact-short`, `.00 sign-always` or `unit/kilometer`.
///
/// Only words are taken that cannot make a text much longer than its number.
enum NumberStyle {
  private static let words = [
    "compact-short", "compact-long", "scientific", "engineering", "precision-integer",
    "group-off", "group-min2", "sign-always", "sign-never", "sign-except-zero", "sign-accounting",
    "unit-width-narrow", "unit-width-short", "unit-width-full-name", "unit-width-iso-code",
  ]
  private static let precise = ["precision-integer", "compact", "scientific", "engineering"]

  /// ICU's skeleton of a style.
  ///
  /// - Parameter usual: What is added unless the style says how precise the number is.
  static func skeleton(_ style: String, usual: String) throws(ExpressionFault) -> String {
    var isPrecise = false
    for word in style.split(separator: " ") {
      // Digits, as in `.00`, `.0#` or `@@#`.
      let rest = word.dropFirst().drop { $0 == (word.first == "@" ? "@" : "0") }
      let isDigits =
        (word.first == "." || word.first == "@") && rest.allSatisfy { $0 == "#" }
        && word.utf8.count <= 20
      isPrecise = isPrecise || isDigits || precise.contains { word.hasPrefix($0) }
      let isUnit = word.hasPrefix("unit/") && word.utf8.count <= 64
      if isDigits || isUnit || words.contains(String(word)) { continue }
      let start = style.utf8.distance(from: style.startIndex, to: word.startIndex)
      let advice = advice(nearestTo: String(word), among: words)
      throw ExpressionFault(
        "'\(String(word).printable(limit: 40))' is no style of numbers" + advice,
        at: start..<start + word.utf8.count)
    }
    return isPrecise ? style : usual + " " + style
  }
}

/// How a day or a time is written, in the letters of Unicode's dates (UTS 35): a skeleton, `yMMMd`,
/// whose order is the language's, or a pattern, `d.M.y`.
enum DatePattern {
  private static let letters = Set("GyYuUrQqMLlwWdDFgEecabBhHKkmsSAzZOvVXx".utf8)
  /// Letters of skeletons alone: the hour as the language counts it.
  private static let hours = Set("jJC".utf8)

  /// Whether it has letters alone.
  static func isSkeleton(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x41...0x5A ~= $0 & ~0x20 }
  }

  /// - Throws: The first fault.
  static func check(_ text: String) throws(ExpressionFault) {
    let (bytes, isSkeleton) = (Array(text.utf8), isSkeleton(text))
    guard (1...64).contains(bytes.count) else {
      throw ExpressionFault("the form of a date has 1 to 64 characters", at: 0..<bytes.count)
    }
    var (quote, run) = (Int?.none, 0)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "'") { quote = quote == nil ? index : nil }
      guard quote == nil, 0x41...0x5A ~= byte & ~0x20 else { continue }
      run = index > 0 && bytes[index - 1] == byte ? run + 1 : 1
      let isKnown = letters.contains(byte) || isSkeleton && hours.contains(byte)
      if isKnown, run <= 9 { continue }
      let advice = isSkeleton ? "a skeleton is 'yMMMd' or 'jm'" : "words stand in ''…''"
      let fault =
        run > 9
        ? "too many of '\(Unicode.Scalar(byte))'" : "'\(Unicode.Scalar(byte))' is no part of a date"
      throw ExpressionFault(fault + "; " + advice, at: index..<index + 1)
    }
    if let quote { throw ExpressionFault("a quote has no end", at: quote..<quote + 1) }
  }
}
