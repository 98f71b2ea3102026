import Dispatch
import Glibc
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// The user types, and the items that match stay.
@MainActor
@Suite struct FilterTests {
  private static let names = [
    "Ada Lindqvist", "Émile Adam", "Bo Vogel", "Cleo Vogel", "Dana Ruiz", "Ed Ødegaard",
  ]

  private func people(
    _ count: Int = 6, kind: ComponentModel.Kind = .list, filter: FilterRule? = .words
  ) -> ComponentModel {
    ComponentModel(
      header: "People", kind: kind,
      interaction: Interaction(selection: .several, isReorderable: true, isDeletable: true),
      items: ItemList(
        (0..<count).map {
          Item(identifier: .integer($0), title: Self.names[$0 % 6], action: "a\($0)")
        }), filter: filter)
  }

  private func type(_ text: String, _ rig: ScreenRig) {
    for character in text {
      let key: Key = character == " " ? .space : .character(character)
      rig.key(key)
      rig.controller.handle(.textEntered(String(character)), at: rig.now)
    }
    rig.frame()
  }

  private func bar(_ rig: ScreenRig) -> FilterBar? { rig.controller.state.root.filterBar }
  private func shown(_ rig: ScreenRig, _ component: Int = 0) -> [Int] {
    Array(rig.components[component].geometry.shown)
  }

  @Test func typingLeavesOutWhatDoesNotMatch() {
    let rig = ScreenRig([people()])
    let before = rig.settle()
    type("ada", rig)
    #expect(shown(rig) == [0, 1])
    #expect(rig.components[0].visibleIndexes == [0, 1])
    #expect(rig.components[0].filterText == "ada")
    type("m e", rig)
    #expect(shown(rig) == [1])
    rig.key(.backspace)
    #expect(shown(rig) == [1], "a space alone is no word")
    rig.key(.backspace)
    rig.key(.backspace)
    #expect(shown(rig) == [0, 1])
    type("zz", rig)
    #expect(shown(rig) == [])
    #expect(rig.settle().texts.contains("No match for “adazz”"))
    #expect(rig.key(.escape))
    #expect(shown(rig) == Array(0..<6))
    #expect(bar(rig) == nil)
    #expect(rig.settle().difference(from: before) == nil)
    #expect(!rig.key(.escape), "the second one is for others")
  }

  @Test func backspaceInAnEmptyBarClosesIt() {
    let rig = ScreenRig([people()])
    rig.settle()
    #expect(rig.key(.character("f"), .control))
    #expect(bar(rig) != nil)
    #expect(shown(rig) == Array(0..<6))
    type("b", rig)
    rig.key(.backspace)
    #expect(bar(rig) != nil)
    rig.key(.backspace)
    #expect(bar(rig) == nil)
    #expect(!rig.key(.backspace))
  }

  @Test func arrowsAndEnterGoOnWorking() {
    let rig = ScreenRig([people()])
    rig.settle()
    type("vogel", rig)
    #expect(rig.key(.enter))
    #expect(rig.selections == [ItemPath(component: 0, item: 2)], "without a mark, the first match")
    #expect(rig.controller.focused == ItemPath(component: 0, item: 2))
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 3))
    rig.key(.enter)
    #expect(rig.selections.last == ItemPath(component: 0, item: 3))
    type("x", rig)
    #expect(rig.controller.focused == nil)
    rig.key(.backspace)
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 3), "the first one is marked")
    rig.key(.escape)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 3), "what was marked stays")
  }

  private func isMarked(_ rig: ScreenRig, _ item: Int, in component: Int = 0) -> Bool {
    rig.components[component].view(at: item)?.state.contains(.focused) == true
  }

  /// The order stays; what Enter takes is marked from the first key on, and scrolled to.
  @Test func theBestMatchIsMarkedAndTaken() {
    var model = people(200)
    for (index, title) in [(1, "old-make"), (2, "maker"), (150, "make")] {
      model.items.replaceSubrange(index..<index + 1, with: [Item(title: title, action: "m")])
    }
    for index in 20..<120 {
      model.items.replaceSubrange(index..<index + 1, with: [Item(title: "remake \(index)")])
    }
    let rig = ScreenRig([model])
    rig.settle()
    type("make", rig)
    rig.settle()
    #expect(shown(rig).prefix(2) == [1, 2], "the order of the document")
    #expect(rig.controller.focused == nil, "the keyboard stays in the bar")
    #expect(isMarked(rig, 150))
    #expect(rig.windowFrame(0, 150).map { (0..<600).contains($0.y) } == true)
    rig.move(rig.center(0, 150) - Point(y: 60))
    rig.frame()
    #expect(isMarked(rig, 150), "the pointer does not change what Enter takes")
    rig.key(.enter)
    #expect(rig.selections == [ItemPath(component: 0, item: 150)])
  }

  @Test func whatCannotBeTakenIsNotMarked() {
    var model = people(5)
    var disabled = Item(title: "make")
    disabled.meta["disabled"] = true
    model.items.replaceSubrange(1..<3, with: [disabled, Item(title: "makes", action: "m")])
    let rig = ScreenRig([model])
    rig.settle()
    type("make", rig)
    rig.settle()
    #expect(shown(rig) == [1, 2] && !isMarked(rig, 1) && isMarked(rig, 2))
    rig.key(.enter)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)])
  }

  @Test func nothingIsMarkedBeforeSomethingIsTyped() {
    let rig = ScreenRig([people()])
    rig.settle()
    rig.key(.character("f"), .control)
    rig.settle()
    #expect(!(0..<6).contains { isMarked(rig, $0) })
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 0))
    rig.key(.escape)
    rig.components[0].openFilter(staysOpen: true, bestFirst: true)
    rig.settle()
    #expect(isMarked(rig, 0), "a bar that stays open is there to choose")
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 1))
  }

  @Test func theBestMatchesComeFirstWhereThatIsAskedFor() throws {
    var model = people(0)
    model.items = ItemList(["legit", "digit", "gitk", "git", "git-lfs"].map { Item(title: $0) })
    let rig = ScreenRig([model])
    rig.settle()
    rig.components[0].openFilter(staysOpen: true, bestFirst: true)
    type("git", rig)
    #expect(shown(rig) == [3, 2, 4, 0, 1])
    #expect(isMarked(rig, 3))
    for item in [2, 4, 0, 1] {
      rig.key(.down)
      #expect(rig.controller.focused?.item == item)
    }
    try rig.controller.change { edit in
      try edit[0].append([Item(title: "tig"), Item(title: "gita"), Item(title: "git")])
    }
    rig.settle()
    #expect(shown(rig) == [3, 7, 2, 6, 4, 0, 1])
    try rig.controller.change { edit in try edit[0].delete(at: [0]) }
    rig.settle()
    #expect(shown(rig) == [2, 6, 1, 5, 3, 0])
    let screen = AccessibleScreen(rig.controller)
    let list = try #require(screen.window.all.first { $0.role == .list })
    let first = try #require(screen.child(0, of: list.id).flatMap(screen.node))
    #expect(first.name == "git" && first.position == .init(index: 0, count: 6))
    rig.controller.selection[ComponentPath(0)] = RangeSet(1..<3)
    #expect(screen.selectedChildren(of: list.id) == RangeSet([0..<1, 2..<3]))
    rig.key(.escape)
    #expect(shown(rig) == Array(0..<7))
  }

  /// A list in sections is filtered like one list.
  @Test func sectionsAreFilteredTogether() {
    func section(_ title: String, _ titles: [String]) -> ComponentModel {
      ComponentModel(
        header: Item(title: title), kind: .list, items: ItemList(titles.map { Item(title: $0) }),
        filter: .words)
    }
    let rig = ScreenRig([
      section("Alpha", ["Apple", "Avocado"]), section("Beta", ["Banana", "Bread, apple"]),
      section("Gamma", ["Grape"]), list(2),
    ])
    let before = rig.settle()
    type("apple", rig)
    rig.settle()
    #expect((0..<3).map { shown(rig, $0) } == [[0], [1], []])
    let texts = rig.settle().texts
    #expect(texts.contains("2 of 5") && texts.contains("Alpha") && !texts.contains("Gamma"))
    #expect(isMarked(rig, 0))
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 1, item: 1))
    type("x", rig)
    #expect(rig.settle().texts.filter { $0.hasPrefix("No match") }.count == 1)
    rig.key(.escape)
    #expect(rig.settle().difference(from: before) == nil)
  }

  @Test func enterMeansTheFirstMatchThatIsSeen() {
    let rig = ScreenRig([people(600)])
    rig.settle()
    type("vogel", rig)
    rig.controller.scroll(to: 2000)
    rig.frame()
    rig.key(.enter)
    let seen = rig.selections.last?.item ?? 0
    #expect(seen > 2)
    #expect(rig.windowFrame(0, seen).map { (0..<44).contains($0.y) } == true)
    type("x", rig)
    rig.key(.backspace)
    rig.key(.enter)
    #expect(rig.selections.last?.item == 2)
  }

  @Test func nothingOpensWithoutAFilter() {
    for components in [[people(filter: nil)], [list(3)]] {
      let rig = ScreenRig(components)
      rig.settle()
      type("ada", rig)
      #expect(bar(rig) == nil)
      #expect(!rig.key(.character("f"), .control))
      #expect(rig.controller.textInputArea == nil)
    }
    let rig = ScreenRig([people()])
    rig.settle()
    #expect(rig.controller.textInputArea != nil)
    type(" ", rig)
    #expect(bar(rig) == nil, "Space activates")
  }

  @Test func aFieldOnTheScreenKeepsWhatIsTypedThere() {
    let field = Item(identifier: 1, title: "Name", kind: "text-field")
    let rig = ScreenRig([ComponentModel(kind: .list, items: [field]), people()])
    rig.settle()
    rig.click(rig.center(0, 0))
    rig.frame()
    type("ada", rig)
    #expect(bar(rig) == nil)
    rig.key(.character("f"), .control)
    type("ada", rig)
    #expect(shown(rig, 1) == [0, 1])
    #expect(shown(rig) == [0])
  }

  @Test func onlyWhatIsShownIsSelectedMovedAndDeleted() throws {
    let rig = ScreenRig([people()])
    let path = ComponentPath(0)
    rig.settle()
    rig.controller.selection[path] = RangeSet(4..<5)
    type("vogel", rig)
    #expect(rig.controller.selection[path] == RangeSet(4..<5), "what is left out stays selected")
    rig.key(.down)
    rig.key(.character("a"), .control)
    #expect(rig.controller.selection[path] == RangeSet(2..<4))
    #expect(rig.controller.selection[path].indexCount == 2)
    type("cl", rig)
    rig.key(.backspace)
    rig.key(.backspace)
    rig.key(.down)
    #expect(!rig.key(.down, .alt), "nothing is moved among some")
    rig.components[0].filterText = "ad"
    rig.frame()
    try rig.controller.focus(ItemPath(component: 0, item: 0))
    rig.key(.down, .shift)
    #expect(rig.controller.selection[path] == RangeSet(0..<2))
  }

  @Test func newItemsAreFilteredToo() throws {
    let rig = ScreenRig([people(2000)])
    rig.settle()
    rig.components[0].filterText = "ruiz"
    #expect(rig.components[0].shownCount == 333)
    try rig.controller.change { edit in
      try edit[0].append([Item(title: "Fay Ruiz"), Item(title: "Gus")])
      try edit[0].update(Item(title: "Ruiz again"), at: 0)
    }
    rig.settle()
    #expect(rig.components[0].shownCount == 335)
    #expect(shown(rig).first == 0)
    #expect(shown(rig).last == 2000)
    #expect(try rig.differenceFromRestart() == nil)
    rig.controller.startOver()
    #expect(rig.components[0].shownCount == 2002)
  }

  /// A document that changes or drops the filter is shown as if it had been the first.
  @Test func anotherRuleIsFollowedAtOnce() throws {
    for filter in [nil, FilterRule.fuzzy] {
      let rig = ScreenRig([people()])
      rig.settle()
      rig.components[0].filterText = "ada"
      rig.settle()
      try rig.controller.change { edit in try edit[0].update { $0.filter = filter } }
      let picture = rig.settle()
      let wanted = ScreenRig([people(filter: filter)])
      wanted.settle()
      if filter != nil { wanted.components[0].filterText = "ada" }
      #expect(picture.difference(from: wanted.settle()) == nil)
    }
  }

  /// Whatever changes while texts are looked for or made ahead, the matches are those of a list
  /// that never changed.
  @Test func manyChangesAreFollowed() throws {
    for seed in 0..<12 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig([people(1 + random.below(3000))])
      rig.settle()
      for _ in 0..<6 {
        rig.components[0].filterText = random.pick(["", "vogel", "ada"])
        let count = rig.components[0].model.items.count
        try rig.controller.change { edit in
          switch random.below(4) {
          case 0: try edit[0].append(Array(people(1 + random.below(2000)).items))
          case 1:
            for index in stride(from: 0, to: count, by: 1 + random.below(9)) {
              try edit[0].update(Item(identifier: .integer(index), title: "Ada Vogel"), at: index)
            }
          case 2: try edit[0].move(from: 0, to: count - 1)
          default: try edit[0].delete(at: [random.below(count)])
          }
        }
        if rig.components[0].model.items.isEmpty { break }
      }
      rig.components[0].filterText = "vogel"
      let other = ScreenRig([rig.components[0].model])
      other.components[0].filterText = "vogel"
      if shown(rig) != shown(other) { Issue.record("seed \(seed)") }
    }
  }

  /// The items of a long list are searched when another thread has read them.
  @Test func nobodyWhoTypesWaitsForTheTexts() async throws {
    let held = HeldItems(Array(people(2400).items))
    var model = people()
    model.items = ItemList(held)
    var environment = Environment.fixed()
    environment.isInteractive = true
    let rig = ScreenRig([model], environment: environment)
    rig.settle()
    type("vogel", rig)
    rig.key(.enter)
    #expect(rig.settle().texts.contains("vogel"))
    #expect(shown(rig).count == 2400)
    #expect(rig.selections.isEmpty)
    try rig.controller.change { edit in try edit[0].append([Item(title: "Gil Vogel")]) }
    rig.settle()
    await withCheckedContinuation { continuation in
      var isAsked = false
      rig.controller.onNeedsFrame = {
        if !isAsked { continuation.resume() }
        isAsked = true
      }
      held.release()
    }
    #expect(shown(rig).count == 2401)
    rig.frame()
    #expect(shown(rig).count == 801)
    #expect(shown(rig).last == 2400)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)], "Enter meant the first match")
    type("x", rig)
    #expect(shown(rig).isEmpty)
  }

  /// A filtered component looks like one that has only the matches, except for the marks; once the
  /// filter is removed, no trace of it is left.
  @Test func filteringShowsWhatAShorterListShows() {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed ^ 0xF117)
      let model = random.component()
      let rig = ScreenRig([model])
      let before = rig.settle()
      rig.components[0].filterText = random.pick(["a", "e", "i", "o"])
      let kept = shown(rig)
      if !kept.isEmpty {
        var short = model
        short.items = ItemList(kept.map { model.items[$0] })
        let other = ScreenRig([short])
        let (texts, wanted) = (rig.settle().texts, other.settle().texts)
        if texts != wanted { Issue.record("seed \(seed): \(texts), not \(wanted)") }
        if rig.controller.contentSize != other.controller.contentSize {
          Issue.record("seed \(seed): \(rig.controller.contentSize)")
        }
      }
      rig.components[0].filterText = ""
      if let fault = rig.settle().difference(from: before) {
        Issue.record("seed \(seed): \(fault)")
      }
    }
  }

  @Test func theBarIsThereForThoseWhoDoNotSeeIt() throws {
    let rig = ScreenRig([people()], size: Size(width: 400, height: 900))
    rig.settle()
    type("vogel", rig)
    func nodes() -> [AccessibleNode] { AccessibleScreen(rig.controller).window.all }
    let field = try #require(nodes().first { $0.role == .textField })
    #expect(field.name == "Filter People")
    #expect(field.text?.content == "vogel")
    #expect(field.states.contains(.focused))
    #expect(!nodes().contains { $0.role == .notification }, "nothing is said while one types")
    rig.wait(1)
    rig.settle()
    #expect(nodes().contains { $0.role == .notification && $0.name == "2 of 6" })
    let screen = AccessibleScreen(rig.controller)
    let list = try #require(screen.window.all.first { $0.role == .list })
    #expect(list.childCount == 2)
    let second = try #require(screen.child(1, of: list.id).flatMap(screen.node))
    #expect(second.name.hasPrefix("Cleo Vogel"))
    #expect(second.position == .init(index: 1, count: 2))
    #expect(screen.index(of: second.id) == 1)
    rig.controller.selection[ComponentPath(0)] = RangeSet(3..<5)
    #expect(screen.selectedChildren(of: list.id) == RangeSet(1..<2))
    let close = try #require(nodes().first { $0.name == "Show all" })
    #expect(AccessibleScreen(rig.controller).perform(.activate, on: close.id, at: rig.now))
    #expect(rig.components[0].shownCount == 6)
  }

  @Test func theBarCanBeUsedWithThePointer() {
    let rig = ScreenRig([people()])
    rig.settle()
    type("ada", rig)
    guard let bar = bar(rig) else {
      Issue.record("no bar")
      return
    }
    let close = Point(x: bar.closeMark.frame.midX, y: bar.closeMark.frame.midY)
    rig.move(close)
    #expect(rig.controller.pointerShape == .hand)
    rig.move(Point(x: bar.field.frame.midX, y: bar.field.frame.midY))
    #expect(rig.controller.pointerShape == .beam)
    let second = Point(x: 100, y: bar.frame.height + (rig.windowFrame(0, 1)?.midY ?? 0))
    rig.click(second)
    #expect(rig.selections == [ItemPath(component: 0, item: 1)])
    type("m", rig)
    #expect(shown(rig) == [1])
    rig.click(close)
    #expect(self.bar(rig) == nil)
    #expect(shown(rig).count == 6)
  }
}

extension DrawList {
  /// The texts, from back to front.
  fileprivate var texts: [String] {
    entries.compactMap { if case .text(let text, _, _, _, _, _) = $0.command { text } else { nil } }
  }
}

/// Items that other threads than the main one cannot read before they are released.
private final class HeldItems: LazyItems {
  private let items: [Item]
  private let mainThread = pthread_self()
  private let gate = DispatchSemaphore(value: 0)

  /// On the main thread.
  init(_ items: [Item]) { self.items = items }

  func release() { gate.signal() }

  var count: Int { items.count }

  subscript(index: Int) -> Item {
    if pthread_equal(pthread_self(), mainThread) == 0 {
      gate.wait()
      gate.signal()
    }
    return items[index]
  }

  func equalRun(
    _ index: Int, _ other: any LazyItems, _ at: Int, step: Int, atMost limit: Int
  ) -> Int { 0 }
  func byteHashes(_ range: Range<Int>) -> [UInt64?] { range.map { _ in nil } }
  func hasEqualBytes(_ index: Int, _ other: any LazyItems, _ at: Int) -> Bool { false }
  func first(_ trait: ItemTrait, in range: Range<Int>) -> Int? { nil }
  func visitNested(_ range: Range<Int>, _ body: (Int, RowNesting) -> Void) {}
  func visitIdentifiers(_ range: Range<Int>, _ body: (Int, Item.Identifier?, Bool) -> Void) {
    for index in range { body(index, items[index].identifier, false) }
  }
}
