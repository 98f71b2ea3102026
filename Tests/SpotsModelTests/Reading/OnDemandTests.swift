import Foundation
import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Reading items on demand gives what reading them at once gives: the same screen, the same words
/// for the same faults, the same places.
@Suite struct OnDemandTests {
  private static let screens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Screens")

  private func expectSame(
    _ bytes: [UInt8], _ dialect: ScreenReader.Dialect = .json,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let difference = differenceOnDemand(bytes, dialect) else { return }
    Issue.record(
      "\(difference) in \(String(decoding: bytes.prefix(2000), as: UTF8.self))",
      sourceLocation: sourceLocation)
  }

  private static func expectedFiles() -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: screens.path)
        .filter { $0.hasSuffix(".json") }.sorted()
    } catch {
      return []
    }
  }

  @Test func allScreens() throws {
    let names = Self.expectedFiles()
    #expect(names.count > 5)
    for name in names {
      expectSame(Array(try Data(contentsOf: Self.screens.appendingPathComponent(name))))
    }
  }

  /// However the keys are written.
  @Test(arguments: [true, false]) func levelsAreThoseOfTheItems(hasLevels: Bool) throws {
    let items = #"""
      {"level":1},{ "title":"x", "le\u0076el" : 2 , "expanded":true},{"level":0},{"expanded":true},
      {"level":255},{"level":null,"expanded":null},{},{"identifier":"level","level":3},
      {"meta":{"level":4}},{"level":2,"level":5},{"title":"\"level\":6"},{"level":7,"expanded":false}
      """#
    let plain = #"{"title":"level"},{"meta":{"expanded":true}},{"expanded":true}"#
    var reader = ScreenReader()
    reader.onDemandBytes = 0
    let text = hasLevels ? items : plain
    let reading = reader.readOnDemand(Array(#"[{"items":[\#(text)]}]"#.utf8))
    let list = try #require(reading.screen?.components.first?.items)
    var found: [Int: RowNesting] = [:]
    list.visitNested(in: 0..<list.count) { found[$0] = $1 }
    #expect(list.isOnDemand && list.readItems == 0)
    let levels = list.indices.filter { list[$0].nesting != RowNesting() }
    #expect(found.keys.sorted() == (hasLevels ? Array(levels) : []))
    #expect(found.allSatisfy { list[$0].nesting == $1 })
  }

  @Test func documentsAtOtherPlacesNameOtherPictures() throws {
    func screen(_ place: String) throws -> Screen {
      var reader = ScreenReader(imageNames: ImageNames(seenFrom: place) { "\(place)/\($0)" })
      reader.onDemandBytes = 0
      let bytes = Array(#"[{"items":[{"image":"p.png"},{"title":"no picture","image":""}]}]"#.utf8)
      let lazy = try #require(reader.readOnDemand(bytes).screen)
      #expect(lazy == reader.read(bytes).screen)
      return lazy
    }
    let (a, b) = (try screen("a"), try screen("b"))
    #expect(a.components[0].items.map(\.image) == ["a/p.png", ""])
    #expect(a != b)
    #expect(try a == screen("a"))
    let diff = ItemDiff(from: a.components[0].items, to: b.components[0].items)
    #expect(diff.newIndex(of: 0) == nil || !diff.changes.isEmpty)
  }

  @Test func allBrokenScreens() {
    for broken in BrokenScreen.all { expectSame(broken.bytes, broken.dialect) }
  }

  @Test func randomScreens() {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomScreen(seed: seed)
      let screen = random.screen()
      expectSame(ScreenWriter().write(screen))
      expectSame(ScreenWriter(pretty: true).write(screen))
    }
  }

  @Test(arguments: [
    #"[{"items":[{},{"title":"a"}],"items":[{"title":"b"}]}]"#,
    #"[{"items":[{"title":"a"}],"items":null}]"#,
    #"[{"items":[{"title":"a"}],"items":7}]"#,
    #"{"components":[{"items":[{}]}],"components":[{"items":[{"title":"x"}]},{}]}"#,
    #"[{"items":[1,"a",{"title":"x"},null,[{}],true,{"title":"y"},-2.5e3]}]"#,
    #"[{"items":[{"ti\u0074le":"a\"}{\\","\u006bind":"c\/d"}]}]"#,
    #"[{"it\u0065ms":[{"title":"a"}],"header":{"title":"H"},"footer":"f","kind":"grid"}]"#,
    #"[{"items":[{"title":"a","title":"b","size":{"width":-1,"height":"12"}}]}]"#,
    #"[{"items":[{"children":[{"kind":"ring","items":[{"relations":{"a":[{}]}}]}]}]}]"#,
    #"[{"items":[{"image":"no.png"},{"image":"yes.png"},{"kind":"pearl"},{"unknown":{}}]}]"#,
    #"[{"items":{"title":"x"}},{"items":[]},{"items":[ ]},{"items" : [{ } , { }] } ] "#,
    #"[{"items":[{"title":"a é漢🙂","meta":{"é":"\ud83d\ude42"}}]}]"#, "[]", "{}", "7", "", " ",
    #"[{"header":{"children":[{"items":[{}]}]},"items":[{"identifier":1},{"identifier":1.5}]}]"#,
  ])
  func examples(text: String) {
    expectSame(Array(text.utf8))
    expectSame([0xEF, 0xBB, 0xBF] + Array(text.utf8), .jsonc)
  }

  @Test(arguments: [
    "[{\"items\":[{},]},]", "[{\"items\":[/* a */{/**/},// b\n{\"title\":/**/\"x\",},],},]",
    "[{\"items\":[,]}]", "[{\"items\":[{,}]}]", "[{\"items\":[{}/]}]", "[{\"items\":[{} /* ]}]",
    "[{\"items\":[{}//", "[{\"items\":[{\"a\":[1,],},{\"b\":[,]}]}]",
    "[{\"items\":[{}//\u{80}é\n]}]",
  ])
  func comments(text: String) {
    expectSame(Array(text.utf8), .jsonc)
    expectSame(Array(text.utf8), .json)
  }

  @Test func theDepthIsLimitedAlike() {
    for depth in 118...130 {
      for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
        let value =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        expectSame(Array(#"[{"items":[{"meta":{"v":\#(value)}}]}]"#.utf8))
        expectSame(Array(#"{"components":[{"items":[\#(value)]}]}"#.utf8))
      }
    }
  }

  @Test func everyTruncationAndEveryChangeOfAByte() {
    let replacements: [UInt8] =
      Array("\"\\/{}[],:0-+.eEtfnu'#*a ".utf8) + [
        0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x7F, 0x80, 0xBF, 0xC2, 0xE2, 0xED, 0xF0, 0xFF,
      ]
    for document in RobustnessTests.documents {
      let dialect = document.hasPrefix("/") ? ScreenReader.Dialect.jsonc : .json
      let bytes = Array(document.utf8)
      for length in 0...bytes.count { expectSame(Array(bytes[..<length]), dialect) }
      for index in bytes.indices {
        var changed = bytes
        // Neighbors share the work: every byte comes to every kind of place.
        for replacement in replacements.indices.filter({ $0 % 4 == index % 4 }).map({
          replacements[$0]
        }) {
          changed[index] = replacement
          expectSame(changed, dialect)
        }
        changed[index] = bytes[index]
        changed.remove(at: index)
        expectSame(changed, dialect)
      }
    }
  }

  @Test func positionsOfALongDocument() {
    // Longer than what lies between two remembered places, with few items to look up.
    let item = #"{"title":"é漢🙂 \#(String(repeating: "x", count: 60_000))"}"# + ",\r\n \t"
    let text = "[{\"items\":[\n" + String(repeating: item, count: 45) + "{}]}]"
    expectSame(Array(text.utf8))
  }

  // MARK: - On demand

  /// Items that have a value are found among many others without reading any.
  @Test func itemsThatHaveAValueAreFoundByTheirBytes() throws {
    var reader = ScreenReader()
    reader.onDemandBytes = 0
    let plain = #"{"title":"caf\u00e9 \"x\" \u003c-visible-when","kind":"card","action":"a"},"#
    let inputs = [
      #"{"title":"A","kind":"toggle"}"#, #"{"title":"B","na\u006de":"b"}"#,
      #"{"title":"C","type":"\u0063hoice"}"#, #"{"children":[{"items":[{"kind":"slider"}]}]}"#,
    ]
    let many = String(repeating: plain, count: 50)
    let text = inputs.map { many + $0 }.joined(separator: ",")
    let reading = reader.readOnDemand(Array(#"[{"items":[\#(text)]}]"#.utf8))
    let items = try #require(reading.screen).components[0].items
    func all(_ trait: ItemTrait, of items: ItemList) -> [Int] {
      var (found, rest) = ([Int](), 0..<items.count)
      while let index = items.first(trait, in: rest) {
        found.append(index)
        rest = index + 1..<items.count
      }
      return found
    }
    #expect(all(.value, of: items) == [50, 101, 152, 203])
    #expect(items.first(.value, in: 51..<101) == nil)
    // An escape may be part of any word.
    #expect(all(.condition, of: items) == [101, 152])
    #expect(items.readItems == 0)
    #expect(
      Array(items).indices.filter { ItemTrait.value.mayBe(of: items[$0]) } == [50, 101, 152, 203])
    var changed = items
    changed.removeSubrange(0..<51)
    let condition = ItemInput(visibleWhen: InputCondition(name: "b"))
    changed.insert(Item(title: "D", kind: "stepper", input: condition), at: 10)
    #expect(all(.value, of: changed) == [10, 51, 102, 153])
    #expect(all(.condition, of: changed) == [10, 51, 102])
  }

  @Test func smallDocumentsAreReadAtOnce() {
    let reading = ScreenReader().readOnDemand(Array(#"[{"items":[{"title":1}]}]"#.utf8))
    #expect(reading.areItemsChecked)
    #expect(reading.diagnostics.count == 1)
    #expect(reading.screen?.components[0].items.isOnDemand == false)
  }

  @Test func largeDocumentsAreReadOnDemand() throws {
    let item = #"{"title":"a title","unknown":1},"#
    let text = "[{\"kind\":7,\"items\":[" + String(repeating: item, count: 20_000) + "{}]}]"
    let reading = ScreenReader().readOnDemand(Array(text.utf8))
    #expect(!reading.areItemsChecked)
    // Faults outside of items are known.
    #expect(reading.diagnostics.map(\.code) == [.typeMismatch])
    let items = try #require(reading.screen?.components[0].items)
    #expect(items.count == 20_001)
    #expect(items.readItems == 0)
    #expect(items[12_345] == Item(title: "a title"))
    #expect(items.readItems == 1)
    let found = ScreenReader().diagnostics(of: Array(text.utf8))
    #expect(found.diagnostics.count == 1000)
    #expect(found.omitted == 19_001)
  }

  /// Which of many conditional items are shown is found out at once, where a window waits: they are
  /// decoded before.
  @Test(arguments: [499, 500]) func manyConditionsAreReadAtOnce(count: Int) throws {
    var reader = ScreenReader()
    reader.onDemandBytes = 0
    let items = (0..<1000).map { number in
      let condition = number < count ? #","visible-when":"values.a > \#(number)""# : ""
      return #"{"kind":"text-field","title":"\#(number)"\#(condition)}"#
    }
    let document = #"{"components":[{"items":[\#(items.joined(separator: ","))]}]}"#
    let screen = try #require(reader.readOnDemand(Array(document.utf8)).screen)
    #expect(screen.components[0].items.isOnDemand == (count < 500))
  }
}
