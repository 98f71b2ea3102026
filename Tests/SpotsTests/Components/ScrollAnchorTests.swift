import SpotsTestSupport
import Testing

@testable import Spots

/// Visible content stays in place, whatever happens above it.
@MainActor
@Suite struct ScrollAnchorTests {
  @Test func itemsInsertedAboveMoveNothing() {
    let rig = ScreenRig([list(200)])
    rig.controller.scroll(to: 725)
    rig.frame()
    var model = list(200)
    model.items.insert(contentsOf: numbered(3, from: 900, height: 80), at: 2)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.frame()
    // 725 + 3 · 80
    #expect(rig.offset == 965)
    #expect(rig.windowFrame(0, 17)?.y == -25)
  }

  @Test func componentsInsertedAboveMoveNothing() {
    let rig = ScreenRig([list(200)])
    rig.controller.scroll(to: 725)
    rig.frame()
    rig.controller.reload(Screen(components: [list(4, from: 500), list(200)]), animation: .none)
    rig.frame()
    #expect(rig.offset == 925)
    #expect(rig.windowFrame(1, 14)?.y == -25)
  }

  @Test func atTheVeryTopWhatIsNewIsSeen() {
    let rig = ScreenRig([list(200)])
    rig.frame()
    var model = list(200)
    model.items.insert(contentsOf: numbered(3, from: 900, height: 80), at: 0)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.frame()
    #expect(rig.offset == 0)
    #expect(rig.windowFrame(0, 0)?.y == 0)
  }

  /// A screen that follows its end opens there and stays there, until the user scrolls up.
  @Test func theEndIsFollowed() {
    var model = list(3)
    model.follow = .end
    let rig = ScreenRig([model])
    rig.frame()
    #expect(rig.offset == 0)
    func add(_ count: Int, height: Double) {
      model.items.append(
        contentsOf: numbered(count, from: model.items.count, height: height))
      rig.controller.reload(Screen(components: [model]), animation: .none)
      rig.frame()
    }
    var height = 600.0
    var end: Double { rig.controller.contentSize.height - height }
    add(200, height: 80)
    #expect(end > 10_000 && rig.offset == end)
    height = 300
    rig.controller.resize(to: Size(width: 400, height: height))
    rig.frame()
    #expect(rig.offset == end)
    rig.controller.scroll(to: end - 100)
    rig.frame()
    let place = rig.offset
    add(5, height: 90)
    #expect(rig.offset == place)
    rig.controller.scroll(to: end)
    rig.frame()
    add(5, height: 90)
    #expect(rig.offset == end)
    let opened = ScreenRig([model])
    opened.frame()
    #expect(opened.windowFrame(0, model.items.count - 1)?.maxY == 600)
  }

  @Test func whenTheItemAtTheTopIsGoneTheOneAboveComesInItsPlace() {
    let rig = ScreenRig([list(200)])
    rig.controller.scroll(to: 725)
    rig.frame()
    var model = list(200)
    model.items.remove(at: 14)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.frame()
    #expect(rig.windowFrame(0, 13)?.y == 0)
  }

  @Test func itemsThatAreReplacedMoveNothing() {
    let rig = ScreenRig([list(200)])
    rig.controller.scroll(to: 725)
    rig.frame()
    for kept in [0, 3, 10, 13] {
      var model = list(kept)
      model.identifier = "list 0"
      model.items += numbered(200 - kept, from: 1000 * (kept + 1), height: 50)
      rig.controller.reload(Screen(components: [model]), animation: .none)
      rig.frame()
      #expect(rig.offset == 725, "\(kept)")
    }
  }

  @Test func offsetsAreCutWhenTheContentShrinks() {
    let rig = ScreenRig([list(200)])
    rig.controller.scroll(to: 5000)
    rig.frame()
    rig.controller.reload(Screen(components: [list(14)]), animation: .none)
    rig.frame()
    #expect(rig.offset == 100)
    rig.controller.reload(Screen(), animation: .none)
    rig.frame()
    #expect(rig.offset == 0)
  }

  @Test func theItemAtTheTopStaysThroughAnyEdit() {
    for seed in 0..<80 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let before = Screen(components: [list(20, from: 2000), list(300), list(40, from: 1000)])
      let rig = ScreenRig(before.components)
      rig.controller.scroll(to: 1000 + 2000 + random.length(upTo: 8000))
      rig.frame()
      let top = Int(rig.offset - 1000) / 50
      let y = rig.windowFrame(1, top)?.y
      var after = before
      for component in after.components.indices {
        var items = after.components[component].items
        for _ in 0..<random.below(30) {
          let place = random.below(items.count)
          if random.oneIn(2) {
            let identifier = Item.Identifier.string("\(random.random.next())")
            items.insert(
              Item(identifier: identifier, size: Size(height: random.length(upTo: 90))), at: place)
          } else if items[place].identifier != .integer(top) {
            items.remove(at: place)
          }
        }
        after.components[component].items = items
      }
      rig.controller.reload(after, animation: .none)
      rig.frame()
      let now = after.components[1].items.firstIndex { $0.identifier == .integer(top) }
      #expect(now.flatMap { rig.windowFrame(1, $0)?.y } == y, "seed \(seed)")
    }
  }

  @Test(arguments: [0.5, 1, -0.5, -1.25, 4])
  func correctedEstimatesMoveNothingThatIsSeen(notches: Double) {
    let rig = ScreenRig([ragged(5000, seed: 11), ragged(3000, seed: 12)])
    rig.controller.scroll(to: 300_000)
    rig.frame()
    for frame in 0..<200 {
      let before = positions(rig)
      rig.wheel(y: notches, precise: true)
      rig.frame()
      for (path, y) in positions(rig) {
        guard let old = before[path] else { continue }
        #expect(abs(y - old - notches * 60) < 1e-6, "frame \(frame), \(path)")
        if abs(y - old - notches * 60) >= 1e-6 { return }
      }
    }
    #expect(abs(rig.offset - 300_000) > 3000)
  }

  @Test(arguments: [0.0, 2, 3.5])
  func pagingUpThroughEstimatesIsSmooth(span: Double) {
    var model = ragged(4000)
    model.kind = .grid
    model.layout.span = span == 0 ? 1 : span
    let rig = ScreenRig([list(3), model, ragged(2000, seed: 3)])
    rig.key(.end)
    rig.settle()
    for page in 0..<12 {
      rig.key(.pageUp)
      for frame in 0..<20 {
        let before = positions(rig)
        rig.frame()
        let after = positions(rig)
        let moves = before.compactMap { path, y in after[path].map { $0 - y } }
        guard let least = moves.min(), let most = moves.max() else { continue }
        // All that is seen moves as one, downwards, and not by more than the page.
        let isSmooth = most - least < 1e-6 && least > -1e-6 && most <= 560
        #expect(isSmooth, "page \(page), frame \(frame): \(least)…\(most)")
        if !isSmooth { return }
      }
    }
  }

  /// Where everything that is seen stands in the window.
  private func positions(_ rig: ScreenRig) -> [ItemPath: Double] {
    var positions: [ItemPath: Double] = [:]
    for (index, component) in rig.components.enumerated() {
      for item in component.visibleViews.keys {
        let path = ItemPath(component: index, item: item)
        positions[path] = rig.windowFrame(path)?.y
      }
    }
    return positions
  }

  @Test func resizingKeepsWhatIsAtTheTop() {
    let rig = ScreenRig([ragged(300)])
    rig.controller.scroll(to: 8000)
    rig.frame()
    let top = rig.components[0].visibleViews.keys.min() ?? 0
    let y = rig.windowFrame(0, top)?.y ?? 0
    for width in stride(from: 400.0, to: 300, by: -7) {
      rig.controller.resize(to: Size(width: width, height: 500 + width / 4))
      rig.frame()
      #expect(abs((rig.windowFrame(0, top)?.y ?? 0) - y) < 1e-6, "\(width)")
    }
  }

  @Test func carouselsKeepTheirOffset() throws {
    let models = [list(3), carousel(30, from: 100, width: 300)]
    let rig = ScreenRig(models)
    rig.frame()
    try rig.controller.scroll(carousel: 1, to: 8000)
    rig.frame()
    #expect(rig.horizontalOffset(1) == 8000)
    rig.controller.environment.theme = .dark
    rig.controller.environmentDidChange()
    rig.frame()
    #expect(rig.horizontalOffset(1) == 8000)
    rig.controller.resize(to: Size(width: 420, height: 500))
    rig.frame()
    #expect(rig.horizontalOffset(1) == 8000)
    rig.controller.reload(
      Screen(components: [carousel(30, from: 100, width: 300), list(4)]), animation: .none)
    rig.frame()
    #expect(rig.horizontalOffset(0) == 8000)
  }
}
