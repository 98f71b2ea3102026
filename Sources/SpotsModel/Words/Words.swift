/// The program's own texts in one language: everything that it says to users by itself.
///
/// English is in the program as it is said; the table of another language is read when one of its
/// words is first asked for, in less than a millisecond.
package struct Words: Sendable {
  package static let english = Words(.standard)

  private let language: Language
  /// nil for English.
  private let table: WordTable?
  /// Makes English look like another language.
  private let pseudo: PseudoLocale?

  /// The words of a language, of its variant where there is a table of that; English without one.
  package init(_ language: Language) {
    self.language = language
    (table, pseudo) = (WordTable.of(language.words), PseudoLocale(language.words))
  }

  /// How days and times are written in the language.
  package var dates: DateFormat { DateFormat.of(language) }

  /// A message without values.
  package subscript(_ word: Word) -> String { self(word, [:]) }

  /// A message with its values: texts, which stand as they are, and numbers, which are written as
  /// in the language and decide about plurals.
  package func callAsFunction(_ word: Word, _ values: [String: any CustomStringConvertible])
    -> String
  {
    guard let message = message(word) else { return word.rawValue }
    let text = message.text(
      { spelled(values[$0] ?? "") }, counting: { count(values[$0] ?? 0) })
    return pseudo?.framed(text) ?? text
  }

  /// The message of a word; nil where it is the text itself.
  private func message(_ word: Word) -> Message? {
    if let message = table?.messages[word] { return message }
    let text = word.rawValue
    guard pseudo != nil || text.utf8.contains(UInt8(ascii: "{")) else { return nil }
    let message = Result { () throws(ExpressionFault) in try Message(text) }
    guard case .success(let message) = message else { return nil }
    return pseudo?.altered(message) ?? message
  }

  // MARK: Numbers

  private func spelled(_ value: any CustomStringConvertible) -> String {
    number(value).map { count($0).spelled } ?? value.description
  }

  private func count(_ value: any CustomStringConvertible) -> Message.Count {
    count(number(value) ?? .integer(0))
  }

  private func number(_ value: any CustomStringConvertible) -> JSONValue? {
    switch value {
    case let number as Int: .integer(number)
    case let number as Double: .of(number)
    default: nil
    }
  }

  /// English needs no library for its two categories.
  private func count(_ number: JSONValue) -> Message.Count {
    let value = number.number ?? 0
    let plain = Message.Count(
      number: value, category: value == 1 ? "one" : "other", spelled: number.typedText)
    guard let table else { return plain }
    var work = ExpressionWork()
    let count = Result { () throws(ExpressionFault) in
      try Message.Count(number, words: table.language, numbers: language.numbers, &work)
    }
    if case .success(let count) = count { return count }
    return plain
  }
}

/// The messages of a language other than English, by the words that they translate.
///
/// A new language is a file with such a table, and its line in `all` and in the manifest.
package final class WordTable: Sendable {
  /// The tables there are, by ICU's names of their languages. Each is read when it is first asked
  /// for.
  package static let all: [String: @Sendable () -> WordTable] = [
    "ar": { arabic }, "de": { german }, "es": { spanish }, "fr": { french }, "ja": { japanese },
    "zh": { chinese },
  ]
  private static let arabic = WordTable("ar", PackageResources.ar_txt)
  private static let german = WordTable("de", PackageResources.de_txt)
  private static let spanish = WordTable("es", PackageResources.es_txt)
  private static let french = WordTable("fr", PackageResources.fr_txt)
  private static let japanese = WordTable("ja", PackageResources.ja_txt)
  private static let chinese = WordTable("zh", PackageResources.zh_txt)

  package let language: String
  /// Lines that are not `name = message`, of no known word, or not sound are left out.
  let messages: [Word: Message]
  private let text: String

  /// - Parameter text: A message in each: `back = Zurück`. Where the language reads from right to
  ///   left, values keep their own direction, as names in Latin letters need.
  package init(_ language: String, _ text: String) {
    (self.language, self.text) = (language, text)
    let words = Dictionary(uniqueKeysWithValues: Word.allCases.map { ("\($0)", $0) })
    let isolates = Language.isRightToLeft(language)
    var messages: [Word: Message] = [:]
    for (name, text) in Self.lines(of: text) {
      let message = Result { () throws(ExpressionFault) in try Message(text) }
      if let word = words[name], case .success(let message) = message {
        messages[word] = isolates ? message.isolatingValues : message
      }
    }
    self.messages = messages
  }

  private convenience init(_ language: String, _ bytes: [UInt8]) {
    self.init(language, String(decoding: bytes, as: UTF8.self))
  }

  /// The names and messages, as they are written.
  package var lines: [(name: String, text: String)] { Self.lines(of: text) }

  private static func lines(of text: String) -> [(name: String, text: String)] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " = ", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }

  /// The table for a language and its variants: `de_AT` has that of `de`. Chinese in traditional
  /// characters has none.
  static func of(_ name: String) -> WordTable? {
    let parts = name.split { $0 == "_" || $0 == "-" }
    let isTraditional =
      !parts.contains("Hans") && parts.contains { ["Hant", "TW", "HK", "MO"].contains($0) }
    guard let language = parts.first?.lowercased(), PseudoLocale(name) == nil,
      language != "zh" || !isTraditional
    else { return nil }
    return all[language]?()
  }
}

/// Languages made from English, by which texts are found that are in no table, and places that are
/// too narrow or not mirrored.
private enum PseudoLocale {
  /// `en-XA`: letters with accents, a third more of them, in brackets.
  case accented
  /// `ar-XB`: letters from right to left.
  case mirrored

  init?(_ name: String) {
    switch name.replacing("-", with: "_") {
    case "en_XA": self = .accented
    case "ar_XB": self = .mirrored
    default: return nil
    }
  }

  private static let accents = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçðéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ"))

  /// The message with other letters; values stay as they are.
  func altered(_ message: Message) -> Message {
    Message(parts: message.parts.map(altered))
  }

  private func altered(_ part: Message.Part) -> Message.Part {
    switch part {
    case .text(let text):
      .text(
        self == .accented
          ? String(text.map { Self.accents[$0] ?? $0 }) : "\u{202E}" + text + "\u{202C}")
    case .value, .number: part
    case .choice(let name, let isPlural, let cases):
      .choice(
        name, isPlural: isPlural,
        cases.map { Message.Case(selector: $0.selector, parts: $0.parts.map(altered)) })
    }
  }

  /// The text of a message in brackets, longer by a third.
  func framed(_ text: String) -> String {
    guard self == .accented else { return text }
    return "[" + text + " " + String(repeating: "~", count: text.count / 3 + 1) + "]"
  }
}
