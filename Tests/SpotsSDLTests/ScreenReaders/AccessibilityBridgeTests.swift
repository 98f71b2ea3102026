import CSDL2
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// How a window answers calls that arrive together.
@Suite(.serialized) @MainActor
final class AccessibilityBridgeTests: ComponentDelegate {
  private var front: SpotsController
  private let other: SpotsController

  init() {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy")
    func controller(_ title: String) -> SpotsController {
      let list = ComponentModel(kind: .list, items: [Item(title: title)])
      let controller = SpotsController(
        components: [list], size: Size(width: 100, height: 80), environment: .fixed())
      _ = controller.renderFrame(at: 0)
      return controller
    }
    (front, other) = (controller("Ada"), controller("Bea"))
    front.componentDelegate = self
  }

  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath) {
    front = other
  }

  /// An action may open another screen; the calls after it are about that one.
  @Test func eachIsAboutTheScreenInFront() throws {
    let window = try SpotsSDL.Window(title: "Test", size: Size(width: 100, height: 80))
    let mailbox = Mailbox()
    let bridge = AccessibilityBridge(
      window: window, source: try EventSource(window: window, mailbox: mailbox), program: "Test",
      address: nil, mailbox: mailbox
    ) { self.front }
    func call(_ node: AccessibleNode, _ member: String) -> BusCall {
      BusCall(
        path: AccessiblePath.path(of: node.id), interface: "org.a11y.atspi.Action",
        member: member, sender: ":1.9", arguments: [.integer(0)])
    }
    let screens = [front, other].map { AccessibleScreen($0).window.all }
    let items = try screens.map { nodes in
      try #require(nodes.first { $0.role == .listItem })
    }
    let calls =
      [call(items[1], "GetName"), call(items[0], "DoAction")]
      + items.map { call($0, "GetName") }
    let name = BusReply.values([.string("activate")])
    func unknown(_ call: BusCall) -> BusReply { .unknownObject(call.path) }
    #expect(
      bridge.answer(calls, AccessibilityBus.Connection())
        == [unknown(calls[0]), .values([.bool(true)]), unknown(calls[2]), name])
  }
}
