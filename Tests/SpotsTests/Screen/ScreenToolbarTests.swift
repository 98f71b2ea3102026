import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots

/// The bar at the top of a screen, whose buttons act as items do.
@MainActor
@Suite struct ScreenToolbarTests {
  private static let actions = [
    ItemAction("Add", action: "add", emphasis: .primary, payload: 7),
    ItemAction("Share", action: "share"), ItemAction("Sort by name", action: "sort"),
    ItemAction("Delete", action: "delete", isDestructive: true),
  ]

  private func screen(_ toolbar: ToolbarModel?, components: Int = 1) -> Screen {
    var rows = list(20)
    rows.filter = .words
    var screen = Screen(components: Array(repeating: rows, count: components), title: "Rows")
    screen.toolbar = toolbar
    return screen
  }

  private func rig(_ toolbar: ToolbarModel?, width: Double = 800) -> ScreenRig {
    let rig = ScreenRig(
      screen: screen(toolbar), size: Size(width: width, height: 400), environment: .fixed())
    rig.settle()
    return rig
  }

  private func frames(_ rig: ScreenRig) -> [Rect?] {
    (0..<Self.actions.count).map { rig.controller.frame(of: ItemPath(toolbarAction: $0)) }
  }

  private func nodes(_ rig: ScreenRig) -> [AccessibleNode] {
    AccessibleScreen(rig.controller).window.all
  }

  private func type(_ text: String, _ rig: ScreenRig) {
    rig.controller.handle(.textEntered(text), at: rig.now)
  }

  @Test func aButtonActsAsAnItem() throws {
    let rig = rig(ToolbarModel(title: "T", actions: Self.actions))
    var events: [(Item, ItemPath)] = []
    rig.controller.onEvent = {
      if case .itemSelected(let item, let path) = $0 { events.append((item, path)) }
      return true
    }
    rig.click(Point(x: try #require(frames(rig)[0]).midX, y: 22))
    #expect(events.map(\.0.action) == ["add"] && events[0].0.input.payload == 7)
    #expect(events[0].1.pointer == "/toolbar/actions/0")
    #expect(rig.controller.item(at: events[0].1)?.title == "Add")
    // The content begins below the bar, and what is pressed beside the buttons is not the screen's.
    #expect(rig.controller.frame(of: ItemPath(component: 0, item: 0))?.y == 44)
    rig.click(Point(x: 400, y: 40))
    #expect(events.count == 1 && rig.controller.size == Size(width: 800, height: 356))
  }

  @Test func aQuestionComesFirst() throws {
    var ask = ItemAction("Delete", action: "delete", isDestructive: true)
    ask.confirmation = Confirmation("All?", button: "Yes")
    let rig = rig(ToolbarModel(actions: [ask]))
    rig.click(Point(x: 800 - 40, y: 22))
    #expect(rig.controller.input.popup is ConfirmationPopup && rig.selections.isEmpty)
    // What comes meanwhile does not answer it.
    var other = screen(ToolbarModel(actions: [ask]), components: 2)
    other.title = "Other"
    rig.controller.reload(other)
    rig.settle()
    let yes = try #require(nodes(rig).first { $0.name == "Yes" })
    rig.click(Point(x: yes.frame.midX, y: yes.frame.midY))
    #expect(rig.selections == [ItemPath(toolbarAction: 0)])
  }

  /// At every width, each button is in the bar, in order and beside the others, or in the menu.
  @Test func noButtonIsLost() {
    for seed in 0..<UInt64(40) {
      var random = SplitMix64(seed: seed)
      let width = Double(Int.random(in: 120...1400, using: &random))
      let isMirrored = Bool.random(using: &random)
      var toolbar = ToolbarModel(title: "A title", actions: Self.actions)
      toolbar.hasSearch = Bool.random(using: &random)
      for index in toolbar.actions.indices where Bool.random(using: &random) {
        toolbar.actions[index].icon = "list-add"
      }
      let rig = rig(toolbar, width: width)
      rig.controller.environment.isRightToLeft = isMirrored
      rig.controller.environment.textScale = [1, 2].randomElement(using: &random) ?? 1
      rig.controller.environmentDidChange()
      rig.settle()
      let shown = frames(rig).compactMap { $0 }.map { isMirrored ? $0.mirrored(in: width) : $0 }
      for (left, right) in zip(shown, shown.dropFirst()) {
        #expect(left.maxX <= right.x, "seed \(seed)")
      }
      let parts = nodes(rig).filter { $0.role == .button }
      let bar = Rect(x: 0, y: 0, width: width, height: rig.controller.toolbar.height)
      #expect(parts.allSatisfy { bar.expanded(by: 8).contains($0.frame.origin) }, "seed \(seed)")
      let more = parts.filter { $0.name == "More" }
      #expect(more.isEmpty == (shown.count == 4), "seed \(seed), \(width)")
      guard let menu = more.first else { continue }
      rig.click(Point(x: menu.frame.midX, y: menu.frame.midY))
      let rows = nodes(rig).filter { $0.role == .menuItem }.map(\.name)
      #expect(rows == Self.actions.dropFirst(shown.count).map(\.title), "seed \(seed)")
      rig.key(.down)
      rig.key(.enter)
      #expect(rig.selections == [ItemPath(toolbarAction: shown.count)], "seed \(seed)")
    }
  }

  @Test func theFieldFilters() throws {
    let rig = rig(ToolbarModel(actions: Self.actions, hasSearch: true), width: 1000)
    let field = try #require(nodes(rig).first { $0.role == .textField })
    #expect(!field.states.contains(.focused) && rig.controller.size.height == 356)
    // Keys of the screen are not the field's while it waits.
    #expect(rig.key(.down) && rig.controller.focused == ItemPath(component: 0, item: 0))
    #expect(rig.key(.character("f"), .control))
    type("item 1", rig)
    rig.settle()
    #expect(rig.controller.components[0].shownCount == 11)
    #expect(nodes(rig).first { $0.role == .textField }?.states.contains(.focused) == true)
    #expect(rig.controller.size.height == 356)
    #expect(rig.key(.escape))
    rig.settle()
    #expect(rig.controller.components[0].shownCount == 20 && !rig.key(.escape))
    rig.click(Point(x: field.frame.midX, y: field.frame.midY))
    type("2", rig)
    rig.settle()
    #expect(rig.controller.components[0].shownCount == 2)
    // A narrow window has the bar of its own, with the same text, until it is closed.
    rig.controller.resize(to: Size(width: 400, height: 400))
    rig.settle()
    #expect(rig.controller.components[0].shownCount == 2 && rig.controller.size.height < 356)
    #expect(rig.key(.escape))
    rig.settle()
    #expect(rig.controller.size.height == 356)
    let search = try #require(nodes(rig).first { $0.name == "Search" })
    rig.click(Point(x: search.frame.midX, y: search.frame.midY))
    type("3", rig)
    rig.settle()
    #expect(rig.controller.components[0].shownCount == 2 && rig.controller.size.height < 356)
  }

  @Test func theKeyboardReachesEverything() {
    let rig = rig(ToolbarModel(title: "T", actions: Self.actions))
    for _ in 0..<2 { rig.key(.tab) }
    func focused() -> String? {
      nodes(rig).first { $0.role == .button && $0.states.contains(.focused) }?.name
    }
    #expect(focused() == "Add")
    rig.key(.right)
    #expect(focused() == "Share")
    for _ in 0..<9 { rig.key(.right) }
    #expect(focused() == "Delete")
    rig.key(.left)
    rig.key(.enter)
    #expect(rig.selections == [ItemPath(toolbarAction: 2)])
    rig.key(.tab)
    rig.key(.tab)
    #expect(focused() == nil)
  }

  @Test func aReloadReplacesIt() {
    let rig = rig(nil)
    #expect(rig.controller.toolbar.height == 0)
    rig.controller.reload(screen(ToolbarModel(title: "New", actions: [Self.actions[1]])))
    rig.settle()
    let bar = nodes(rig).first { $0.role == .toolBar }
    #expect(bar?.name == "New" && bar?.children.map(\.name) == ["New", "Share"])
    // Content that is scrolled below it is separated by a line.
    func lines() -> Int {
      rig.frame().entries.count {
        if case .fill(let rect, _, _) = $0.command {
          rect.height <= 1 && rect.maxY == 44
        } else {
          false
        }
      }
    }
    #expect(lines() == 0)
    rig.controller.scroll(to: 100)
    #expect(lines() == 1)
    rig.controller.reload(screen(nil))
    rig.settle()
    #expect(rig.controller.toolbar.height == 0 && rig.controller.size.height == 400)
  }
}
