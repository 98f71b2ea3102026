import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// Rows of a list inside other rows, by their levels.
@MainActor
@Suite struct TreeTests {
  private func tree(_ levels: [Int], expanded: Set<Int> = []) -> ComponentModel {
    let items = levels.enumerated().map { index, level in
      var item = Item(identifier: .integer(index), title: "row \(index)")
      (item.nesting.level, item.nesting.isExpanded) = (level, expanded.contains(index))
      return item
    }
    return ComponentModel(identifier: "tree", kind: .list, items: items)
  }

  private func shown(_ rig: ScreenRig) -> [Int] { Array(rig.components[0].geometry.shown) }

  private func expand(_ rig: ScreenRig, _ index: Int, _ isExpanded: Bool = true) {
    rig.controller.disclosure.setExpanded(isExpanded, at: ItemPath(component: 0, item: index))
    rig.settle()
  }

  @Test func rowsInsideOthersAreSeenOnceThoseAreExpanded() {
    let rig = ScreenRig([tree([0, 1, 2, 1, 0])])
    rig.settle()
    #expect(shown(rig) == [0, 4])
    expand(rig, 0)
    #expect(shown(rig) == [0, 1, 3, 4] && rig.components[0].visibleIndexes == [0, 1, 3, 4])
    expand(rig, 1)
    #expect(shown(rig) == [0, 1, 2, 3, 4])
    expand(rig, 0, false)
    #expect(shown(rig) == [0, 4])
    expand(rig, 0)
    #expect(shown(rig) == [0, 1, 2, 3, 4], "what is inside stays as it was")
    #expect(rig.controller.disclosure.isExpanded(ItemPath(component: 0, item: 4)) == nil)
  }

  @Test func aClickOnARowWithoutActionExpandsIt() {
    var model = tree([0, 1, 0])
    let rig = ScreenRig([model])
    rig.settle()
    rig.click(rig.center(0, 0))
    rig.settle()
    #expect(shown(rig) == [0, 1, 2])
    model.items[0].action = "open:0"
    let other = ScreenRig([model])
    other.settle()
    other.click(other.center(0, 0))
    other.settle()
    #expect(shown(other) == [0, 2] && other.selections.count == 1)
    other.wait(1)
    other.click(Point(x: 26, y: other.center(0, 0).y))
    other.settle()
    #expect(shown(other) == [0, 1, 2] && other.selections.count == 1, "the sign is no part of it")
  }

  @Test func arrowsGoInAndOut() {
    let rig = ScreenRig([tree([0, 1, 2, 1, 0])])
    rig.settle()
    rig.key(.tab)
    let steps: [(Key, focus: Int, shown: [Int])] = [
      (.right, 0, [0, 1, 3, 4]), (.right, 1, [0, 1, 3, 4]), (.right, 1, [0, 1, 2, 3, 4]),
      (.right, 2, [0, 1, 2, 3, 4]), (.right, 2, [0, 1, 2, 3, 4]), (.left, 1, [0, 1, 2, 3, 4]),
      (.left, 1, [0, 1, 3, 4]), (.down, 3, [0, 1, 3, 4]), (.left, 0, [0, 1, 3, 4]),
      (.left, 0, [0, 4]), (.left, 0, [0, 4]),
    ]
    for (number, step) in steps.enumerated() {
      rig.key(step.0)
      rig.settle()
      #expect(rig.controller.focused == ItemPath(component: 0, item: step.focus), "\(number)")
      #expect(shown(rig) == step.shown, "\(number)")
    }
  }

  @Test func screenReadersAreToldTheLevels() throws {
    let rig = ScreenRig([tree([0, 1, 0], expanded: [0])])
    rig.settle()
    let nodes = AccessibleScreen(rig.controller).window.all
    #expect(nodes.contains { $0.role == .tree && $0.childCount == 3 })
    let rows = nodes.filter { $0.role == .treeItem }
    #expect(rows.map(\.level) == [1, 2, 1])
    #expect(
      rows.map { $0.states.intersection([.expandable, .expanded]) } == [
        [.expandable, .expanded], [], [],
      ])
  }

  @Test func aSearchFindsWhatIsHidden() {
    var model = tree([0, 1, 2, 0])
    model.filter = .words
    let rig = ScreenRig([model])
    rig.settle()
    rig.components[0].filterText = "2"
    rig.settle()
    #expect(shown(rig) == [2])
    rig.components[0].filterText = ""
    rig.settle()
    #expect(shown(rig) == [0, 3])
  }

  @Test func whatIsInsideARowIsDeletedWithIt() {
    var model = tree([0, 1, 2, 0])
    (model.interaction.isDeletable, model.interaction.isEditable) = (true, true)
    let rig = ScreenRig([model])
    rig.settle()
    rig.controller.state.keyboard.focus(ItemPath(component: 0, item: 0), at: rig.now)
    rig.key(.delete)
    #expect(rig.components[0].model.items.map(\.title) == ["row 3"])
  }

  /// A million rows: only those that are seen are measured and have views.
  @Test func aMillionRowsCostWhatIsSeen() {
    let rig = ScreenRig([tree((0..<1_000_000).map { $0 % 1000 == 0 ? 0 : 1 })])
    rig.settle()
    #expect(rig.components[0].shownCount == 1000)
    expand(rig, 0)
    #expect(rig.components[0].shownCount == 1999)
    #expect(rig.components[0].visibleViews.count < 30)
  }

  /// The rows that are shown by a naive rule: those whose ancestors are all expanded.
  private func expected(_ model: ComponentModel, _ expanded: Set<Item.Identifier>) -> [Int] {
    var (shown, closed) = ([Int](), Int?.none)
    for (index, item) in model.items.enumerated() {
      if let level = closed, item.nesting.level > level { continue }
      shown.append(index)
      closed = item.identifier.map(expanded.contains) == true ? nil : item.nesting.level
    }
    return shown
  }

  /// A tree, and what users and programs have done with it.
  @MainActor
  private final class Player {
    var random: SplitMix64
    var model: ComponentModel
    var expanded: Set<Item.Identifier> = []
    var next = 100
    let rig: ScreenRig

    init(seed: UInt64, _ make: ([Int]) -> ComponentModel) {
      var random = SplitMix64(seed: seed)
      model = make((0..<12).map { _ in Int.random(in: 0...3, using: &random) })
      self.random = random
      rig = ScreenRig([model])
      rig.settle()
    }

    func step() throws {
      let index = Int.random(in: 0..<model.items.count, using: &random)
      let identifier = try #require(model.items[index].identifier)
      let level = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let (path, disclosure) = (ItemPath(component: 0, item: index), rig.controller.disclosure)
        guard let isExpanded = disclosure.isExpanded(path) else { return }
        disclosure.setExpanded(!isExpanded, at: path)
        if isExpanded { expanded.remove(identifier) } else { expanded.insert(identifier) }
      case 2: insert(level, at: index)
      case 3 where model.items.count > 1:
        model.items.remove(at: index)
        expanded.remove(identifier)
        rig.controller.change { try? $0[0].delete(at: index) }
      case 4:
        model.items.shuffle(using: &random)
        rig.controller.reload(Screen(components: [model]))
      default:
        model.items[index].nesting.level = level
        let item = model.items[index]
        rig.controller.change { try? $0[0].update(item, at: index) }
      }
      rig.settle()
    }

    private func insert(_ level: Int, at index: Int) {
      var item = Item(identifier: .integer(next), title: "new \(next)")
      (item.nesting.level, item.nesting.isExpanded) = (level, Bool.random(using: &random))
      if item.nesting.isExpanded { expanded.insert(.integer(next)) }
      next += 1
      model.items.insert(item, at: index)
      rig.controller.change { try? $0[0].insert(item, at: index) }
    }
  }

  /// Whatever is expanded, edited and reloaded: what is shown is what a naive rule says, and is as
  /// high as the same rows written out with everything expanded.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func anySequenceLeavesWhatTheRuleSays(seed: UInt64) throws {
    let player = Player(seed: seed) { tree($0) }
    for step in 0..<25 {
      try player.step()
      let wanted = expected(player.model, player.expanded)
      #expect(shown(player.rig) == wanted, "seed \(seed), step \(step)")
      var flat = player.model
      flat.items = ItemList(wanted.map { player.model.items[$0] })
      for index in flat.items.indices { flat.items[index].nesting.isExpanded = true }
      let fresh = ScreenRig([flat])
      fresh.settle()
      #expect(player.rig.components[0].height == fresh.components[0].height)
    }
  }
}
