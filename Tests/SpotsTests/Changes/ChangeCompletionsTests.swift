import SpotsTestSupport
import Testing

@testable import Spots

/// When completion handlers of changes are called.
@MainActor
@Suite struct ChangeCompletionsTests {
  /// What was called, in its order.
  private final class Calls {
    var names: [String] = []

    func of(_ name: String) -> () -> Void { { self.names.append(name) } }
  }

  private let calls = Calls()

  private func opened(_ models: [ComponentModel] = [list(5), list(3, from: 100)]) -> ScreenRig {
    let rig = ScreenRig(models)
    rig.settle()
    return rig
  }

  private func item(_ title: String) -> Item {
    Item(identifier: .string(title), title: title, size: Size(height: 50))
  }

  private func frame(_ rig: ScreenRig, after seconds: Double) {
    rig.wait(seconds)
    _ = rig.controller.renderFrame(at: rig.now)
  }

  @Test func itIsCalledWhenTheMotionIsOver() throws {
    for animation in Animation.allCases where animation != .none {
      let (rig, calls) = (opened(), Calls())
      try rig.controller.change(animation: animation) { try $0[0].prepend(item("new")) }
        .whenFinished(calls.of("end"))
      #expect(rig.components[0].model.items.count == 6)
      // The time of a motion begins with the first frame that shows it.
      for seconds in [3, 0.1, 0.125] { frame(rig, after: seconds) }
      #expect(calls.names.isEmpty, "\(animation)")
      frame(rig, after: 0.025)
      #expect(calls.names == ["end"], "\(animation)")
      #expect(rig.seen("new")?.rect.y == 0)
      rig.settle()
      frame(rig, after: 9)
      #expect(calls.names == ["end"])
    }
  }

  @Test func whereThereIsNothingToSeeItIsCalledAtOnce() throws {
    let unseen = ScreenRig([list(5)])
    try unseen.controller.change { try $0[0].prepend(item("a")) }.whenFinished(
      calls.of("first screen"))
    let rig = opened([list(100)])
    let controller = rig.controller
    try controller.change { try $0[0].append(item("a")) }.whenFinished(
      calls.of("out of the window"))
    try controller.change(animation: .none) { try $0[0].prepend(item("b")) }.whenFinished(
      calls.of("no animation"))
    try controller.change { try $0[0].update { _ in } }.whenFinished(calls.of("no change"))
    controller.environment.reducesMotion = true
    try controller.change { try $0[0].prepend(item("c")) }.whenFinished(calls.of("reduced"))
    #expect(
      calls.names == ["first screen", "out of the window", "no animation", "no change", "reduced"])
  }

  @Test func whereMotionIsReducedMeanwhileNobodyWaits() throws {
    let rig = opened()
    try rig.controller.change { try $0[0].prepend(item("a")) }.whenFinished(calls.of("a"))
    rig.frame()
    rig.controller.environment.reducesMotion = true
    try rig.controller.change { try $0[0].prepend(item("b")) }.whenFinished(calls.of("b"))
    #expect(calls.names == ["a", "b"])
  }

  @Test func aChangeInTheMiddleOfAnotherKeepsTheOrder() throws {
    let rig = opened()
    try rig.controller.change { try $0[0].prepend(item("a")) }.whenFinished(calls.of("a"))
    frame(rig, after: 0)
    frame(rig, after: 0.125)
    try rig.controller.change { try $0[0].delete(at: 0) }.whenFinished(calls.of("b"))
    try rig.controller.change(animation: .none) {
      try $0[1].update {
        $0.header = Item(title: "header")
      }
    }.whenFinished(calls.of("c"))
    frame(rig, after: 0)
    #expect(calls.names.isEmpty)
    frame(rig, after: 0.125)
    #expect(calls.names == ["a"])
    frame(rig, after: 0.125)
    #expect(calls.names == ["a", "b", "c"])
  }

  @Test func withoutItsComponentItIsCalledToo() throws {
    let rig = opened()
    try rig.components[0].change { $0.prepend(item("a")) }.whenFinished(calls.of("a"))
    rig.frame()
    rig.controller.change(animation: .none) { $0.reload([list(3, from: 100)]) }.whenFinished(
      calls.of("b"))
    rig.settle()
    #expect(calls.names == ["a", "b"])
  }

  @Test func motionsThatAreCutShortAreOver() throws {
    let rig = opened()
    let interruptions: [(SpotsController) throws -> Void] = [
      { $0.registrationsDidChange() }, { $0.resize(to: Size(width: 300, height: 600)) },
      { try $0.setHidden(true, component: 0) },
    ]
    for (index, interruption) in interruptions.enumerated() {
      try rig.controller.change { try $0[0].prepend(item("\(index)")) }.whenFinished(
        calls.of("\(index)"))
      rig.frame()
      try interruption(rig.controller)
      rig.settle()
      #expect(calls.names == (0...index).map(String.init))
    }
  }

  @Test func whatItChangesIsSeen() throws {
    let rig = opened()
    let controller = rig.controller
    try controller.change { try $0[0].prepend(item("a")) }.whenFinished { [self] in
      try? controller.change { try $0[0].prepend(item("b")) }.whenFinished(calls.of("b"))
    }
    frame(rig, after: 0)
    rig.wait(0.25)
    // Nothing moves except what starts now.
    #expect(controller.renderFrame(at: rig.now).next == rig.now)
    #expect(rig.seen("b")?.opacity == 0, "\(String(describing: rig.seen("b")))")
    #expect(rig.seen("a")?.rect.y == 0, "\(String(describing: rig.seen("a")))")
    rig.settle()
    #expect(rig.seen("b")?.opacity == 1 && calls.names == ["b"])
  }

  @Test func delegatesThatChangeMoreComeAfter() throws {
    let rig = opened()
    let delegate = Appending { [self] controller in
      try? controller.change(animation: .none) { try $0[0].append(item("more")) }.whenFinished(
        calls.of("more"))
    }
    rig.controller.componentDelegate = delegate
    let change = try rig.controller.change(animation: .none) { try $0[0].append(item("a")) }
    #expect(change.isFinished && calls.names == ["more"])
    #expect(rig.components[0].model.items.suffix(2).map(\.title) == ["a", "more"])
  }

  private final class Appending: ComponentDelegate {
    private var body: ((SpotsController) -> Void)?

    init(_ body: @escaping (SpotsController) -> Void) { self.body = body }

    func controllerComponentsDidChange(_ controller: SpotsController) {
      body.take()?(controller)
    }
  }

  @Test func withTheScreenItsChangesEnd() throws {
    var rig: ScreenRig? = opened()
    try rig?.controller.change { try $0[0].prepend(item("a")) }.whenFinished(calls.of("a"))
    rig?.frame()
    #expect(calls.names.isEmpty)
    rig = nil
    #expect(calls.names == ["a"])
  }

  @Test func whoAwaitsDoesNotWaitForTheMotion() async throws {
    let rig = opened()
    for index in 0..<100 { try rig.controller.change { try $0[0].prepend(item("\(index)")) } }
    #expect(rig.components[0].model.items.count == 105)
    #expect(rig.components[0].views.animator.isMoving)
  }

  // MARK: Laws

  /// Whatever happens meanwhile, each is called once, in the order of the calls, and all of them
  /// when everything is at rest.
  @Test func eachIsCalledOnceInTheOrderOfTheCalls() throws {
    for seed in 0..<15 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      let rig = ScreenRig(random.screen().components)
      var (made, called) = (0, [Int]())
      for _ in 0..<20 {
        let number = made
        made += 1
        rig.controller.change(animation: random.pick(Animation.allCases)) {
          $0.reload(random.edited(rig.controller.screen).components)
        }.whenFinished { called.append(number) }
        switch random.below(8) {
        case 0: rig.controller.registrationsDidChange()
        case 1: rig.controller.environment.reducesMotion.toggle()
        case 2: rig.controller.scroll(to: random.length(upTo: 3000))
        case 3: rig.settle()
        default: frame(rig, after: Double(random.below(10)) / 60)
        }
      }
      rig.settle()
      guard called == Array(0..<made) else {
        Issue.record("seed \(seed): \(called)")
        return
      }
    }
  }
}
