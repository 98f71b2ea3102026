import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Menus in front of a screen; those by themselves are tested with the views.
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
