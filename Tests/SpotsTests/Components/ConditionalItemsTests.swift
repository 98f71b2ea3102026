import SpotsTestSupport
import Testing

@testable import Spots

/// Hidden items take no room.
@MainActor
@Suite struct ConditionalItemsTests {
  /// A component whose parts are there while the first or the second switch is on, or off.
  private func conditional(_ random: inout RandomComponents) -> ComponentModel {
    func withCondition(_ item: Item) -> Item {
      guard random.oneIn(2) else { return item }
      var item = item
      let name = random.pick(["a", "b"])
      let text = random.pick([
        "values.a", "!values.a && values['b']", "values.a != values.b", "{values.\(name)}",
        "has(values.c) || values.b", "values.\(name) > 1",
      ])
      item.input.visibleWhen =
        random.oneIn(2)
        ? InputCondition(name: name, equals: .bool(random.oneIn(2))) : try? InputCondition(text)
      return item
    }
    var model = random.component(maxItems: 12)
    model.items = ItemList(model.items.map(withCondition))
    (model.header, model.footer) = (
      model.header.map(withCondition), model.footer.map(withCondition)
    )
    return model
  }

  /// The same component without its hidden parts.
  private func visible(_ model: ComponentModel, _ values: [String: JSONValue]) -> ComponentModel {
    func isThere(_ item: Item) -> Bool {
      item.rules?.visibleWhen.map { $0.holds { name in values[name] } } ?? true
    }
    var model = model
    model.items = ItemList(model.items.filter(isThere))
    (model.header, model.footer) = (
      model.header.flatMap { isThere($0) ? $0 : nil },
      model.footer.flatMap { isThere($0) ? $0 : nil }
    )
    return model
  }

  private let switches = ComponentModel(
    kind: .list,
    items: ["a", "b"].map {
      Item(title: $0, kind: "toggle", input: ItemInput(name: $0, value: false))
    })

  /// Whatever is switched, a component looks like one that has only what is there.
  @Test func hiddenItemsLeaveNothingBehind() {
    for seed in 0..<50 as Range<UInt64> {
      var random = RandomComponents(seed: seed ^ 0xC0)
      let model = conditional(&random)
      var values: [String: JSONValue] = ["a": false, "b": false]
      let rig = ScreenRig([switches, model, list(1)])
      for round in 0..<5 {
        var only = switches
        for (index, name) in ["a", "b"].enumerated() {
          only.items[index].input.value = values[name]
        }
        let wanted = ScreenRig([only, visible(model, values), list(1)])
        let picture = rig.settle()
        if let fault = picture.difference(from: wanted.settle()) {
          Issue.record("seed \(seed), round \(round): \(fault)")
        }
        if rig.controller.contentSize != wanted.controller.contentSize {
          Issue.record("seed \(seed), round \(round): \(rig.controller.contentSize)")
        }
        let name = random.pick(["a", "b"])
        values[name] = .bool(values[name] == false)
        rig.controller.values[name] = values[name]
      }
    }
  }

  @Test func aFilterCountsOnlyWhatIsThere() throws {
    func item(_ title: String, if value: Bool? = nil) -> Item {
      let condition = value.map { InputCondition(name: "a", equals: .bool($0)) }
      return Item(title: title, input: ItemInput(visibleWhen: condition))
    }
    let people = ComponentModel(
      kind: .list,
      items: [item("Ada", if: true), item("Adam"), item("Bo"), item("Adana", if: false)],
      filter: .words)
    let rig = ScreenRig([switches, people])
    rig.settle()
    func shown() -> [Int] { Array(rig.components[1].geometry.shown) }
    #expect(shown() == [1, 2, 3])
    rig.components[1].filterText = "ada"
    #expect(shown() == [1, 3])
    rig.controller.values["a"] = true
    #expect(shown() == [0, 1])
    try rig.controller.change { edit in
      try edit[1].insert([item("Adair", if: true), item("Adele", if: false)], at: 0)
    }
    #expect(shown() == [0, 2, 3])
    rig.components[1].filterText = "zz"
    #expect(shown() == [])
    #expect(rig.components[1].height == 176)
    rig.components[1].filterText = ""
    #expect(shown() == [0, 2, 3, 4])
    #expect(rig.components[1].content.presentCount == 4)
    #expect(try rig.differenceFromRestart() == nil)
  }

  /// The end of a screen is reached whatever is hidden, and what is hidden has no keyboard.
  @Test func theKeyboardLeavesWhatIsHidden() throws {
    var model = list(3)
    model.items[1].input.visibleWhen = InputCondition(name: "a", equals: true)
    let rig = ScreenRig([switches, model])
    rig.settle()
    #expect(rig.ends.count == 1)
    rig.controller.values["a"] = true
    try rig.controller.focus(ItemPath(component: 1, item: 1))
    rig.settle()
    #expect(rig.controller.focused?.item == 1)
    rig.controller.values["a"] = false
    rig.settle()
    #expect(rig.controller.focused == nil)
  }
}
