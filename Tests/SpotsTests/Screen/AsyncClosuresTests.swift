import Testing

@testable import Spots

@MainActor
@Suite struct AsyncClosuresTests {
  /// Waits at each call until it is told to go on.
  @MainActor private final class Waiting {
    private(set) var calls: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(for controller: SpotsController) {
      controller.onReachBeginning = { await self.wait("beginning") }
      controller.onReachEnd = { await self.wait("end") }
      controller.onRefresh = { await self.wait("refresh") }
    }

    private func wait(_ call: String) async {
      calls.append(call)
      await withCheckedContinuation { waiting.append($0) }
    }

    func goOn() {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  /// Lets other tasks of the main actor run until `condition` holds.
  private func until(_ condition: () -> Bool) async {
    for _ in 0..<10_000 {
      if condition() { return }
      await Task.yield()
    }
    Issue.record("the condition never holds")
  }

  @Test func theEndIsNotToldAgainBeforeTheClosureReturned() async throws {
    let rig = ScreenRig([list(60)])
    let program = Waiting(for: rig.controller)
    rig.controller.scroll(to: 2400)
    rig.frame()
    await until { program.calls == ["end"] }
    try rig.controller.change { try $0[0].append(Array(numbered(60, from: 100, height: 50))) }
    rig.controller.scroll(to: 5400)
    rig.frame()
    for _ in 0..<100 { await Task.yield() }
    #expect(program.calls == ["end"])
    program.goOn()
    await until {
      rig.frame()
      return program.calls == ["end", "end"]
    }
    program.goOn()
  }

  @Test func theBeginningAndRefreshesWaitToo() async {
    let rig = ScreenRig([list(60)])
    let program = Waiting(for: rig.controller)
    func visitTheBeginning() {
      for offset in [300.0, 0] {
        rig.controller.scroll(to: offset)
        rig.frame()
      }
    }
    visitTheBeginning()
    await until { program.calls == ["beginning"] }
    visitTheBeginning()
    rig.key(.function(5))
    rig.key(.function(5))
    await until { program.calls.count == 2 }
    #expect(program.calls == ["beginning", "refresh"])
    program.goOn()
    await until {
      rig.key(.function(5))
      visitTheBeginning()
      return program.calls.count == 4
    }
    program.goOn()
  }
}
