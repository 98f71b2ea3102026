import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Texts that a document names, in the language of the user.
@Suite struct StringReferenceTests {
  private static let texts = #"""
    "strings": {
      "en": {
        "title": "Library", "by": "{title} by {artist}", "brace": "a '{'b'}' c",
        "count": "{count, plural, one {# track} other {# tracks}}", "only": "English"
      },
      "de": {
        "title": "Bibliothek", "by": "{title} von {artist}", "brace": "d '{'e'}' f",
        "count": "{count, plural, one {# Titel} other {# Titel}}"
      },
      "ar": { "title": "مكتبة", "by": "{title} من {artist}" }
    }
    """#

  private func read(
    _ document: String, in language: String, _ strings: ScreenStrings = ScreenStrings()
  ) -> ParsedScreen {
    var reader = ScreenReader()
    (reader.language, reader.strings) = (Language(language, timeZone: "UTC"), strings)
    return reader.read(Array(document.utf8))
  }

  /// The screen as it is shown.
  private func shown(_ document: String, in language: String) throws -> Screen {
    var reader = ScreenReader()
    reader.language = Language(language, timeZone: "UTC")
    var screen = try #require(read(document, in: language).screen)
    screen = ScreenBinding(screen, reader: reader)?.screen ?? screen
    (screen.strings, screen.language) = ([:], nil)
    return screen
  }

  private func text(_ screen: Screen) -> String {
    String(decoding: ScreenWriter().write(screen), as: UTF8.self)
  }

  private static let title = #"{"string":"title"}"#
  private static let by = #"{"string":"by","title":"T","artist":"A"}"#

  /// A screen that names texts is that in which they are written out.
  @Test(arguments: [
    ("en_US", "Library", "T by A", "a {b} c", "English"),
    ("de_AT", "Bibliothek", "T von A", "d {e} f", "English"),
    ("sv_SE", "Library", "T by A", "a {b} c", "English"),
  ])
  func namedTextsAreTheTexts(
    language: String, title: String, by: String, brace: String, only: String
  ) throws {
    func screen(_ text: (String) -> String, _ around: String) -> String {
      #"""
      {\#(around) "title": \#(text("title")),
       "toolbar": {"title": \#(text("title")), "actions": [{"title": \#(text("only")), "action": "a:b"}]},
       "components": [{
         "header": {"title": \#(text("by")), "actions": [{"title": \#(text("title")), "action": "a:b", "confirm": \#(text("only"))}]},
         "items": [
           {"title": \#(text("brace")), "subtitle": \#(text("by")), "meta": {"string": "title"}},
           {"kind": "choice", "name": "n", "options": [{"title": \#(text("title")), "value": "v"}]},
           {"children": [{"items": [{"title": \#(text("by")), "badge": \#(text("title"))}]}]}
         ]
       }]}
      """#
    }
    let written = ["title": title, "by": by, "brace": brace, "only": only]
    for data in ["", #""data": {"x": 1},"#] {
      let named = try shown(
        screen({ $0 == "by" ? Self.by : #"{"string":"\#($0)"}"# }, data + Self.texts + ","),
        in: language)
      let plain = try shown(
        screen(
          { name in
            let text = written[name] ?? ""
            return "\"\(data.isEmpty ? text : ExpressionTemplate.escaped(text))\""
          }, data), in: language)
      #expect(text(named) == text(plain))
    }
  }

  @Test func valuesHaveHoles() throws {
    let document = #"""
      {"data": {"tracks": [{"t": "It's", "n": 1}, {"t": "{B}\\", "n": 1234}], "who": "Ann"},
       "components": [
         {"header": {"title": {"string": "count", "count": "{size(tracks)}"}},
          "items": [{"title": {"string": "by", "title": "{who} {{}} {who}", "artist": {"string": "title"}}}]},
         {"each": "/tracks", "item": {
            "title": {"string": "by", "title": "{t}", "artist": "{data.who}"},
            "subtitle": {"string": "count", "count": "{n}"}}}
       ], \#(Self.texts)}
      """#
    #expect(read(document, in: "de_DE").diagnostics == [])
    let screen = try shown(document, in: "de_DE")
    #expect(screen.components[0].header?.title == "2 Titel")
    #expect(screen.components[0].items[0].title == "Ann {} Ann von Bibliothek")
    #expect(screen.components[1].items.map(\.title) == ["It's von Ann", "{B}\\ von Ann"])
    #expect(screen.components[1].items.map(\.subtitle) == ["1 Titel", "1.234 Titel"])
  }

  /// Names in Latin letters keep their direction in a text from right to left, which decides about
  /// that of the screen.
  @Test func languageOfTheTextsIsThatOfTheScreen() throws {
    let document = #"{\#(Self.texts),"components":[{"items":[{"title":\#(Self.by)}]}]}"#
    let arabic = try #require(read(document, in: "ar_EG").screen)
    #expect(arabic.language == "ar")
    let isolated = { (name: String) in "\u{200F}\u{2068}\(name)\u{2069}" }
    #expect(arabic.components[0].items[0].title == "\(isolated("T")) من \(isolated("A"))")
    #expect(read(document, in: "fr_FR").screen?.language == "en")
    #expect(read(#"{\#(Self.texts),"components":[]}"#, in: "ar_EG").screen?.language == nil)
  }

  /// The user's language, one of its variants, that of the document, English, and then any.
  @Test(
    arguments: [
      ("pt_BR", ["en", "pt_BR", "pt_PT"], nil, "pt_BR"), ("pt_BR", ["en", "pt", "fr"], nil, "pt"),
      ("pt_BR", ["en", "pt_PT"], nil, "pt_PT"), ("pt_BR", ["en", "de", "fr"], "fr", "fr"),
      ("pt_BR", ["en", "de"], "fr", "en"), ("pt_BR", ["it", "de"], nil, "de"),
      ("en_US", ["de", "en_GB"], "de", "en_GB"),
    ] as [(String, [String], String?, String)])
  func languagesAreAskedInOrder(user: String, tables: [String], own: String?, found: String) {
    let strings = ScreenStrings(
      tables.map { language in StringTable(language, Array("{\"x\":\"\(language)\"}".utf8)) })
    for order in [0, 1] {
      let lang = own.map { "\"lang\":\"\($0)\"" } ?? #""meta":{}"#
      let members = [lang, #""components":[{"items":[{"title":{"string":"x"}}]}]"#]
      let text = "{\(members[order]),\(members[1 - order])}"
      let screen = read(text, in: user, strings).screen
      #expect(screen?.components[0].items[0].title == found)
      #expect(screen?.language == found)
    }
  }

  @Test func whatIsWrongIsSaidWithItsPlace() throws {
    let document = #"""
      {"components": [{"items": [
        {"title": {"string": "titel"}, "text": {"sting": "title"}},
        {"title": {"string": "by", "title": "T"}},
        {"title": {"string": "by", "title": "T", "artist": "A", "artst": 1}}
      ]}],
      \#(Self.texts)}
      """#
    let reading = read(document, in: "en_US")
    #expect(
      reading.diagnostics.map { "\($0.line):\($0.column) \($0.severity) \($0.message)" } == [
        "2:13 warning no text is named 'titel'; did you mean 'title'?",
        "2:42 error 'text' expects a string, not an object",
        "3:13 warning the text 'by' has a value 'artist' in en, which is not given",
        "4:13 warning the text 'by' has no value 'artst' in en; did you mean 'artist'?",
      ])
    let items = try #require(reading.screen).components[0].items
    #expect(items.map(\.title) == ["titel", "T by ", "T by A"])
    let none = read(#"{"components":[{"title":{"string":"x"}}]}"#, in: "en_US")
    #expect(none.diagnostics.map(\.message) == ["there are no 'strings' with a text 'x'"])
  }

  /// Reading a large document when it is shown makes no difference.
  @Test func largeDocumentsNameTexts() throws {
    let items = (0..<40).map { #"{"identifier":\#($0),"title":\#(Self.by)}"# }
    let document = #"{\#(Self.texts),"components":[{"items":[\#(items.joined(separator: ","))]}]}"#
    var reader = ScreenReader()
    reader.onDemandBytes = 1
    reader.language = Language("de")
    let reading = reader.readOnDemand(Array(document.utf8))
    #expect(reading.screen == reader.read(Array(document.utf8)).screen)
    #expect(reading.screen?.components[0].items[39].title == "T von A")
  }

  /// A long text that every item names is not read without end.
  @Test func longTextsOfManyItemsAreLimited() {
    let cases = (0..<20_000).map { "c\($0) {x}" }.joined(separator: " ")
    let item = #"{"title":{"string":"k","a":"c7"}}"#
    let reading = read(
      #"{"strings":{"en":{"k":"{a, select, \#(cases) other {y}}"}},"components":[{"items":["#
        + (0..<1000).map { _ in item }.joined(separator: ",") + "]}]}", in: "en")
    let items = reading.screen?.components[0].items
    #expect(items?[0].title == "x" && items?[999].title == "k")
    #expect(
      reading.diagnostics.last?.message == "the long texts of the screen are more than 16 MiB")
  }

  @Test func textsSurviveWriting() throws {
    let screen = try #require(
      read(#"{\#(Self.texts),"components":[{"title":\#(Self.title)}]}"#, in: "de").screen)
    let again = read(text(screen), in: "de")
    #expect(again.screen == screen && again.diagnostics == [])
  }

  // MARK: Tables

  @Test func tablesAreChecked() {
    let base = StringTable(
      "en",
      Array(
        #"{"a":"{n} of {m}","b":"{n, plural, one {#} other {#}}","c":"{g, select, f {x} other {y}}"}"#
          .utf8))
    let table = StringTable(
      "pl",
      Array(
        #"""
        {"a": "{n} z {k}",
         "b": "{n, plural, one {#} two {#} =0 {-} other {#}}",
         "c": "{g, select, f {x} other {y}",
         "d": "", "a": 1}
        """#.utf8))
    let faults = table.diagnostics(base: base, named: ["a", "b", "c", "e"])
    let plurals =
      ICU.shared == nil
      ? []
      : [
        "2:7 in 'b': a plural in pl also has the case 'few'",
        "2:7 in 'b': a plural in pl also has the case 'many'",
        "2:7 in 'b': a plural in pl has no case 'two'",
      ]
    #expect(
      faults.map { "\($0.line):\($0.column) \($0.message)" } == [
        "1:7 in 'a': it lacks the value 'm' of en",
        "1:7 in 'a': en has no value 'k'; did you mean 'm'?",
      ] + plurals + [
        "3:8 in 'c': a '{' has no '}'", "4:7 no screen beside it names 'd'; did you mean 'a'?",
        "4:16 'a' expects a message, not the number 1", "1:1 the text 'e' is missing",
      ])
  }

  @Test(arguments: ["", "a", "'", "{", "}'", "'{", "{}", "a'{b}'c''{{''}}'", "#"])
  func escapedTextsAreThemselves(text: String) throws {
    let message = try Message(Message.escaped(text))
    var work = ExpressionWork()
    #expect(try message.text(with: [:], words: "en", numbers: "en", &work) == text)
  }

  /// Whatever is cut off of a table, or wrong in it, costs texts and never more.
  @Test func brokenTablesEnd() {
    let text =
      #"{"a":"{n, plural, one {# '{'x'}'} other {{m, select, a {{n}} other {''}}}}","b":"é"}"#
    let bytes = Array(text.utf8)
    #expect(StringTable("en", bytes).diagnostics(base: nil, named: ["a", "b"]) == [])
    for count in bytes.indices {
      let table = StringTable("en", Array(bytes[..<count]))
      #expect(!table.diagnostics(base: nil, named: []).isEmpty)
    }
    for seed in 0..<2000 as Range<UInt64> {
      var (random, changed) = (SplitMix64(seed: seed), bytes)
      for _ in 0..<3 {
        let place = Int.random(in: changed.indices, using: &random)
        changed[place] = #"{}#',nx" "#.utf8.randomElement(using: &random) ?? 0
      }
      let table = StringTable("en", changed)
      let named = #"{"components":[{"title":{"string":"a","n":3,"m":"a"}}]}"#
      let reading = read(named, in: "en_US", ScreenStrings([table]))
      #expect(reading.screen?.components.count == 1, "seed \(seed)")
    }
    let deep = String(repeating: "{a, select, other {", count: 100_000)
    let table = StringTable("en", Array(#"{"a":"\#(deep)"}"#.utf8))
    #expect(
      table.diagnostics(base: nil, named: ["a"]).first?.message
        == "in 'a': choices are nested too deeply")
  }
}
