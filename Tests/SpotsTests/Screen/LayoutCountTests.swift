import SpotsTestSupport
import Testing

@testable import Spots

/// One change is one layout, whatever it consists of, and no change is none.
@MainActor
@Suite struct LayoutCountTests {
  private static let count = 30

  private let controller: SpotsController

  init() {
    let items = ItemList((0..<Self.count).map { Item(title: "Item \($0)", kind: "label") })
    controller = SpotsController(
      screen: Screen(components: [ComponentModel(kind: .list, items: items)]),
      size: Size(width: 400, height: 600), configuration: Configuration(),
      environment: .fixed())
  }

  /// How often every item was measured by `body`.
  private func layouts(_ body: () -> Void) -> Int {
    let before = controller.state.pool.counters.measured
    body()
    _ = controller.renderFrame(at: 0)
    return (controller.state.pool.counters.measured - before) / Self.count
  }

  @Test func anotherSizeAndAnotherScaleAreOneLayout() {
    let layouts = layouts {
      controller.environment.scale = 2
      controller.environment.textScale = 1.5
      controller.resize(to: Size(width: 500, height: 700))
    }
    #expect(layouts == 1)
    #expect(controller.size == Size(width: 500, height: 700))
  }

  @Test func anotherScaleAloneIsOneLayout() {
    #expect(
      layouts {
        controller.environment.textScale = 2
        controller.resize(to: controller.size)
      } == 1)
    // 12 + 44 + 12.
    #expect(controller.components[0].geometry.frame(ofItem: 0).height == 68)
    #expect(layouts { controller.resize(to: controller.size) } == 0)
  }

  @Test func whatIsSaidAlreadyIsNotLaidOutAgain() {
    #expect(
      layouts {
        controller.environment.textScale = 2
        controller.environmentDidChange()
        controller.resize(to: controller.size)
      } == 1)
  }

  @Test func equalValuesChangeNothing() {
    let version = controller.environment.version
    controller.environment.theme = controller.environment.theme
    controller.environment.scale = controller.environment.scale
    controller.environment.textScale = controller.environment.textScale
    controller.environment.isRightToLeft = controller.environment.isRightToLeft
    #expect(controller.environment.version == version)
    #expect(layouts { controller.resize(to: controller.size) } == 0)
  }

  @Test func aWindowWithoutSizeKeepsTheLastOne() {
    let layouts = layouts {
      controller.environment.textScale = 2
      controller.resize(to: Size(width: 0, height: 700))
    }
    #expect(layouts == 1)
    #expect(controller.size == Size(width: 400, height: 600))
  }
}
