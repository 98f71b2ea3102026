import Foundation
import Testing

@testable import Spots
@testable import SpotsModel

@Suite struct SchemaCommandTests {
  private let directory: TemporaryDirectory
  private let schema: [String: Any]

  init() throws {
    directory = try TemporaryDirectory()
    let run = try CommandRun(["schema"])
    #expect(run.status == 0 && run.errors.isEmpty)
    try directory.write(run.text, to: "schema.json")
    schema = try #require(JSONSerialization.jsonObject(with: run.output) as? [String: Any])
  }

  // MARK: - What it says

  @Test func itsKeysAreThoseTheReaderKnows() throws {
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    #expect(Set(definitions.keys) == Set(ScreenKeys.all.map(\.name)))
    for table in ScreenKeys.all {
      let properties = try #require(definitions[table.name]?["properties"] as? [String: Any])
      #expect(Set(properties.keys) == Set(table.keys.flatMap { [$0.name] + $0.aliases }))
      for key in table.keys {
        let property = try #require(properties[key.name] as? [String: Any])
        #expect(property["description"] as? String == key.text)
        #expect(try defaultText(property) == key.fallback, "\(table.name).\(key.name)")
      }
    }
  }

  private func defaultText(_ property: [String: Any]) throws -> String? {
    guard let value = property["default"] else { return nil }
    let bytes = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A model that keeps to it writes nothing that cannot be shown.
  @Test func aCatalogHasWhatThereIs() throws {
    try directory.write(
      #"{"kind":"fare","label":"{title} {date(meta.day, 'yMMMd')}","unknown":1}"#,
      to: "fare.view.json")
    let run = try CommandRun(["schema", "--catalog", "--views", directory(".")])
    #expect(run.status == 0 && run.errors.isEmpty)
    let parts = run.text.components(separatedBy: "```json\n")
    #expect(parts[0].contains("- `fare` shows `meta.day`, `title`\n"))
    for table in ScreenKeys.all {
      for key in table.keys {
        #expect(parts[0].contains("- `\(key.name)`: \(key.text)") == !key.isOlder, "\(key.name)")
      }
    }
    let schema = Data(try #require(parts.last).replacing("\n```\n", with: "").utf8)
    let kinds = try suggestedKinds(schema)
    #expect(kinds.contains("fare") && kinds.contains("card"))
    let text = String(decoding: schema, as: UTF8.self)
    // The schema itself has one.
    #expect(text.components(separatedBy: "\"description\"").count == 2 && schema.count < 60_000)
    for mode in ["--nib", "--test-plan"] {
      #expect(try CommandRun(["schema", "--catalog", mode]).status == 2)
    }
  }

  @Test func kindsOfAProgramAreSuggestedToo() throws {
    let run = try CommandRun(["schema", "--kind", "dial", "--kind", "map"])
    let words = try suggestedKinds(run.output)
    #expect(words.contains("dial") && words.contains("map") && words.contains("card"))
    #expect(Set(words).symmetricDifference(try suggestedKinds(Data(contentsOf: url))).count == 2)
  }

  private var url: URL { URL(fileURLWithPath: directory("schema.json")) }

  private func suggestedKinds(_ schema: Data) throws -> [String] {
    struct Schema: Decodable {
      struct Kind: Decodable { var anyOf: [Words] }
      struct Words: Decodable { var `enum`: [String]? }
      struct Table: Decodable { var properties: [String: Property] }
      struct Property: Decodable { var anyOf: [Words]? }
      var definitions: [String: Table]
      enum CodingKeys: String, CodingKey { case definitions = "$defs" }
    }
    let tables = try JSONDecoder().decode(Schema.self, from: schema).definitions
    return try #require(tables["item"]?.properties["kind"]?.anyOf?.compactMap(\.enum).first)
  }

  @Test func itIsTheSameEveryTime() throws {
    #expect(try CommandRun(["schema"]).output == Data(contentsOf: url))
  }

  // MARK: - A second opinion

  /// The answer of Python's jsonschema for each file.
  private func areValid(_ paths: [String]) throws -> [Bool] {
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      validator = Draft202012Validator(schema)
      for path in sys.argv[2:]:
          print("valid" if validator.is_valid(json.load(open(path))) else "invalid")
      """
    try directory.write(script, to: "check.py")
    let list = paths.map { "'\($0)'" }.joined(separator: " ")
    try directory.shell("/usr/bin/python3 check.py schema.json \(list) > answers")
    let answers = try String(contentsOfFile: directory("answers"), encoding: .utf8)
    return answers.split(separator: "\n").map { $0 == "valid" }
  }

  private func write(_ screens: [String], _ prefix: String) throws -> [String] {
    try screens.enumerated().map { index, screen in
      let name = "\(prefix)-\(index).json"
      try directory.write(screen, to: name)
      return directory(name)
    }
  }

  @Test func everySampleScreenIsValid() throws {
    let paths = try SampleScreens.paths
    #expect(paths.count >= 11)
    for (path, isValid) in zip(paths, try areValid(paths)) { #expect(isValid, "\(path)") }
  }

  @Test func everyScreenOfTheArticlesIsValid() throws {
    let folder = SampleScreens.path("../Sources/Documentation.docc")
    let pages = try #require(FileManager.default.enumerator(atPath: folder))
    var screens: [String] = []
    for case let page as String in pages where page.hasSuffix(".md") {
      let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      for block in text.components(separatedBy: "```json\n").dropFirst() {
        let json = block.components(separatedBy: "\n```")[0]
        let document = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        if document?["components"] != nil { screens.append(json) }
      }
    }
    #expect(screens.count >= 15)
    for (screen, isValid) in zip(screens, try areValid(write(screens, "article"))) {
      #expect(isValid, "\(screen)")
    }
  }

  @Test func soundScreensAreValidAndReadWithoutErrors() throws {
    let paths = try write(SchemaScreens.sound, "sound")
    let answers = try areValid(paths)
    for (index, screen) in SchemaScreens.sound.enumerated() {
      #expect(answers[index], "\(screen)")
    }
    #expect(try CommandRun(["validate"] + paths).status == 0)
  }

  /// Values of all types may come from data; the reader says nothing of them before it is there.
  @Test func valuesFromDataAreValid() throws {
    let paths = try write(SchemaScreens.filled, "filled")
    let answers = try areValid(paths)
    for (index, screen) in SchemaScreens.filled.enumerated() {
      #expect(answers[index], "\(screen)")
      let reading = ScreenReader().read(Array(screen.utf8))
      #expect(!reading.diagnostics.contains { $0.severity == .error }, "\(reading.diagnostics)")
    }
  }

  /// Nobody fills what a component that is written out says of itself.
  @Test func holesThatStayEmptyAreFaults() throws {
    for component in [
      #""layout":{"span":"{n}"},"items":[]"#, #""kind":"{k}","items":[{"title":"{t}"}]"#,
      #""items":[{"children":[{"interaction":{"paginate":"{p}"},"items":[]}]}]"#,
    ] {
      let screen = #"{"data":{"n":2,"k":"grid","p":"item","t":"T"},"components":[{\#(component)}]}"#
      try directory.write(screen, to: "screen.json")
      let run = try CommandRun(["validate", directory("screen.json")])
      let names = ["not the string '{n}'", "'{k}'", "not '{p}'"]
      #expect(names.contains(where: run.errors.contains), "\(run.errors)")
    }
  }

  @Test func brokenScreensAreInvalidAndReported() throws {
    let screens = SchemaScreens.broken
    #expect(screens.count >= 25)
    let paths = try write(screens, "broken")
    let answers = try areValid(paths)
    for (index, screen) in screens.enumerated() {
      #expect(!answers[index], "\(screen)")
      #expect(try CommandRun(["validate", "--strict", paths[index]]).status == 1, "\(screen)")
    }
  }
}
