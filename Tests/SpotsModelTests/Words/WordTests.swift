import Foundation
import Testing

@testable import SpotsModel

@Suite struct WordTests {
  /// The plural categories that ICU has for the languages of the tables.
  private static let categories: [String: Set<String>] = [
    "ar": ["zero", "one", "two", "few", "many", "other"], "de": ["one", "other"],
    "en": ["one", "other"], "es": ["one", "many", "other"], "fr": ["one", "many", "other"],
    "ja": ["other"], "zh": ["other"],
  ]
  private static let languages = WordTable.all.keys.sorted()

  /// The values of a message, and the cases of its choices by their values.
  private struct Shape: Equatable {
    var values: Set<String> = []
    var plurals: [String: Set<String>] = [:]
    var selects: [String: Set<String>] = [:]

    init(_ text: String) throws { add(try Message(text).parts) }

    private mutating func add(_ parts: [Message.Part]) {
      for part in parts {
        switch part {
        case .value(let name): values.insert(name)
        case .choice(let name, let isPlural, let cases):
          let selectors = Set(cases.map(\.selector))
          if isPlural { plurals[name] = selectors } else { selects[name] = selectors }
          for one in cases { add(one.parts) }
        case .text, .number: break
        }
      }
    }
  }

  private func table(_ language: String) throws -> WordTable {
    let make = try #require(WordTable.all[language])
    return make()
  }

  @Test(arguments: languages)
  func tablesHaveEachWordAndNoOther(language: String) throws {
    let names = try table(language).lines.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).subtracting(Word.allCases.map { "\($0)" }).sorted() == [])
    #expect(Set(Word.allCases.map { "\($0)" }).subtracting(names).sorted() == [])
  }

  @Test(arguments: languages)
  func messagesHaveTheValuesOfEnglishAndTheCasesOfTheirLanguage(language: String) throws {
    for (name, text) in try table(language).lines {
      let word = try #require(Word.allCases.first { "\($0)" == name })
      let (english, shape) = (try Shape(word.rawValue), try Shape(text))
      #expect(text.contains { !$0.isWhitespace }, "\(name)")
      #expect(shape.selects == english.selects, "\(name)")
      for (value, cases) in shape.plurals {
        #expect(cases == Self.categories[language], "\(name) \(value)")
      }
      // A language without plurals of its own may count without cases, and another one with them.
      let counted = Set(shape.plurals.keys).union(shape.values)
      #expect(counted == Set(english.plurals.keys).union(english.values), "\(name)")
    }
  }

  @Test func englishIsSound() throws {
    for word in Word.allCases {
      for cases in try Shape(word.rawValue).plurals.values { #expect(cases == ["one", "other"]) }
    }
    #expect(Set(Word.allCases.map(\.rawValue)).count == Word.allCases.count)
  }

  /// The categories of all numbers up to 200 and of some large ones, as ICU knows them.
  @Test(arguments: languages)
  func numbersHaveTheCategoriesOfTheTests(language: String) throws {
    guard let icu = ICU.shared else { return }
    var found: Set<String> = []
    for number in Array(0...200) + [1_000_000, 2_000_000] {
      var work = ExpressionWork()
      found.insert(
        try icu.number(.integer(number), "", language, words: language, &work).category)
    }
    #expect(found == Self.categories[language])
  }

  /// Dates in empty fields have five parts in each language.
  @Test(arguments: languages + ["en_US", "en_XA"])
  func datesHaveFiveParts(language: String) {
    #expect(Words(Language(language))[.dateParts].split(separator: "-").count == 5)
  }

  // MARK: Languages

  @Test(arguments: [
    ("de_AT", "Zurück"), ("de-CH", "Zurück"), ("zh_CN", "返回"), ("zh-Hans-SG", "返回"),
    ("zh_TW", "Back"), ("zh-Hant", "Back"), ("zh_HK", "Back"), ("sv_SE", "Back"), ("C", "Back"),
    ("en_XA", "[Ɓáçķ ~~]"), ("ar-XB", "\u{202E}Back\u{202C}"),
  ])
  func variantsHaveTheWordsOfTheirLanguage(language: String, back: String) {
    #expect(Words(Language(language))[.back] == back)
  }

  @Test func numbersDecideAboutPlurals() {
    func items(_ language: String) -> [String] {
      [0, 1, 2, 3, 11, 100].map { Words(Language(language))(.items, ["count": $0]) }
    }
    #expect(
      items("en_US") == ["0 items", "1 item", "2 items", "3 items", "11 items", "100 items"])
    guard ICU.shared != nil else { return }
    #expect(items("fr_FR").prefix(3) == ["0 élément", "1 élément", "2 éléments"])
    #expect(
      items("ar_AE") == [
        "لا عناصر", "عنصر واحد", "عنصران", "3 عناصر", "11 عنصرًا", "100 عنصر",
      ])
    #expect(Words(Language("de_DE"))(.items, ["count": 12345]) == "12.345 Einträge")
  }

  @Test func valuesStayAsTheyAreInPseudoLocales() {
    let words = Words(Language("en_XA"))
    #expect(words(.backTo, ["name": "Home"]).contains("Home"))
    #expect(words(.newItems, ["count": 2]).hasPrefix("[2 "))
    #expect(Words(Language("ar_XB"))(.backTo, ["name": "Home"]).hasSuffix("\u{202C}Home"))
  }

  /// Latin names in Arabic, and texts of nothing but values, which would begin at the left.
  @Test func valuesKeepTheirDirection() throws {
    let words = Words(Language("ar_EG"))
    let name = "\u{200F}\u{2068}a.json\u{2069}"
    #expect(words(.notScreen, ["name": "a.json"]) == name + " ليس شاشة")
    for (name, text) in try table("ar").lines {
      let (word, message) = (try #require(Word.allCases.first { "\($0)" == name }), try Shape(text))
      let values = message.values.map { ($0, "x") } + message.plurals.keys.map { ($0, "3") }
      let said = words(word, Dictionary(uniqueKeysWithValues: values))
      let isolated = message.values.isEmpty || said.contains("\u{2068}x\u{2069}")
      #expect(isolated && said.unicodeScalars.first?.value != 0x2068, "\(name)")
    }
  }

  @Test(arguments: [
    (["LANGUAGE": "fr:de", "LANG": "en_US.UTF-8"], "fr"),
    (["LANGUAGE": "?:de", "LANG": "en_US.UTF-8"], "de"),
    (["LANGUAGE": "fr", "LANG": "C"], "en_US"),
    (["LANGUAGE": "fr"], "en_US"), (["LANGUAGE": "", "LANG": "es_ES"], "es_ES"),
    (["LANGUAGE": "fr", "LC_ALL": "de_DE", "LANG": "C"], "fr"),
  ])
  func languagesComeInTheOrderOfGettext(variables: [String: String], words: String) {
    #expect(Language { variables[$0] }.words == words)
  }

  @Test(arguments: [
    ("ar_EG", true), ("ar-XB", true), ("he_IL", true), ("ur", true), ("uz_Arab", true),
    ("ar_Latn", false), ("de_DE", false), ("zh_Hans_CN", false), ("C", false),
  ])
  func someLanguagesAreReadFromRightToLeft(language: String, isMirrored: Bool) {
    #expect(Language(language).isRightToLeft == isMirrored)
  }

  // MARK: Uses

  /// Words that nothing says would still have to be translated.
  @Test func eachWordIsUsed() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: "Sources").path)
    var text = ""
    for file in files where file.hasSuffix(".swift") && !file.hasSuffix("Words/Word.swift") {
      text += try String(contentsOf: root.appending(path: "Sources/\(file)"), encoding: .utf8)
    }
    let used = Set(text.matches(of: /\.([a-z][A-Za-z]*)\b/).map { String($0.1) })
    #expect(Word.allCases.map { "\($0)" }.filter { !used.contains($0) } == [])
  }
}
