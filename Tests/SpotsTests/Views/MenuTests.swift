import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Menus in front of a screen.
@MainActor
@Suite struct MenuTests {
  /// A screen of rows and a menu in front of it.
  @MainActor
  private final class Bench {
    let rig: ScreenRig
    var chosen: [Int] = []
    var menu: Menu { rig.controller.state.popups.popup as! Menu }
    var isOpen: Bool { rig.controller.state.popups.isOpen }

    init(_ size: Size = Size(width: 400, height: 600), isRightToLeft: Bool = false) {
      var environment = Environment.fixed()
      environment.isRightToLeft = isRightToLeft
      let items = (0..<100).map { Item(title: "Row \($0)") }
      rig = ScreenRig(
        [ComponentModel(kind: .list, items: ItemList(items))], size: size, environment: environment)
      rig.frame()
    }

    func open(_ rows: [Menu.Row], at point: Point = Point(x: 40, y: 40)) {
      chosen = []
      let menu = Menu(rows, name: "Fruit") { [weak self] in self?.chosen.append($0) }
      rig.controller.state.popups.open(menu, beside: .rect(Rect(origin: point, size: .zero)))
      rig.frame()
    }

    /// The middle of a row that can be seen.
    func point(_ row: Int) -> Point {
      let part = menu.accessibleParts.first { $0.number == row }?.frame ?? .zero
      return Point(x: menu.frame.x + part.midX, y: menu.frame.y + part.midY)
    }
  }

  private let fruit = ["Apple", "Apricot", "Banana", "Cherry", "Blackberry"].map {
    Menu.Row(title: $0, isEnabled: $0 != "Banana")
  }

  @Test func keysGoFromRowToRowAndChooseOne() {
    let bench = Bench()
    func current(_ keys: Key...) -> Int? {
      bench.open(fruit)
      for key in keys { bench.rig.key(key) }
      return bench.menu.current
    }
    #expect(current() == nil)
    #expect(current(.down) == 0 && current(.up) == 4 && current(.end, .down) == 4)
    // Rows that cannot be chosen are skipped.
    #expect(current(.down, .down, .down) == 3 && current(.end, .up, .up) == 1)
    #expect(current(.pageDown) == 4 && current(.end, .pageUp) == 0 && current(.end, .home) == 0)
    // Letters find titles: the same letter again finds the next one, others continue the title.
    #expect(current(.character("c")) == 3 && current(.character("b")) == 4)
    #expect(current(.character("a"), .character("a")) == 1)
    #expect(current(.character("a"), .character("p"), .character("r")) == 1)
    #expect(current(.character("x")) == nil)
    bench.rig.wait(1.5)
    bench.rig.key(.character("c"))
    #expect(bench.menu.current == 3)
    bench.rig.key(.enter)
    #expect(bench.chosen == [3] && !bench.isOpen)
    for key in [Key.escape, .tab] {
      bench.open(fruit)
      #expect(bench.rig.key(key) && !bench.isOpen && bench.chosen.isEmpty)
    }
    // The menu leaves the window's keys to it.
    bench.open(fruit)
    #expect(!bench.rig.key(.function(1)) && !bench.rig.key(.character("q"), .control))
    #expect(bench.isOpen && bench.rig.controller.focused == nil)
  }

  @Test func aPressChoosesWhereItIsLetGoAndClosesBesideTheMenu() {
    for isRightToLeft in [false, true] {
      let bench = Bench(isRightToLeft: isRightToLeft)
      func inWindow(_ point: Point) -> Point {
        isRightToLeft ? point.mirrored(in: 400) : point
      }
      bench.open(fruit)
      bench.rig.move(inWindow(bench.point(1)))
      #expect(bench.menu.current == 1)
      bench.rig.click(inWindow(bench.point(3)))
      #expect(bench.chosen == [3] && !bench.isOpen)
      bench.open(fruit)
      bench.rig.click(inWindow(bench.point(2)))
      #expect(bench.chosen.isEmpty && bench.isOpen)
      // The press that closes it means nothing to what is behind.
      bench.rig.click(inWindow(Point(x: 390, y: 500)))
      #expect(!bench.isOpen && bench.rig.selections.isEmpty)
      bench.rig.click(inWindow(Point(x: 390, y: 500)))
      #expect(bench.rig.selections.count == 1)
    }
  }

  @Test func thePressThatOpensAMenuGoesOnToARow() {
    let bench = Bench()
    let start = Point(x: 40, y: 40)
    // Let go where it was pressed, it leaves the menu open.
    bench.open(fruit, at: start)
    bench.rig.controller.state.popups.pressStays(at: start)
    bench.rig.move(Point(x: 42, y: 43))
    bench.rig.release(Point(x: 42, y: 43))
    #expect(bench.isOpen)
    bench.open(fruit, at: start)
    bench.rig.controller.state.popups.pressStays(at: start)
    bench.rig.move(bench.point(3))
    bench.rig.release(bench.point(3))
    #expect(bench.chosen == [3] && !bench.isOpen)
  }

  /// A menu of any length shows the rows that can be seen, and no others.
  @Test func aLongMenuScrolls() throws {
    let bench = Bench()
    var rows = (0..<10_000).map { Menu.Row(title: "Option \($0)", isChecked: false) }
    rows[5000].isChecked = true
    bench.open(rows)
    let (menu, seen) = (bench.menu, { bench.menu.accessibleParts.compactMap(\.number) })
    #expect(seen().count < 30 && seen().contains(5000))
    #expect(menu.rowViews.count == seen().count)
    let first = try #require(seen().first)
    bench.rig.wheel(bench.point(5000), y: -3)
    bench.rig.settle()
    #expect(try #require(seen().first) > first)
    // The row under the resting pointer is marked only when the pointer is used.
    bench.rig.key(.end)
    bench.rig.frame()
    #expect(seen().last == 9999 && menu.current == 9999 && menu.rowViews.count < 30)
    // The thumb of the scrollbar.
    let x = menu.frame.maxX - 4
    bench.rig.press(Point(x: x, y: menu.frame.maxY - 12))
    bench.rig.move(Point(x: x, y: -100))
    bench.rig.frame()
    #expect(seen().first == 0)
    bench.rig.release(Point(x: x, y: -100))
    #expect(bench.isOpen && bench.chosen.isEmpty && bench.rig.offset == 0)
  }

  /// A popup stays inside any area, and is beside its anchor where there is room.
  @Test func aPopupStaysInTheWindow() {
    var random = SplitMix64(seed: 20)
    func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random).rounded()
    }
    for round in 0..<2000 {
      let area = Rect(x: 8, y: 8, width: number(0...900), height: number(0...700))
      let anchor = Rect(
        x: number(-100...1000), y: number(-100...800), width: number(0...300),
        height: number(0...60))
      let size = Size(width: number(0...500), height: number(0...1500))
      let frame = Popup.frame(of: size, beside: anchor, in: area)
      let isInside = area.union(frame) == area || frame.isEmpty
      let isWhole = frame.size == size || frame.width == area.width || frame.height < size.height
      let room = max(area.maxY - anchor.maxY, anchor.y - area.y) - 4
      let fits = min(room, area.height) >= size.height
      let isBeside = frame.y >= anchor.maxY || frame.maxY <= anchor.y
      guard isInside, isWhole, !fits || isBeside && frame.height == size.height else {
        Issue.record("round \(round): \(size) beside \(anchor) in \(area) is at \(frame)")
        return
      }
    }
  }

  @Test func screenReadersKnowItsRows() throws {
    let bench = Bench()
    bench.open(fruit)
    bench.rig.key(.down)
    let screen = AccessibleScreen(bench.rig.controller)
    let menu = try #require(screen.window.children.first { $0.role == .menu })
    #expect(menu.name == "Fruit" && menu.children.map(\.name) == fruit.map(\.title))
    #expect(
      menu.children.map { $0.states.contains(.focused) } == [true]
        + Array(repeating: false, count: 4))
    #expect(screen.window.all.filter { $0.states.contains(.focused) }.count == 1)
    #expect(AccessibleNode.ID(menu.children[3].id.description) == menu.children[3].id)
    #expect(!screen.perform(.activate, on: menu.children[2].id, at: bench.rig.now))
    #expect(screen.perform(.activate, on: menu.children[3].id, at: bench.rig.now))
    #expect(bench.chosen == [3] && !bench.isOpen)
    #expect(!screen.window.children.contains { $0.role == .menu })
  }
}
