import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct DataReadingTests {
  private static let json = #"{"a": [{"x": 1, "y": "é"}, 2, "t"], "b": {"c": [[], null, true]}} "#
  private static let lines = "{\"x\": 1}\r\n\n[1, 2]\n  \"t\" \n4"
  private static let table = "name,\"a \"\"b\"\"\",n\r\nx,\"1\n2\",3\n,,\n\"q,\",z,4.5"

  @Test func jsonIsReadAsItIs() throws {
    let data = try #require(DataValue.read(Array(Self.json.utf8), .json).data)
    #expect(data.json == JSONValue.read(Array(Self.json.utf8)).value)
    #expect(data[pointer: ["a", "0", "y"]]?.json == "é")
    #expect(data[pointer: ["b", "c", "3"]] == nil)
    guard case .rows(let rows)? = data[pointer: ["a"]] else {
      Issue.record("no rows")
      return
    }
    #expect(rows.count == 3 && rows[1].value == 2)
  }

  /// A line that is no JSON costs itself, and is told with its place.
  @Test func linesAreRows() {
    let (rows, faults) = RowList.lines(of: Array("{\"x\":1}\n{\"x\":2\n\n 3 4\n\"t\"".utf8))
    #expect(rows.map(\.value) == [["x": 1], "t"])
    #expect(faults.map(\.line) == [2, 4] && faults.map(\.column) == [7, 4])
    #expect(
      RowList.lines(of: Array(Self.lines.utf8)).rows.map(\.value) == [
        ["x": 1], [1, 2], "t", 4,
      ])
    #expect(RowList.lines(of: []).rows.isEmpty)
  }

  @Test func recordsAreRows() {
    let (data, faults) = DataValue.read(Array(Self.table.utf8), .csv)
    #expect(
      data?.json == [
        ["name": "x", "a \"b\"": "1\n2", "n": 3], ["name": "", "a \"b\"": "", "n": .null],
        ["name": "q,", "a \"b\"": "z", "n": 4.5],
      ])
    #expect(faults.isEmpty)
    let tabs = DataValue.read(Array("a\tb\n1,5\t2\n".utf8), .tsv).data
    #expect(tabs?.json == [["a": "1,5", "b": 2]])
  }

  /// A column is one of numbers if its first thousand fields are; a later one that is none is null.
  @Test func columnsOfNumbersAreKnownByTheirFirstFields() {
    let numbers = (0..<1000).map { "\($0 - 500),0\($0)" }.joined(separator: "\n")
    let text = "n,t\n" + numbers + "\nlate,x\n,y\n-1,2,3\n"
    let (data, faults) = DataValue.read(Array(text.utf8), .csv)
    guard case .rows(let rows)? = data else {
      Issue.record("no rows")
      return
    }
    #expect(rows[0].value == ["n": -500, "t": "00"] && rows[999].value == ["n": 499, "t": "0999"])
    #expect(rows[1000].value == ["n": .null, "t": "x"] && rows[1002].value == ["n": -1, "t": "2"])
    #expect(faults.map(\.line) == [1002, 1004])
  }

  /// No column is lost, and what is replaced or left out is told.
  @Test func columnsWithTheSameNameAreKept() {
    let (data, faults) = DataValue.read(Array("a,a,,a,a 2,\n1,2,3,4,5,6\n".utf8), .csv)
    #expect(
      data?.json == [["a": 1, "a 2": 2, "": 3, "a 3": 4, "a 2 2": 5, " 2": 6]])
    #expect(faults.map(\.code) == [.duplicateKey, .duplicateKey, .duplicateKey, .duplicateKey])
    #expect(
      faults.first?.message
        == "this name is that of an earlier column, too; here it is 'a 2'")
    let wide = (0..<70).map { "c\($0)" }.joined(separator: ",")
    let limit = DataValue.read(Array((wide + "\n").utf8), .csv).diagnostics
    #expect(limit.map(\.code) == [.limit] && limit.first?.path == "/c64")
  }

  @Test func otherEncodingsAreTold() {
    let bytes = Array("n".utf8) + [0xE9] + Array(",b\n".utf8) + [0xC4] + Array(",x".utf8)
    let latin = DataValue.read(bytes, .csv)
    #expect(latin.data?.json == [["n\u{FFFD}": "\u{FFFD}", "b": "x"]])
    #expect(latin.diagnostics.map(\.code) == [.brokenText] && latin.diagnostics[0].line == 1)
    let wide: [[UInt8]] = [
      [0xFF, 0xFE, 0x61, 0, 0x2C, 0], [0xFE, 0xFF, 0, 0x61], [0x61, 0, 0x2C, 0],
    ]
    for bytes in wide {
      let (data, faults) = DataValue.read(bytes, .csv)
      #expect(data?.json == [] && faults.map(\.severity) == [.error], "\(bytes)")
    }
  }

  /// Whatever the fields, a table is read as it was written.
  @Test func tablesAreReadAsTheyWereWritten() {
    let pieces = ["", "a", ",", "\"", "\n", "\r\n", "é", "1", "\t", " "]
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      func field() -> String {
        // The letter makes it text.
        "x"
          + (0..<Int.random(in: 0..<5, using: &random)).map { _ in
            pieces[Int.random(in: pieces.indices, using: &random)]
          }.joined()
      }
      let records = (0..<Int.random(in: 0..<9, using: &random)).map { _ in [field(), field()] }
      let written = ([["a", "b"]] + records).map { record in
        record.map {
          "\""
            + $0.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
        }.joined(separator: ",")
      }.joined(separator: seed % 2 == 0 ? "\n" : "\r\n")
      let data = DataValue.read(Array(written.utf8), .csv).data
      let expected = records.map { JSONValue.object(["a": .string($0[0]), "b": .string($0[1])]) }
      #expect(data?.json == .array(expected), "seed \(seed)")
    }
  }

  /// The beginning of a good file is read, or has a fault.
  @Test func everyTruncationHasRowsOrAFault() {
    let files: [(String, DataValue.Format)] = [
      (Self.json, .json), (Self.lines, .jsonl), (Self.table, .csv), (Self.table, .tsv),
    ]
    for (text, format) in files {
      let bytes = Array(text.utf8)
      for count in bytes.indices {
        let (data, faults) = DataValue.read(Array(bytes[..<count]), format)
        #expect(data != nil || !faults.isEmpty, "\(count) bytes of \(format)")
      }
    }
  }
}

@Suite struct HoleReviewTests {
  /// Each fault has its place inside the string, and its advice.
  @Test func faultsOfHolesHaveTheirPlaces() throws {
    let document = #"""
      { "title": "T {ownr}",
        "data": { "owner": "Ada", "tracks": [{"title": "Blue", "rating": 4}, {"title": "R"}] },
        "components": [
          { "header": { "title": "\u00e9\"é {owner +}" }, "each": "/trakcs",
            "item": { "title": "{titel}", "knid": "x" } },
          { "each": "/tracks", "where": "ratin > 3", "sort": ["-ratin"],
            "item": { "title": "a\"{rating} b", "text": "{data.tracks.map(t, t.title)}" } },
          { "each": "tracks", "item": { "title": "{title", "kind": "toggle", "value": "{x}" } }
        ] }
      """#
    let bytes = Array(document.utf8)
    let reading = ScreenReader().read(bytes)
    let screen = try #require(reading.screen)
    #expect(
      reading.diagnostics.map(\.description) == [
        "5:37: warning: unknown key 'knid'; did you mean 'kind'?"
      ])
    let found = ScreenReader().holeDiagnostics(of: bytes, screen, nil).map(\.description)
    #expect(
      found == [
        "1:16: warning: no field 'ownr'; did you mean 'owner'?",
        "4:47: error: expected a value, not '}'",
        "4:62: error: the data has no array at '/trakcs'; did you mean 'tracks'?",
        "6:36: warning: row 0: no field 'ratin'; did you mean 'rating'?",
        "6:59: warning: row 0: no field 'ratin'; did you mean 'rating'?",
        "7:31: warning: row 1: no field 'rating'",
        "7:65: error: 'map' is not allowed here",
        "8:16: error: a pointer outside of rows begins with '/'",
        "8:45: error: a '{' has no '}'; a brace itself is written '{{'",
      ])
  }

  /// Lines of early computers end in CR alone.
  @Test func everyEndOfALineIsOne() {
    for end in ["\n", "\r\n", "\r"] {
      let text = ["a,b", "1,x", "", "2,\"y", "z\"", "3,w"].joined(separator: end)
      let (data, faults) = DataValue.read(Array(text.utf8), .csv)
      #expect(faults.isEmpty)
      #expect(
        data?.json == [
          ["a": 1, "b": "x"], ["a": 2, "b": .string("y\(end)z")], ["a": 3, "b": "w"],
        ])
    }
  }

  /// Rows that cannot be told apart are told once, and so is a place for an answer that looks like
  /// a misspelling; any other place may be made by the answer.
  @Test func keysAndPlacesAreTried() throws {
    let document = #"""
      { "data": { "owner": "Ada", "rows": [{"id": 1}, {"id": 2}, {"id": 1}, {"id": 1}] },
        "components": [
          { "each": "/rows", "key": "id", "item": { "kind": "toggle", "bind": "idd" } },
          { "each": "/rows", "key": "idd", "item": { "kind": "toggle", "bind": "new" } },
          { "items": [{ "kind": "toggle", "bind": "/ownr" }, { "kind": "toggle", "bind": "rows" },
              { "kind": "toggle", "bind": "/new/place" },
              { "kind": "toggle", "bind": "/rows/7/on" },
              { "kind": "toggle", "bind": "/owner/x" }, { "action": "data-add:/rosw" }] }
        ] }
      """#
    let screen = try #require(ScreenReader().read(Array(document.utf8)).screen)
    let found = ScreenReader().holeDiagnostics(of: Array(document.utf8), screen, nil)
    #expect(
      found.map(\.description) == [
        "3:32: warning: row 2: the same 'id' as row 0",
        "3:74: warning: row 0: the data has no 'idd'; did you mean 'id'?",
        "4:32: warning: row 0: no number or text 'idd' to be known by; did you mean 'id'?",
        "5:46: warning: the data has no 'ownr'; did you mean 'owner'?",
        "5:85: error: a pointer outside of rows begins with '/'",
        "7:38: warning: the data has no place '/rows/7/on', and none can be made there",
        "8:38: warning: the data has no place '/owner/x', and none can be made there",
        "8:64: error: the data has no array at '/rosw'; did you mean 'rows'?",
      ])
  }

  private static let schema = #"""
    { "type": "object", "$defs": { "named": { "properties": { "name": { "type": "string" } } } },
      "properties": {
        "owner": { "$ref": "#/$defs/named" },
        "tracks": { "type": "array", "items": {
          "allOf": [{ "$ref": "#/$defs/named" }, { "properties": { "self": { "$ref": "#" } } }],
          "properties": { "rating": { "type": ["null", "integer"] }, "added": { "type": "string" },
            "tags": { "items": { "enum": ["a", "b"] } }, "id": { "const": 7 } } } } } }
    """#

  /// Without data, a schema says which fields there are, and of what type; what only some values
  /// would have wrong is not told.
  @Test func holesAreTriedWithASchema() throws {
    let document = #"""
      { "title": "{owner.nam}", "data": { "from": "none.jsonl", "schema": "s.json" },
        "components": [
          { "each": "/trakcs", "item": {} },
          { "each": "/tracks", "key": "id", "where": "added > 3", "sort": ["-ratin"],
            "item": { "title": "{name} {self.owner.name} {rating + 1} {date(added)}",
              "subtitle": "{tags[4]} {10 / (rating - 1)} {self.owner.naem}" } }
        ] }
      """#
    let schema = try #require(DataSchema(Array(Self.schema.utf8)))
    let screen = try #require(ScreenReader().read(Array(document.utf8)).screen)
    let found = ScreenReader().holeDiagnostics(
      of: Array(document.utf8), screen, nil, schema: schema)
    #expect(
      found.map(\.description) == [
        "1:20: warning: by the schema: no field 'nam'; did you mean 'name'?",
        "3:16: error: the data has no array at '/trakcs'; did you mean 'tracks'?",
        "4:49: warning: by the schema: '>' cannot compare a string with an int",
        "4:72: warning: by the schema: no field 'ratin'; did you mean 'rating'?",
        "6:64: warning: by the schema: no field 'naem'; did you mean 'name'?",
      ])
  }

  /// Schemas of any shape end in time, and every beginning of one says something or nothing.
  @Test func schemasAreBounded() throws {
    let grows =
      ##"{"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"allOf":[{"$ref":"#"}]}}}"##
    let seconds = ProcessorTime.of {
      guard case .object? = DataSchema(Array(grows.utf8))?.example else {
        Issue.record("no object")
        return
      }
    }
    #expect(seconds < 2)
    for count in 0..<Self.schema.utf8.count {
      _ = DataSchema(Array(Self.schema.utf8.prefix(count)))?.example
    }
  }

  /// A schema decides about the type of a table's column.
  @Test func schemasTypeColumns() throws {
    let schema = #"{"items":{"properties":{"zip":{"type":"string"},"n":{"type":"number"}}}}"#
    let (data, faults) = DataValue.read(
      Array("zip,n,m\n12345,x,1\n".utf8), .csv, schema: DataSchema(Array(schema.utf8)))
    #expect(data?.json == [["zip": "12345", "n": .null, "m": 1]])
    #expect(faults.map(\.message) == ["'x' is no number, as the column has"])
  }

  /// What rows lack that are left out is no fault.
  @Test func onlyRowsThatAreShownAreTried() throws {
    let document = #"""
      { "data": [{"shelf": 1, "a": "x"}, {"b": "y"}, {"shelf": 2}],
        "components": [{ "each": "", "where": "has(shelf)", "sort": ["shelf"],
                         "item": { "title": "{shelf} {a}" } }] }
      """#
    let screen = try #require(ScreenReader().read(Array(document.utf8)).screen)
    let found = ScreenReader().holeDiagnostics(of: Array(document.utf8), screen, nil)
    #expect(found.map(\.description) == ["3:49: warning: row 2: no field 'a'"])
  }

  @Test func columnsThatNoRowHasAreTold() throws {
    let document = #"""
      { "data": [{"a": 1}, {"a": 2, "size": 3}], "views": [{"kind":"k","label":"{title}"}],
        "components": [{ "kind": "table", "each": "", "columns": [
          { "title": "A", "field": "a" }, { "title": "S", "field": "size" },
          { "title": "B", "field": "sizes" }, { "title": "C", "nib": "k" }] }] }
      """#
    let screen = try #require(ScreenReader().read(Array(document.utf8)).screen)
    let found = ScreenReader().holeDiagnostics(of: Array(document.utf8), screen, nil)
    #expect(
      found.map(\.description) == [
        "4:31: warning: no row has a field 'sizes'; did you mean 'size'?"
      ])
    let nib = #"[{"kind":"table","columns":[{"nib":"roe"}]}]"#
    #expect(
      ScreenReader(itemKinds: ["row"]).read(Array(nib.utf8)).diagnostics.map(\.code)
        == [.unknownKind])
  }

  /// Screens without data keep every brace.
  @Test func bracesAreBracesWithoutData() throws {
    let text = #"{"components":[{"items":[{"title":"{title} {{","image":"{image url}"}]}]}"#
    let screen = try #require(ScreenReader().read(Array(text.utf8)).screen)
    #expect(screen.components[0].items[0].title == "{title} {{")
    #expect(ScreenBinding(screen, reader: ScreenReader()) == nil)
    #expect(ScreenReader().holeDiagnostics(of: Array(text.utf8), screen, nil).isEmpty)
  }
}

@Suite struct NestedRowsTests {
  private func screen(_ text: String) throws -> Screen {
    let screen = try #require(ScreenReader().read(Array(text.utf8)).screen)
    return try #require(ScreenBinding(screen, reader: ScreenReader())).screen
  }

  /// Rows inside of rows have a limit that all inside one item share.
  @Test func rowsInsideOfRowsEnd() throws {
    let numbers = "[" + (0..<150).map { "\($0)" }.joined(separator: ",") + "]"
    let shown = try screen(
      #"{"data":{"a":[{"x":1}],"n":\#(numbers)},"components":[{"each":"/a","item":{"children":["#
        + #"{"each":"/n","item":{"title":"{row}","children":[{"each":"/n","item":{"title":"{row}"}},"#
        + #"{"each":"/n","item":{"title":"{row}"}}]}}]}}]}"#)
    let inner = try #require(shown.components[0].items.first?.children.first)
    #expect(inner.items.count == 34)
    let all = inner.items.map { $0.children.map(\.items.count).reduce(1, +) }.reduce(0, +)
    #expect(all == 10_000)
  }

  /// They have identifiers, an order, and an item where there are none.
  @Test func rowsInsideOfRowsHaveRules() throws {
    let shown = try screen(
      #"{"data":[{"t":[{"i":1,"k":"b"},{"i":2,"k":"a"},{"i":3,"k":"c"}]},{"t":[]}],"components":["#
        + #"{"each":"","item":{"children":[{"each":"t","key":"i","where":"i < 3","sort":["k"],"#
        + #""item":{"title":"{k}","meta":{"name":"{k}"}},"empty":{"title":"none of {size(t)}"}}]}}]}"#
    )
    let lists = shown.components[0].items.map { $0.children[0].items }
    #expect(lists[0].map(\.title) == ["a", "b"] && lists[0].map(\.identifier) == [2, 1])
    #expect(lists[0][0].meta.values == ["name": "a"])
    #expect(lists[1].map(\.title) == ["none of 0"])
  }

  /// A kind that comes from the data may be that of an answer.
  @Test func kindsFromTheDataMayBeAnswers() throws {
    let shown = try screen(
      #"{"data":[{"k":"toggle"}],"components":[{"each":"","item":{"kind":"{k}","title":"t"}}]}"#)
    #expect(shown.components[0].items.first(.value, in: 0..<1) == 0)
    #expect(shown.components[0].items.first(.condition, in: 0..<1) == nil)
  }
}
