import SpotsTestSupport
import Testing

@testable import Spots

/// Changes made while views are being created wait, but are resolved at the call all the same:
/// errors are thrown there.
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

  /// A screen of two lists; `body` is called before and while their views are created.
  private func whileViewsAreMade(_ body: @escaping (SpotsController) -> Void) -> SpotsController {
    let configuration = Configuration()
    configuration.register(view: Meddling.self, identifier: "meddling")
    let controller = SpotsController(
      components: [list(2), ComponentModel(identifier: "second", kind: .grid, items: ["a"])],
      configuration: configuration, environment: .fixed())
    _ = controller.renderFrame(at: 0)
    Meddling.onConfigure = { body(controller) }
    do {
      try controller.change(animation: .none) {
        try $0[0].append(Item(title: "m", kind: "meddling"))
      }
    } catch {
      Issue.record(error)
    }
    _ = controller.renderFrame(at: 1)
    return controller
  }

  private func fault(_ change: () throws -> Void) -> ChangeError? {
    do { try change() } catch { return error as? ChangeError }
    return nil
  }

  private func titles(_ controller: SpotsController, _ component: Int) -> [String] {
    controller.components[component].model.items.map(\.title)
  }

  @Test func indexesAreThoseOfTheirTurn() {
    var faults: [ChangeError?] = []
    let controller = whileViewsAreMade { [self] controller in
      // The change that makes the views is over by then: there are three items.
      faults.append(fault { try controller.change { try $0[0].delete(at: 3) } })
      faults.append(
        fault { try controller.change { try $0[0].append("b") } })
      faults.append(
        fault {
          try controller.change { try $0[0].update("c", at: 3) }
        })
      controller.change {
        $0.reload([ComponentModel(identifier: "second", kind: .grid, items: ["x", "y"])])
      }
      faults.append(fault { try controller.change { try $0[1].append("d") } })
      faults.append(
        fault { try controller.change { try $0[0].move(from: 0, to: 1) } })
    }
    #expect(
      faults == [
        .noItem(index: 3, count: 3), nil, nil, .noComponent(index: 1, count: 1), nil,
      ])
    #expect(controller.components.count == 1 && titles(controller, 0) == ["y", "x"])
  }

  @Test func aComponentIsItselfAfterTheChangesThatWait() {
    var faults: [ChangeError?] = []
    let controller = whileViewsAreMade { [self] controller in
      let (first, second) = (controller.components[0], controller.components[1])
      controller.change {
        $0.reload([
          ComponentModel(identifier: "second", kind: .grid, items: ["x"]), list(1, from: 9),
        ])
      }
      faults.append(fault { try second.change { $0.append("of the second") } })
      faults.append(fault { try first.change { $0.append("of nobody") } })
    }
    #expect(faults == [nil, .notOnScreen])
    #expect(titles(controller, 0) == ["x", "of the second"])
    #expect(titles(controller, 1) == ["Item 9"])
  }

  @Test func bodiesSeeWhatWillBeThere() {
    var seen: [[String]] = []
    let controller = whileViewsAreMade { [self] controller in
      let change = fault {
        try controller.change { try $0[1].append("b") }
        try controller.change {
          try $0[1].update { model in
            seen.append(model.items.map(\.title))
            model.items.append("c")
          }
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
      let change = fault {
        try controller.change(animation: .none) { try $0[1].append("b") }.whenFinished {
          order.append("b")
        }
        try controller.change { try $0[1].append([]) }.whenFinished { order.append("nothing") }
        controller.reload(Screen(components: [list(1)]), animation: .none)
        try controller.change(animation: .none) { try $0[0].append("c") }.whenFinished {
          order.append("c")
        }
      }
      #expect(change == nil && order.isEmpty)
    }
    #expect(order == ["b", "nothing", "c"])
  }

  @Test func theEndOfAWaitingChangeCanBeAwaited() async {
    var faults: [ChangeError?] = []
    var changes: [ContentChange] = []
    let controller = whileViewsAreMade { [self] controller in
      for index in [7, 0] {
        faults.append(
          fault {
            changes.append(
              try controller.change(animation: .none) { try $0[0].delete(at: index) })
          })
      }
      #expect(changes.map(\.isFinished) == [false])
    }
    for change in changes { await change.finished() }
    #expect(faults == [.noItem(index: 7, count: 3), nil])
    #expect(titles(controller, 0) == ["Item 1", "m"])
  }
}
