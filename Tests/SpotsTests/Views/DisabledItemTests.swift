import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct DisabledItemTests {
  private let controller: SpotsController
  private let point = Point(x: 50, y: 20)

  init() {
    let disabled = Item(
      title: "Printer", action: "print", meta: Meta(["disabled": .bool(true)]))
    controller = SpotsController(
      screen: Screen(components: [
        ComponentModel(kind: .list, items: [disabled, Item(title: "Scanner", action: "scan")])
      ]), size: Size(width: 300, height: 200), environment: .fixed())
    _ = controller.renderFrame(at: 0)
  }

  private var state: ViewState? { controller.components[0].visibleViews[0]?.state }

  @Test func itsContentIsFaintAndItsGroundIsNot() {
    let entries = controller.renderFrame(at: 0).list.entries
    for entry in entries {
      switch entry.command {
      case .text(let text, _, _, _, _, _): #expect(entry.opacity == (text == "Printer" ? 0.45 : 1))
      case .fill: #expect(entry.opacity == 1)
      default: break
      }
    }
  }

  @Test func thePointerDoesNothing() {
    controller.handle(.pointerMoved(point), at: 1)
    #expect(state == .disabled)
    controller.handle(.pointerPressed(point, .left, clicks: 1), at: 1)
    #expect(state == .disabled)
    controller.handle(.pointerReleased(point, .left), at: 1)
    _ = controller.renderFrame(at: 2)
    #expect(controller.selected == nil)
  }

  @Test func theKeyboardReachesItAndActivatesNothing() {
    controller.handle(.keyPressed(.tab, []), at: 1)
    _ = controller.renderFrame(at: 1)
    #expect(state == [.disabled, .focused])
    controller.handle(.keyPressed(.enter, []), at: 1)
    #expect(controller.selected == nil)
    controller.handle(.keyPressed(.down, []), at: 2)
    controller.handle(.keyPressed(.enter, []), at: 2)
    #expect(controller.selected == ItemPath(component: 0, item: 1))
  }

  @Test func itComesBackWithAReload() {
    controller.reload(
      Screen(components: [
        ComponentModel(kind: .list, items: [Item(title: "Printer", action: "print")])
      ]), animation: .none)
    _ = controller.renderFrame(at: 1)
    #expect(state == [])
  }
}
