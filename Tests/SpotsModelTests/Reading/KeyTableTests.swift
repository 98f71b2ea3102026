import Testing

@testable import SpotsModel

@Suite struct KeyTableTests {
  private func slot(_ name: String, _ table: KeyTable) -> UInt8? {
    let bytes = Array(name.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      table.matcher.slot(buffer.baseAddress, count: buffer.count, readable: buffer.count)
    }
  }

  @Test func everyNameAndAliasIsFound() {
    for table in ScreenKeys.all {
      for key in table.keys {
        for name in [key.name] + key.aliases {
          #expect(slot(name, table) == key.slot, "\(table.name).\(name)")
        }
      }
      let slots = table.keys.map(\.slot)
      #expect(slots == Array(0..<UInt8(slots.count)), "\(table.name)")
    }
  }

  @Test func nothingElseIsFound() {
    for table in ScreenKeys.all {
      let names = Set(table.keys.flatMap { [$0.name] + $0.aliases })
      for name in names {
        let others = [
          name + "s", "x" + name, String(name.dropLast()), String(name.dropFirst()),
          name.uppercased(), name + "\u{0}", String(name.dropLast()) + "\u{0}",
        ]
        for other in others where !names.contains(other) {
          #expect(slot(other, table) == nil, "\(table.name).\(other)")
        }
      }
      #expect(slot("", table) == nil)
      #expect(slot(String(repeating: "k", count: 1000), table) == nil)
    }
  }

  @Test func everyKeyIsDescribed() {
    for table in ScreenKeys.all {
      for key in table.keys {
        #expect(key.text.hasSuffix("."), "\(table.name).\(key.name)")
        if let fallback = key.fallback {
          let text = #"{"components":[],"meta":{"v":"# + fallback + "}}"
          #expect(ScreenReader().read(Array(text.utf8)).diagnostics == [])
        }
      }
    }
  }

  @Test func tablesReferToTables() {
    let names = Set(ScreenKeys.all.map(\.name))
    #expect(names.count == ScreenKeys.all.count)
    for table in ScreenKeys.all {
      for key in table.keys {
        for name in references(key.type) { #expect(names.contains(name)) }
      }
    }
  }

  private func references(_ type: ValueType) -> [String] {
    switch type {
    case .object(let name): [name]
    case .array(let element), .map(let element): references(element)
    case .either(let types): types.flatMap(references)
    case .byWidth(let value): references(value)
    default: []
    }
  }

  /// A key the table has is a key the reader reads: none of them is unknown.
  @Test func noKeyOfATableIsUnknownToTheReader() {
    let places: [(KeyTable, String, String)] = [
      (ScreenKeys.root.table, "{", "}"), (ScreenKeys.component.table, "[{", "}]"),
      (ScreenKeys.item, #"[{"items":[{"#, "}]}]"),
      (LayoutKeys.layout.table, #"[{"layout":{"#, "}}]"),
      (LayoutKeys.interaction.table, #"[{"interaction":{"#, "}}]"),
      (LayoutKeys.inset.table, #"[{"layout":{"inset":{"#, "}}}]"),
      (LayoutKeys.size.table, #"[{"size":{"#, "}}]"),
      (ScreenKeys.theme, #"{"components":[],"theme":{"#, "}}"),
    ]
    for (table, head, tail) in places {
      for name in table.keys.flatMap({ [$0.name] + $0.aliases }) {
        let text = head + "\"\(name)\":null" + tail
        let reading = ScreenReader().read(Array(text.utf8))
        #expect(!reading.diagnostics.contains { $0.code == .unknownKey }, "\(text)")
      }
    }
  }
}
