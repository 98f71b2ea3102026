import Foundation
import Testing

@Suite struct InspectCommandTests {
  /// Every size is given, so no font affects the result.
  private static let screen = """
    {"components":[
     {"identifier":"a","kind":"list","header":{"kind":"header","size":{"height":30}},
      "layout":{"line-spacing":5,"inset":{"top":4,"left":10,"bottom":6,"right":20}},
      "items":[{"title":"a0","size":{"height":40}},
        {"title":"a1","kind":"label","size":{"height":40}},{"title":"a2","size":{"height":40}}]},
     {"kind":"grid","footer":{"kind":"footer","size":{"height":24}},
      "layout":{"span":2,"item-spacing":10,"line-spacing":8,"inset":{"left":10,"right":10}},
      "items":[{"title":"b0","size":{"height":50}},{"title":"b1","size":{"height":60}},
        {"title":"b2","size":{"height":20}}]},
     {"kind":"carousel",
      "layout":{"item-spacing":5,"page-indicator":"below","inset":{"left":5,"right":5}},
      "items":[{"title":"c0","size":{"width":120,"height":70}},
        {"title":"c1","size":{"width":120,"height":50}},
        {"title":"c2","size":{"width":120,"height":70}}]}
    ]}
    """

  private let directory: TemporaryDirectory
  private var path: String { directory("screen.json") }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.screen, to: "screen.json")
  }

  private func inspect(_ options: String...) throws -> InspectedScreen {
    let run = try CommandRun(["inspect", path, "--size", "300x200"] + options)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try JSONDecoder().decode(InspectedScreen.self, from: run.output)
  }

  private func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> InspectedScreen.Rect {
    InspectedScreen.Rect(x: x, y: y, width: width, height: height)
  }

  /// Without the option, rows are printed as the same items written out.
  @Test func expressionsArePrintedWithTheirValues() throws {
    let rows = #"{"each":"/a","item":{"title":"{t}","subtitle":"{other}","size":{"height":8}}}]}"#
    try directory.write(#"{"data":{"a":[{"t":"x"}]},"components":[\#(rows)"#, to: "screen.json")
    let plain = try InspectedScreen(path)
    #expect(try InspectedScreen(path, "--expressions") == plain)
    #expect(plain.components[0].items[0].line == 1 && plain.components[0].items[0].title == "x")
    let text = try CommandRun(["inspect", path, "--expressions"]).text.filter { !$0.isWhitespace }
    #expect(
      text.contains(
        #""data":"/a/0","expressions":[{"key":"title","expression":"t","value":"x"},"#
          + #"{"key":"subtitle","expression":"other","fault":"nofield'other'"}]"#), "\(text)")
    #expect(try CommandRun(["inspect", path, "--expressions", "--format", "text"]).status == 2)
  }

  @Test func printsExactlyWhatScriptsDependOn() throws {
    try directory.write(
      #"{"components":[{"header":{"title":"H","size":{"height":9}},"items":[{"title":"T","size":{"height":8}}]}]}"#,
      to: "screen.json")
    let run = try CommandRun(["inspect", path, "--size", "30x20"])
    let compact = run.text.filter { !$0.isWhitespace }
    let rects = [
      #"{"x":0,"y":0,"width":30,"height":17}"#, #"{"x":0,"y":0,"width":30,"height":9}"#,
      #"{"x":0,"y":9,"width":30,"height":8}"#,
    ]
    #expect(
      compact == #"{"size":{"width":30,"height":20},"contentSize":{"width":30,"height":20},"#
        + #""contentOffset":{"x":0,"y":0},"components":[{"index":0,"identifier":null,"#
        + #""kind":"list","frame":\#(rects[0]),"contentSize":{"width":30,"height":17},"#
        + #""contentOffset":{"x":0,"y":0},"header":{"kind":"","view":"HeaderView","#
        + #""frame":\#(rects[1])},"footer":null,"items":[{"index":0,"kind":"","#
        + #""view":"DefaultItemView","title":"T","frame":\#(rects[2]),"visible":true,"#
        + #""line":1,"column":69}]}]}"#)
    #expect(run.text.hasSuffix("}\n"))
  }

  @Test func framesAreThoseOfTheRules() throws {
    let screen = try inspect()
    #expect(screen.contentSize == .init(width: 300, height: 374))
    #expect(screen.components.map(\.kind) == ["list", "grid", "carousel"])
    #expect(screen.components.map(\.identifier) == ["a", nil, nil])
    #expect(
      screen.components.map(\.contentSize.height) == [170, 112, 92])
    #expect(screen.components[2].contentSize.width == 380)
    #expect(
      screen.components.map(\.frame)
        == [rect(0, 0, 300, 170), rect(0, 170, 300, 30), rect(0, 282, 300, 0)])
    #expect(screen.components[0].header?.frame == rect(0, 0, 300, 30))
    #expect(screen.components[1].footer?.frame == rect(0, 88, 300, 24))
    #expect(
      screen.components[0].items.map(\.frame)
        == [rect(10, 34, 270, 40), rect(10, 79, 270, 40), rect(10, 124, 270, 40)])
    #expect(
      screen.components[1].items.map(\.frame)
        == [rect(10, 0, 135, 50), rect(155, 0, 135, 60), rect(10, 68, 135, 20)])
    #expect(
      screen.components[2].items.map(\.frame)
        == [rect(5, 0, 120, 70), rect(130, 0, 120, 70), rect(255, 0, 120, 70)])
  }

  @Test func printsWhatScreenReadersAreTold() throws {
    try directory.write(
      """
      {"components":[{"header":{"title":"People","size":{"height":40}},"items":[
       {"title":"Ada","subtitle":"Engineer","size":{"height":60}},
       {"image":"a.png","kind":"image","meta":{"alt":"A bridge"},"size":{"height":60}}]}]}
      """, to: "screen.json")
    let run = try CommandRun(["inspect", path, "--size", "300x80", "--accessibility"])
    let window = try #require(JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    func children(_ node: [String: Any]?) -> [[String: Any]] {
      node?["children"] as? [[String: Any]] ?? []
    }
    let parts = children(children(window).first)
    #expect(parts.map { $0["role"] as? String } == ["heading", "list", "scroll-bar"])
    #expect(parts[1]["name"] as? String == "People" && parts[1]["childCount"] as? Int == 2)
    let ada = try #require(children(parts[1]).first)
    let keys = ["actions", "frame", "name", "posInSet", "role", "setSize", "states"]
    #expect(ada.keys.sorted() == keys)
    #expect(ada["name"] as? String == "Ada, Engineer" && ada["role"] as? String == "list-item")
    #expect(ada["states"] as? [String] == ["enabled", "showing", "focusable", "selectable"])
    #expect(ada["actions"] as? [String] == ["activate", "select"])
    let frame = ["x": 0.0, "y": 40, "width": 300, "height": 60]
    #expect(ada["frame"] as? [String: Double] == frame)
    let picture = children(parts[1])[1]
    #expect(picture["name"] as? String == "A bridge" && picture["posInSet"] as? Int == 2)
    // Only the parts near the window are printed, so that --visible has no meaning.
    #expect(try CommandRun(["inspect", path, "--accessibility", "--visible"]).status == 2)
  }

  @Test func saysWhatAnItemIsAndWhereItStartsInTheFile() throws {
    let items = try inspect().components[0].items
    #expect(items.map(\.title) == ["a0", "a1", "a2"])
    #expect(items.map(\.kind) == ["", "label", ""])
    #expect(items.map(\.view) == ["DefaultItemView", "LabelItemView", "DefaultItemView"])
    #expect(items.map(\.line) == [4, 5, 5])
    #expect(items.map(\.column) == [12, 5, 56])
  }

  @Test func offsetScrollsByTheContainerRule() throws {
    let screen = try inspect("--offset", "100")
    #expect(screen.contentOffset == .init(x: 0, y: 100))
    #expect(
      screen.components.map(\.frame)
        == [rect(0, 100, 300, 70), rect(0, 170, 300, 112), rect(0, 282, 300, 18)])
    #expect(screen.components.map(\.contentOffset.y) == [100, 0, 0])
    #expect(screen.components[0].items.map(\.visible) == [false, true, true])
  }

  @Test(arguments: [("9999", 174.0), ("-5", 0), ("1e308", 174)])
  func offsetsAreCutToTheContent(option: String, offset: Double) throws {
    #expect(try inspect("--offset=\(option)").contentOffset.y == offset)
  }

  @Test(arguments: [("2:60", 60.0), ("2:9999", 80), ("2:-1", 0), ("0:60", 0), ("99:60", 0)])
  func carouselOffsetsAreCutToo(option: String, offset: Double) throws {
    let screen = try inspect("--offset", "174", "--carousel", option)
    #expect(screen.components[2].contentOffset.x == offset)
    #expect(screen.components[0].contentOffset.x == 0)
    #expect(screen.components[2].items.map(\.visible) == [true, true, true])
  }

  @Test func visibleLeavesOutTheRest() throws {
    let screen = try inspect("--visible", "--offset", "100")
    #expect(screen.components[0].items.map(\.index) == [1, 2])
    #expect(screen.components.allSatisfy { $0.items.allSatisfy(\.visible) })
  }

  @Test(arguments: [
    (["--size", "1x1"], 1.0, 1.0), (["--size", "1280x800"], 1280, 800), ([], 800, 600),
    (["--device", "phone"], 390, 844), (["--device", "70x50@3"], 70, 50),
  ])
  func sizeIsTheViewport(options: [String], width: Double, height: Double) throws {
    let run = try CommandRun(["inspect", path] + options)
    let screen = try JSONDecoder().decode(InspectedScreen.self, from: run.output)
    #expect(screen.size == .init(width: width, height: height))
  }

  @Test(arguments: ["first-generation.json", "second-generation.json"])
  func olderGenerationsLoad(name: String) throws {
    let screen = try InspectedScreen(SampleScreens.path(name), "--size", "375x667")
    #expect(screen.components.count == 3)
    #expect(screen.components.allSatisfy { $0.header != nil && !$0.items.isEmpty })
    for component in screen.components {
      let isComplete = component.items.allSatisfy {
        $0.frame.width > 0 && $0.frame.height > 0 && !$0.title.isEmpty
      }
      #expect(isComplete)
    }
  }

  /// The composite item stands 20 below the top, under a header, and holds a list of three rows, 50
  /// high, and a carousel, 70 high: 220 in all. A window of 200 scrolled by 100 shows 80 to 220 of
  /// the item: the last 20 of row 1, row 2, and the carousel.
  @Test func compositeItemsTellWhatIsInThem() throws {
    try directory.write(
      """
      {"components":[{"header":{"size":{"height":20}},"items":[{"kind":"composite","children":[
        {"items":[{"title":"r0","size":{"height":50}},{"title":"r1","size":{"height":50}},
          {"title":"r2","size":{"height":50}}]},
        {"kind":"carousel","identifier":"inner","layout":{"item-spacing":10},"items":[
          {"title":"c0","size":{"width":200,"height":70}},
          {"title":"c1","size":{"width":200,"height":70}}]}]},
        {"title":"below","size":{"height":500}}]}]}
      """, to: "screen.json")
    let items = try inspect("--offset", "100").components[0].items
    #expect(items.map(\.line) == [1, 7])
    #expect(items[0].frame == rect(0, 20, 300, 220))
    #expect(items[1].components == nil)
    let inner = try #require(items[0].components)
    #expect(inner.map(\.identifier) == [nil, "inner"])
    #expect(inner.map(\.frame) == [rect(0, 80, 300, 70), rect(0, 150, 300, 70)])
    #expect(inner.map(\.contentOffset.y) == [80, 0])
    #expect(inner[0].items.map(\.frame.y) == [0, 50, 100])
    #expect(inner[0].items.map(\.visible) == [false, true, true])
    #expect(inner[1].contentSize.width == 410)
    #expect(inner[1].items.map(\.visible) == [true, true])
    #expect(inner[1].items.map(\.line) == [nil, nil])
    let hidden = try inspect("--offset", "400").components[0].items[0]
    #expect(hidden.components?[0].items.map(\.frame.y) == [0, 50, 100])
    #expect(hidden.components?.flatMap { $0.items.map(\.visible) }.contains(true) == false)
  }

  @Test func firstGenerationMeansTheSameAsBefore() throws {
    let screen = try InspectedScreen(SampleScreens.path("first-generation.json"))
    #expect(screen.components.map(\.kind) == ["list", "grid", "carousel"])
    // In a window of 800 points, "span": "1" has all of it, "3" and "2.5" the 768 inside insets,
    // less two spacings of 12 between the three, and one behind each of the others.
    #expect(screen.components[0].items[0].frame.width == 800)
    #expect(abs(screen.components[1].items[0].frame.width - 744 / 3.0) < 0.01)
    #expect(abs(screen.components[2].items[0].frame.width - (768 / 2.5 - 12)) < 0.01)
  }

  @Test func truncationsOfTheGalleryAreExplained() throws {
    // Without the final line break, whose absence would not show.
    let bytes = Array(
      try String(contentsOfFile: SampleScreens.path("gallery.json"), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines))
    // A prime, so that cuts fall into every kind of token.
    for count in stride(from: 0, to: bytes.count, by: 211) {
      try directory.write(String(bytes[..<count]), to: "cut.json")
      let run = try CommandRun(["inspect", "cut.json"], in: directory.path)
      #expect(run.status == 1, "\(count) characters: \(run.status)")
      let isExplained = run.errors.contains(/(?m)^cut\.json:\d+:\d+: error: ./)
      #expect(isExplained, "\(count) characters: \(run.errors)")
    }
  }

  @Test(arguments: [
    Data(), Data([0]), Data([0xFF, 0xFE, 0x7B, 0]), Data(repeating: 0x5B, count: 100_000),
    Data((0...255).map { UInt8($0) }), Data("[1e999999999,{\"items\":[[]]}]".utf8),
    Data(#"{"components":[{"layout":{"span":1e308,"item-spacing":-1e308},"items":[{}]}]}"#.utf8),
    Data(#"{"components":[{"items":[{"size":{"width":9e999,"height":-0.0}}]}]}"#.utf8),
  ])
  func garbageIsTakenOrExplained(bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: path))
    let run = try CommandRun(["inspect", path], timeout: 10)
    #expect(run.status <= 1, "\(run.status) \(run.errors)")
    #expect(run.status == 0 || run.errors.contains(": error: "))
  }
}
