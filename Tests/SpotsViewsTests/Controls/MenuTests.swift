import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Menus by themselves: what keys and the pointer do to them, and where they open.
@MainActor
@Suite struct MenuTests {
  /// A layer as large as a window, in which a menu opens.
  @MainActor
  private final class Bench {
    let layer = PopupLayer()
    var chosen: [Int] = []
    private var now = 10.0
    var menu: Menu { layer.popup as! Menu }
    var isOpen: Bool { layer.isOpen }

    init() {
      layer.environment = .fixed()
      layer.frame = Rect(width: 400, height: 600)
    }

    func open(_ rows: [Menu.Row], at point: Point = Point(x: 40, y: 40)) {
      chosen = []
      let menu = Menu(rows, name: "Fruit") { [weak self] in self?.chosen.append($0) }
      layer.open(menu, beside: .rect(Rect(origin: point, size: .zero)))
      frame()
    }

    /// The middle of a row that can be seen.
    func point(_ row: Int) -> Point {
      let part = menu.accessibleParts.first { $0.number == row }?.frame ?? .zero
      return Point(x: menu.frame.x + part.midX, y: menu.frame.y + part.midY)
    }

    func wait(_ seconds: Double) { now += seconds }

    func frame() {
      now += 1.0 / 60
      _ = layer.advance(to: now)
      var list = DrawList(viewport: layer.bounds)
      layer.record(into: &list)
    }

    func settle() { for _ in 0..<60 { frame() } }

    @discardableResult
    func handle(_ event: InputEvent) -> Bool { layer.handle(event, at: now) }

    @discardableResult
    func key(_ key: Key, _ modifiers: Modifiers = []) -> Bool {
      handle(.keyPressed(key, modifiers))
    }

    func move(_ point: Point) { handle(.pointerMoved(point)) }

    func press(_ point: Point) {
      move(point)
      handle(.pointerPressed(point, .left, clicks: 1))
    }

    func release(_ point: Point) { handle(.pointerReleased(point, .left)) }

    func wheel(_ point: Point, y: Double) {
      handle(.wheel(point, delta: Point(y: y), precise: false, []))
    }
  }

  private let fruit = ["Apple", "Apricot", "Banana", "Cherry", "Blackberry"].map {
    Menu.Row(title: $0, isEnabled: $0 != "Banana")
  }

  @Test func keysGoFromRowToRowAndChooseOne() {
    let bench = Bench()
    func current(_ keys: Key...) -> Int? {
      bench.open(fruit)
      for key in keys { bench.key(key) }
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
    bench.wait(1.5)
    bench.key(.character("c"))
    #expect(bench.menu.current == 3)
    bench.key(.enter)
    #expect(bench.chosen == [3] && !bench.isOpen)
    for key in [Key.escape, .tab] {
      bench.open(fruit)
      #expect(bench.key(key) && !bench.isOpen && bench.chosen.isEmpty)
    }
    // The menu leaves the window's keys to it.
    bench.open(fruit)
    #expect(!bench.key(.function(1)) && !bench.key(.character("q"), .control))
    #expect(bench.isOpen)
  }

  @Test func thePressThatOpensAMenuGoesOnToARow() {
    let bench = Bench()
    let start = Point(x: 40, y: 40)
    // Let go where it was pressed, it leaves the menu open.
    bench.open(fruit, at: start)
    bench.layer.pressStays(at: start)
    bench.move(Point(x: 42, y: 43))
    bench.release(Point(x: 42, y: 43))
    #expect(bench.isOpen)
    bench.open(fruit, at: start)
    bench.layer.pressStays(at: start)
    bench.move(bench.point(3))
    bench.release(bench.point(3))
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
    bench.wheel(bench.point(5000), y: -3)
    bench.settle()
    #expect(try #require(seen().first) > first)
    // The row under the resting pointer is marked only when the pointer is used.
    bench.key(.end)
    bench.frame()
    #expect(seen().last == 9999 && menu.current == 9999 && menu.rowViews.count < 30)
    // The thumb of the scrollbar.
    let x = menu.frame.maxX - 4
    bench.press(Point(x: x, y: menu.frame.maxY - 12))
    bench.move(Point(x: x, y: -100))
    bench.frame()
    #expect(seen().first == 0)
    bench.release(Point(x: x, y: -100))
    #expect(bench.isOpen && bench.chosen.isEmpty)
  }

  /// In the second half of a row, menus end where their buttons end; in the first half they begin
  /// where these begin.
  @Test func aMenuEndsWithTheButtonAtTheEndOfARow() {
    for (x, edge) in [(16.0, 16.0), (60, 60), (250, 330), (304, 384)] {
      let (bench, row, button) = (Bench(), View(), View())
      let root = View()
      for (view, around) in [(bench.layer, root), (row, root), (button, row)] {
        around.addSubview(view)
      }
      row.frame = Rect(width: 400, height: 50)
      button.frame = Rect(x: x, y: 10, width: 80, height: 30)
      bench.layer.open(Menu(fruit) { _ in }, beside: .view(button))
      bench.frame()
      #expect((x < 200 ? bench.menu.frame.x : bench.menu.frame.maxX) == edge)
    }
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
      let frame = Popup.frame(
        of: size, beside: anchor, in: area, isTrailing: round.isMultiple(of: 2))
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
}
