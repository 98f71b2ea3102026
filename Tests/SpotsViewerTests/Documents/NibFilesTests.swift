import Foundation
import Testing

@testable import Spots
@testable import SpotsModel
@testable import SpotsViews

/// Nibs where the program finds them: beside the screen, in its `Views` folder, in `--views`.
@Suite struct NibFilesTests {
  private let directory: TemporaryDirectory
  private let screen = #"{"components":[{"items":[{"title":"Ada","kind":"tile"}]}]}"#

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(screen, to: "screen.json")
    try directory.shell("mkdir Views more")
  }

  private func tile(height: Int) -> String {
    #"{"kind":"tile","surface":"none","label":"{title}","size":[0,\#(height)]}"#
  }

  private func height(_ options: String...) throws -> Double {
    let run = try CommandRun(["inspect", directory("screen.json")] + options)
    #expect(run.status == 0, "\(run.errors)")
    struct Screen: Decodable {
      struct Component: Decodable { var items: [Item] }
      struct Item: Decodable {
        var view: String
        var frame: Frame
      }
      struct Frame: Decodable { var height: Double }
      var components: [Component]
    }
    let item = try JSONDecoder().decode(Screen.self, from: run.output).components[0].items[0]
    #expect(item.view == "tile.view.json")
    #expect(run.errors.isEmpty)
    return item.frame.height
  }

  @Test func besideTheScreenInViewsAndInNamedFolders() throws {
    try directory.write(tile(height: 71), to: "tile.view.json")
    #expect(try height() == 71)
    try directory.write(tile(height: 72), to: "Views/tile.view.json")
    #expect(try height() == 72)
    try directory.write(tile(height: 73), to: "more/tile.view.json")
    #expect(try height("--views", directory("more")) == 73)
  }

  @Test func withoutTheNibTheKindIsUnknown() throws {
    let run = try CommandRun(["validate", directory("screen.json")])
    #expect(run.errors.contains("tile"))
    try directory.write(tile(height: 71), to: "more/tile.view.json")
    let known = try CommandRun(
      ["validate", "--strict", "--views", directory("more"), directory("screen.json")])
    #expect(known.status == 0, "\(known.errors)")
  }

  @Test func faultsOfNibsAreReportedWithTheirPlace() throws {
    let path = directory("Views/tile.view.json")
    try directory.write("{\n  \"kind\": \"tile\",\n  \"labl\": 1\n}", to: "Views/tile.view.json")
    let inspect = try CommandRun(["inspect", directory("screen.json")])
    #expect(inspect.errorLines.first?.hasPrefix("\(path):3:3: warning: unknown key 'labl'") == true)
    try directory.write("{\n  \"kind\": \"tile\",\n", to: "Views/tile.view.json")
    let broken = try CommandRun(["inspect", directory("screen.json")])
    #expect(broken.status == 1)
    // The kind is unknown now, which is a warning about the screen.
    #expect(broken.errorLines.count == 2)
    #expect(broken.errors.contains("\(path):3:1: error: "), "\(broken.errors)")
    let validate = try CommandRun(["validate", path])
    #expect(validate.status == 1)
    #expect(validate.errorLines.first?.hasPrefix("\(path):3:1: error: ") == true)
  }

  @Test func theSchemaOfNibsHasTheirKeys() throws {
    let run = try CommandRun(["schema", "--nib"])
    #expect(run.status == 0)
    let schema = try #require(
      JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    #expect(
      Set(definitions.keys) == [
        "nib", "element", "stack", "overlay", "width-range", "inset", "size",
      ])
    let nib = try #require(definitions["nib"]?["properties"] as? [String: Any])
    #expect(nib["label"] != nil && nib["corner-radius"] != nil)
    #expect(definitions["nib"]?["required"] as? [String] == ["kind"])
    #expect(schema["$ref"] as? String == "#/$defs/nib")
    // A value or one for each width class, but not for the nib's own keys.
    let element = try #require(definitions["element"]?["properties"] as? [String: Any])
    #expect("\(element["lines"] ?? "")".contains("expanded"))
    #expect("\(element["when"] ?? "")".contains("#/$defs/width-range"))
    #expect(!"\(nib["kind"] ?? "")".contains("expanded"))
  }

  @Test func theReferenceNamesEachKeyAndWord() throws {
    func article(_ name: String) throws -> String {
      try String(
        contentsOfFile: SampleScreens.path("../Sources/Documentation.docc/Reference/\(name).md"),
        encoding: .utf8)
    }
    let reference = try article("Views-in-JSON")
    for table in NibKeys.all.prefix(4) {
      for key in table.keys { #expect(reference.contains("`\(key.name)`"), "\(key.name)") }
    }
    let schema = try JSONSerialization.jsonObject(
      with: try CommandRun(["schema", "--nib"]).output)
    // The names of icons are those of screens.
    let words = try reference + article("Screens-in-JSON")
    for word in Self.words(of: schema) { #expect(words.contains("`\(word)`"), "\(word)") }
  }

  /// The words that the values of a schema may be.
  private static func words(of schema: Any) -> Set<String> {
    if let list = schema as? [Any] {
      return list.reduce(into: []) { $0.formUnion(words(of: $1)) }
    }
    guard let members = schema as? [String: Any] else { return [] }
    let own = members["enum"] as? [String] ?? []
    return words(of: Array(members.values)).union(own)
  }

  @Test func theProjectsOwnNibsAreSound() throws {
    let folder = SampleScreens.path("Views")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count >= 4)
    let run = try CommandRun(["validate", "--strict"] + names.map { folder + "/" + $0 })
    #expect(run.status == 0, "\(run.errors)")
  }
}
