import Foundation
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Whatever a screen went through, it shows what it would show had it been opened like this.
@MainActor
@Suite struct ReloadLawsTests {
  private func scrollSomewhere(_ rig: ScreenRig, _ random: inout RandomComponents) throws {
    rig.controller.scroll(to: random.length(upTo: Int(rig.controller.contentSize.height)))
    for index in rig.components.indices where random.oneIn(2) {
      try rig.controller.scroll(carousel: index, to: random.length(upTo: 600))
    }
    rig.frame()
  }

  private func answer(_ rig: ScreenRig, _ random: inout RandomComponents) {
    var search = InputSearch(rig.controller.screen.components)
    var kinds: [String: InputKind] = [:]
    for input in search.all { kinds[input.name] = InputKind(of: input.item) }
    for (name, kind) in kinds.sorted(by: { $0.key < $1.key }) where random.oneIn(2) {
      rig.controller.values[name] = random.answer(of: kind)
    }
  }

  /// Whatever `act` does to a screen, once a round and from another place each time: it then shows
  /// what one that starts there shows.
  private func expectRestarts(
    seeds: Range<UInt64>, rounds: Int, _ act: (ScreenRig, inout RandomComponents) -> Void
  ) throws {
    for seed in seeds {
      var random = RandomComponents(seed: seed, makesComposites: true, makesInputs: seed % 3 == 0)
      let configuration = Configuration()
      // Half of them with views that adapt to the width.
      if seed % 2 == 1 {
        random.nibKinds = RandomNibs.kinds
        var nibs = RandomNibs(seed: seed)
        for document in nibs.documents() {
          configuration.register(nib: try #require(Nib.read(Array(document.utf8)).nib))
        }
      }
      let screen = random.screen()
      let rig = ScreenRig(
        screen.components,
        breakpoints: seed % 4 == 1 ? Breakpoints(medium: 300, expanded: 700) : Breakpoints(),
        configuration: configuration, columns: screen.columns)
      for round in 0..<rounds {
        answer(rig, &random)
        try scrollSomewhere(rig, &random)
        act(rig, &random)
        guard let fault = try rig.differenceFromRestart() else { continue }
        Issue.record("seed \(seed), round \(round): \(fault)")
        return
      }
    }
  }

  @Test func reloadEqualsRestart() throws {
    try expectRestarts(seeds: 0..<60, rounds: 3) { rig, random in
      rig.controller.reload(random.edited(rig.controller.screen), animation: .none)
    }
  }

  /// Items are left out and taken in again while the screen changes.
  @Test func filteringEqualsRestart() throws {
    func filter(_ rig: ScreenRig, _ random: inout RandomComponents) {
      for component in rig.components where random.oneIn(2) {
        component.filterText = random.pick(["", "a", "e", "o r", "in", "qqq"])
      }
      if random.oneIn(2) {
        rig.controller.reload(
          random.edited(rig.controller.screen), animation: random.pick(Animation.allCases))
      }
    }
    try expectRestarts(seeds: 0..<50, rounds: 4, filter)
  }

  @Test func scrollingEqualsJumping() throws {
    try expectRestarts(seeds: 0..<40, rounds: 4) { rig, random in
      for _ in 0..<6 {
        let point = Point(x: random.length(upTo: 399), y: random.length(upTo: 599))
        rig.wheel(point, x: random.pick([-2, 0, 3]), y: random.pick([-3, -1, 2, 5]))
        rig.frame()
      }
      rig.controller.handle(.pointerLeft, at: rig.now)
    }
  }

  @Test func resizingEqualsRestart() throws {
    try expectRestarts(seeds: 0..<40, rounds: 4) { rig, random in
      let borders: [Double] = [1, 200, 299.75, 300, 390, 599.5, 600, 800, 1023, 1024, 1300]
      let width = random.pick(borders + [random.length(upTo: 3000)])
      rig.controller.resize(to: Size(width: width, height: random.pick([1, 300, 844])))
    }
  }

  @Test func zoomingEqualsRestart() throws {
    try expectRestarts(seeds: 0..<50, rounds: 4) { rig, random in
      rig.controller.environment.textScale = random.pick([0.75, 1, 1.5, 2.5])
      if random.oneIn(3) {
        rig.controller.resize(to: Size(width: random.pick([200, 390, 1300]), height: 600))
      } else {
        rig.controller.environmentDidChange()
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
    #expect(list.difference(from: fresh.settle()) == nil)
  }

  @Test func aReloadThatChangesNothingConfiguresNothing() {
    var random = RandomComponents(seed: 5)
    let rig = ScreenRig(random.screen().components)
    let list = rig.settle()
    let counters = rig.controller.state.pool.counters
    rig.controller.reload(rig.controller.screen, animation: .none)
    #expect(rig.settle().difference(from: list) == nil)
    #expect(rig.controller.state.pool.counters.configured == counters.configured)
    #expect(rig.controller.state.pool.counters.created == counters.created)
  }

  // MARK: Seen changes

  /// Animated changes end where those without animation do.
  @Test func animatedReloadsEndAsRestarts() throws {
    try expectRestarts(seeds: 0..<60, rounds: 3) { rig, random in
      rig.controller.reload(
        random.edited(rig.controller.screen), animation: random.pick(Animation.allCases))
    }
  }

  /// Every screen of the project in place of every other one.
  @Test func everyScreenMayFollowEveryOther() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Screens")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") && $0 != "spots-test.json" }.sorted()
    let screens = try names.map { name in
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      return try #require(ScreenReader().read(bytes).screen, "\(name)")
    }
    #expect(screens.count > 9)
    for (from, old) in screens.enumerated() {
      for (to, new) in screens.enumerated() where from != to {
        let rig = ScreenRig(old.components)
        rig.controller.scroll(to: 300)
        rig.frame()
        rig.controller.reload(new, animation: to % 2 == 0 ? .automatic : .none)
        let fault = try rig.differenceFromRestart()
        #expect(fault == nil, "\(names[from]), then \(names[to])")
      }
    }
  }
}
