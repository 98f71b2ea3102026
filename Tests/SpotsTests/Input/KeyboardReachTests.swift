import SpotsTestSupport
import Testing

@testable import Spots

/// The keyboard goes to what can be brought into view, and to nothing else.
@MainActor
@Suite struct KeyboardReachTests {
  /// Shows 100 points of its items.
  private func cut(_ model: ComponentModel, height: Double = 100) -> ComponentModel {
    var model = model
    model.layout.dynamicHeight = false
    model.size.height = height
    return model
  }

  private func focus(_ rig: ScreenRig, after key: Key) -> [Int?] {
    rig.key(key)
    rig.settle()
    return [rig.controller.focused?.component, rig.controller.focused?.item]
  }

  @Test func itemsThatAreCutOffArePassedBy() {
    let rig = ScreenRig([cut(list(20)), list(2, from: 100)])
    rig.settle()
    #expect(focus(rig, after: .down) == [0, 0])
    #expect(focus(rig, after: .down) == [0, 1])
    #expect(focus(rig, after: .down) == [1, 0])
    #expect(focus(rig, after: .up) == [0, 1])
    // Rows are read one after the other, as far as they are seen.
    #expect(focus(rig, after: .right) == [0, 1])
    #expect(focus(rig, after: .up) == [0, 0])
  }

  @Test func whatIsSeenInPartIsReached() {
    let rig = ScreenRig([cut(list(20), height: 120), list(2, from: 100)])
    rig.settle()
    for item in 0..<3 { #expect(focus(rig, after: .down) == [0, item]) }
    #expect(focus(rig, after: .down) == [1, 0])
    #expect(focus(rig, after: .up) == [0, 2])
  }

  @Test func componentsThatShowNothingArePassedBy() {
    let rig = ScreenRig([list(1), cut(list(3, from: 10), height: 0.25), list(1, from: 20)])
    rig.settle()
    for key in [Key.down, .tab] {
      rig.controller.state.keyboard.focus(ItemPath(component: 0, item: 0), at: rig.now)
      #expect(focus(rig, after: key) == [2, 0])
    }
    #expect(focus(rig, after: .up) == [0, 0])
  }

  @Test func theLastRowThatIsSeenOfAGridIsEnteredAtThePlaceOfTheItemBelow() {
    let grid = ComponentModel(
      identifier: "grid", kind: .grid, layout: Layout(span: 3), items: numbered(9, height: 80))
    let rig = ScreenRig([cut(grid, height: 160), list(1, from: 100)])
    rig.settle()
    rig.controller.state.keyboard.focus(ItemPath(component: 1, item: 0), at: rig.now)
    #expect(focus(rig, after: .up) == [0, 4])
    #expect(focus(rig, after: .right) == [0, 5])
    #expect(focus(rig, after: .right) == [0, 5])
    #expect(focus(rig, after: .down) == [1, 0])
  }

  @Test func theRowsOfACarouselThatAreCutOffArePassedBy() {
    var model = carousel(6)
    model.layout.itemsPerRow = 2
    let rig = ScreenRig([cut(model), list(1, from: 100)])
    rig.settle()
    rig.controller.state.keyboard.focus(ItemPath(component: 0, item: 0), at: rig.now)
    #expect(focus(rig, after: .right) == [0, 2])
    #expect(focus(rig, after: .down) == [1, 0])
    #expect(focus(rig, after: .up)[0] == 0)
    #expect((rig.controller.focused?.item ?? 1) % 2 == 0)
  }

  /// A composite item in a component of 100 points holds three rows of 50 points.
  @Test func whatIsCutOffAroundACompositeItemIsPassedByToo() {
    let composite = Item(
      identifier: .string("composite"), kind: "composite", children: [list(3, from: 100)])
    let rig = ScreenRig([cut(ComponentModel(kind: .list, items: [composite])), list(1)])
    rig.settle()
    var visited: [String?] = []
    for _ in 0..<3 {
      rig.key(.down)
      rig.settle()
      visited.append(rig.controller.focused?.pointer)
    }
    let inner = "/components/0/items/0/children/0/items/"
    #expect(visited == [inner + "0", inner + "1", "/components/1/items/0"])
    rig.key(.up)
    #expect(rig.controller.focused?.pointer == inner + "1")
  }

  /// Whatever keys are pressed, some of the item is within its component.
  @Test func nothingThatIsCutOffIsEverFocused() {
    let keys: [Key] = [.up, .down, .left, .right, .tab]
    for seed in 0..<30 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var screen = random.screen(maxItems: 15)
      for index in screen.components.indices {
        screen.components[index] = cut(screen.components[index], height: Double(index * 70))
      }
      let rig = ScreenRig(screen.components)
      rig.settle()
      for _ in 0..<40 {
        rig.key(random.pick(keys))
        rig.settle(step: 0.3)
        guard let path = rig.controller.focused, let item = path.item else { continue }
        let component = rig.components[path.component]
        let top = component.geometry.frame(ofItem: item).y
        #expect(top <= component.height, "seed \(seed): \(path.pointer)")
      }
    }
  }
}
