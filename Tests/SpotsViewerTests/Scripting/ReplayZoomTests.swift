import Foundation
import Testing

/// Ctrl+plus shows the whole page larger, as browsers do; `--text-scale` its text alone.
@Suite struct ReplayZoomTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let rows = (0..<60).map { #"{"title":"row \#($0)","action":"go","size":{"height":50}}"# }
    let cards = (0..<10).map {
      #"{"title":"card \#($0)","kind":"card","size":{"width":150,"height":100}}"#
    }
    try directory.write(
      """
      {"components":[{"items":[\(rows.joined(separator: ","))]},
      {"kind":"carousel","items":[\(cards.joined(separator: ","))]}]}
      """, to: "screen.json")
  }

  private func play(_ steps: [String], options: [String] = []) throws -> ReplayRun {
    let replay = try ReplayRun(directory, steps, options: ["--size", "400x300"] + options)
    #expect(replay.run.status == 0 && replay.run.errors.isEmpty, "\(replay.run.errors)")
    return replay
  }

  private func plus(_ count: Int) -> [String] {
    Array(repeating: #"{"key":"Ctrl+plus"}"#, count: count)
  }

  /// A page zoomed by z is the page of a window 1/z as wide and high.
  @Test func aZoomedPageIsASmallerOneSeenLarger() throws {
    let screen = try play(plus(2) + [#"{"inspect":true}"#]).screens[0]
    #expect(abs(screen.size.width - 400 / 1.21) < 0.01)
    #expect(abs(screen.size.height - 300 / 1.21) < 0.01)
    #expect(abs(screen.components[0].items[3].frame.width - 400 / 1.21) < 0.01)
    #expect(screen.components[0].items[3].frame.y == 150)
    #expect(screen.components[1].items[0].frame.width == 150)
  }

  @Test func clicksAndWheelsAreThoseOfTheWindow() throws {
    let zoom = 1.331
    // The middle of the fourth row, 50 points high and zoomed.
    let y = 3.5 * 50 * zoom
    let replay = try play(
      plus(3) + [
        #"{"click":{"x":200,"y":\#(y)}}"#, #"{"wheel":{"x":200,"y":100,"dy":-2}}"#,
        #"{"wait":2}"#, #"{"inspect":true}"#, #"{"click":{"x":200,"y":\#(y)}}"#,
      ])
    #expect(try abs(replay.offsets[0] * zoom - 120) < 0.01)
    // 120 points of the window further.
    #expect(
      replay.events("itemSelected").map { $0["item"] as? Int }
        == [3, Int((y + 120) / (50 * zoom))])
  }

  @Test func whatIsAtTheTopStaysThere() throws {
    let replay = try play(
      [#"{"wheel":{"x":200,"y":100,"dy":-20,"precise":true}}"#, #"{"inspect":true}"#] + plus(5)
        + [#"{"inspect":true}"#, #"{"key":"Ctrl+0"}"#, #"{"inspect":true}"#])
    #expect(try replay.offsets == [1200, 1200, 1200])
    let screens = try replay.screens
    #expect(screens[0] == screens[2])
  }

  @Test func aPictureOfAZoomedPageHasTheWindowsPixels() throws {
    _ = try play(plus(4) + [#"{"render":"zoomed.png"}"#])
    _ = try play([#"{"render":"usual.png"}"#])
    let (zoomed, usual) = (
      try Data(contentsOf: URL(fileURLWithPath: directory("zoomed.png"))),
      try Data(contentsOf: URL(fileURLWithPath: directory("usual.png")))
    )
    // Width and height of a PNG stand in bytes 16 to 24.
    #expect(zoomed[16..<24] == usual[16..<24])
    #expect(zoomed != usual)
  }

  // MARK: Text alone

  @Test func heightsThatAreAskedForGrowWithTheText() throws {
    let screen = try play([#"{"inspect":true}"#], options: ["--text-scale", "2"]).screens[0]
    #expect(screen.size.width == 400)
    #expect(screen.components[0].items[1].frame == .init(x: 0, y: 100, width: 400, height: 100))
    #expect(
      screen.components[1].items[1].frame == .init(x: 150, y: 0, width: 150, height: 200))
    // Smaller text leaves what was asked for.
    let small = try play([#"{"inspect":true}"#], options: ["--text-scale", "0.5"]).screens[0]
    #expect(small.components[0].items[1].frame.height == 50)
  }

  @Test func whatHoldsNoTextKeepsItsHeight() throws {
    try directory.write(
      """
      [{"header":{"title":"H","size":{"height":40}},
      "items":[{"image":"a.png","kind":"image","size":{"height":50}},{"subtitle":"s","size":{"height":50}}]},
      {"size":{"height":70},"layout":{"dynamic-height":false},"items":[{"title":"cut"},{"title":"off"}]}]
      """, to: "screen.json")
    let screen = try InspectedScreen(
      directory("screen.json"), "--size", "400x300", "--text-scale", "2")
    #expect(screen.components[0].header?.frame.height == 80)
    #expect(screen.components[0].items.map(\.frame.height) == [50, 100])
    #expect(screen.components[1].contentSize.height == 140)
  }
}
