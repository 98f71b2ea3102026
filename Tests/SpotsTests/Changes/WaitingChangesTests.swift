import SpotsTestSupport
import Testing

@testable import Spots

/// Changes that come while views are being made wait, and are worked out at the call all the same:
/// what is wrong with one is thrown there.
@MainActor
@Suite struct WaitingChangesTests {
  private final class Meddling: View, ItemConfigurable {
    static var onConfigure: (() -> Void)?

    func configure(with item: Item) {
      let change = Self.onConfigure
      Self.onConfigure = nil
      change?()
    }
  }

  /// A screen of two lists, before and while whose views are made `body` is called.
  private func whileViewsAreMade(_ body: @escaping (SpotsController) -> Void) -> SpotsController {
    let configuration = Configuration()
    configuration.register(view: Meddling.self, identifier: "meddling")
    let controller = SpotsController(
      components: [list(2), ComponentModel(identifier: "second", items: ["a"])],
      configuration: configuration, environment: .fixed())
    _ = controller.frame(at: 0)
    Meddling.onConfigure = { body(controller) }
    do {
      try controller.append(Item(title: "m", kind: "meddling"), component: 0, animation: .none)
    } catch {
      Issue.record(error)
    }
    _ = controller.frame(at: 1)
    return controller
  }

  private func fault(_ change: () throws(ChangeFault) -> Void) -> ChangeFault? {
    do throws(ChangeFault) { try change() } catch { return error }
    return nil
  }

  private func titles(_ controller: SpotsController, _ component: Int) -> [String] {
    controller.components[component].model.items.map(\.title)
  }

  @Test func indexesAreThoseOfTheirTurn() {
    var faults: [ChangeFault?] = []
    let controller = whileViewsAreMade { [self] controller in
      // The change that makes the views is over by then: there are three items.
      faults.append(fault { () throws(ChangeFault) in try controller.delete(at: 3, component: 0) })
      faults.append(
        fault { () throws(ChangeFault) in try controller.append("b", component: 0) })
      faults.append(
        fault { () throws(ChangeFault) in
          try controller.update("c", at: 3, component: 0)
        })
      controller.reload([ComponentModel(identifier: "second", items: ["x", "y"])])
      faults.append(fault { () throws(ChangeFault) in try controller.append("d", component: 1) })
      faults.append(
        fault { () throws(ChangeFault) in try controller.move(from: 0, to: 1, component: 0) })
    }
    #expect(
      faults == [
        .noItem(index: 3, count: 3), nil, nil, .noComponent(index: 1, count: 1), nil,
      ])
    #expect(controller.components.count == 1 && titles(controller, 0) == ["y", "x"])
  }

  @Test func aComponentIsItselfAfterTheChangesThatWait() {
    var faults: [ChangeFault?] = []
    let controller = whileViewsAreMade { [self] controller in
      let (first, second) = (controller.components[0], controller.components[1])
      controller.reload([ComponentModel(identifier: "second", items: ["x"]), list(1, from: 9)])
      faults.append(fault { () throws(ChangeFault) in try second.append("of the second") })
      faults.append(fault { () throws(ChangeFault) in try first.append("of nobody") })
    }
    #expect(faults == [nil, .notOnScreen])
    #expect(titles(controller, 0) == ["x", "of the second"])
    #expect(titles(controller, 1) == ["Item 9"])
  }

  @Test func bodiesSeeWhatWillBeThere() {
    var seen: [[String]] = []
    let controller = whileViewsAreMade { [self] controller in
      let change = fault { () throws(ChangeFault) in
        try controller.append("b", component: 1)
        try controller.update(componentAt: 1) { model in
          seen.append(model.items.map(\.title))
          model.items.append("c")
        }
      }
      #expect(change == nil)
    }
    #expect(seen == [["a", "b"]])
    #expect(titles(controller, 1) == ["a", "b", "c"])
  }

  @Test func everyCompletionOfAChangeThatDidNotThrowIsCalledOnce() {
    var order: [String] = []
    _ = whileViewsAreMade { [self] controller in
      let change = fault { () throws(ChangeFault) in
        try controller.append("b", component: 1, animation: .none) { order.append("b") }
        try controller.append([], component: 1) { order.append("nothing") }
        controller.apply(Screen(components: [list(1)]))
        try controller.append("c", component: 0, animation: .none) { order.append("c") }
      }
      #expect(change == nil && order.isEmpty)
    }
    #expect(order == ["b", "nothing", "c"])
  }

  @Test func awaitedChangesThrowToo() async {
    var faults: [ChangeFault?] = []
    var tasks: [Task<Void, Never>] = []
    let controller = whileViewsAreMade { controller in
      for index in [7, 0] {
        tasks.append(
          Task.immediate {
            do throws(ChangeFault) {
              try await controller.delete(at: index, component: 0, animation: .none)
              faults.append(nil)
            } catch {
              faults.append(error)
            }
          })
      }
    }
    for task in tasks { await task.value }
    #expect(faults == [.noItem(index: 7, count: 3), nil])
    #expect(titles(controller, 0) == ["Item 1", "m"])
  }
}
