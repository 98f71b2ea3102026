import Testing

@testable import Spots

@MainActor
@Suite struct AsyncDelegatesTests {
  /// Waits at each call until it is told to go on.
  private final class Waiting: AsyncScrollDelegate, AsyncRefreshDelegate {
    private(set) var calls: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func controllerDidReachBeginning(_ controller: SpotsController) async {
      await wait("beginning")
    }
    func controllerDidReachEnd(_ controller: SpotsController) async { await wait("end") }
    func controllerWantsRefresh(_ controller: SpotsController) async { await wait("refresh") }

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

  @Test func theEndIsNotToldAgainBeforeTheFunctionReturned() async throws {
    let rig = ScreenRig([list(60)])
    let delegate = Waiting()
    rig.controller.scrollDelegate = delegate
    rig.controller.scroll(to: 2400)
    rig.frame()
    await until { delegate.calls == ["end"] }
    try rig.controller.change { try $0[0].append(Array(numbered(60, from: 100, height: 50))) }
    rig.controller.scroll(to: 5400)
    rig.frame()
    for _ in 0..<100 { await Task.yield() }
    #expect(delegate.calls == ["end"])
    delegate.goOn()
    await until {
      rig.frame()
      return delegate.calls == ["end", "end"]
    }
    delegate.goOn()
  }

  @Test func theBeginningAndRefreshesWaitToo() async {
    let rig = ScreenRig([list(60)])
    let delegate = Waiting()
    rig.controller.scrollDelegate = delegate
    rig.controller.refreshDelegate = delegate
    func visitTheBeginning() {
      for offset in [300.0, 0] {
        rig.controller.scroll(to: offset)
        rig.frame()
      }
    }
    visitTheBeginning()
    await until { delegate.calls == ["beginning"] }
    visitTheBeginning()
    rig.key(.function(5))
    rig.key(.function(5))
    await until { delegate.calls.count == 2 }
    #expect(delegate.calls == ["beginning", "refresh"])
    delegate.goOn()
    await until {
      rig.key(.function(5))
      visitTheBeginning()
      return delegate.calls.count == 4
    }
    delegate.goOn()
  }
}
