/// A text that depends on a number, as ICU's messages write it: `one {# track} other {# tracks}`.
///
/// A case is a plural category of the language, or `=` and a number. `#` is the number; a quoted
/// `'#'`, `'{'` or `'}'` is the sign itself.
struct PluralMessage {
  /// The texts between the places of the number, by case.
  private var cases: [(selector: String, texts: [String])] = []

  private static let categories = ["zero", "one", "two", "few", "many", "other"]

  /// - Throws: The first fault, whose range is that in `text`.
  init(_ text: String) throws(ExpressionFault) {
    let bytes = Array(text.utf8)
    func end(of start: Int, _ condition: (UInt8) -> Bool) -> Int {
      bytes[start...].firstIndex { !condition($0) } ?? bytes.count
    }
    let isBlank = { (byte: UInt8) in " \t\n\r".utf8.contains(byte) }
    var at = end(of: 0, isBlank)
    while at < bytes.count {
      let start = at
      at = end(of: start) { !isBlank($0) && $0 != UInt8(ascii: "{") }
      let selector = String(decoding: bytes[start..<at], as: UTF8.self)
      guard Self.categories.contains(selector) || Self.number(selector) != nil else {
        let advice = advice(nearestTo: selector, among: Self.categories)
        throw ExpressionFault(
          "'\(selector.printable(limit: 40))' is no case of a plural" + advice, at: start..<at)
      }
      at = end(of: at, isBlank)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else {
        throw ExpressionFault("'\(selector)' has no text in braces", at: start..<at)
      }
      cases.append((selector, try Self.texts(bytes, &at)))
      at = end(of: at, isBlank)
    }
    guard cases.contains(where: { $0.selector == "other" }) else {
      throw ExpressionFault("a plural needs a case 'other {…}'", at: 0..<bytes.count)
    }
  }

  /// The number of the selector `=2`; nil for others.
  private static func number(_ selector: String) -> Double? {
    selector.hasPrefix("=") ? Double(selector.dropFirst()) : nil
  }

  /// Reads the text in braces at `at`.
  private static func texts(_ bytes: [UInt8], _ at: inout Int) throws(ExpressionFault) -> [String] {
    let start = at
    var (texts, isQuoted) = ([[UInt8]()], false)
    while at + 1 < bytes.count {
      at += 1
      let next = at + 1 < bytes.count ? bytes[at + 1] : 0
      switch bytes[at] {
      case UInt8(ascii: "'") where next == UInt8(ascii: "'"):
        texts[texts.count - 1].append(next)
        at += 1
      case UInt8(ascii: "'") where isQuoted || "{}#".utf8.contains(next): isQuoted.toggle()
      case UInt8(ascii: "#") where !isQuoted: texts.append([])
      case UInt8(ascii: "}") where !isQuoted:
        at += 1
        return texts.map { String(decoding: $0, as: UTF8.self) }
      case UInt8(ascii: "{") where !isQuoted:
        throw ExpressionFault("a plural has no value but '#' in it", at: at..<at + 1)
      case let byte: texts[texts.count - 1].append(byte)
      }
    }
    throw ExpressionFault("a '{' has no '}'", at: start..<start + 1)
  }

  /// The text for a number of a plural category, in which it is written as `spelled`.
  func text(for number: Double, _ category: String, spelled: String) -> String {
    let found =
      cases.first { Self.number($0.selector) == number }
      ?? cases.first { $0.selector == category } ?? cases.first { $0.selector == "other" }
    return found?.texts.joined(separator: spelled) ?? ""
  }
}
