import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct KeyboardTests {
  private static let moves: [(Key, Modifiers)] = [
    (.up, []), (.down, []), (.left, []), (.right, []), (.tab, []), (.tab, .shift),
  ]

  @Test func everyItemCanBeReached() {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var screen = random.screen(maxItems: 15)
      // Components without a height, or for other widths, show nothing that could be reached.
      for index in screen.components.indices {
        screen.components[index].layout.dynamicHeight = true
        screen.components[index].when = nil
      }
      let rig = ScreenRig(screen.components)
      rig.settle()
      let all = Set(
        rig.components.indices.filter { rig.components[$0].takesRoom }.flatMap { component in
          rig.components[component].model.items.indices.map {
            ItemPath(component: component, item: $0)
          }
        })
      rig.key(.tab)
      var found = Set([rig.controller.state.keyboard.path].compactMap { $0 })
      var open = Array(found)
      while let path = open.popLast() {
        for (key, modifiers) in Self.moves {
          rig.controller.state.keyboard.focus(path, at: rig.now)
          rig.controller.scrollView.verticalScroll.advance(to: rig.now + 5)
          rig.key(key, modifiers)
          if let next = rig.controller.state.keyboard.path, found.insert(next).inserted {
            open.append(next)
          }
        }
      }
      #expect(found == all, "seed \(seed): not reached \(all.subtracting(found))")
    }
  }

  @Test func theFocusedItemIsSeen() {
    for seed in 0..<30 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var screen = random.screen()
      // Items that a component cuts off are not visible.
      for index in screen.components.indices {
        screen.components[index].layout.dynamicHeight = true
      }
      let rig = ScreenRig(screen.components)
      rig.settle()
      for _ in 0..<30 {
        let (key, modifiers) = random.pick(Self.moves + [(.down, []), (.down, []), (.right, [])])
        rig.key(key, modifiers)
        rig.settle(step: 0.3)
        guard let path = rig.controller.state.keyboard.path else { continue }
        let fault = hidden(rig, path)
        #expect(fault == nil, "seed \(seed), \(key), \(path)")
        if fault != nil { return }
      }
    }
  }

  /// The reason why the item at `path` is not visible; nil when it is.
  private func hidden(_ rig: ScreenRig, _ path: ItemPath) -> String? {
    guard let frame = rig.windowFrame(path) else { return "there is none" }
    let component = rig.components[path.component]
    let window = rig.controller.size
    let start = rig.controller.scrollView.origin(of: path.component).y
    let header = component.geometry.headerFrame(inner: max(rig.offset - start, 0))
    let top = header.map { max($0.maxY + start - rig.offset, 0) } ?? 0
    let room = window.height - component.geometry.headerHeight - 40
    if frame.height < room, frame.y < top - 0.5 || frame.maxY > window.height + 0.5 {
      return "\(frame) below \(top), offset \(rig.offset)"
    }
    if frame.width + 32 <= window.width, frame.x < -0.5 || frame.maxX > window.width + 0.5 {
      return "\(frame) beside the window"
    }
    return rig.state(path.component, path.item ?? 0).contains(.focused) ? nil : "not focused"
  }

  @Test func farAwayBehindEstimatesItIsSeenToo() {
    let rig = ScreenRig([ragged(3000), ragged(2000, seed: 9), list(3)])
    rig.settle()
    rig.key(.tab)
    rig.key(.tab)
    for _ in 0..<300 { rig.frame() }
    let path = ItemPath(component: 1, item: 0)
    #expect(rig.controller.state.keyboard.path == path)
    #expect(hidden(rig, path) == nil)
  }

  @Test func itemsHigherThanTheWindowDoNotStopTheKeyboard() {
    let rig = ScreenRig([list(3, height: 2000)])
    rig.controller.scroll(to: 700)
    rig.settle()
    rig.key(.down)
    #expect(rig.controller.state.keyboard.path == ItemPath(component: 0, item: 0))
    rig.key(.down)
    #expect(rig.controller.state.keyboard.path == ItemPath(component: 0, item: 1))
  }

  @Test func arrowsGoWhereTheyPoint() {
    let grid = ComponentModel(
      kind: .grid, layout: Layout(span: 3), items: numbered(8, from: 100, height: 80))
    let rig = ScreenRig([list(2), grid, carousel(9, from: 200)])
    rig.settle()
    func focus(_ keys: Key...) -> [Int?] {
      for key in keys { rig.key(key) }
      return [
        rig.controller.state.keyboard.path?.component, rig.controller.state.keyboard.path?.item,
      ]
    }
    #expect(focus(.down) == [0, 0])
    #expect(focus(.down) == [0, 1])
    // The list's middle is above the middle column.
    #expect(focus(.down) == [1, 1])
    #expect(focus(.right) == [1, 2])
    #expect(focus(.down) == [1, 5])
    // The last row is 6, 7; the nearest to the right column is the middle one.
    #expect(focus(.down) == [1, 7])
    #expect(focus(.down, .right) == [2, 2])
    #expect(focus(.left, .left, .left) == [2, 0])
    #expect(focus(.up, .up, .up) == [1, 0])
    #expect(focus(.left) == [1, 0])
    #expect(focus(.up) == [0, 1])
  }

  @Test func tabGoesFromComponentToComponent() {
    let rig = ScreenRig([list(2), ComponentModel(kind: .list), carousel(3, from: 200)])
    rig.settle()
    var visited: [Int?] = []
    for _ in 0..<4 {
      rig.key(.tab)
      visited.append(rig.controller.state.keyboard.path?.component)
    }
    #expect(visited == [0, 2, 0, 2])
    rig.key(.tab, .shift)
    #expect(rig.controller.state.keyboard.path?.component == 0)
  }

  @Test func enterAndSpaceActivate() {
    let rig = ScreenRig([list(9)])
    rig.settle()
    #expect(!rig.key(.enter))
    rig.key(.down)
    rig.key(.down)
    rig.key(.enter)
    rig.key(.space)
    #expect(rig.selections == [ItemPath(component: 0, item: 1), ItemPath(component: 0, item: 1)])
  }

  @Test func pagesAndEnds() {
    let rig = ScreenRig([list(100)])
    rig.settle()
    func offset(_ key: Key) -> Double {
      rig.key(key)
      rig.settle()
      return rig.offset
    }
    // A page is 600 − 40.
    #expect(offset(.pageDown) == 560)
    #expect(offset(.pageDown) == 1120)
    #expect(offset(.pageUp) == 560)
    #expect(offset(.end) == 4400)
    #expect(offset(.pageDown) == 4400)
    #expect(offset(.home) == 0)
    #expect(offset(.pageUp) == 0)
  }

  @Test func theRingIsThereForTheKeyboardOnly() {
    let rig = ScreenRig([list(9)])
    rig.settle()
    rig.key(.down)
    #expect(rig.state(0, 0).contains(.focused))
    rig.click(rig.center(0, 3))
    #expect(!rig.state(0, 3).contains(.focused))
    rig.key(.down)
    #expect(rig.state(0, 4).contains(.focused))
  }

  @Test func keysThatMeanNothingHereAreLeftToOthers() {
    let rig = ScreenRig([list(9)])
    #expect(!rig.key(.escape))
    #expect(!rig.key(.character("q")))
    #expect(!rig.key(.down, .control))
    #expect(!rig.key(.left, .alt))
  }

  @Test func nothingHappensWithoutItems() {
    let rig = ScreenRig([])
    for key in [Key.up, .down, .left, .right, .tab, .enter, .pageDown, .home, .end] { rig.key(key) }
    rig.settle()
    #expect(rig.controller.state.keyboard.path == nil && rig.offset == 0)
  }
}
