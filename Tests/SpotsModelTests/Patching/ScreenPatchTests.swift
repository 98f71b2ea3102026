import Testing

@testable import SpotsModel

/// What a line says when it cannot be applied, and what it costs when it can.
@Suite struct ScreenPatchTests {
  private static let document = #"""
    {"components":[
      {"identifier":"log","header":{"identifier":"top","title":"Log"},
       "items":[{"identifier":1,"title":"one"},{"identifier":"x","title":"X"}]},
      {"identifier":"other","items":[
        {"identifier":"x"},{"identifier":1},{"identifier":"a/b"},
        {"kind":"composite","identifier":"box","children":[
          {"identifier":"inner","items":[{"identifier":"deep"}]}]}]}]}
    """#

  /// The line, the path in it, and the beginning of the reason.
  private static let refused = [
    (#"{"append":[{}]"#, "/append", "the document ends inside the object"),
    (#"{"append":{},"to":"log"}"#, "/append", "expected an array of items, not an object"),
    (#"{"append":null,"to":"log"}"#, "/append", "'append' expects an array of items, not null"),
    (#"{"append":[7],"to":"log"}"#, "/append/0", "expected an item, not the number 7"),
    (#"{"append":[{"title":[]}],"to":"log"}"#, "/append/0/title", "'title' expects a string"),
    (#"{"append":[],"to":"lag"}"#, "/to", "there is no component 'lag'"),
    (#"{"append":[],"to":"x"}"#, "/to", "there is no component 'x'"),
    (#"{"append":[],"to":"log","at":3}"#, "/at", "unknown key 'at'"),
    (#"{"apend":[],"to":"log"}"#, "/apend", "unknown key 'apend'; did you mean 'append'?"),
    (#"{"append":[],"append":[],"to":"log"}"#, "/append", "duplicate key 'append'"),
    (#"{"to":"log"}"#, "", "a change needs one of 'append'"),
    (#"{"remove":"x","update":"x"}"#, "/remove", "a line is either 'update' or 'remove'"),
    (#"{"insert":[{}]}"#, "", "'insert' needs 'before' or 'after'"),
    (#"{"insert":[{}],"before":"log","after":"log"}"#, "", "'insert' needs"),
    (#"{"insert":[{}],"before":"top"}"#, "/before", "'top' is a header, which has no neighbors"),
    (#"{"insert":[{},2],"before":"a/b"}"#, "/insert/1", "expected an item"),
    (#"{"update":"x","with":{"title":"y"}}"#, "/update", "'x' is ambiguous: /components/0/items/1"),
    (#"{"update":"log/x","with":{"title":{}}}"#, "/with/title", "'title' expects a string"),
    (#"{"update":"log/x","with":3}"#, "/with", "'with' expects an object, not the number 3"),
    (#"{"update":"log/x"}"#, "", "'with' is missing"),
    (#"{"remove":1.5}"#, "/remove", "'remove' expects an identifier"),
    (#"{"remove":["log/x",[]]}"#, "/remove/1", "expected an identifier"),
    (#"{"remove":["log/x","no"]}"#, "/remove", "there is no part 'no'"),
    (#"{"move":"box","to":"inner"}"#, "/to", "it cannot be moved into itself"),
    (#"{"move":"log","before":"log/x"}"#, "/before", "an item goes beside an item"),
    (#"{"move":"log","to":"other"}"#, "/to", "a component goes before or after another"),
    (#"{"set":"components","value":1}"#, "/set", "a pointer begins with '/'"),
    (#"{"set":"/components/0/items/~2","value":1}"#, "/set", "'~' in a pointer"),
    (
      #"{"set":"/components/0/items/7","value":{}}"#, "/set",
      "/components/0/items/7: there is no 7"
    ),
    (#"{"set":"/components/0/items/01","value":{}}"#, "/set", "/components/0/items/01: '01' is no"),
    (#"{"set":"/components/0/items/0","value":5}"#, "/value", "expected an object, not the number"),
    (#"{"set":"/title"}"#, "", "'value' is missing"),
    (#"{"patch":[{"op":"add","path":"/title"}]}"#, "/patch/0", "'value' is missing"),
    (#"{"patch":[{"op":"grow","path":""}]}"#, "/patch/0/op", "expected 'add'"),
    (
      #"{"patch":[{"op":"remove","path":"/components/0"},{"op":"remove","path":"/next"}]}"#,
      "/patch/1/path", "there is no 'next'"
    ),
    (
      #"{"patch":[{"op":"test","path":"/components/0/items/0/title","value":"two"}]}"#,
      "/patch/0/value", "there is another value: the string 'one'"
    ),
    (#"{"patch":[{"op":"move","from":"/a","path":"/a/b"}]}"#, "/patch/0/path", "it cannot be"),
    (#"{"snapshot":1}"#, "/snapshot", "'snapshot' expects true"),
  ]

  private func screen() throws -> Screen {
    try #require(ScreenReader().read(Array(Self.document.utf8)).screen)
  }

  private func error(_ line: String, _ edited: inout EditedScreen) -> PatchError? {
    guard let parsed = ScreenReader().readPatch(Array(line.utf8)) else { return .noChange }
    do throws(PatchError) {
      try parsed.result.get().apply(
        to: &edited, index: IdentifierIndex(), reader: ScreenReader())
      return nil
    } catch {
      return error
    }
  }

  @Test func linesThatCannotBeAppliedSayWhy() throws {
    let screen = try screen()
    for (line, path, reason) in Self.refused {
      var edited = EditedScreen(screen)
      let error = error(line, &edited)
      guard let error, error.path == path, error.reason.hasPrefix(reason),
        edited.screen == screen
      else {
        Issue.record("\(line): \(error.map(\.description) ?? "applied")")
        continue
      }
    }
  }

  @Test func partsAreFoundByTheirNames() throws {
    let screen = try screen()
    let pointers = [
      (#""log""#, "/components/0"), (#""top""#, "/components/0/header"),
      (#""log/1""#, "/components/0/items/0"), (#""other/1""#, "/components/1/items/1"),
      (#""a/b""#, "/components/1/items/2"),
      (#""deep""#, "/components/1/items/3/children/0/items/0"),
      (#""other/deep""#, "/components/1/items/3/children/0/items/0"),
    ]
    for (name, pointer) in pointers {
      var edited = EditedScreen(screen)
      let fault = error(#"{"update":\#(name),"with":{"meta":{"found":true}}}"#, &edited)
      #expect(fault == nil)
      let editor = ScreenPointerEditor(
        reader: ScreenReader(), work: PatchWork(limit: PatchError.mostWork))
      let found = try JSONPointer(pointer + "/meta/found")
      let place = try ScreenPlace(found, in: edited.screen)
      #expect(try editor.value(at: place, in: edited.screen) == true, "\(name)")
    }
  }

  /// Names come and go, and are found where they are.
  @Test func namesThatWanderAreFound() {
    let items = ItemList((0..<100).map { Item(identifier: .string("a\($0)"), title: "t") })
    var stream = PatchedStream(
      Screen(components: [ComponentModel(identifier: "log", kind: .list, items: items)]))
    func apply(_ line: JSONValue) {
      if !stream.apply(line) { Issue.record("\(line): \(stream.refusal?.reason ?? "")") }
    }
    func rename(_ name: String, to new: String) {
      apply(["update": .string(name), "with": ["identifier": .string(new)]])
    }
    for number in 0..<100 {
      rename("a\(number)", to: "now")
      rename("now", to: "a\(number)")
    }
    apply(["append": .array((0..<90).map { _ in ["identifier": "same"] }), "to": "log"])
    let isAmbiguous = !stream.apply(["remove": "same"])
    #expect(isAmbiguous)
    for _ in 0..<89 { apply(["patch": [["op": "remove", "path": "/components/0/items/100"]]]) }
    // Only the last of them is left.
    apply(["remove": "same"])
  }

  /// A log that drops old lines as new ones come needs no more memory in the end.
  @Test func theIndexForgetsWhatIsGone() throws {
    var stream = PatchedStream(Screen(components: [ComponentModel(identifier: "log", kind: .list)]))
    for number in 0..<20_000 {
      _ = stream.apply(["append": [["identifier": .integer(number)]], "to": "log"])
      if number >= 50 { _ = stream.apply(["remove": .integer(number - 50)]) }
    }
    let places = Mirror(reflecting: stream.index).children.first { $0.label == "places" }
    let count = places.map { Mirror(reflecting: $0.value).children.count }
    #expect(count.map { (50..<10_000).contains($0) } == true)
    #expect(stream.edited.screen.components[0].items.count == 50)
  }

  @Test func whatIsUnknownInAnyLineIsAWarning() throws {
    let screen = try screen()
    for (line, path) in [
      (#"{"append":[{"titel":"x"}],"to":"log"}"#, "/append/0/titel"),
      (#"{"insert":[{},{"titel":"x"}],"before":"log/x"}"#, "/insert/1/titel"),
      (#"{"update":"log/x","with":{"titel":"x"}}"#, "/with/titel"),
      (#"{"set":"/components/0/items/0/titel","value":"x"}"#, "/value"),
      (#"{"set":"","value":{"components":[],"titel":"x"}}"#, "/value/titel"),
      (#"{"patch":[{"op":"add","path":"/titel","value":1}]}"#, "/patch/0/value"),
    ] {
      var edited = EditedScreen(screen)
      let parsed = try #require(ScreenReader().readPatch(Array(line.utf8)))
      let later = try parsed.result.get().apply(
        to: &edited, index: IdentifierIndex(), reader: ScreenReader())
      let warnings = parsed.warnings + later
      let isRight =
        warnings.map(\.path) == [path]
        && warnings.allSatisfy { $0.message.hasPrefix("unknown key") }
      if !isRight { Issue.record("\(line): \(warnings)") }
    }
  }

  /// Combining marks may follow slashes, which still separate tokens.
  @Test func pointersAreTakenApartByScalars() throws {
    let pointer = try JSONPointer("/a/\u{301}b")
    #expect(pointer.tokens == ["a", "\u{301}b"])
    #expect(try JSONPointer("/\u{301}").tokens == ["\u{301}"])
  }

  @Test func aNewRootReadsNothingOfTheOldOne() throws {
    let items = ItemList((0..<20_000).map { Item(identifier: .integer($0), title: "t") }).onDemand()
    var edited = EditedScreen(Screen(components: [ComponentModel(kind: .grid, items: items)]))
    #expect(error(#"{"set":"","value":{"components":[]}}"#, &edited) == nil)
    #expect(items.readItems == 0 && edited.screen.components.isEmpty)
  }

  /// Whatever follows a new document in the same burst.
  @Test func documentsAreReplacedAndChanged() throws {
    var edited = EditedScreen(try screen())
    let fault = error(
      #"""
      {"patch":[
        {"op":"replace","path":"","value":{"components":[{},{},{"identifier":"c"},{},{}]}},
        {"op":"move","from":"/components/2","path":"/components/4"},
        {"op":"add","path":"/components/4/items/-","value":{"identifier":"i"}},
        {"op":"remove","path":"/components/0"},{"op":"add","path":"/components/-","value":{}}]}
      """#, &edited)
    #expect(fault == nil)
    let update = error(#"{"update":["c","i"],"with":{"identifier":"d"}}"#, &edited)
    #expect(update == nil)
    #expect(edited.screen.components.map(\.identifier) == [nil, nil, nil, "d", nil])
    #expect(edited.screen.components[3].items.map(\.identifier) == [.string("d")])
  }

  @Test func documentsAreNotTakenForChanges() {
    for line in [
      #"{"components":[]}"#, #"{"title":"append","append":[]}"#, "[]", "7", "", "{",
      #"{"append":[],"components":[]}"#, #"{"error":"no such screen"}"#,
    ] {
      #expect(ScreenReader().readPatch(Array(line.utf8)) == nil, "\(line)")
    }
  }

  @Test func deepValuesAreRefusedAsInDocuments() throws {
    var edited = EditedScreen(try screen())
    let deep = String(repeating: "[", count: 124) + String(repeating: "]", count: 124)
    let line = #"{"append":[{"meta":{"a":\#(deep)}}],"to":"log"}"#
    let append = error(line, &edited)
    #expect(append?.reason.hasPrefix("nested too deeply") == true)
    let set = error(#"{"set":"/components/0/items/0/meta/a","value":\#(deep)}"#, &edited)
    #expect(set != nil)
    let written = ScreenWriter().write(edited.screen)
    #expect(ScreenReader().read(written).screen == edited.screen)
  }

  @Test func identifiersOfADocumentAreFoundWithoutReadingItsItems() throws {
    let items = #"""
      {"identifier":1},{ "identifier" : "a","title":"x"},{"title":"t","identifier":"b"},
      {"identifier":"c","identifier":"d"},{"identifier":"e","children":[{"items":[]}]},
      {"identifier":"f","meta":{"identifier":3}},{"\u0069dentifier":"g"},{},{"identifier":null},
      {"identifier":"h","title":"\\"},{"identifier":true,"title":"i"},{"identifier":"\"j"}
      """#
    var reader = ScreenReader()
    reader.onDemandBytes = 0
    let reading = reader.readOnDemand(Array(#"[{"items":[\#(items)]}]"#.utf8))
    let list = try #require(reading.screen?.components.first?.items)
    var found: [Item.Identifier?] = []
    var parents: Set<Int> = []
    list.visitIdentifiers(in: 0..<list.count) { index, identifier, mayHaveChildren in
      found.append(identifier)
      if mayHaveChildren { parents.insert(index) }
    }
    #expect(list.isOnDemand && list.readItems == 0)
    #expect(found == list.map(\.identifier))
    #expect(parents.isSuperset(of: list.indices.filter { !list[$0].children.isEmpty }))
  }

  /// An append reads nothing of a long list, and other changes read what they change.
  @Test func changesReadWhatTheyChange() throws {
    let items = ItemList((0..<20_000).map { Item(identifier: .integer($0), title: "t") })
    let onDemand = items.onDemand()
    var stream = PatchedStream(
      Screen(components: [ComponentModel(identifier: "log", kind: .list, items: onDemand)]))
    var areApplied = true
    for number in 20_000..<20_500 {
      let line: JSONValue = ["append": [["identifier": .integer(number)]], "to": "log"]
      areApplied = stream.apply(line) && areApplied
    }
    #expect(onDemand.readItems == 0)
    for number in 0..<500 {
      let (update, remove) = (JSONValue.integer(number * 41), JSONValue.integer(number * 41 + 1))
      areApplied = stream.apply(["update": update, "with": ["title": "u"]]) && areApplied
      areApplied = stream.apply(["remove": remove]) && areApplied
    }
    #expect(areApplied)
    // Changed items are read with those beside them.
    #expect(onDemand.readItems < 1000 * 70)
    #expect(stream.edited.screen.components[0].items.count == 20_000)
    // The others came with the stream.
    #expect(stream.edited.result(ScreenReader()).diff.diffs[0]?.changes.count == 488)
  }
}
