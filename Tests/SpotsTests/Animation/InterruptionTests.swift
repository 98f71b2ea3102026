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
    try rig.controller.delete(at: 1, component: 0)
    for _ in 0..<6 { rig.frame() }
    let leaving = try #require(rig.seen("Item 1"))
    let below = try #require(rig.seen("Item 2"))
    #expect(leaving.opacity > 0 && leaving.opacity < 0.5)
    try rig.controller.insert(item, at: 1, component: 0)
    _ = rig.controller.frame(at: rig.now)
    #expect(seenViews(rig).count { $0.title == "Item 1" } == 1)
    expectSame(rig.seen("Item 1"), leaving)
    expectSame(rig.seen("Item 2"), below)
    rig.settle()
    #expect(rig.seen("Item 1")?.rect.y == 50 && rig.seen("Item 1")?.opacity == 1)
  }

  @Test func anInsertedItemThatIsDeletedTurnsBack() throws {
    let rig = ScreenRig([list(5)])
    rig.settle()
    try rig.controller.insert(Item(title: "new", size: Size(height: 50)), at: 1, component: 0)
    for _ in 0..<4 { rig.frame() }
    let coming = try #require(rig.seen("new"))
    try rig.controller.delete(at: 1, component: 0, animation: .fade)
    _ = rig.controller.frame(at: rig.now)
    expectSame(rig.seen("new"), coming)
    rig.settle()
    #expect(rig.seen("new") == nil && rig.seen("Item 1")?.rect.y == 50)
  }

  @Test func aMotionThatIsNotConcernedGoesOn() throws {
    let rig = ScreenRig([list(5)])
    rig.settle()
    try rig.controller.insert(Item(title: "new", size: Size(height: 50)), at: 1, component: 0)
    rig.frame()
    let start = rig.now
    for _ in 0..<6 {
      rig.frame()
      // Below everything that moves.
      try rig.controller.append(Item(title: "end", size: Size(height: 50)), component: 0)
    }
    _ = rig.controller.frame(at: start + 0.125)
    #expect(abs((rig.seen("Item 1")?.rect.y ?? 0) - 93.75) < 1e-9)
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

  /// Changes at any moment: what is seen before a change is seen after it at the same place, and in
  /// the end everything is where a screen that never was anything else has it.
  @Test func everyChangeIsContinuous() {
    for seed in 0..<150 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig(random.screen().components)
      rig.settle()
      for round in 0..<6 {
        rig.wait(Double(random.below(20)) / 60)
        _ = rig.controller.frame(at: rig.now)
        let before = seenViews(rig)
        let animation = random.pick(Animation.allCases.filter { $0 != .none })
        rig.controller.apply(random.edited(rig.controller.screen), animation: animation)
        _ = rig.controller.frame(at: rig.now)
        if let fault = jump(before, seenViews(rig)) {
          Issue.record("seed \(seed), round \(round), \(animation): \(fault)")
          return
        }
        if random.oneIn(3) { rig.wheel(y: Double(random.below(9) - 4), precise: true) }
      }
      rig.controller.handle(.pointerLeft, at: rig.now)
      let fresh = ScreenRig(rig.controller.screen.components)
      let list = rig.settle()
      for index in rig.components.indices {
        fresh.controller.scroll(carousel: index, to: rig.horizontal(index))
      }
      fresh.controller.scroll(to: rig.offset)
      guard list.text == fresh.settle().text else {
        Issue.record("seed \(seed): the end is not that of a fresh screen")
        return
      }
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
        if seen.opacity < 0.01 || seen.cut.intersection(window).isEmpty { continue }
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
