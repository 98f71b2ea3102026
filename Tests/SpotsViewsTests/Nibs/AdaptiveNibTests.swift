import SpotsTestSupport
import Testing

@testable import SpotsModel
@testable import SpotsViews

/// Any key of an element may depend on the class of the component's width.
@Suite struct AdaptiveNibTests {
  private func read(_ members: String) -> ParsedNib {
    Nib.read(Array(#"{"kind":"k",\#(members)}"#.utf8))
  }

  /// The contents for each class of a nib without faults.
  private func bodies(_ members: String) throws -> [NibBody] {
    let reading = read(members)
    #expect(reading.diagnostics == [], "\(members)")
    let nib = try #require(reading.nib)
    return WidthClass.allCases.map { nib.body[$0] }
  }

  @Test func eachClassHasItsValue() throws {
    let bodies = try bodies(
      #""row":{"spacing":{"compact":4,"medium":8,"expanded":16},"align":"end"}"#)
    let rows = bodies.map(\.root).filter { $0.content == .stack(.horizontal) }
    #expect(rows.map(\.flex.spacing) == [4, 8, 16])
    #expect(rows.map(\.alignment) == [.end, .end, .end])
  }

  @Test func aClassThatIsMissingTakesTheNextSmallerOne() throws {
    func lines(_ value: String) throws -> [Int?] {
      try bodies(#""label":"x","lines":\#(value)"#).map(\.root.lines)
    }
    #expect(try lines(#"{"compact":2,"expanded":4}"#) == [2, 2, 4])
    #expect(try lines(#"{"medium":3}"#) == [nil, 3, 3])
    #expect(try lines(#"{"compact":3,"expanded":null}"#) == [3, 3, nil])
    #expect(try lines("{}") == [nil, nil, nil])
  }

  /// Values that are objects themselves have keys of their own or classes.
  @Test func objectsHaveTheirKeysOrClasses() throws {
    func widths(_ size: String) throws -> [Double?] {
      try bodies(#""label":"x","size":\#(size)"#).map(\.root.style.limits.width)
    }
    #expect(try widths(#"{"width":9}"#) == [9, 9, 9])
    #expect(try widths(#"{"compact":[8,0],"medium":{"width":9},"expanded":null}"#) == [8, 9, nil])
    #expect(try widths(#"{"width":9,"expanded":{"width":20}}"#) == [9, 9, 20])
    #expect(try widths("{}") == [nil, nil, nil])
    func paddings(_ padding: String) throws -> [EdgeInsets?] {
      try bodies(#""label":"x","padding":\#(padding)"#).map(\.padding)
    }
    #expect(try paddings(#"{"left":3}"#) == Array(repeating: EdgeInsets(left: 3), count: 3))
    #expect(try paddings(#"{"medium":{"left":3}}"#)[0] == nil)
    #expect(try paddings(#"{"medium":{"left":3}}"#)[2] == EdgeInsets(left: 3))
    #expect(try paddings("{}")[0] == .zero)
    #expect(try paddings("[2,5]")[0] == EdgeInsets(top: 2, left: 5, bottom: 2, right: 5))
    #expect(
      try paddings(#"{"medium":[1,2,3,4]}"#)[1]
        == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    func children(_ row: String) throws -> [Int?] {
      try bodies(#""row":\#(row)"#).map(\.root.children.count)
    }
    let (one, two) = (#"[{"label":"a"}]"#, #"[{"label":"a"},{"icon":"check"}]"#)
    #expect(try children(#"{"children":\#(one)}"#) == [1, 1, 1])
    #expect(try children(#"{"children":{"compact":\#(one),"medium":\#(two)}}"#) == [1, 2, 2])
    #expect(
      try children(#"{"compact":{"children":\#(one)},"expanded":{"children":\#(two)}}"#)
        == [1, 1, 2])
    #expect(try children(#"{"children":\#(two),"medium":{"children":[]}}"#) == [2, 0, 0])
  }

  /// Walks through the table: a key that knows no classes is a fault here.
  @Test func everyKeyOfAnElementMayDependOnTheWidth() throws {
    let details = [
      "content-mode": #""image":"x","#, "thickness": #""progress":1,"#,
      "emphasis": #""button":"x","#,
    ]
    let places: [(Fields<NibElement>, (String) -> String, String)] = [
      (NibKeys.element, { #""row":{"children":[{"# + (details[$0] ?? "") }, "}]}"),
      (NibKeys.element, { (details[$0] ?? "") }, ""), (NibKeys.stack, { _ in #""column":{"# }, "}"),
      (NibKeys.overlay, { _ in #""overlay":{"# }, "}"),
    ]
    for (table, head, tail) in places {
      for entry in table.table.keys {
        let key = entry.name
        guard case .byWidth(let type) = entry.type else {
          Issue.record("\(table.table.name).\(key) is the same at every width")
          continue
        }
        let context =
          ["font", "color", "lines", "text-align"].contains(key) ? #""label":"x","# : ""
        let (small, large) = samples(of: key, type)
        func whole(_ value: String) throws -> [NibBody] {
          try bodies(head(key) + context + "\"\(key)\":" + value + tail)
        }
        let both = try whole(#"{"compact":\#(small),"expanded":\#(large)}"#)
        let plain = try [small, large].map { try whole($0)[0] }
        #expect(plain[0] != plain[1], "\(table.table.name).\(key)")
        #expect(both == [plain[0], plain[0], plain[1]], "\(table.table.name).\(key)")
      }
    }
  }

  /// Two values of a key that look different.
  private func samples(of key: String, _ type: ValueType) -> (String, String) {
    switch type {
    case .string where ["color", "background", "border"].contains(key): (#""accent""#, #""error""#)
    case .string: (#""{title}""#, #""{text}""#)
    case .number: ("0.25", "0.75")
    case .integer: ("2", "3")
    case .bool: ("false", "true")
    case .words(let words): ("\"\(words[0])\"", "\"\(words[1])\"")
    case .object("width-range"): (#"{"min-width":1}"#, #"{"min-width":2}"#)
    case .object: (#"{"children":[{"label":"a"}]}"#, #"{"children":[{"label":"b"}]}"#)
    case .array(.object): (#"[{"label":"a"}]"#, #"[{"label":"b"}]"#)
    case .array: ("[1,2]", "[3,4]")
    case .either(let types): samples(of: key, types[0])
    default: ("", "")
    }
  }

  @Test func faultsAreNamedAtTheirPlace() throws {
    func faults(_ members: String) -> [String] {
      read(members).diagnostics.map { "\($0.column) \($0.path): \($0.message)" }
    }
    #expect(
      faults(#""label":"x","lines":{"compcat":1}"#) == [
        "34 /lines/compcat: unknown width class 'compcat'; did you mean 'compact'?"
      ])
    #expect(
      faults(#""label":"x","size":{"compcat":[1,2]}"#) == [
        "33 /size/compcat: unknown key 'compcat'; did you mean 'compact'?"
      ])
    #expect(
      faults(#""row":{"expandet":{}}"#) == [
        "20 /row/expandet: unknown key 'expandet'; did you mean 'expanded'?"
      ])
    #expect(
      faults(#""label":"x","lines":{"compact":1,"medium":true}"#) == [
        "55 /lines/medium: 'medium' expects a whole number, not true"
      ])
    #expect(
      faults(#""label":"x","lines":{"compact":{"medium":1}}"#) == [
        "44 /lines/compact: 'compact' expects a whole number, not an object"
      ])
    #expect(
      faults(#""row":{"compact":{"medium":{}}}"#) == [
        "31 /row/compact/medium: unknown key 'medium'"
      ])
    #expect(
      faults(#""label":"x","size":{"width":1,"compact":[2,3]}"#) == [
        "43 /size: 'compact' replaces the keys beside it"
      ])
    #expect(
      faults(#""label":"x","when":{"minwidth":1}"#) == [
        "33 /when/minwidth: unknown key 'minwidth'; did you mean 'min-width'?"
      ])
  }

  /// A truncated document is a fault, wherever it ends.
  @Test func cutDocumentsAreFaults() {
    for seed in 0..<6 as Range<UInt64> {
      var nibs = RandomNibs(seed: seed)
      for document in nibs.documents() {
        let bytes = Array(document.utf8)
        let whole = Nib.read(bytes)
        #expect(whole.nib != nil && whole.diagnostics == [], "seed \(seed): \(document)")
        for count in 0..<bytes.count {
          #expect(Nib.read(Array(bytes[..<count])).hasErrors, "seed \(seed), \(count) bytes")
        }
      }
    }
  }
}
