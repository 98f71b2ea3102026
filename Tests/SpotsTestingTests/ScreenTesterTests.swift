import Foundation
import Spots
import SpotsTesting
import Testing

/// Playing with screens as programs do in their tests: nothing here is internal.
@Suite @MainActor struct ScreenTesterTests {
  private static let form = """
    {"spacing":"comfortable","components":[{"header":{"title":"Book"},"items":[
      {"kind":"text-field","title":"Title","name":"title"},
      {"kind":"toggle","title":"Read","name":"read"},
      {"kind":"button","title":"Save","action":"submit"}]},
      {"identifier":"shelf","items":[\((0..<60).map { #"{"title":"Book \#($0)"}"# }.joined(separator: ","))]}]}
    """

  private func item(_ component: Int, _ item: Int) -> ItemPath {
    ItemPath(component: component, item: item)
  }

  @Test func aFormIsFilledAndSent() throws {
    let tester = try ScreenTester(json: Self.form)
    try tester.click(item(0, 0))
    tester.type("Marigold")
    try tester.click(item(0, 1))
    var sent: [String: JSONValue] = [:]
    tester.controller.onSubmit = { values, _ in sent = values }
    try tester.click(item(0, 2))
    #expect(sent == ["title": "Marigold", "read": true])
    let submits = tester.events.filter { if case .submitted = $0 { true } else { false } }
    #expect(submits.count == 1)
  }

  @Test func keysAndTheWheelDoWhatTheyDoInAWindow() throws {
    let tester = try ScreenTester(json: Self.form)
    tester.press("Tab")
    tester.type("ab")
    tester.press("Ctrl+Z")
    #expect(tester.controller.values["title"] != "ab")
    tester.wheel(3)
    #expect(tester.controller.contentOffset > 0)
    let before = tester.now
    tester.wait(.seconds(2))
    #expect(tester.now - before > 1.99)
  }

  /// What is below the window is scrolled to.
  @Test func everyPartCanBeClicked() throws {
    let tester = try ScreenTester(json: Self.form, size: Size(width: 400, height: 300))
    try tester.click(item(1, 50))
    guard
      case .itemSelected(let clicked, _)? = tester.events.last(where: {
        if case .itemSelected = $0 { true } else { false }
      })
    else {
      Issue.record("nothing was clicked")
      return
    }
    #expect(clicked.title == "Book 50")
    #expect(throws: ChangeError.self) { try tester.click(item(1, 60)) }
  }

  @Test func goldensAreNeverWrittenOver() throws {
    let folder = try Folder()
    let tester = try ScreenTester(json: Self.form)
    let path = folder.path("screen.txt")
    let missing = #expect(throws: GoldenMismatch.self) {
      try tester.compare(tester.outline, with: path)
    }
    #expect(missing?.isMissing == true && missing?.newPath == folder.path("screen.new.txt"))
    try folder.write(Array(tester.outline.utf8), to: "screen.txt")
    try tester.compare(tester.outline, with: path)
    tester.wheel(2)
    let different = #expect(throws: GoldenMismatch.self) {
      try tester.compare(tester.outline, with: path)
    }
    #expect(different?.isMissing == false)
    #expect("\(try #require(different))".hasSuffix("rename it to accept it"))
  }

  /// An outline of a table has what is in its cells.
  @Test func cellsAreInTheOutline() throws {
    let tester = try ScreenTester(
      json: #"{"data":[{"a":1.5,"b":true},{"a":null,"b":"x"}],"components":[{"kind":"table","#
        + #""columns":[{"title":"A","field":"a"},{"title":"B","field":"b"}],"each":""}]}"#)
    #expect(tester.outline.contains("'1.5' 'true'") && tester.outline.contains("'' 'x'"))
  }

  @Test func picturesAreCompared() throws {
    let folder = try Folder()
    let tester = try ScreenTester(json: Self.form)
    let path = folder.path("screen.png")
    try folder.write(try tester.png(), to: "screen.png")
    try tester.comparePicture(with: path)
    tester.wheel(2)
    #expect(throws: GoldenMismatch.self) { try tester.comparePicture(with: path) }
  }

  @Test func screenReadersAreToldTheSame() throws {
    let tester = try ScreenTester(json: Self.form)
    #expect(tester.outline.contains("1 toggle InputItemView"))
    let screen = tester.accessibility
    func names(_ node: AccessibleNode) -> [String] {
      let inner = (0..<node.childCount).compactMap { screen.child($0, of: node.id) }
      return [node.name] + inner.compactMap(screen.node).flatMap(names)
    }
    #expect(names(screen.window).contains("Read"))
  }
}

/// A folder that goes with the test.
private final class Folder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: url.appendingPathComponent(name))
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      print("\(url.path) is left behind: \(error)")
    }
  }
}
