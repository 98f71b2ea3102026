import SpotsTestSupport
import Testing

@testable import Spots

/// The whole of a text that is cut off, where the pointer rests on it.
@MainActor
@Suite struct PointerRestTests {
  private static let title =
    "A title that is longer than any row of this window has room for it, even where it takes two lines"
  private static let short = "Fits"

  private func rig(rows: Int = 30, isRightToLeft: Bool = false) -> ScreenRig {
    var items = [Item(title: Self.title), Item(title: Self.short)]
    items += (2..<rows).map { Item(title: "\($0) " + Self.title) }
    var environment = Environment.fixed()
    environment.isRightToLeft = isRightToLeft
    let rig = ScreenRig(
      [ComponentModel(kind: .grid, items: ItemList(items))], size: Size(width: 300, height: 200),
      environment: environment)
    rig.settle()
    return rig
  }

  /// The words of the tooltip, and its box; nil when there is none.
  private func tooltip(_ list: DrawList) -> (text: String, box: Rect)? {
    let color = Theme.light[.primary]
    for (index, entry) in list.entries.enumerated() {
      guard case .fill(let box, color, 6) = entry.command else { continue }
      let lines = list.entries[(index + 1)...].compactMap { entry -> String? in
        guard case .text(let text, _, _, _, _, _) = entry.command else { return nil }
        return text
      }
      return (lines.joined(separator: " "), box)
    }
    return nil
  }

  private func frame(_ rig: ScreenRig, at time: Double) -> (list: DrawList, next: Double?) {
    rig.controller.renderFrame(at: time)
  }

  @Test func theWholeTextIsShownWhenThePointerHasRestedOnIt() {
    let rig = rig()
    let start = rig.now
    rig.move(Point(x: 60, y: 20))
    // 80 ms for the row's highlight.
    _ = frame(rig, at: start)
    let waiting = frame(rig, at: start + 0.1)
    #expect(tooltip(waiting.list) == nil)
    #expect(waiting.next == start + PointerRest.delay)
    #expect(tooltip(frame(rig, at: start + 0.59).list) == nil)
    let shown = frame(rig, at: start + 0.6)
    #expect(tooltip(shown.list)?.text == Self.title)
    // And then the window is idle.
    #expect(shown.next == nil)
    #expect(tooltip(frame(rig, at: start + 100).list)?.text == Self.title)
  }

  /// Time counts from the last movement; small ones over the shown text change nothing.
  @Test func movingStartsAgain() {
    let rig = rig()
    let start = rig.now
    rig.move(Point(x: 60, y: 20))
    rig.frame()
    rig.wait(start + 0.4 - rig.now)
    rig.move(Point(x: 70, y: 21))
    #expect(tooltip(frame(rig, at: start + 0.7).list) == nil)
    #expect(tooltip(frame(rig, at: start + 1.1).list) != nil)
    rig.move(Point(x: 75, y: 21))
    #expect(tooltip(frame(rig, at: start + 1.2).list) != nil)
    rig.move(Point(x: 75, y: 61))
    #expect(tooltip(frame(rig, at: start + 1.2).list) == nil)
  }

  /// A text that fits starts no timer.
  @Test func whatFitsHasNone() {
    let rig = rig()
    rig.move(Point(x: 30, y: 66))
    rig.settle()
    let frame = frame(rig, at: rig.now + 5)
    #expect(tooltip(frame.list) == nil && frame.next == nil)
  }

  @Test func itGoesWithThePointerAKeyAPressAndTheWheel() {
    let point = Point(x: 60, y: 20)
    let ends: [(String, (ScreenRig) -> Void)] = [
      ("left", { $0.controller.handle(.pointerLeft, at: $0.now) }),
      ("key", { $0.key(.character("x")) }),
      ("press", { $0.press(point) }),
      ("wheel", { $0.wheel(point, y: -1) }),
      ("scroll", { $0.controller.scroll(to: 90) }),
      ("content", { $0.controller.reload(Screen(components: [list(9)])) }),
      ("dismissed", { $0.controller.input.dismissTooltip() }),
    ]
    for (name, end) in ends {
      let rig = rig()
      rig.move(point)
      rig.settle()
      rig.wait(1)
      #expect(tooltip(rig.frame()) != nil)
      end(rig)
      #expect(tooltip(rig.frame()) == nil, "\(name)")
      rig.settle()
      rig.wait(5)
      #expect(tooltip(rig.frame()) == nil, "\(name)")
    }
  }

  /// All of it is in the window, near its label, wherever that is.
  @Test(arguments: [false, true]) func itIsInTheWindow(isRightToLeft: Bool) throws {
    let rig = rig(isRightToLeft: isRightToLeft)
    let window = Rect(width: 300, height: 200)
    for (index, y) in [20.0, 115, 150, 196].enumerated() {
      rig.move(Point(x: 150, y: y))
      rig.settle()
      rig.wait(1)
      let (text, box) = try #require(tooltip(rig.frame()), "\(index)")
      #expect(text.hasSuffix(Self.title))
      #expect(window.encloses(box))
      // Not over the text itself.
      #expect(!box.contains(Point(x: 150, y: y)))
    }
  }

  /// Its lines begin at the same side as the screen's, whatever their language.
  @Test(arguments: [false, true]) func itsLinesBeginAtTheScreensEdge(isRightToLeft: Bool) throws {
    let rig = rig(isRightToLeft: isRightToLeft)
    rig.move(Point(x: 150, y: 20))
    rig.settle()
    rig.wait(1)
    let list = rig.frame()
    let box = try #require(tooltip(list)).box.expanded(by: -10)
    let lines = list.entries.compactMap { entry -> (left: Double, right: Double)? in
      guard case .text(_, _, Theme.light[.background], let origin, let width, _) = entry.command
      else { return nil }
      return (origin.x, origin.x + width)
    }
    // The last one is shorter.
    #expect(lines.count > 1 && lines.contains { $0.right - $0.left < box.width - 20 })
    for line in lines {
      #expect(abs(isRightToLeft ? line.right - box.maxX : line.left - box.x) <= 1)
    }
  }

  @Test func itIsThereInsideOfCompositeItems() throws {
    let inner = ComponentModel(kind: .grid, items: [Item(title: Self.title)])
    let rig = ScreenRig(
      [ComponentModel(kind: .grid, items: [Item(kind: "composite", children: [inner])])],
      size: Size(width: 300, height: 200))
    rig.settle()
    rig.move(Point(x: 60, y: 20))
    rig.settle()
    rig.wait(1)
    #expect(tooltip(rig.frame())?.text == Self.title)
  }

  /// Those who see and use a keyboard get the same, also where the part is scrolled into view.
  @Test func theWholeTextIsShownWhereTheKeyboardRests() {
    let rig = rig()
    let start = rig.now
    rig.key(.tab)
    for (time, text) in [(0, nil), (0.5, nil), (0.7, Self.title)] {
      #expect(tooltip(frame(rig, at: start + time).list)?.text == text)
    }
    for _ in 0..<6 { rig.key(.down) }
    rig.settle()
    #expect(tooltip(rig.frame())?.text == "6 " + Self.title)
    rig.key(.escape)
    #expect(tooltip(rig.frame()) == nil)
    for _ in 0..<5 { rig.key(.up) }
    rig.settle()
    // The second title fits.
    #expect(rig.controller.focused == ItemPath(component: 0, item: 1))
    #expect(rig.controller.renderFrame(at: rig.now + 5).next == nil)
    #expect(tooltip(rig.frame()) == nil)
  }
}
