import SpotsTestSupport
import Testing

@testable import Spots

@Suite struct ComponentMatchTests {
  private func model(_ identifier: String?, _ kind: ComponentModel.Kind = .list) -> ComponentModel {
    ComponentModel(identifier: identifier, kind: kind)
  }

  @Test func identifiersDecide() {
    let origins = matchComponents(
      from: [model("a"), model("b", .grid)], to: [model("b"), model("c"), model("a")])
    #expect(origins == [1, nil, 0])
  }

  @Test func withoutIdentifierKindAndOrderDecide() {
    let origins = matchComponents(
      from: [model(nil), model(nil, .grid), model(nil)],
      to: [model(nil, .grid), model(nil), model(nil), model(nil)])
    #expect(origins == [1, 0, 2, nil])
  }

  @Test func whatComesOrGoesTakesNoOtherOnesPlace() {
    let all = (0..<5).map { number in
      ComponentModel(header: Item(title: "\(number)"), items: [Item(title: "of \(number)")])
    }
    for index in 0...5 {
      var more = all
      more.insert(ComponentModel(items: [Item(title: "new")]), at: index)
      let origins = Array(0..<index).map(Optional.some) + [nil] + Array(index..<5)
      #expect(matchComponents(from: all, to: more) == origins)
      #expect(matchComponents(from: more, to: all) == (0..<5).map { $0 < index ? $0 : $0 + 1 })
    }
    // As many as before: what changed is what it was.
    var changed = all
    changed[2].items = []
    #expect(matchComponents(from: all, to: changed) == Array(0..<5))
  }

  @Test func anIdentifierNeverMatchesAKind() {
    #expect(matchComponents(from: [model("list")], to: [model(nil)]) == [nil])
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func laws(seed: UInt64) {
    var random = RandomComponents(seed: seed)
    func models() -> [ComponentModel] {
      (0..<random.below(9)).map { _ in
        model(random.pick([nil, "a", "b", "c"]), random.pick([.list, .grid, .carousel]))
      }
    }
    let (old, new) = (models(), models())
    let origins = matchComponents(from: old, to: new)
    let used = origins.compactMap { $0 }
    #expect(origins.count == new.count && Set(used).count == used.count)
    for (index, origin) in origins.enumerated() {
      let isSame = { (other: ComponentModel) in
        other.identifier == new[index].identifier
          && (other.identifier != nil || other.kind == new[index].kind)
      }
      if let origin {
        #expect(isSame(old[origin]))
      } else {
        #expect(!old.indices.contains { !used.contains($0) && isSame(old[$0]) })
      }
    }
    #expect(matchComponents(from: old, to: old) == Array(old.indices))
  }
}
