import SpotsTestSupport
import Testing

@testable import Spots

/// Every event is reported once, and every reported event has happened.
@MainActor
@Suite struct DelegatesTests {
  private func path(_ component: Int, _ item: Int) -> ItemPath {
    ItemPath(component: component, item: item)
  }

  private func opened(_ components: [ComponentModel]) -> (ScreenRig, DelegateLog) {
    let rig = ScreenRig(components)
    let log = DelegateLog(rig)
    rig.settle()
    return (rig, log)
  }

  // MARK: Selecting

  @Test func aClickIsASelectionAndAChangeOfIt() {
    let (rig, log) = opened([list(9)])
    _ = log.take()
    func selections() -> [DelegateLog.Call] {
      log.take().filter {
        switch $0 {
        case .selected, .selection: true
        default: false
        }
      }
    }
    rig.click(rig.center(0, 2))
    rig.settle()
    #expect(selections() == [.selection(path(0, 2)), .selected(path(0, 2))])
    // The same one again: selected again, but the selection is what it was.
    rig.click(rig.center(0, 2))
    #expect(selections() == [.selected(path(0, 2))])
    rig.key(.down)
    rig.key(.enter)
    #expect(selections() == [.selection(path(0, 3)), .selected(path(0, 3))])
  }

  @Test func anItemThatMovesStaysSelectedAndFocused() {
    let (rig, log) = opened([list(9)])
    rig.key(.down)
    rig.key(.enter)
    _ = log.take()
    var model = list(9)
    model.items.insert(Item(identifier: .string("new"), size: Size(height: 50)), at: 0)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    #expect(rig.controller.selected == path(0, 1))
    let calls = log.take()
    #expect(!calls.contains { if case .selection = $0 { true } else { false } })
    #expect(!calls.contains { if case .focus = $0 { true } else { false } })
    rig.controller.reload(Screen(components: [list(4, from: 500)]), animation: .none)
    let gone = log.take()
    #expect(gone.count { $0 == .selection(nil) } == 1)
    #expect(gone.count { $0 == .focus(nil) } == 1)
  }

  @Test func reloadsAreToldOnce() {
    let (rig, log) = opened([list(9)])
    _ = log.take()
    rig.controller.reload(Screen(components: [list(10)]), animation: .none)
    #expect(log.count { $0 == .changed } == 1)
    rig.settle()
    #expect(log.count { $0 == .changed } == 1)
  }

  // MARK: Displaying

  @Test func whatIsDisplayedIsWhatIsVisible() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var models = random.screen().components
      models.append(carousel(20, from: 5000))
      models[models.count - 1].layout.infiniteScrolling = random.oneIn(2)
      let rig = ScreenRig(models)
      let log = DelegateLog(rig)
      for _ in 0..<20 {
        try disturb(rig, &random)
        rig.frame()
        let mounted = rig.controller.scrollView.mountedComponents
        let visible = mounted.reduce(0) { $0 + rig.components[$1].views.parts.items.count }
        let isRight =
          log.displayed.count == visible
          && rig.components.allSatisfy { component in
            component.views.parts.items.values.allSatisfy {
              log.displayed[ObjectIdentifier($0.view)] != nil
            }
          }
        guard isRight, log.faults.isEmpty else {
          Issue.record("seed \(seed): \(log.displayed.count) of \(visible), \(log.faults)")
          return
        }
      }
      rig.controller.reload(Screen(), animation: .none)
      rig.frame()
      #expect(log.displayed.isEmpty, "seed \(seed)")
    }
  }

  private func disturb(_ rig: ScreenRig, _ random: inout RandomComponents) throws {
    switch random.below(7) {
    case 0: rig.controller.reload(random.edited(rig.controller.screen), animation: .none)
    case 1: rig.controller.scroll(to: random.length(upTo: 3000))
    case 2:
      try rig.controller.scroll(
        carousel: random.below(rig.components.count), to: random.length(upTo: 4000) - 2000)
    case 3: rig.controller.resize(to: Size(width: random.pick([300, 400, 700]), height: 500))
    case 4:
      let index = random.below(rig.components.count)
      try rig.controller.setHidden(random.oneIn(2), component: index)
    default: rig.wheel(x: Double(random.below(7) - 3), y: Double(random.below(9) - 4))
    }
  }

  @Test func scrollingDisplaysEachItemOnce() {
    let (rig, log) = opened([list(100)])
    for _ in 0..<74 {
      rig.wheel(y: -1, precise: true)
      rig.frame()
    }
    #expect(rig.offset == 4400)
    for item in 0..<100 {
      #expect(log.count { $0 == .display(path(0, item)) } == 1, "\(item)")
      #expect(log.count { $0 == .endDisplay(path(0, item)) } == (item < 88 ? 1 : 0), "\(item)")
    }
  }

  @Test func headersAndFootersAreToldWhenTheyShowSomethingElse() {
    var model = list(40)
    model.header = Item(title: "a", size: Size(height: 30))
    model.footer = Item(title: "z", size: Size(height: 30))
    let (rig, log) = opened([model])
    func edges() -> [DelegateLog.Call] {
      log.take().filter {
        switch $0 {
        case .header, .footer: true
        default: false
        }
      }
    }
    let (header, footer) = (
      ItemPath(component: 0, part: .header), ItemPath(component: 0, part: .footer)
    )
    #expect(edges() == [.header(header)])
    rig.frame()
    #expect(edges() == [])
    model.header?.title = "b"
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    #expect(edges() == [.header(header)])
    rig.controller.scrollToBottom()
    rig.settle()
    #expect(edges() == [.footer(footer)])
    rig.controller.scroll(to: 0)
    rig.settle()
    #expect(edges() == [.header(header)])
  }

  @Test func aDelegateMayChangeTheScreenWhenAnItemComes() {
    let rig = ScreenRig([list(40)])
    let feed = GrowingFeed()
    rig.controller.componentDelegate = feed
    rig.frame()
    for _ in 0..<30 {
      rig.wheel(y: -5, precise: true)
      rig.frame()
    }
    #expect(feed.pages > 1)
    #expect(rig.components[0].model.items.count == 40 + feed.pages * 20)
  }

  // MARK: States and focus

  @Test func statesAreToldWhenTheyChange() {
    let (rig, log) = opened([list(9)])
    func states() -> [DelegateLog.Call] {
      rig.settle()
      return log.take().filter { if case .state = $0 { true } else { false } }
    }
    _ = log.take()
    rig.move(rig.center(0, 2))
    #expect(states() == [.state(path(0, 2), .hover)])
    rig.move(rig.center(0, 2))
    #expect(states() == [])
    rig.press(rig.center(0, 2))
    #expect(states() == [.state(path(0, 2), [.hover, .highlighted])])
    rig.release(rig.center(0, 2))
    let released = states()
    #expect(released.last == .state(path(0, 2), [.hover, .selected]))
    rig.move(rig.center(0, 3))
    #expect(states() == [.state(path(0, 2), .selected), .state(path(0, 3), .hover)])
  }

  @Test func theFocusIsToldWhenItMoves() {
    let (rig, log) = opened([list(9)])
    func focus() -> [DelegateLog.Call] {
      rig.settle()
      return log.take().filter { if case .focus = $0 { true } else { false } }
    }
    _ = focus()
    rig.key(.down)
    #expect(focus() == [.focus(path(0, 0))])
    rig.key(.down)
    #expect(focus() == [.focus(path(0, 1))])
    rig.key(.enter)
    #expect(focus() == [])
    rig.click(rig.center(0, 5))
    #expect(focus() == [.focus(nil)])
    rig.key(.up)
    #expect(focus() == [.focus(path(0, 4))])
  }
}

/// Adds a page as soon as the last item is displayed.
@MainActor
private final class GrowingFeed: ComponentDelegate {
  private(set) var pages = 0

  func controller(
    _ controller: SpotsController, willDisplay view: View, item: Item, at path: ItemPath
  ) {
    var screen = controller.screen
    guard path.item == screen.components[0].items.count - 1, pages < 20 else { return }
    pages += 1
    screen.components[0].items.append(contentsOf: numbered(20, from: pages * 1000, height: 50))
    controller.reload(screen, animation: .none)
  }
}
