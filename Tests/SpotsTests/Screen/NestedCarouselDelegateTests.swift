import SpotsTestSupport
import Testing

@testable import Spots

/// Carousels inside composite items, headers and footers are told of like those of the screen, with
/// their path.
@MainActor
@Suite struct NestedCarouselDelegateTests {
  /// A composite item between two lists, whose second component is a carousel of 150 wide cells; it
  /// begins at 100 + 50.
  private func opened(
    _ paginate: Interaction.Paginate = .disabled
  ) -> (ScreenRig, DelegateLog) {
    let inside = [list(1, from: 100), carousel(20, from: 200, paginate: paginate)]
    let rig = ScreenRig([
      list(2), ComponentModel(kind: .list, items: [Item(kind: "composite", children: inside)]),
      list(40, from: 1000),
    ])
    let log = DelegateLog(rig)
    rig.settle()
    _ = log.take()
    return (rig, log)
  }

  private let path = ComponentPath(1, in: ItemPath(component: 1, item: 0))
  private let over = Point(x: 200, y: 200)

  @Test func aDragIsToldWithItsPath() {
    let (rig, log) = opened()
    rig.drag(Point(x: 350, y: 200), to: Point(x: 50, y: 200), seconds: 0.5)
    #expect(log.takeCarouselMoves() == Array(repeating: .carouselScrolled(path), count: 30))
    rig.wait(1)
    rig.release(Point(x: 50, y: 200))
    rig.settle()
    #expect(log.takeCarouselMoves() == [.carouselEnded(path, item: 3, animated: false)])
    #expect(path.item(3).pointer == "/components/1/items/0/children/1/items/3")
    #expect(path.pointer == "/components/1/items/0/children/1")
    #expect(rig.controller.item(at: path.item(3))?.title == "Item 203")
    #expect(rig.controller.component(at: path)?.path == path)
    #expect(path.item(3).componentPath == path)
  }

  @Test func aSnapIsAnimated() {
    let (rig, log) = opened(.item)
    rig.wheel(over, x: 4, precise: true)
    rig.settle()
    #expect(log.takeCarouselMoves().last == .carouselEnded(path, item: 2, animated: true))
  }

  @Test func oneInAHeaderToo() {
    let header = Item(kind: "composite", children: [carousel(20)])
    let rig = ScreenRig([ComponentModel(header: header, kind: .list, items: numbered(3))])
    let log = DelegateLog(rig)
    rig.settle()
    rig.wheel(Point(x: 200, y: 50), x: 1, precise: true)
    rig.settle()
    let path = ComponentPath(0, in: ItemPath(component: 0, part: .header))
    #expect(
      log.takeCarouselMoves() == [
        .carouselScrolled(path), .carouselEnded(path, item: 1, animated: false),
      ])
    #expect(path.pointer == "/components/0/header/children/0")
  }

  /// Nobody scrolled it: it is found as it was left.
  @Test func comingBackIntoSightIsNotScrolling() {
    let (rig, log) = opened()
    rig.wheel(over, x: 5, precise: true)
    rig.settle()
    _ = log.take()
    rig.controller.scrollToBottom()
    rig.settle()
    rig.controller.scroll(to: 0)
    rig.settle()
    rig.resize(500)
    rig.settle()
    rig.controller.environment.textScale = 2
    rig.controller.environmentDidChange()
    rig.settle()
    #expect(rig.controller.component(at: path)?.horizontalScroll.offset == 300)
    #expect(log.takeCarouselMoves() == [])
  }

  /// A delegate that removes the carousel that moved hears no more of it.
  @Test func whatIsGoneIsNotToldOf() {
    let (rig, _) = opened()
    let remover = Remover()
    rig.controller.carouselDelegate = remover
    rig.drag(Point(x: 350, y: 200), to: Point(x: 50, y: 200), seconds: 0.1)
    rig.release(Point(x: 50, y: 200))
    rig.settle()
    #expect(remover.calls == 1)
  }

  private final class Remover: CarouselScrollDelegate {
    var calls = 0

    func controller(_ controller: SpotsController, carouselDidScroll path: ComponentPath) {
      calls += 1
      controller.reload(Screen(components: [list(2)]), animation: .none)
    }

    func controller(
      _: SpotsController, carouselDidEndScrolling: ComponentPath, item: Int, animated: Bool
    ) {
      calls += 1
    }
  }
}
