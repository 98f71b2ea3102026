import SpotsTestSupport
import Testing

@testable import Spots

/// Whatever is changed from Swift, the screen holds what it should.
@MainActor
@Suite struct ChangeLawsTests {
  /// Random changes against the same changes of an array.
  @Test func changesAreThoseOfAnArray() throws {
    for seed in 0..<25 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig(random.screen().components)
      rig.settle()
      for _ in 0..<30 {
        let component = random.below(rig.components.count)
        let wanted = try change(component, of: rig.controller, by: &random)
        guard Array(rig.components[component].model.items) == wanted else {
          Issue.record("seed \(seed)")
          return
        }
        if random.oneIn(3) { rig.frame() }
      }
      #expect(try rig.differenceFromRestart() == nil, "seed \(seed)")
    }
  }

  /// Makes a random change, and the same one to an array of the items there were, which is
  /// returned.
  private func change(
    _ component: Int, of controller: SpotsController, by random: inout RandomComponents
  ) throws -> [Item] {
    var wanted = Array(controller.components[component].model.items)
    let animation = random.pick(Animation.allCases)
    let place = random.below(wanted.count + 1)
    switch random.below(5) {
    case 0:
      let new = [random.item(), random.item()]
      wanted.insert(contentsOf: new, at: place)
      try controller.change(animation: animation) { try $0[component].insert(new, at: place) }
    case 1 where place < wanted.count:
      let last = place + random.below(wanted.count - place)
      wanted.removeSubrange(place...last)
      try controller.change(animation: animation) {
        try $0[component].delete(at: Array(place...last))
      }
    case 2 where place < wanted.count:
      let end = random.below(wanted.count)
      wanted.insert(wanted.remove(at: place), at: end)
      try controller.change(animation: animation) { try $0[component].move(from: place, to: end) }
    case 3 where place < wanted.count:
      wanted[place].title = random.words()
      try controller.change(animation: animation) {
        try $0[component].update(wanted[place], at: place)
      }
    default:
      wanted.append(random.item())
      try controller.change { try $0[component].append(wanted[wanted.count - 1]) }
    }
    return wanted
  }
}
