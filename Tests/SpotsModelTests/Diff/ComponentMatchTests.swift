import SpotsModelTestSupport
import Testing

@testable import SpotsModel

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
      ComponentModel(
        header: Item(title: "\(number)"), kind: .list, items: [Item(title: "of \(number)")])
    }
    for index in 0...5 {
      var more = all
      more.insert(ComponentModel(kind: .list, items: [Item(title: "new")]), at: index)
      let origins = Array(0..<index).map(Optional.some) + [nil] + Array(index..<5)
      #expect(matchComponents(from: all, to: more) == origins)
      #expect(matchComponents(from: more, to: all) == (0..<5).map { $0 < index ? $0 : $0 + 1 })
    }
    // The count is unchanged: the changed component is still the same one.
    var changed = all
    changed[2].items = []
    #expect(matchComponents(from: all, to: changed) == Array(0..<5))
  }

  // MARK: Told apart by content

  private func section(
    _ title: String?, _ items: [String], _ kind: ComponentModel.Kind = .carousel
  ) -> ComponentModel {
    ComponentModel(
      header: title.map { Item(title: $0) }, kind: kind,
      items: ItemList(items.map { Item(title: $0) }))
  }

  @Test func swappedComponentsAreWhatTheyWere() {
    let old = [section("a", ["1"]), section("b", ["2"]), section("c", ["3"]), section("d", ["4"])]
    #expect(matchComponents(from: old, to: [old[0], old[3], old[2], old[1]]) == [0, 3, 2, 1])
    #expect(matchComponents(from: old, to: [old[1], old[2], old[3], old[0]]) == [1, 2, 3, 0])
    #expect(matchComponents(from: old, to: [old[3], old[1]]) == [3, 1])
    // The second one comes, the last one moves to the front.
    #expect(
      matchComponents(from: old, to: [old[3], section("new", []), old[0], old[1], old[2]])
        == [3, nil, 0, 1, 2])
  }

  @Test func swappedComponentsMayChangeToo() {
    let old = [section("a", ["1", "2"]), section("b", ["3", "4"]), section(nil, ["5", "6"])]
    // An item comes to the end, one to the beginning, and a header is another.
    #expect(
      matchComponents(from: old, to: [section("b", ["3", "4", "x"]), old[2], old[0]]) == [1, 2, 0])
    #expect(
      matchComponents(from: old, to: [section("b", ["x", "3", "4"]), old[2], old[0]]) == [1, 2, 0])
    #expect(
      matchComponents(from: old, to: [section("y", ["3", "z"]), old[0], old[2]]) == [1, 0, 2])
    // All of its items are different.
    #expect(
      matchComponents(from: old, to: [section("b", ["x"]), section("a", ["y"]), old[2]])
        == [1, 0, 2])
  }

  @Test func whatCannotBeToldApartIsTheSameInOrder() {
    let same = Array(repeating: section(nil, ["1"]), count: 4)
    #expect(matchComponents(from: same, to: same) == [0, 1, 2, 3])
    let others = ["x", "y", "z"].map { section(nil, [$0]) }
    #expect(matchComponents(from: same, to: others) == [0, 1, 2])
  }

  @Test func anIdentifierNeverMatchesAKind() {
    #expect(matchComponents(from: [model("list")], to: [model(nil)]) == [nil])
  }

  @Test func laws() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      func models() -> [ComponentModel] {
        (0..<random.below(9)).map { _ in
          model(random.pick([nil, "a", "b", "c"]), random.pick([.list, .grid, .carousel]))
        }
      }
      let (old, new) = (models(), models())
      let origins = matchComponents(from: old, to: new)
      let used = origins.compactMap { $0 }
      #expect(origins.count == new.count && Set(used).count == used.count, "seed \(seed)")
      for (index, origin) in origins.enumerated() {
        let isSame = { (other: ComponentModel) in
          other.identifier == new[index].identifier
            && (other.identifier != nil || other.kind == new[index].kind)
        }
        if let origin {
          #expect(isSame(old[origin]), "seed \(seed)")
        } else {
          #expect(!old.indices.contains { !used.contains($0) && isSame(old[$0]) }, "seed \(seed)")
        }
      }
      #expect(matchComponents(from: old, to: old) == Array(old.indices), "seed \(seed)")
    }
  }
}
