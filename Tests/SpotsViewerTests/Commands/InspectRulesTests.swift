import Foundation
import Testing

/// Each rule of sizing, layout and container, as the program prints it for a window of 300 by 200.
@Suite struct InspectRulesTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func inspect(_ components: String, _ options: String...) throws -> InspectedScreen {
    try directory.write("[\(components)]", to: "screen.json")
    let run = try CommandRun(
      ["inspect", "screen.json", "--size", "300x200"] + options, in: directory.path)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try JSONDecoder().decode(InspectedScreen.self, from: run.output)
  }

  /// Items of the sizes in `sizes`; a side of 0 is left out.
  private func items(_ sizes: (Double, Double)...) -> String {
    let items = sizes.map { #"{"size":{"width":\#($0.0),"height":\#($0.1)}}"# }
    return #""items":[\#(items.joined(separator: ","))]"#
  }

  private func frames(_ screen: InspectedScreen, _ component: Int = 0) -> [[Double]] {
    screen.components[component].items.map {
      [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height]
    }
  }

  private func frame(_ rect: InspectedScreen.Rect?) -> [Double]? {
    rect.map { [$0.x, $0.y, $0.width, $0.height] }
  }

  // MARK: Sizes of items

  @Test func theItemsOfARowAreTheSpacingApart() throws {
    let screen = try inspect(
      #"{"kind":"grid","layout":{"span":3,"item-spacing":6,"inset":{"left":12,"right":18}},"#
        + items((0, 10), (0, 20), (0, 10), (0, 30)) + "}")
    // (300 − 12 − 18 + 6) / 3 − 6 = 86. From 12 to 282 with 6 between: 12, 104, 196.
    // The second row is 20 lower, in the same columns.
    #expect(
      frames(screen) == [[12, 0, 86, 10], [104, 0, 86, 20], [196, 0, 86, 10], [12, 20, 86, 30]])
  }

  @Test func spansMayBeFractions() throws {
    let screen = try inspect(
      #"{"kind":"carousel","layout":{"span":2.5,"item-spacing":8},"#
        + items((0, 40), (0, 40), (0, 40)) + "}")
    // 300 / 2.5 − 8 = 112, and 120 further each; 3 · 112 + 2 · 8 = 352.
    #expect(frames(screen) == [[0, 0, 112, 40], [120, 0, 112, 40], [240, 0, 112, 40]])
    #expect(screen.components[0].contentSize.width == 352)
  }

  @Test func withoutASpanItemsHaveTheirOwnWidths() throws {
    let screen = try inspect(
      #"{"kind":"carousel","layout":{"inset":{"left":20,"right":30}},"items":["#
        + #"{"size":{"width":70,"height":40}},{"title":"x","size":{"height":40}},"#
        + #"{"size":{"width":999,"height":40}}]}"#)
    // Its own size; the default view's, which is none, so 300 − 20 − 30 = 250; and one cut to 300.
    #expect(frames(screen) == [[20, 0, 70, 40], [90, 0, 250, 40], [340, 0, 300, 40]])
    // 20 + 620 + 30
    #expect(screen.components[0].contentSize.width == 670)
  }

  @Test func inAListTheRowDecides() throws {
    let screen = try inspect(
      #"{"layout":{"inset":{"left":20,"right":30}},"# + items((70, 40), (999, 40)) + "}")
    #expect(frames(screen) == [[20, 0, 250, 40], [20, 40, 250, 40]])
  }

  @Test func heightsAreTheItemsOrTheViews() throws {
    let screen = try inspect(
      #"{"items":[{"title":"a"},{"title":"b","subtitle":"c"},{"size":{"height":10}},"#
        + #"{"size":{"height":0}}]}"#)
    // The default view: 44, 56 with a subtitle. 10 is below what the view likes, but it is asked
    // for.
    #expect(
      frames(screen) == [
        [0, 0, 300, 44], [0, 44, 300, 56], [0, 100, 300, 10], [0, 110, 300, 44],
      ])
    #expect(screen.components[0].contentSize.height == 154)
  }

  @Test func inACarouselAllAreAsHighAsTheTallest() throws {
    let screen = try inspect(#"{"kind":"carousel","# + items((50, 20), (60, 90), (70, 40)) + "}")
    #expect(frames(screen) == [[0, 0, 50, 90], [50, 0, 60, 90], [110, 0, 70, 90]])
    #expect(screen.components[0].contentSize == .init(width: 180, height: 90))
  }

  // MARK: Arrangements

  @Test func aListOfColumns() throws {
    let screen = try inspect(
      #"{"layout":{"span":2,"item-spacing":20,"line-spacing":5},"#
        + items((0, 30), (0, 40), (0, 50)) + "}")
    // (300 + 20) / 2 − 20 = 140; the second column begins 20 behind it. Second row at 40 + 5.
    #expect(frames(screen) == [[0, 0, 140, 30], [160, 0, 140, 40], [0, 45, 140, 50]])
    #expect(screen.components[0].contentSize.height == 95)
  }

  @Test func aGridWithoutASpanIsPacked() throws {
    let screen = try inspect(
      #"{"kind":"grid","layout":{"item-spacing":10,"line-spacing":5},"#
        + items((100, 30), (120, 40), (60, 20), (110, 25)) + "}")
    // 100 + 10 + 120 = 230; 10 + 60 more make exactly 300. The fourth wraps to 40 + 5.
    #expect(
      frames(screen) == [
        [0, 0, 100, 30], [110, 0, 120, 40], [240, 0, 60, 20], [0, 45, 110, 25],
      ])
    #expect(screen.components[0].contentSize == .init(width: 300, height: 70))
  }

  @Test func fewerItemsThanADynamicSpanShareTheRow() throws {
    let screen = try inspect(
      #"{"kind":"grid","layout":{"span":5,"item-spacing":10,"dynamic-span":true},"#
        + items((0, 10), (0, 10)) + "}")
    // (300 + 10) / 2 − 10 = 145
    #expect(frames(screen) == [[0, 0, 145, 10], [155, 0, 145, 10]])
  }

  @Test func carouselsWithSeveralItemsInAColumn() throws {
    let screen = try inspect(
      #"{"kind":"carousel","header":{"kind":"header","size":{"height":20}},"#
        + #""footer":{"kind":"footer","size":{"height":12}},"layout":{"items-per-row":2,"#
        + #""item-spacing":8,"line-spacing":4,"page-indicator":"below","#
        + #""inset":{"top":3,"left":5,"bottom":7,"right":9}},"#
        + items((100, 30), (80, 50), (60, 40)) + "}")
    // y: 20 + 3 = 23, and 50 + 4 lower; the second column at 5 + 100 + 8.
    #expect(frames(screen) == [[5, 23, 100, 50], [5, 77, 80, 50], [113, 23, 60, 50]])
    // 2 · (50 + 4) − 4 + 20 + 12 + 3 + 7 + 22 = 168; 5 + 100 + 8 + 60 + 9 = 182.
    #expect(screen.components[0].contentSize == .init(width: 182, height: 168))
    #expect(frame(screen.components[0].header?.frame) == [0, 0, 300, 20])
    // 168 − 12
    #expect(frame(screen.components[0].footer?.frame) == [0, 156, 300, 12])
  }

  @Test(arguments: [("below", 72.0), ("overlay", 50)])
  func pageIndicatorsTakeRoomBelowOnly(mode: String, height: Double) throws {
    let screen = try inspect(
      #"{"kind":"carousel","layout":{"page-indicator":"\#(mode)"},"# + items((500, 50)) + "}")
    // 50 + 22, or nothing more.
    #expect(screen.components[0].contentSize.height == height)
  }

  @Test(arguments: [(false, 0.0), (true, 42)])
  func emptyComponents(isShown: Bool, height: Double) throws {
    let screen = try inspect(
      #"{"header":{"kind":"header","size":{"height":20}},"footer":{"kind":"footer","#
        + #""size":{"height":12}},"layout":{"show-empty-component":\#(isShown),"#
        + #""inset":{"top":4,"bottom":6}}}"#)
    // 20 + 4 + 6 + 12 = 42
    #expect(screen.components[0].contentSize.height == height)
    #expect(frame(screen.components[0].header?.frame) == (isShown ? [0, 0, 300, 20] : nil))
    #expect(frame(screen.components[0].footer?.frame) == (isShown ? [0, 30, 300, 12] : nil))
  }

  @Test func withoutDynamicHeightTheComponentIsAsHighAsItSays() throws {
    let screen = try inspect(
      #"{"size":{"height":70},"layout":{"dynamic-height":false},"# + items((0, 50), (0, 50))
        + "},{" + items((0, 40)) + "}")
    #expect(frame(screen.components[0].frame) == [0, 0, 300, 70])
    #expect(frames(screen) == [[0, 0, 300, 50], [0, 50, 300, 50]])
    #expect(frame(screen.components[1].frame) == [0, 70, 300, 40])
  }

  // MARK: Container

  private let stickyList =
    #"{"header":{"kind":"header","size":{"height":30}},"footer":{"kind":"footer","#
    + #""size":{"height":20}},"layout":{"header-mode":"sticky"},"#

  @Test(arguments: [(0.0, 0.0), (100, 100), (320, 320), (340, 330)])
  func stickyHeadersStopAtTheFooter(offset: Double, y: Double) throws {
    let screen = try inspect(
      stickyList + items((0, 100), (0, 100), (0, 130)) + "},{" + items((0, 500)) + "}",
      "--offset", "\(offset)")
    // 30 + 330 + 20 = 380 high: the header moves until 380 − 20 − 30 = 330.
    #expect(screen.components[0].contentSize.height == 380)
    #expect(frame(screen.components[0].header?.frame) == [0, y, 300, 30])
    #expect(frame(screen.components[0].footer?.frame) == [0, 360, 300, 20])
  }

  @Test func ordinaryHeadersScrollAway() throws {
    let screen = try inspect(
      #"{"header":{"kind":"header","size":{"height":30}},"# + items((0, 900)) + "}",
      "--offset", "100")
    #expect(frame(screen.components[0].header?.frame) == [0, 0, 300, 30])
  }

  @Test func componentsAreStackedAndClipped() throws {
    let screen = try inspect(
      "{" + items((0, 150)) + "},{\"kind\":\"grid\"},{" + items((0, 100)) + "},{"
        + items((0, 300)) + "}", "--offset", "160")
    // Y is 0, 150, 150 and 250. At 160 the first is above: y = 160, inner 160, nothing of it left.
    // The third shows 90 from its tenth point on, the fourth 360 − 250.
    #expect(
      screen.components.map { frame($0.frame) } == [
        [0, 160, 300, 0], [0, 160, 300, 0], [0, 160, 300, 90], [0, 250, 300, 110],
      ])
    #expect(screen.components.map(\.contentOffset.y) == [160, 10, 10, 0])
    #expect(screen.contentSize.height == 550)
    #expect(screen.components.map { $0.items.map(\.visible) } == [[false], [], [true], [true]])
  }

  @Test func theContentIsAtLeastTheWindow() throws {
    let screen = try inspect("{" + items((0, 50)) + "}", "--offset", "100")
    #expect(screen.contentSize == .init(width: 300, height: 200))
    #expect(screen.contentOffset.y == 0)
  }

  // MARK: Carousels that scroll, and right to left

  @Test(arguments: [
    (0.0, 0.0, [true, true, false, false]), (450, 10, [true, true, true, false]),
    (-30, 410, [true, true, false, true]),
  ])
  func endlessCarouselsRepeat(offset: Double, within: Double, visible: [Bool]) throws {
    let screen = try inspect(
      #"{"kind":"carousel","layout":{"infinite-scrolling":true,"item-spacing":10},"#
        + items((150, 50), (130, 50), (60, 50), (60, 50)) + "}", "--carousel=0:\(offset)")
    // Items at 0, 160, 300 and 370; a turn is 430 + 10 = 440 long. At 450 the window shows 10…310
    // of the turn, at −30, which is 410, the fourth item's last 20 points and then the first.
    #expect(screen.components[0].contentOffset.x == within)
    #expect(screen.components[0].items.map(\.visible) == visible)
    #expect(frames(screen).map { $0[0] } == [0, 160, 300, 370])
  }

  @Test func rightToLeftIsMirrored() throws {
    let json =
      #"{"kind":"carousel","header":{"kind":"header","size":{"height":20}},"#
      + #""layout":{"item-spacing":10,"inset":{"left":15,"right":5}},"#
      + items((150, 50), (130, 50), (60, 50)) + "},"
      + #"{"kind":"grid","layout":{"span":2,"inset":{"left":40}},"# + items((0, 10), (0, 10)) + "}"
    let screen = try inspect(json, "--rtl", "--carousel", "0:80")
    // Left to right: 15, 175 and 315. The first ends 15 before the right edge, at 300 − 15 − 150.
    // 175 + 130 = 305 is 5 beyond the left edge, 315 + 60 = 375 is 75.
    #expect(frames(screen) == [[135, 20, 150, 50], [-5, 20, 130, 50], [-75, 20, 60, 50]])
    // 15 + 360 + 5 − 300
    #expect(screen.components[0].contentOffset.x == 80)
    #expect(screen.components[0].items.map(\.visible) == [true, true, true])
    #expect(frame(screen.components[0].header?.frame) == [0, 0, 300, 20])
    // Two of 130 from the right, 40 of inset there.
    #expect(frames(screen, 1) == [[130, 0, 130, 10], [0, 0, 130, 10]])
  }
}
