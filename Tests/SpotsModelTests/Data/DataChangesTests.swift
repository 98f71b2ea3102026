import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// The operations that make one version of data of another.
@Suite struct DataChangesTests {
  private func operations(
    _ old: DataValue, _ new: DataValue, keys: [String: String] = [:]
  ) -> [JSONValue] {
    let json = JSONWriter { $0.changes(from: old, to: new, keys: keys) }
    return JSONValue.read(json.bytes).value?.elements ?? []
  }

  private func texts(
    _ old: JSONValue, _ new: JSONValue, keys: [String: String] = [:]
  ) -> [String] {
    operations(DataValue(old), DataValue(new), keys: keys).map { operation in
      let value =
        operation["value"].map { value in " " + JSONWriter { $0.value(value) }.text } ?? ""
      return "\(operation["op"]?.text ?? "") \(operation["path"]?.text ?? "")\(value)"
    }
  }

  private func apply(_ operations: [JSONValue], to value: JSONValue) throws -> JSONValue {
    var value = value
    for operation in operations {
      let path = try JSONPointer(operation["path"]?.text ?? "").tokens[...]
      let new = operation["value"] ?? .null
      switch operation["op"]?.text {
      case "add": try value.apply(.add(new), at: path)
      case "replace": try value.apply(.replace(new), at: path)
      default: try value.apply(.remove, at: path)
      }
    }
    return value
  }

  @Test func changesAreSmall() {
    let tasks: JSONValue = ["tasks": [["id": 1, "done": false], ["id": 2], ["id": 3]], "a/b": 1]
    #expect(texts(tasks, tasks) == [])
    #expect(
      texts(tasks, ["tasks": [["id": 1, "done": true], ["id": 3]], "a/b": 1])
        == ["replace /tasks/0/done true", "remove /tasks/1"])
    #expect(
      texts(tasks, ["tasks": [["id": 9], ["id": 1, "done": false], ["id": 2], ["id": 3]]])
        == ["remove /a~1b", #"add /tasks/0 {"id":9}"#])
    #expect(
      texts(tasks, ["tasks": [["id": 2], ["id": 3]], "a/b": [1]])
        == ["replace /a~1b [1]", "remove /tasks/0"])
    #expect(texts(1, "1") == [#"replace  "1""#] && texts([:], [:]) == [])
  }

  /// Rows that have changed are known again by their key.
  @Test func rowsAreKnownByTheirKey() {
    let old: JSONValue = [["id": 1, "n": 1], ["id": 2, "n": 1], ["id": 3, "n": 1]]
    #expect(
      texts(old, [["id": 2, "n": 2], ["id": 3, "n": 2]], keys: ["": "id"])
        == ["remove /0", "replace /0/n 2", "replace /1/n 2"])
    #expect(
      texts(old, [["id": 9], ["id": 2, "n": 1], ["id": 3, "n": 1]], keys: ["": "id"])
        == ["remove /0", #"add /0 {"id":9}"#])
  }

  /// Whatever is changed, the operations make the new version of the old one.
  @Test(arguments: 0..<8 as Range<UInt64>) func theyMakeTheNewOfTheOld(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0..<(depth > 2 ? 3 : 5), using: &random) {
      case 0: .integer(Int.random(in: 0..<4, using: &random))
      case 1: .string(["", "a", "~/"].randomElement(using: &random)!)
      case 2: .null
      case 3: .array((0..<Int.random(in: 0..<8, using: &random)).map { _ in value(depth + 1) })
      default:
        .object(
          Dictionary(
            ["a", "b", "a/b", "0"].prefix(Int.random(in: 0...4, using: &random)).map {
              ($0, value(depth + 1))
            }, uniquingKeysWith: { $1 }))
      }
    }
    for _ in 0..<300 {
      let old = DataValue(value(0))
      var new = old
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        let path = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
          ["a", "b", "a/b", "0", "1", "3"].randomElement(using: &random)!
        }
        let edit: PointerEdit = [.add(value(1)), .set(value(1)), .remove].randomElement(
          using: &random)!
        var edited = new
        // What has no such place stays as it is.
        if (try? edited.apply(edit, at: path[...])) != nil { new = edited }
      }
      if Int.random(in: 0..<5, using: &random) == 0 { new = DataValue(value(0)) }
      let keys = ["": "a", "/a": "b", "/b": "a"]
      let operations = operations(old, new, keys: Bool.random(using: &random) ? keys : [:])
      let made = try apply(operations, to: #require(old.json))
      #expect(made == new.json, "seed \(seed): \(operations)")
      #expect(operations.isEmpty == (old.json == new.json), "seed \(seed)")
    }
  }

  /// A long list costs as little as its changes.
  @Test func sharedRowsAreNotRead() throws {
    let old = DataValue(.array((0..<100_000).map { .integer($0) }))
    var new = old
    try new.apply(.remove, at: ["99000"])
    try new.apply(.add("x"), at: ["5"])
    try new.apply(.set("y"), at: ["70000"])
    #expect(operations(old, new).map { $0["path"]?.text } == ["/5", "/70000", "/99001"])
    let limit = Allowance.of(0.05)
    #expect(
      ProcessorTime.least(below: limit) { ProcessorTime.of { operations(old, new) } } < limit)
  }
}
