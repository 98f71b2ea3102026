import SpotsTestSupport
import Testing

@testable import Spots

/// Changes in the middle of a motion go on from where things are.
@MainActor
@Suite struct InterruptionTests {
  @Test func aDeletedItemThatIsWantedAgainTurnsBack() throws {
    let rig = ScreenRig([list(5)])
    rig.settle()
    let item = try #require(rig.components[0].item(at: 1))
    try rig.controller.change { try $0[0].delete(at: 1) }
    for _ in 0..<6 { rig.frame() }
    let leaving = try #require(rig.seen("Item 1"))
    let below = try #require(rig.seen("Item 2"))
    #expect(leaving.opacity > 0 && leaving.opacity < 0.5)
    try rig.controller.change { try $0[0].insert(item, at: 1) }
    _ = rig.controller.renderFrame(at: rig.now)
    #expect(seenViews(rig).count { $0.title == "Item 1" } == 1)
    expectSame(rig.seen("Item 1"), leaving)
    expectSame(rig.seen("Item 2"), below)
    rig.settle()
    #expect(rig.seen("Item 1")?.rect.y == 50 && rig.seen("Item 1")?.opacity == 1)
  }

  @Test func anInsertedItemThatIsDeletedTurnsBack() throws {
    let rig = ScreenRig([list(5)])
    rig.settle()
    try rig.controller.change {
      try $0[0].insert(Item(title: "new", size: Size(height: 50)), at: 1)
    }
    for _ in 0..<4 { rig.frame() }
    let coming = try #require(rig.seen("new"))
    try rig.controller.change(animation: .fade) { try $0[0].delete(at: 1) }
    _ = rig.controller.renderFrame(at: rig.now)
    expectSame(rig.seen("new"), coming)
    rig.settle()
    #expect(rig.seen("new") == nil && rig.seen("Item 1")?.rect.y == 50)
  }

  @Test func aMotionThatIsNotConcernedGoesOn() throws {
    let rig = ScreenRig([list(5)])
    rig.settle()
    try rig.controller.change {
      try $0[0].insert(Item(title: "new", size: Size(height: 50)), at: 1)
    }
    rig.frame()
    let start = rig.now
    for _ in 0..<6 {
      rig.frame()
      // Below everything that moves.
      try rig.controller.change { try $0[0].append(Item(title: "end", size: Size(height: 50))) }
    }
    _ = rig.controller.renderFrame(at: start + 0.125)
    #expect(abs((rig.seen("Item 1")?.rect.y ?? 0) - 93.75) < 1e-9)
  }

  @Test func theInsideOfAnItemThatTurnsBackHasGoneOn() throws {
    func outer(_ items: ItemList) -> Item {
      let inner = ComponentModel(identifier: "inner", kind: .list, items: items)
      return Item(identifier: .integer(1), title: "outer", kind: "composite", children: [inner])
    }
    var items = numbered(3, from: 100, height: 30)
    let rig = ScreenRig([ComponentModel(kind: .list, items: [outer(items)])])
    rig.settle()
    items.insert(Item(title: "new", size: Size(height: 30)), at: 1)
    try rig.controller.change { try $0[0].update(outer(items), at: 0) }
    for _ in 0..<3 { rig.frame() }
    try rig.controller.change(animation: .fade) { try $0[0].delete(at: 0) }
    for _ in 0..<4 { rig.frame() }
    let inside = try #require(rig.seen("Item 101"))
    try rig.controller.change { try $0[0].insert(outer(items), at: 0) }
    _ = rig.controller.renderFrame(at: rig.now)
    expectSame(rig.seen("Item 101"), inside)
    rig.settle()
    #expect(rig.seen("Item 101")?.rect.y == 60 && rig.seen("Item 101")?.opacity == 1)
  }

  private func expectSame(_ a: SeenView?, _ b: SeenView) {
    guard let a else {
      Issue.record("nothing is seen")
      return
    }
    #expect(abs(a.rect.x - b.rect.x) < 0.01 && abs(a.rect.y - b.rect.y) < 0.01)
    #expect(abs(a.opacity - b.opacity) < 0.01)
  }

  // MARK: Laws

  /// Changes at any moment: everything visible before a change is at the same place after it, and
  /// in the end everything is where a screen opened with the final content has it.
  @Test func everyChangeIsContinuous() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      let rig = ScreenRig(random.screen().components)
      // Content is aligned to whole pixels, which must be too fine to look like a jump.
      rig.controller.environment.scale = 128
      rig.settle()
      for round in 0..<6 {
        rig.wait(Double(random.below(20)) / 60)
        _ = rig.controller.renderFrame(at: rig.now)
        let before = seenViews(rig)
        let animation = random.pick(Animation.allCases.filter { $0 != .none })
        rig.controller.reload(random.edited(rig.controller.screen), animation: animation)
        _ = rig.controller.renderFrame(at: rig.now)
        if let fault = jump(before, seenViews(rig)) {
          Issue.record("seed \(seed), round \(round), \(animation): \(fault)")
          return
        }
        if random.oneIn(3) { rig.wheel(y: Double(random.below(9) - 4), precise: true) }
      }
      rig.controller.handle(.pointerLeft, at: rig.now)
      if let fault = try rig.differenceFromRestart() {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  /// Whatever else happens while views move, delegates hear of each view once, and in the end
  /// everything is in its place.
  @Test func anythingMayHappenMeanwhile() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      let rig = ScreenRig(random.screen().components)
      let log = DelegateLog(rig)
      for _ in 0..<20 {
        try disturb(rig, &random)
        rig.frame()
        let views = rig.controller.scrollView.allMounted.flatMap {
          $0.views.parts.items.values.map(\.view)
        }
        let isRight = views.allSatisfy { log.displayed[ObjectIdentifier($0)] != nil }
        guard isRight, log.faults.isEmpty else {
          Issue.record("seed \(seed): \(log.displayed.count) of \(views.count), \(log.faults)")
          return
        }
      }
      for index in rig.components.indices { try rig.controller.setHidden(false, component: index) }
      rig.controller.handle(.pointerLeft, at: rig.now)
      if let fault = try rig.differenceFromRestart() {
        Issue.record("seed \(seed): \(fault)")
        return
      }
      rig.controller.reload(Screen(), animation: .automatic)
      rig.settle()
      #expect(log.displayed.isEmpty, "seed \(seed)")
    }
  }

  private func disturb(_ rig: ScreenRig, _ random: inout RandomComponents) throws {
    let controller = rig.controller
    switch random.below(12) {
    case 0: controller.scroll(to: random.length(upTo: 3000))
    case 1:
      try controller.scroll(
        carousel: random.below(rig.components.count), to: random.length(upTo: 4000) - 2000)
    case 2: controller.resize(to: Size(width: random.pick([300, 400, 700]), height: 500))
    case 3:
      try controller.setHidden(random.oneIn(2), component: random.below(rig.components.count))
    case 4: rig.wheel(y: Double(random.below(9) - 4))
    case 5: rig.move(Point(x: random.length(upTo: 400), y: random.length(upTo: 600)))
    case 6: controller.registrationsDidChange()
    case 7: controller.environment.reducesMotion.toggle()
    default:
      controller.reload(
        random.edited(controller.screen), animation: random.pick(Animation.allCases))
    }
  }

  private func jump(
    _ before: [(title: String, id: ObjectIdentifier, seen: SeenView)],
    _ after: [(title: String, id: ObjectIdentifier, seen: SeenView)]
  ) -> String? {
    let window = Rect(width: 400, height: 600)
    let now = Dictionary(after.map { ($0.id, $0.seen) }) { first, _ in first }
    for (title, id, seen) in before where seen.rect.intersects(window) {
      guard let new = now[id] else {
        // A part that is thinner than a pixel is not seen.
        let part = seen.cut.intersection(window)
        if seen.opacity < 0.01 || part.width < 1.0 / 128 || part.height < 1.0 / 128 { continue }
        return "'\(title)' is gone at \(seen)"
      }
      let isThere =
        abs(new.rect.y - seen.rect.y) < 0.02 && abs(new.rect.x - seen.rect.x) < 0.02
        && abs(new.opacity - seen.opacity) < 0.01
      if !isThere { return "'\(title)' jumps from \(seen) to \(new)" }
    }
    return nil
  }
}
