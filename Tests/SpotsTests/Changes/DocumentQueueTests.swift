import Glibc
import SpotsTestSupport
import Synchronization
import Testing

@testable import Spots
@testable import SpotsModel

/// Documents that are shown while the main actor goes on.
@MainActor
@Suite struct DocumentQueueTests {
  /// A document that is read on demand.
  private func large(_ count: Int = 20_000, third: String = "Item 3") -> [UInt8] {
    var items = (0..<count).map { Item(identifier: .integer($0), title: "Item \($0)") }
    if count > 3 { items[3].title = third }
    return ScreenWriter().write(Screen(components: [ComponentModel(kind: .grid, items: items)]))
  }

  /// The main actor answers while a document is being read: reading waits for it to.
  @Test func readingLeavesTheMainActorFree() async throws {
    let hasAnswered = Mutex(false)
    let wasAnswered = Mutex<Bool?>(nil)
    let reader = ScreenReader(imageProblem: { _ in
      let end = ContinuousClock.now + .seconds(30)
      while !hasAnswered.withLock({ $0 }), ContinuousClock.now < end { sched_yield() }
      wasAnswered.withLock { $0 = hasAnswered.withLock { $0 } }
      return nil
    })
    let answer = Task { hasAnswered.withLock { $0 = true } }
    var shown: [ParsedScreen] = []
    try await DocumentQueue().read(
      Array(#"[{"items":[{"image":"a.png"}]}]"#.utf8), by: reader
    ) { shown.append($0) }
    #expect(wasAnswered.withLock { $0 } == true)
    #expect(shown.count == 1 && shown[0].screen?.components.count == 1)
    await answer.value
  }

  @Test func theMainActorGoesOnWhileAReloadIsRead() async throws {
    let controller = SpotsController(components: [list(2)], environment: .fixed())
    var ticks = 0
    Task {
      while controller.components[0].model.items.count == 2 {
        ticks += 1
        await Task.yield()
      }
    }
    try await controller.reload(json: large())
    #expect(ticks > 0)
    #expect(controller.components[0].model.items.count == 20_000)
  }

  /// Only the visible items of a large document are read, even when it replaces another one.
  @Test func itemsAreReadWhenTheyAreShown() async throws {
    let controller = SpotsController(components: [list(2)], environment: .fixed())
    _ = controller.renderFrame(at: 0)
    for third in ["Item 3", "another"] {
      try await controller.reload(json: large(third: third), animation: .none)
      _ = controller.renderFrame(at: 1)
      #expect(controller.components[0].model.items.isOnDemand)
      #expect((1..<500).contains(controller.components[0].model.items.readItems))
      #expect(controller.components[0].model.items[3].title == third)
    }
    let fresh = try SpotsController(json: large(), environment: .fixed())
    _ = fresh.renderFrame(at: 0)
    #expect((1..<500).contains(fresh.components[0].model.items.readItems))
  }

  /// A long document before a short one, with an invalid one in between.
  @Test func documentsAreShownInTheOrderOfTheCalls() async throws {
    let controller = SpotsController(components: [], environment: .fixed())
    let log = ChangeLog()
    controller.componentDelegate = log
    func reload(_ bytes: [UInt8]) -> Task<ChangeError?, Never> {
      Task.immediate {
        do throws(ChangeError) {
          try await controller.reload(json: bytes)
          return nil
        } catch {
          return error
        }
      }
    }
    let tasks = [reload(large()), reload(Array("[".utf8)), reload(large(1)), reload(large(2))]
    var faults = 0
    for task in tasks where await task.value != nil { faults += 1 }
    #expect(faults == 1)
    #expect(log.counts == [20_000, 1, 2])
    #expect(controller.components[0].model.items.count == 2)
  }

  @Test func aReloadThatChangesNothingIsNotOne() async throws {
    let controller = SpotsController(components: [list(2)], environment: .fixed())
    let log = ChangeLog()
    controller.componentDelegate = log
    try await controller.reloadIfNeeded(json: large())
    try await controller.reloadIfNeeded(json: large())
    #expect(log.counts == [20_000])
    await #expect(throws: ChangeError.self) { try await controller.reload(json: "{".utf8) }
    #expect(log.counts == [20_000])
  }

  private final class ChangeLog: ComponentDelegate {
    /// How many items there were after each change.
    var counts: [Int] = []

    func controllerComponentsDidChange(_ controller: SpotsController) {
      counts.append(controller.components[0].model.items.count)
    }
  }
}
