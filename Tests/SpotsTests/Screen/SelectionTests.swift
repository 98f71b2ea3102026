import SpotsTestSupport
import Testing

@testable import Spots

/// The policy of a component decides which items are selected, and the selection follows the items
/// wherever they go.
@MainActor
@Suite struct SelectionTests {
  private func list(_ count: Int, _ policy: Interaction.Selection) -> ComponentModel {
    ComponentModel(
      identifier: policy.rawValue, kind: .list, interaction: Interaction(selection: policy),
      items: numbered(count, height: 50))
  }

  private func click(_ rig: ScreenRig, _ item: Int, _ held: Modifiers = [], isTouch: Bool = false) {
    let point = rig.center(0, item)
    rig.move(point)
    rig.controller.handle(
      .pointerPressed(point, .left, clicks: 1, modifiers: held, isTouch: isTouch), at: rig.now)
    rig.release(point)
    rig.settle()
  }

  private func selected(_ rig: ScreenRig) -> [Int] {
    Array(rig.controller.selection[ComponentPath(0)].indexes)
  }

  @Test func thePolicyDecidesWhatStaysSelected() {
    for policy in Interaction.Selection.allCases {
      var model = list(4, policy)
      model.items[2].action = "go"
      let rig = ScreenRig([model])
      rig.settle()
      for item in [1, 2] { click(rig, item) }
      let kept = policy == .single || policy == .several
      #expect(selected(rig) == (kept ? [2] : []), "\(policy)")
      #expect(rig.state(0, 2).contains(.selected) == kept, "\(policy)")
      #expect(rig.selections.compactMap(\.item) == (policy == .none ? [2] : [1, 2]), "\(policy)")
      #expect(rig.controller.selected?.item == (policy == .single ? 2 : nil), "\(policy)")
      // Where a click does nothing, the pointer does not suggest that it would.
      rig.move(rig.center(0, 1))
      rig.settle()
      #expect(rig.state(0, 1).contains(.hover) == (policy != .none), "\(policy)")
      #expect(rig.controller.select(ItemPath(component: 0, item: 0)) == kept, "\(policy)")
    }
  }

  /// Hidden items are not selected along with their neighbors.
  @Test func rangesLeaveOutWhatIsHidden() {
    var model = list(6, .several)
    for index in [2, 4] {
      model.items[index].input.visibleWhen = InputCondition(name: "more", equals: true)
    }
    model.items.append(Item(title: "more", kind: "toggle"))
    let rig = ScreenRig([model])
    rig.settle()
    click(rig, 1)
    click(rig, 5, .shift)
    #expect(selected(rig) == [1, 3, 5])
    rig.key(.character("a"), .control)
    #expect(selected(rig) == [0, 1, 3, 5, 6])
    rig.controller.values["more"] = true
    rig.settle()
    click(rig, 1)
    click(rig, 5, .shift)
    #expect(selected(rig) == [1, 2, 3, 4, 5])
  }

  @Test func severalAreSelectedByClicksAndKeys() {
    let rig = ScreenRig([list(9, .several)])
    let log = DelegateLog(rig)
    rig.settle()
    click(rig, 1)
    click(rig, 4, .control)
    #expect(selected(rig) == [1, 4])
    click(rig, 6, .shift)
    #expect(selected(rig) == [4, 5, 6])
    click(rig, 2, .shift)
    #expect(selected(rig) == [2, 3, 4])
    click(rig, 3, .control)
    #expect(selected(rig) == [2, 4])
    click(rig, 8, isTouch: true)
    #expect(selected(rig) == [2, 4, 8])
    // Only the click without modifiers meant the item itself.
    #expect(log.count { if case .selected = $0 { true } else { false } } == 1)
    #expect(log.count { if case .several = $0 { true } else { false } } == 6)

    rig.key(.up)
    rig.key(.space)
    #expect(selected(rig) == [2, 4, 7, 8])
    rig.key(.down, .shift)
    #expect(selected(rig) == [7, 8] && rig.controller.focused?.item == 8)
    rig.key(.up, .shift)
    rig.key(.up, .shift)
    #expect(selected(rig) == [6, 7])
    rig.key(.enter)
    #expect(selected(rig) == [6, 7])
    #expect(log.calls.last == .selected(ItemPath(component: 0, item: 6)))
    #expect(rig.key(.character("a"), .control))
    #expect(selected(rig) == Array(0..<9))
    rig.controller.deselect()
    #expect(selected(rig) == [])
  }

  @Test func whatIsSelectedIsWhatWasChosenThroughAnyReload() {
    for seed in 0..<12 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let rig = ScreenRig([list(8, .several)], size: Size(width: 400, height: 1600))
      rig.settle()
      var chosen: Set<Item.Identifier> = []
      for step in 0..<12 {
        let items = rig.components[0].model.items
        let index = Int.random(in: items.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          click(rig, index, .control)
          chosen.formSymmetricDifference([items[index].identifier ?? 0])
        case 1:
          let range = index..<Int.random(in: index...items.count, using: &random)
          rig.controller.selection[ComponentPath(0)] = RangeSet(range)
          chosen = Set(items[range].compactMap(\.identifier))
        default:
          var model = list(0, .several)
          model.items = reordered(items, step: step, &random)
          rig.controller.reload(Screen(components: [model]), animation: .none)
          rig.settle()
          chosen.formIntersection(model.items.compactMap(\.identifier))
        }
        let now = rig.components[0].model.items
        let wanted = now.indices.filter { now[$0].identifier.map(chosen.contains) ?? false }
        #expect(selected(rig) == wanted, "seed \(seed), step \(step)")
        let shown = now.indices.filter { rig.state(0, $0).contains(.selected) }
        #expect(shown == wanted, "seed \(seed), step \(step)")
      }
    }
  }

  /// The items in another order, without some and with two others.
  private func reordered(
    _ items: ItemList, step: Int, _ random: inout SplitMix64
  ) -> ItemList {
    var new = items.shuffled(using: &random)
    new.removeLast(Int.random(in: 0...min(3, new.count), using: &random))
    let added = [0, 1].map { 100 + step * 2 + $0 }
    return ItemList(
      new + added.map { Item(identifier: .integer($0), size: Size(height: 50)) })
  }

  @Test func aMillionItemsAreSelectedWithoutReadingThem() {
    var model = list(0, .several)
    model.items = ItemList(
      repeatElement(Item(title: "x", size: Size(height: 50)), count: 100_000)
    ).onDemand()
    let rig = ScreenRig([model])
    rig.settle()
    rig.key(.down)
    rig.settle()
    let before = rig.components[0].model.items.readItems
    rig.key(.character("a"), .control)
    rig.key(.down, .shift)
    rig.key(.character("a"), .control)
    rig.settle()
    #expect(rig.controller.selection[ComponentPath(0)] == RangeSet(0..<100_000))
    #expect(rig.components[0].model.items.readItems - before < 100)
  }
}
