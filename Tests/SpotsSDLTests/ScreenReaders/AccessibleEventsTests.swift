import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Which events listeners get when the screen changes, and in which order.
@MainActor
@Suite struct AccessibleEventsTests {
  private func signals(
    of controller: SpotsController, isOtherScreen: Bool = false, _ change: () throws -> Void
  ) rethrows -> [String] {
    let screen = AccessibleScreen(controller)
    let before = screen.window
    try change()
    for time in 1...100 { _ = controller.renderFrame(at: Double(time)) }
    screen.invalidate()
    var events = AccessibleEvents(busName: ":1.7") { .structure([.string($0.name)]) }
    events.add(
      from: before, to: screen.window, isActive: (true, true), isOtherScreen: isOtherScreen)
    return events.signals.map { signal in
      let node = signal.path.split(separator: "/").last ?? ""
      guard case .string(let minor)? = signal.values.first, case .int(let detail) = signal.values[1]
      else { return "\(signal.member)" }
      return "\(signal.member) \(minor) \(detail) \(node.split(separator: "_").first ?? "")"
    }
  }

  private func controller(_ items: [Item]) -> SpotsController {
    let controller = SpotsController(
      components: [ComponentModel(kind: .list, items: ItemList(items))],
      size: Size(width: 400, height: 600), configuration: Configuration(),
      environment: .fixed())
    _ = controller.renderFrame(at: 0)
    return controller
  }

  @Test func nothingHappensWhereNothingChanges() {
    #expect(signals(of: controller(["Ada", "Bea"])) {} == [])
  }

  @Test func changesOfItemsAreTold() throws {
    let controller = controller(["Ada", "Bea"])
    let told = try signals(of: controller) {
      try controller.change { try $0[0].update(Item(title: "Dora"), at: 0) }
    }
    #expect(told == ["PropertyChange accessible-name 0 item"])
    let added = try signals(of: controller) {
      try controller.change { try $0[0].append(["Eva"]) }
    }
    #expect(added == ["ChildrenChanged add 2 list"])
    let removed = try signals(of: controller) {
      try controller.change { try $0[0].delete(at: 2) }
    }
    #expect(removed == ["ChildrenChanged remove 2 list", "RemoveAccessible"])
  }

  /// Nothing has happened to the item with the focus when others come, go or move above it.
  @Test func theFocusIsQuietWhereOthersMove() throws {
    let names = (0..<6).map { "Item \($0)" }
    let items = names.map { Item(identifier: .string($0), title: $0) }
    let controller = controller(items)
    try controller.focus(ItemPath(component: 0, item: 2))
    _ = controller.renderFrame(at: 0)
    let come = try signals(of: controller) {
      try controller.change { try $0[0].insert(Item(identifier: "new", title: "New"), at: 0) }
    }
    #expect(come == ["ChildrenChanged add 0 list"])
    let gone = try signals(of: controller) { try controller.change { try $0[0].delete(at: 0) } }
    #expect(gone == ["ChildrenChanged remove 0 list", "RemoveAccessible"])
    let moved = try signals(of: controller) {
      try controller.change { try $0[0].move(from: 0, to: 5) }
    }
    #expect(moved == ["ChildrenChanged remove 0 list", "ChildrenChanged add 5 list"])
  }

  /// Screen readers fall behind by seconds where a list that comes back from a filter tells of each
  /// item.
  @Test func oneSignalStandsForManyChangesOfLongLists() throws {
    func isOfChildren(_ signal: String) -> Bool {
      signal.hasPrefix("ChildrenChanged") && signal.hasSuffix("list")
    }
    let controller = controller(["Ada"])
    let rows = (0..<10_000).map { Item(title: "Row \($0)") }
    let come = try signals(of: controller) { try controller.change { try $0[0].append(rows) } }
    #expect(come.filter(isOfChildren) == ["ChildrenChanged add -1 list"], "\(come)")
    #expect(!come.contains { $0.hasPrefix("StateChanged showing") })
    let one = try signals(of: controller) { try controller.change { try $0[0].delete(at: 3) } }
    #expect(one.first == "ChildrenChanged remove 3 list")
    let gone = signals(of: controller) {
      controller.change { $0.reload([ComponentModel(kind: .list, items: ["Ada"])]) }
    }
    #expect(gone.filter(isOfChildren) == ["ChildrenChanged remove -1 list"])
  }

  /// Clients read the interfaces of a node once.
  @Test func otherInterfacesAreTold() throws {
    let controller = controller(["Ada", Item(title: "Bea", action: "open")])
    let told = try signals(of: controller) {
      try controller.change {
        try $0[0].update(Item(title: "Bea", meta: ["disabled": true]), at: 1)
      }
    }
    #expect(told.contains { $0.hasPrefix("AddAccessible") }, "\(told)")
  }

  /// The focus comes last, when everything else about it is known.
  @Test func theFocusIsToldLast() throws {
    let controller = controller(["Ada", "Bea"])
    let told = try signals(of: controller) {
      try controller.change { try $0[0].update(Item(title: "Dora"), at: 1) }
      try controller.focus(ItemPath(component: 0, item: 1))
      controller.select(ItemPath(component: 0, item: 0))
    }
    #expect(told.contains("PropertyChange accessible-name 0 item"))
    #expect(told.contains("StateChanged selected 1 item"))
    #expect(told.contains("SelectionChanged  0 list"))
    let focus = ["StateChanged focused 0 screen", "StateChanged focused 1 item"]
    #expect(Array(told.suffix(2)) == focus)
  }

  @Test func changesOfTextsAreTold() throws {
    var random = RandomComponents(seed: 21)
    let pieces = ["a", "b", " ", "ä", "👨‍👩‍👧", "日", "", "ab"]
    for _ in 0..<200 {
      let (old, new) = (0..<2).reduce(into: ("", "")) { texts, _ in
        texts.0 += random.pick(pieces) + random.pick(pieces)
        texts.1 += random.pick(pieces) + random.pick(pieces)
      }
      let change = TextChange(from: old, to: new)
      var text = Array(old.unicodeScalars)
      let end = change.offset + change.deleted.count
      #expect(Array(text[change.offset..<end]) == Array(change.deleted))
      text.replaceSubrange(change.offset..<end, with: change.inserted)
      #expect(text == Array(new.unicodeScalars), "\(old) \(new)")
    }
    let field = Item(title: "Name", kind: "text-field", input: ItemInput(value: "Zoe"))
    let controller = controller([field])
    try controller.focus(ItemPath(component: 0, item: 0))
    _ = controller.renderFrame(at: 0)
    let told = signals(of: controller) {
      _ = controller.handle(.keyPressed(.end, []), at: 0)
      _ = controller.handle(.textEntered("!"), at: 0)
    }
    #expect(
      told == [
        "TextChanged insert 3 item", "TextSelectionChanged  0 item", "TextCaretMoved  4 item",
      ])
  }

  @Test func anotherScreenIsToldOfByItsFocus() {
    let told = signals(of: controller(["Ada"]), isOtherScreen: true) {}
    #expect(told == ["StateChanged focused 1 screen"])
  }

  /// After any number of reloads, a client that forgets what it is told is gone knows the screen
  /// and nothing else.
  @Test func reloadsLeaveNoNodeBehind() {
    var random = RandomComponents(seed: 20)
    let controller = controller(["Ada"])
    let screen = AccessibleScreen(controller)
    var tree = screen.window
    var known = Set(tree.all.map(\.id))
    var most = 0
    for time in 1...100 {
      controller.change { $0.reload(random.screen(maxItems: 9)) }
      _ = controller.renderFrame(at: Double(time))
      screen.invalidate()
      var events = AccessibleEvents(busName: ":1.7") { .structure([.string($0.name)]) }
      events.add(from: tree, to: screen.window, isActive: (true, true), isOtherScreen: false)
      for signal in events.signals where signal.member == "RemoveAccessible" {
        guard case .structure(let reference)? = signal.values.first,
          case .path(let path)? = reference.last
        else { continue }
        AccessiblePath.node(at: path).map { _ = known.remove($0) }
      }
      tree = screen.window
      known.formUnion(tree.all.map(\.id))
      #expect(known == Set(tree.all.map(\.id)), "reload \(time)")
      most = max(most, known.count)
    }
    #expect(most > 20)
  }

  /// Scrolling is no change of a list: its items are there wherever the window is. Those that come
  /// into view say so, since they may have been asked about before.
  @Test func scrollingChangesNoLists() {
    let controller = controller((0..<5000).map { Item(title: "\($0)") })
    let told = signals(of: controller) { controller.scroll(to: 40_000) }
    #expect(!told.contains { $0.hasPrefix("ChildrenChanged") })
    #expect(told.contains("StateChanged showing 1 item"))
    #expect(told.contains("PropertyChange accessible-value 0 scrollbar"))
  }
}
