import SpotsModel
import SpotsModelTestSupport
import Testing

/// One character that cannot be read costs the text it stands in, and nothing else.
@Suite struct BrokenTextTests {
  /// Texts in a document, and what is read of them.
  private static let texts: [(bytes: [UInt8], text: String)] = [
    (Array(#"cut \ud83d"#.utf8), "cut \u{FFFD}"), (Array(#"\uDE00"#.utf8), "\u{FFFD}"),
    (Array(#"\ud83d\ud83d"#.utf8), "\u{FFFD}\u{FFFD}"),
    (Array(#"\ud83d\u0041"#.utf8), "\u{FFFD}A"), (Array(#"\ud83d\n"#.utf8), "\u{FFFD}\n"),
    (Array(#"\ude00\ud83d\ude00"#.utf8), "\u{FFFD}😀"), ([0x63, 0x61, 0x66, 0xE9], "caf\u{FFFD}"),
    (Array("é".utf8) + [0xFF] + Array(#"\"x"#.utf8), "é\u{FFFD}\"x"),
    ([0xE6, 0xBC], "\u{FFFD}"),
  ]

  /// Places of a text: `@` in a document of lines, and the JSON pointer of the text.
  private static let places: [(document: String, pointer: String)] = [
    (#"{"title":"@","components":[]}"#, "/title"),
    (
      #"{"components":[{"items":[{"title":"@"},{"title":"fine"}]}]}"#, "/components/0/items/0/title"
    ),
    (#"{"components":[],"meta":{"a":[1,"@"]}}"#, "/meta/a/1"),
    (#"{"components":[],"unknown":{"b":"@"}}"#, "/unknown/b"),
    (#"{"components":[{"header":{"subtitle":"@"}}]}"#, "/components/0/header/subtitle"),
  ]

  private static func bytes(_ document: String, _ text: [UInt8]) -> [UInt8] {
    Array(document.utf8.split(separator: UInt8(ascii: "@")).joined(separator: text))
  }

  @Test func everyTextIsReadWithAReplacementAndAWarningAtItsPlace() {
    for (text, expected) in Self.texts {
      for (document, pointer) in Self.places {
        let bytes = Self.bytes(document, text)
        let reading = ScreenReader().read(bytes)
        let found = reading.diagnostics.filter { $0.code == .brokenText }
        #expect(reading.screen != nil, "\(document)")
        #expect(found.map(\.path) == [pointer] && found.map(\.severity) == [.warning])
        #expect(!reading.hasErrors)
        let again = ScreenReader().diagnostics(of: bytes).diagnostics
        #expect(again == reading.diagnostics)
      }
      let item = ScreenReader().read(Self.bytes(Self.places[1].document, text)).screen?
        .components.first?.items
      #expect(item?[0].title == expected && item?[1].title == "fine")
    }
  }

  @Test func aKeyCostsOnlyItself() {
    for (text, _) in Self.texts {
      let bytes = Self.bytes(#"{"@":1,"components":[{"items":[{"title":"fine"}]}]}"#, text)
      let reading = ScreenReader().read(bytes)
      #expect(reading.screen?.components[0].items[0].title == "fine")
      #expect(Set(reading.diagnostics.map(\.code)) == [.brokenText, .unknownKey])
    }
  }

  @Test func theColumnIsThatOfTheCharacter() {
    let reading = ScreenReader().read(Array(#"[{"items":[{"title":"ab\ud83d"}]}]"#.utf8))
    #expect(reading.diagnostics.map(\.column) == [24])
    #expect(
      reading.diagnostics.map(\.message) == [
        #"'\ud83d' is half of a surrogate pair; U+FFFD replaces it"#
      ])
  }

  @Test func itemsReadOnDemandAreTheSame() {
    let items = (0..<9000).map { #"{"title":"a \#($0) \ud83d","subtitle":"b"}"# }
    let bytes = Array(#"[{"items":[\#(items.joined(separator: ","))]}]"#.utf8)
    let (whole, demand) = (ScreenReader().read(bytes), ScreenReader().readOnDemand(bytes))
    #expect(!demand.areItemsChecked && demand.screen == whole.screen)
    #expect(ScreenReader().diagnostics(of: bytes).diagnostics.count == 1000)
  }

  @Test func linesAreAppliedWithAWarning() throws {
    for line in [
      #"{"append":[{"title":"x\ud83d"}],"to":"l"}"#, #"{"set":"/title","value":"\ud83d"}"#,
      #"{"insert":[{"title":"x\ud83d"}],"before":"l"}"#,
      #"{"update":"l","with":{"title":"\ud83d"}}"#,
    ] {
      let patch = try #require(ScreenReader().readPatch(Array(line.utf8)))
      #expect(patch.warnings.map(\.code) == [.brokenText], "\(line)")
      #expect(throws: Never.self) { try patch.result.get() }
    }
  }

  @Test func otherDocumentsAreReadAsWell() {
    let theme = ParsedTheme(Array(##"{"accent":"#123456","x\ud83d":"a"}"##.utf8))
    #expect(theme.colors?.count == 1)
    #expect(JSONValue.read([0x5B, 0x22, 0xE9, 0x22, 0x5D]).value == ["\u{FFFD}"])
  }

  @Test func bytesOutsideOfTextsAreStillRefused() {
    for bytes in [[0x7B, 0xFF, 0x7D], [0x5B, 0xE9, 0x5D], [0x5B, 0x5D, 0xC3, 0xA9]] as [[UInt8]] {
      #expect(ScreenReader().read(bytes).screen == nil)
    }
  }
}
