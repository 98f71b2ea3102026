import SpotsTestSupport
import Testing

@testable import Spots

/// Whatever a screen went through, it shows what it would show had it been opened like this.
@MainActor
@Suite struct ReloadLawsTests {
  /// What a screen that was never anything else shows at the same offsets.
  private func restarted(_ rig: ScreenRig) -> DrawList {
    let fresh = ScreenRig(rig.controller.screen.components, size: rig.controller.size)
    for index in rig.components.indices {
      fresh.controller.scroll(carousel: index, to: rig.horizontal(index))
    }
    fresh.controller.scroll(to: rig.offset)
    fresh.frame()
    for (component, old) in zip(fresh.components, rig.components) {
      for (slot, shown) in old.views.items {
        guard let composite = shown.view as? CompositeItemView else { continue }
        (component.views.items[slot]?.view as? CompositeItemView)?
          .restore(composite.horizontalOffsets, width: composite.frame.width)
      }
    }
    return fresh.settle()
  }

  /// The first line that differs.
  private func difference(_ a: DrawList, _ b: DrawList) -> String? {
    let (a, b) = (a.text, b.text)
    guard a != b else { return nil }
    let (left, right) = (a.split(separator: "\n"), b.split(separator: "\n"))
    let line = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }
    return line.map { "line \($0.offset): '\($0.element.0)', not '\($0.element.1)'" }
      ?? "\(left.count) lines, not \(right.count)"
  }

  private func scrollSomewhere(_ rig: ScreenRig, _ random: inout RandomComponents) {
    rig.controller.scroll(to: random.length(upTo: Int(rig.controller.contentSize.height)))
    for index in rig.components.indices where random.oneIn(2) {
      rig.controller.scroll(carousel: index, to: random.length(upTo: 600))
    }
    rig.frame()
  }

  @Test func reloadEqualsRestart() {
    for seed in 0..<120 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      let rig = ScreenRig(random.screen().components)
      for round in 0..<3 {
        scrollSomewhere(rig, &random)
        rig.controller.apply(random.edited(rig.controller.screen))
        guard let fault = difference(rig.settle(), restarted(rig)) else { continue }
        Issue.record("seed \(seed), round \(round): \(fault)")
        return
      }
    }
  }

  @Test func scrollingEqualsJumping() {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      let rig = ScreenRig(random.screen().components)
      for round in 0..<4 {
        scrollSomewhere(rig, &random)
        for _ in 0..<6 {
          let point = Point(x: random.length(upTo: 399), y: random.length(upTo: 599))
          rig.wheel(point, x: random.pick([-2, 0, 3]), y: random.pick([-3, -1, 2, 5]))
          rig.frame()
        }
        rig.controller.handle(.pointerLeft, at: rig.now)
        guard let fault = difference(rig.settle(), restarted(rig)) else { continue }
        Issue.record("seed \(seed), round \(round): \(fault)")
        return
      }
    }
  }

  @Test func resizingEqualsRestart() {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      let rig = ScreenRig(random.screen().components)
      for round in 0..<4 {
        scrollSomewhere(rig, &random)
        rig.controller.resize(
          to: Size(
            width: random.pick([1, 200, 390, 800, 1300]), height: random.pick([1, 300, 844])))
        guard let fault = difference(rig.settle(), restarted(rig)) else { continue }
        Issue.record("seed \(seed), round \(round): \(fault)")
        return
      }
    }
  }

  @Test func anotherThemeEqualsRestart() {
    var random = RandomComponents(seed: 3)
    let components = random.screen().components
    let rig = ScreenRig(components)
    rig.controller.scroll(to: 200)
    rig.frame()
    rig.controller.environment.theme = .dark
    rig.controller.environment.textScale = 1.5
    rig.controller.environmentDidChange()
    let list = rig.settle()
    let fresh = ScreenRig(
      components,
      environment: .fixed(
        theme: .dark, textScale: 1.5, images: ["a.png": Size(width: 300, height: 200)]))
    fresh.controller.scroll(to: rig.offset)
    #expect(difference(list, fresh.settle()) == nil)
  }

  @Test func aReloadThatChangesNothingConfiguresNothing() {
    var random = RandomComponents(seed: 5)
    let rig = ScreenRig(random.screen().components)
    let list = rig.settle()
    let counters = rig.controller.pool.counters
    rig.controller.apply(rig.controller.screen)
    #expect(difference(rig.settle(), list) == nil)
    #expect(rig.controller.pool.counters.configured == counters.configured)
    #expect(rig.controller.pool.counters.created == counters.created)
  }
}
