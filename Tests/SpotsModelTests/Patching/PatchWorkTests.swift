import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// A line causes an amount of work that its length suggests, or is refused.
@Suite struct PatchWorkTests {
  private static func line(_ parts: some Sequence<String>) -> String {
    "[" + parts.joined(separator: ",") + "]"
  }

  private static func patch(_ count: Int, _ operation: (Int) -> String) -> String {
    #"{"patch":\#(line((0..<count).map(operation)))}"#
  }

  private static func operation(_ op: String, _ path: String, _ value: String = "7") -> String {
    #"{"op":"\#(op)","path":"\#(path)","value":\#(value)}"#
  }

  /// `count` items, in a list of the screen.
  private static func list(_ count: Int, _ item: (Int) -> String = { row($0) }) -> String {
    #"{"meta":{"z":1},"components":[{"identifier":"l","meta":{"z":1},"items":\#(line((0..<count).map(item)))}]}"#
  }

  private static func row(_ number: Int) -> String {
    #"{"identifier":\#(number),"title":"t","meta":{"z":1}}"#
  }

  /// `count` items, inside one of the screen.
  private static func inside(_ count: Int) -> String {
    list(1) { _ in
      #"{"kind":"composite","children":[{"identifier":"in","items":\#(line((0..<count).map(row)))}]}"#
    }
  }

  /// A list of data with `count` rows, and an object.
  private static func bound(_ count: Int) -> String {
    #"{"data":{"l":\#(Array(0..<count)),"o":{}},"components":[{"each":"/l","item":{"title":"{row}"}}]}"#
  }

  private static let box = "/components/0/items/0/children/0/items"

  /// What each kind of line does, `count` times, and the screen to which it does that.
  private static let lines:
    [(name: String, make: @Sendable (Int) -> (screen: String, line: String))] = [
      ("append", { (list(9), #"{"append":\#(line((9..<$0).map(row))),"to":"l"}"#) }),
      ("append inside", { (inside(9), #"{"append":\#(line((9..<$0).map(row))),"to":"in"}"#) }),
      ("insert", { (list(9), #"{"insert":\#(line((9..<$0).map(row))),"before":3}"#) }),
      ("insert inside", { (inside(9), #"{"insert":\#(line((9..<$0).map(row))),"before":3}"#) }),
      (
        "components",
        { count in
          (list(9), #"{"append":\#(line((0..<count).map { #"{"identifier":"c\#($0)"}"# }))}"#)
        }
      ),
      ("update", { (list($0), #"{"update":\#(Array(0..<$0)),"with":{"title":"u"}}"#) }),
      ("update inside", { (inside($0), #"{"update":\#(Array(0..<$0)),"with":{"title":"u"}}"#) }),
      ("remove", { (list($0), #"{"remove":\#(Array(0..<$0))}"#) }),
      ("remove inside", { (inside($0), #"{"remove":\#(Array(0..<$0))}"#) }),
      ("move", { (list($0), #"{"move":\#($0 - 1),"before":0}"#) }),
      ("move inside", { (inside($0), #"{"move":\#($0 - 1),"before":0}"#) }),
      ("set", { (inside($0), #"{"set":"\#(box)/0/title","value":"u"}"#) }),
      (
        "add data",
        { (bound(0), patch($0) { operation("add", "/data/l/-", "\($0)") }) }
      ),
      ("append data", { (bound($0), #"{"append":\#(Array(0..<$0)),"to":"/data/l"}"#) }),
      (
        "replace data",
        { count in (bound(3 * count), patch(count) { operation("replace", "/data/l/\($0 * 3)") }) }
      ),
      (
        "add members of data",
        { (bound(0), patch($0) { operation("add", "/data/o/m\($0)") }) }
      ),
      (
        "move data",
        { count in
          (
            bound(count),
            patch(count) { #"{"op":"move","from":"/data/l/\#($0)","path":"/data/l/0"}"# }
          )
        }
      ),
      ("add", { (list(1), patch($0) { operation("add", "/components/0/items/-", row($0)) }) }),
      (
        "add first", { (list(1), patch($0) { operation("add", "/components/0/items/0", row($0)) }) }
      ),
      ("add inside", { (inside(1), patch($0) { operation("add", "\(box)/-", row($0)) }) }),
      (
        "replace",
        { count in
          (
            list(count),
            patch(count) { operation("replace", "/components/0/items/\($0)/title", #""u""#) }
          )
        }
      ),
      (
        "replace inside",
        { count in
          (inside(count), patch(count) { operation("replace", "\(box)/\($0)/title", #""u""#) })
        }
      ),
      (
        "remove at", { (list($0), patch($0) { _ in operation("remove", "/components/0/items/0") }) }
      ),
      ("remove at, inside", { (inside($0), patch($0) { _ in operation("remove", "\(box)/0") }) }),
      (
        "replace one inside, again and again",
        { count in
          (
            inside(count),
            patch(count) { operation("replace", "\(box)/0/title", #""\#($0)""#) }
          )
        }
      ),
      (
        "test inside",
        { count in
          (inside(count), patch(count) { operation("test", "\(box)/\($0)/title", #""t""#) })
        }
      ),
      (
        "copy from inside",
        { count in
          (
            inside(count),
            patch(count) {
              #"{"op":"copy","from":"\#(box)/\#($0)","path":"/components/0/items/-"}"#
            }
          )
        }
      ),
      (
        "replace inside, by turns",
        { count in
          (
            inside(count),
            patch(count) {
              $0 % 2 == 0
                ? operation("add", "/meta/a") : operation("replace", "\(box)/0/title", #""u""#)
            }
          )
        }
      ),
      (
        "replace and test inside",
        { count in
          (
            inside(count),
            patch(count) { operation($0 % 2 == 0 ? "replace" : "test", "\(box)/0/title", #""t""#) }
          )
        }
      ),
      (
        "test",
        { count in
          (
            list(count),
            patch(count) { operation("test", "/components/0/items/\($0)/title", #""t""#) }
          )
        }
      ),
      ("meta", { (list(1), patch($0) { operation("add", "/components/0/items/0/meta/k\($0)") }) }),
      (
        "meta of the component",
        { (list(1), patch($0) { operation("add", "/components/0/meta/k\($0)") }) }
      ),
      ("meta of the screen", { (list(1), patch($0) { operation("add", "/meta/k\($0)") }) }),
      (
        "move in patch",
        { count in
          (
            list(count),
            patch(count) { _ in
              #"{"op":"move","from":"/components/0/items/0","path":"/components/0/items/-"}"#
            }
          )
        }
      ),
      (
        "copy",
        { count in
          (
            list(1),
            patch(count) { _ in
              #"{"op":"copy","from":"/components/0/items/0","path":"/components/0/items/-"}"#
            }
          )
        }
      ),
    ]

  private func seconds(
    _ screen: String, _ line: String, isOnDemand: Bool = false
  ) throws -> Double {
    var reader = ScreenReader()
    if isOnDemand { reader.onDemandBytes = 0 }
    let source = try #require(reader.readOnDemand(Array(screen.utf8)).screen)
    var edited = EditedScreen(source, ScreenBinding(source, reader: reader))
    let index = IdentifierIndex()
    let start = ProcessorTime.ofThread
    let patch = try #require(reader.readPatch(Array(line.utf8))).result.get()
    try patch.apply(to: &edited, index: index, reader: reader)
    index.follow(&edited)
    return ProcessorTime.ofThread - start
  }

  /// Whether the items are in memory, or read from the document each time.
  @Test(arguments: lines.indices, [false, true])
  func theWorkOfALineGrowsWithItsLength(index: Int, isOnDemand: Bool) throws {
    let (name, make) = Self.lines[index]
    let excess = try ProcessorTime.excess(500) { count in
      let (screen, line) = make(count)
      return try seconds(screen, line, isOnDemand: isOnDemand)
    }
    #expect(excess == nil, "\(name): \(excess ?? "")")
  }

  /// Lines that are short, and too much work, each with the screen that it would change.
  private static let tooMuch: [(screen: String, line: String)] = {
    let meta = "/components/0/items/0/meta"
    let long = #""\#(String(repeating: "x", count: 260_000))""#
    let (one, big) = (list(1) { _ in #"{"title":"t","meta":{"a":"x"}}"# }, inside(20_000))
    func copy(_ from: String, _ path: String) -> String {
      #"{"op":"copy","from":"\#(from)","path":"\#(path)"}"#
    }
    return [
      (one, patch(40) { copy(meta, "\(meta)/k\($0)") }),
      (one, patch(40) { copy("/components/0", "/components/0/meta/k\($0)") }),
      (
        one,
        patch(60) {
          $0 % 2 == 0 ? copy("/components/0", "\(meta)/k") : copy(meta, "/components/0/meta/k\($0)")
        }
      ),
      (list(10_000), #"{"update":\#(Array(0..<10_000)),"with":{"text":\#(long)}}"#),
      (big, patch(10_000) { _ in copy("/components/0/items/0", "/components/0/items/-") }),
      (big, patch(10_000) { _ in copy("/components/0/items", "/meta/k") }),
      (big, patch(10_000) { _ in copy("", "/meta/k") }),
      // Short, but hundreds of thousands of values.
      (
        #"{"data":{"big":{"a":1}},"components":[]}"#,
        patch(18) { copy("/data/big", "/data/big/k\($0)") }
      ),
    ]
  }()

  @Test(arguments: tooMuch.indices)
  func whatIsTooMuchWorkIsRefusedByNameAndChangesNothing(index: Int) throws {
    let (screen, line) = Self.tooMuch[index]
    let reader = ScreenReader()
    let old = try #require(reader.read(Array(screen.utf8)).screen)
    var edited = EditedScreen(old)
    let patch = try #require(reader.readPatch(Array(line.utf8))).result.get()
    let error = #expect(throws: PatchError.self) {
      try patch.apply(
        to: &edited, index: IdentifierIndex(), reader: reader,
        limit: index == 0 ? PatchError.mostWork : 4 << 20)
    }
    #expect(error?.reason == "the change is too much work: more than 64 MiB are written")
    #expect(edited.screen == old)
  }

  /// Thousands of edits of one item are made together, and a fault is that of a single one.
  @Test func manyEditsInsideOneItemAreOne() throws {
    let count = 10_000
    let reader = ScreenReader()
    func applied(_ line: String) throws -> EditedScreen {
      let screen = try #require(reader.read(Array(Self.inside(20_000).utf8)).screen)
      var edited = EditedScreen(screen)
      let patch = try #require(reader.readPatch(Array(line.utf8))).result.get()
      try patch.apply(to: &edited, index: IdentifierIndex(), reader: reader)
      return edited
    }
    let edited = try applied(
      Self.patch(count) { Self.operation("replace", "\(Self.box)/\($0 * 2)/title", #""u""#) })
    let titles = edited.screen.components[0].items[0].children[0].items.map(\.title)
    #expect(titles.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "u" : "t") })
    #expect(edited.log.count == 1)
    let error = #expect(throws: PatchError.self) {
      try applied(
        Self.patch(count) {
          Self.operation("replace", "\(Self.box)/\($0)/title", $0 == 7654 ? "{}" : #""u""#)
        })
    }
    #expect(error?.path == "/patch/7654/value")
  }
}
