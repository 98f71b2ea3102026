import Foundation
import Testing

/// The inside of composite items, as reported to scripts.
@Suite struct ReplayNestingTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func cells(_ count: Int, width: Int) -> String {
    (0..<count).map {
      #"{"title":"cell \#($0)","size":{"width":\#(width),"height":60}}"#
    }.joined(separator: ",")
  }

  private func play(_ steps: String...) throws -> ReplayRun {
    let replay = try ReplayRun(directory, steps)
    #expect(replay.run.status == 0 && replay.run.errors.isEmpty, "\(replay.run.errors)")
    return replay
  }

  @Test func theEndOfACarouselInsideHasItsPath() throws {
    try directory.write(
      """
      {"components":[{"items":[{"title":"row","size":{"height":40}},
      {"kind":"composite","children":[{"kind":"carousel","items":[\(cells(20, width: 150))]}]}]},
      {"kind":"carousel","items":[\(cells(20, width: 150))]}]}
      """, to: "screen.json")
    let run = try play(
      #"{"wheel":{"x":200,"y":70,"dx":5,"precise":true}}"#, #"{"wait":2}"#,
      #"{"wheel":{"x":200,"y":130,"dx":5,"precise":true}}"#, #"{"wait":2}"#
    ).run
    let ends = run.text.split(separator: "\n").filter { $0.contains("carouselEnded") }
      .map { $0.split(separator: #","time""#)[0] }
    #expect(
      ends == [
        #"{"event":"carouselEnded","component":0,"item":1,"#
          + #""path":"/components/0/items/1/children/0/items/3""#,
        #"{"event":"carouselEnded","component":1,"item":3,"path":"/components/1/items/3""#,
      ])
  }

  @Test func aHeaderOfComponentsIsInspectedWithThem() throws {
    try directory.write(
      """
      {"components":[{"header":{"kind":"composite","children":[{"items":[
      {"title":"one","size":{"height":50}},{"title":"two","size":{"height":60}}]}]},
      "items":[{"title":"row","size":{"height":40}}]}]}
      """, to: "screen.json")
    let component = try #require(try play(#"{"inspect":true}"#).screens.first?.components.first)
    let header = try #require(component.header)
    #expect(header.view == "CompositeItemView")
    #expect(header.frame == .init(x: 0, y: 0, width: 400, height: 110))
    #expect(header.components?.first?.items.map(\.frame.y) == [0, 50])
    #expect(header.components?.first?.items.map(\.title) == ["one", "two"])
    #expect(component.footer == nil && component.items[0].components == nil)
  }

  /// Sets and dictionaries have another order in every run: what is printed has not.
  @Test func everyRunPrintsTheSame() throws {
    let children = #"[{"kind":"carousel","items":[\#(cells(9, width: 70))]}]"#
    let composites = (0..<3).map {
      #"{"title":"c\#($0)","kind":"composite","size":{"width":150,"height":60},"#
        + #""children":\#(children)}"#
    }
    let kinds = ["card", "label", "image", "default", "unknown"].map {
      #"{"title":"\#($0)","subtitle":"s","image":"none.png","kind":"\#($0)","action":"a:1"}"#
    }
    try directory.write(
      """
      {"components":[{"kind":"carousel","layout":{"infinite-scrolling":true},
      "items":[\(composites.joined(separator: ","))]},
      {"kind":"grid","layout":{"span":2},"items":[\(kinds.joined(separator: ","))]}]}
      """, to: "screen.json")
    var outputs: Set<String> = []
    for _ in 0..<6 {
      let replay = try ReplayRun(
        directory,
        [
          #"{"wheel":{"x":200,"y":30,"dx":1.5,"precise":true}}"#, #"{"inspect":true}"#,
          #"{"wheel":{"x":60,"y":30,"dx":-3}}"#, #"{"wait":1}"#, #"{"inspect":true}"#,
          #"{"key":"Down"}"#, #"{"key":"Right"}"#, #"{"key":"Right"}"#, #"{"key":"Return"}"#,
          #"{"wheel":{"x":330,"y":30,"dx":2}}"#, #"{"wait":1}"#, #"{"key":"Left"}"#,
          #"{"key":"Return"}"#, #"{"inspect":true}"#,
        ])
      outputs.insert(replay.run.text + replay.run.errors)
    }
    #expect(outputs.count == 1)
  }

  // MARK: Pages with nibs of their own

  /// Two folders, each with a nib of the kind that composite items use.
  @Test func eachPagesCompositesKeepItsOwnNibs() throws {
    try directory.shell("mkdir b")
    for (folder, height) in [("", 40), ("b/", 90)] {
      try directory.write(
        #"{"kind":"tile","surface":"none","label":"{title}","size":[0,\#(height)]}"#,
        to: folder + "tile.view.json")
    }
    let tile = #"{"kind":"composite","children":[{"items":[{"title":"t","kind":"tile"}]}]}"#
    let link = #"{"title":"go","action":"screen:b/other.json","size":{"height":30}}"#
    let gap = #"{"title":"gap","size":{"height":600}}"#
    try directory.write(
      #"{"components":[{"items":[\#(link),\#(tile),\#(gap),\#(tile)]}]}"#, to: "screen.json")
    try directory.write(#"{"components":[{"items":[\#(tile)]}]}"#, to: "b/other.json")
    let replay = try play(
      #"{"inspect":true}"#, #"{"click":{"x":50,"y":15}}"#, #"{"inspect":true}"#,
      #"{"key":"Escape"}"#, #"{"key":"End"}"#, #"{"wait":2}"#, #"{"inspect":true}"#)
    #expect(
      replay.names.filter { $0 != "reachedEnd" } == [
        "shown", "inspect", "itemSelected", "navigated", "inspect", "navigated", "inspect",
        "closed",
      ])
    func tiles(_ screen: InspectedScreen) -> [[Double]] {
      screen.components[0].items.filter { $0.kind == "composite" }.map {
        [$0.frame.height, $0.components?[0].items[0].frame.height ?? 0]
      }
    }
    #expect(
      try replay.screens.map(tiles) == [
        [[40, 40], [40, 40]], [[90, 90]], [[40, 40], [40, 40]],
      ])
  }
}
