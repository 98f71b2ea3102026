import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// A component with `each` is the component whose items are written out for the rows.
@Suite struct RowLawTests {
  @Test func rowsAreTheItemsThatAreWrittenOut() throws {
    for seed in 0..<400 as Range<UInt64> {
      var source = RowScreen(seed: seed)
      guard try source.check() else {
        Issue.record("seed \(seed): \(source.document.text)")
        return
      }
    }
  }

  /// After each change of the data, by a line or by an answer that is a place in it, the screen is
  /// that of the changed data, and the difference that is told leads from the one before to it.
  @Test func changedDataGivesTheScreenOfThatData() throws {
    for seed in 0..<200 as Range<UInt64> {
      var source = RowScreen(seed: seed)
      let reader = ScreenReader()
      let screen = try #require(reader.read(source.document.bytes).screen)
      var binding = try #require(ScreenBinding(screen, reader: reader))
      for step in 0..<50 {
        let answer = source.answer()
        let lines = (0...source.random.below(3)).map { _ in source.change() }
        var edited = EditedScreen(screen, binding)
        if let answer { try edited.write(answer.value, at: answer.place) }
        for line in lines {
          let patch = try #require(reader.readPatch(line.bytes)).result.get()
          try patch.apply(to: &edited, index: IdentifierIndex(), reader: reader)
        }
        let result = edited.result(reader)
        let expected = try source.expected()
        if result.screen.components == expected,
          result.diff.fault(from: binding.screen, to: result.screen) == nil
        {
          binding = try #require(result.binding)
          continue
        }
        Issue.record("seed \(seed), step \(step): \(answer as Any) \(lines.map(\.text))")
        return
      }
    }
  }

  /// A row at which a user is at work is shown whatever becomes of its values, below as many of the
  /// rows that were above it as are left; all others are where they would be without it. Once it is
  /// let go, all are where their values put them.
  @Test func rowsKeepTheirPlacesWhileTheyAreUsed() throws {
    var held = 0
    for seed in 0..<400 as Range<UInt64> {
      var source = RowScreen(seed: seed)
      let screen = try #require(ScreenReader().read(source.document.bytes).screen)
      guard screen.components[0].rows.condition != nil || !screen.components[0].rows.sort.isEmpty
      else { continue }
      var binding = try #require(ScreenBinding(screen, reader: ScreenReader()))
      var place: Int?
      for step in 0..<20 {
        let before = names(binding)
        // The item in place of rows has no name.
        guard before.first ?? nil != nil else { break }
        let index = place ?? source.random.below(before.count)
        binding = try changed(binding, by: source.change(), holding: index)
        let (after, usual) = (names(binding), try source.expected()[0].items.map(\.identifier))
        place = source.ids.contains(before[index]) ? after.firstIndex(of: before[index]) : nil
        held += after == usual ? 0 : 1
        #expect(
          place.map { isInPlace($0, after, index, before, usual) } ?? (after == usual),
          "seed \(seed), step \(step)")
        #expect(binding.isHoldingOthers(than: [:]) == (after != usual), "seed \(seed)")
        #expect(names(try changed(binding)) == usual, "seed \(seed), step \(step)")
      }
    }
    #expect(held > 15)
  }

  private func names(_ binding: ScreenBinding) -> [Item.Identifier?] {
    binding.screen.components[0].items.map(\.identifier)
  }

  /// The binding after a line, or else after nothing but the end of all work at rows.
  private func changed(
    _ binding: ScreenBinding, by line: JSONWriter? = nil, holding index: Int? = nil
  ) throws -> ScreenBinding {
    let held = index.map { binding.rows(at: [ItemPath(component: 0, item: $0)]) } ?? [:]
    var edited = EditedScreen(binding.source, binding, held: held)
    if let line {
      let patch = try #require(ScreenReader().readPatch(line.bytes)).result.get()
      try patch.apply(to: &edited, index: IdentifierIndex(), reader: ScreenReader())
    } else {
      edited.replaceValues(binding.values)
    }
    return try #require(edited.result(ScreenReader()).binding)
  }

  private func isInPlace(
    _ place: Int, _ after: [Item.Identifier?], _ index: Int, _ before: [Item.Identifier?],
    _ usual: [Item.Identifier?]
  ) -> Bool {
    let others = usual.filter { $0 != before[index] && $0 != nil }
    return after.filter { $0 != before[index] } == others
      && after[..<place].filter(before.contains).count
        == before[..<index].filter(others.contains).count
  }

  /// Items that users delete or move are rows that are deleted or moved, also where not all rows
  /// are shown.
  @Test func deletedAndMovedItemsAreRows() throws {
    for seed in 0..<200 as Range<UInt64> {
      var source = RowScreen(seed: seed)
      let screen = try #require(ScreenReader().read(source.document.bytes).screen)
      let binding = try #require(ScreenBinding(screen, reader: ScreenReader()))
      var edited = EditedScreen(screen, binding)
      let (path, items) = (PartPath([0]), binding.screen.components[0].items)
      var names = items.compactMap(\.identifier)
      guard names.count > 1 else { continue }
      let (first, second) = (source.random.below(names.count), source.random.below(names.count))
      let isRemoved = seed % 2 == 0
      if isRemoved {
        edited.remove(RangeSet([first, second].map { $0..<$0 + 1 }), in: path)
        for index in Set([first, second]).sorted(by: >) { names.remove(at: index) }
      } else {
        edited.move(from: first, to: second, in: path)
        names.insert(names.remove(at: first), at: second)
      }
      let result = edited.result(ScreenReader())
      let left = result.screen.components[0].items.compactMap(\.identifier)
      let isSorted = screen.components[0].rows.sort != []
      #expect(isSorted ? Set(left) == Set(names) : left == names, "seed \(seed)")
      guard case .rows(let rows)? = result.binding?.data.value[pointer: ["tracks"]] else {
        Issue.record("no rows")
        return
      }
      let gone = isRemoved ? Set([first, second]).count : 0
      #expect(rows.count == source.count - gone, "seed \(seed)")
    }
  }

  /// What a screen with data writes is what it was read from.
  @Test func screensWithDataAreWrittenAsTheyAre() throws {
    for seed in 0..<50 as Range<UInt64> {
      let source = RowScreen(seed: seed)
      let screen = try #require(ScreenReader().read(source.document.bytes).screen)
      for pretty in [true, false] {
        let again = ScreenReader().read(ScreenWriter(pretty: pretty).write(screen))
        #expect(again.screen == screen && again.diagnostics.isEmpty, "seed \(seed)")
      }
    }
  }
}

extension ScreenDiff {
  /// A false claim about two versions of a screen; nil when there is none.
  func fault(from old: Screen, to new: Screen) -> String? {
    guard let touched else { return nil }
    guard origins.count == new.components.count else { return "the number of components" }
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      if !touched.contains(index), new.components[index] != old.components[origin] {
        return "component \(index) is untouched"
      }
    }
    return nil
  }
}

/// A random screen with rows, and what it should look like.
private struct RowScreen {
  var random: SplitMix64
  private var rows: [[String: JSONValue]] = []
  private var owner = "Ada"
  private let condition: String?
  private let sort: String?
  private var nextID = 0
  var count: Int { rows.count }
  var ids: [Item.Identifier?] { rows.map { $0["id"].flatMap(Item.Identifier.init) } }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    condition = [nil, "n > 3", "has(done) && done"][random.below(3)]
    sort = [nil, "title", "-title"][random.below(3)]
    for _ in 0..<random.below(20) { rows.append(row()) }
  }

  private mutating func row() -> [String: JSONValue] {
    nextID += 1
    let texts = ["", "a", "B", "b\"\\", "{x}", "}}", "é\u{1}", "Zoë 🎈", "100 %"]
    var row: [String: JSONValue] = [
      "id": .integer(nextID), "title": .string(texts[random.below(texts.count)]),
      "tags": .array((0..<random.below(3)).map { .string("t\($0)") }),
    ]
    if random.below(4) > 0 {
      row["n"] = random.below(2) == 0 ? .integer(random.below(9)) : .number(2.5)
    }
    if random.below(2) == 0 { row["done"] = .bool(random.below(2) == 0) }
    return row
  }

  /// The document, with holes.
  var document: JSONWriter {
    JSONWriter { json in
      json.object { json in
        json.member(
          "data", .object(["owner": .string(owner), "tracks": .array(rows.map { .object($0) })]))
        json.array("components", [0]) { json, _ in
          json.object { json in
            json.member("header", ["title": "{owner} has {size(tracks)}, {{}}"] as JSONValue)
            json.member("each", "/tracks" as String)
            json.member("key", "id" as String)
            if let condition { json.member("where", condition as String) }
            if let sort { json.member("sort", .array([.string(sort)])) }
            json.member("item", Self.template)
            json.member("empty", ["title": "No row for {owner}"] as JSONValue)
          }
        }
      }
    }
  }

  private static let template: JSONValue = [
    "title": "{title}", "subtitle": "{title}: {n} of {owner}", "kind": "toggle", "name": "{x}",
    "value": "{row.done}", "meta": ["n": "{n}", "tags": "{tags}"],
    "action": "https://example.org/{title}/x",
    "children": [["each": "tags", "item": ["title": "{row} {title} {index}"]]],
  ]

  private func title(_ row: [String: JSONValue]) -> String { row["title"]?.string ?? "" }

  /// The rows that are shown, in their order.
  private var shown: [[String: JSONValue]] {
    let shown = rows.filter { row in
      switch condition {
      case "n > 3": (row["n"]?.number ?? 0) > 3
      case .some: row["done"] == .bool(true)
      case nil: true
      }
    }
    guard let sort else { return shown }
    // Their order in English, by ICU; without it texts that searches take for the same are equal.
    let order = ["", "{x}", "}}", "100 %", "a", "B", "b\"\\", "é\u{1}", "Zoë 🎈"]
    let keys = shown.map { row in
      ICU.shared == nil ? folded(title(row)) : [UInt8(order.firstIndex(of: title(row)) ?? 9)]
    }
    let isBefore = { (a: Int, b: Int) in keys[a].lexicographicallyPrecedes(keys[b]) }
    return shown.indices.sorted { a, b in
      let (first, second) = sort == "title" ? (a, b) : (b, a)
      return isBefore(first, second) || !isBefore(second, first) && a < b
    }.map { shown[$0] }
  }

  private func item(_ row: [String: JSONValue]) -> JSONValue {
    let number =
      switch row["n"] {
      case .integer(let number)?: "\(number)"
      case .number?: "2.5"
      default: ""
      }
    var tags: [JSONValue] = []
    if case .array(let found)? = row["tags"] { tags = found }
    let items = tags.enumerated().map { index, tag -> JSONValue in
      // The row around has no names here.
      ["title": .string("\(tag.string ?? "")  \(index)")]
    }
    return [
      "identifier": row["id"] ?? .null, "title": .string(title(row)),
      "subtitle": .string("\(title(row)): \(number) of \(owner)"), "kind": "toggle",
      "name": "{x}", "value": row["done"] ?? .null,
      "meta": ["n": row["n"] ?? .null, "tags": .array(tags)],
      "action": .string("https://example.org/\(percentEncoded(title(row)))/x"),
      "children": [["items": .array(items)]],
    ]
  }

  /// The components, read from a document without holes.
  func expected() throws -> [ComponentModel] {
    let items = shown.map(item)
    let empty: JSONValue = ["title": .string("No row for \(owner)")]
    let components: JSONValue = [
      [
        "header": ["title": .string("\(owner) has \(rows.count), {}")],
        "items": .array(items.isEmpty ? [empty] : items),
      ]
    ]
    let json = JSONWriter { $0.value(["components": components]) }
    return try #require(ScreenReader().read(json.bytes).screen).components
  }

  private func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    TextFolding.shared.withLock { $0.append(text, to: &bytes) }
    return bytes
  }

  private func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Character(Unicode.Scalar(byte))
      if scalar.isASCII, scalar.isLetter || scalar.isNumber || "-._~".contains(scalar) {
        return String(scalar)
      }
      let digits = String(byte, radix: 16).uppercased()
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  /// Whether the screen is the expected one.
  mutating func check() throws -> Bool {
    let reading = ScreenReader().read(document.bytes)
    let screen = try #require(reading.screen)
    let binding = try #require(ScreenBinding(screen, reader: ScreenReader()))
    return try reading.diagnostics.isEmpty && binding.screen.components == expected()
  }

  /// Gives a random row an answer; nil for none.
  mutating func answer() -> (place: String, value: JSONValue)? {
    let index = random.below(2 * rows.count + 1)
    guard index < rows.count else { return nil }
    let value: JSONValue = random.below(2) == 0 ? .integer(random.below(9)) : .number(2.5)
    rows[index]["n"] = value
    return ("/tracks/\(index)/n", value)
  }

  /// Changes the data.
  ///
  /// - Returns: The line that makes the same change.
  mutating func change() -> JSONWriter {
    let index = random.below(rows.count + 1)
    func patch(_ operations: [JSONValue]) -> JSONValue { ["patch": .array(operations)] }
    let line: JSONValue
    switch random.below(7) {
    case 0:
      owner = "Bo\(random.below(9))"
      line = ["set": "/data/owner", "value": .string(owner)]
    case 1:
      let new = [row(), row()]
      rows += new
      line = ["append": .array(new.map { .object($0) }), "to": "/data/tracks"]
    case 2:
      let new = row()
      rows.insert(new, at: index)
      line = patch([
        ["op": "add", "path": .string("/data/tracks/\(index)"), "value": .object(new)]
      ])
    case 3 where index < rows.count:
      rows.remove(at: index)
      line = patch([["op": "remove", "path": .string("/data/tracks/\(index)")]])
    case 4 where index < rows.count:
      let end = random.below(rows.count)
      let moved = rows.remove(at: index)
      rows.insert(moved, at: end)
      line = patch([
        [
          "op": "move", "from": .string("/data/tracks/\(index)"),
          "path": .string("/data/tracks/\(end)"),
        ]
      ])
    case 5 where index < rows.count:
      rows[index]["n"] = .integer(random.below(9))
      line = ["set": .string("/data/tracks/\(index)/n"), "value": rows[index]["n"] ?? .null]
    default:
      rows = (0..<random.below(4)).map { _ in row() }
      line = ["set": "/data/tracks", "value": .array(rows.map { .object($0) })]
    }
    return JSONWriter { $0.value(line) }
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}

extension JSONValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
