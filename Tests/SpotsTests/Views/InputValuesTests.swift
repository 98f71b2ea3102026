import SpotsTestSupport
import Testing

@testable import Spots

/// Answers stay the user's until the document says something new.
@MainActor
@Suite struct InputValuesTests {
  /// Ten thousand sequences of what users and those who write documents do, beside a plain
  /// dictionary. Ten of them follow each other on one screen.
  @Test func valuesAreThoseOfADictionaryKeptBeside() throws {
    for first in stride(from: 0 as UInt64, to: 10_000, by: 10) {
      var rig = ScreenRig([], size: Size(width: 400, height: 150))
      for seed in first..<first + 10 {
        var random = RandomComponents(seed: seed)
        var form = RandomForm(&random)
        rig.controller.reload(form.screen, animation: .none)
        rig.controller.values.reset()
        var expected = form.values
        for _ in 0..<4 { act(&rig, &form, &expected, &random) }
        let values = rig.controller.values.all
        guard values == expected else {
          Issue.record("seeds \(first)...\(seed): \(values), not \(expected)")
          return
        }
      }
    }
  }

  private func act(
    _ rig: inout ScreenRig, _ form: inout RandomForm, _ expected: inout [String: JSONValue],
    _ random: inout RandomComponents
  ) {
    switch random.below(11) {
    case 0, 1, 2:
      guard !expected.isEmpty else { return }
      let name = random.pick(expected.keys.sorted())
      let value = form.randomValue(of: name, &random)
      rig.controller.values[name] = value
      expected[name] = value
    case 3, 4, 5:
      let (old, given) = (form.values, expected)
      for _ in 0...random.below(3) { form.edit(&random) }
      rig.controller.reload(form.screen, animation: random.pick([.none, .none, .none, .fade]))
      expected = form.values.merging(given) { new, _ in new }.filter { form.values[$0.key] != nil }
      for (name, value) in form.values where old[name] == value { expected[name] = given[name] }
    case 6 where random.oneIn(4): click(&rig, form, &expected, &random)
    case 7:
      rig.controller.resize(
        to: Size(width: random.length(upTo: 600) + 100, height: random.length(upTo: 300) + 50))
    case 8 where random.oneIn(6):
      // There and back: the screen is another one then.
      let given = rig.controller.values.given
      rig = ScreenRig(screen: form.screen, size: rig.controller.size, environment: .fixed())
      rig.controller.values.restore(given)
    case 9 where random.oneIn(4):
      rig.controller.environment.textScale = random.pick([1, 1.5])
      rig.controller.environmentDidChange()
    default: rig.controller.scroll(to: random.length(upTo: 300))
    }
    if random.oneIn(10) { rig.frame() }
  }

  /// A click on a switch or a check box that is seen.
  private func click(
    _ rig: inout ScreenRig, _ form: RandomForm, _ expected: inout [String: JSONValue],
    _ random: inout RandomComponents
  ) {
    rig.settle()
    for component in rig.components.indices {
      for (index, item) in rig.components[component].model.items.enumerated() {
        guard let name = item.valueName, case .bool(let isOn)? = expected[name] else { continue }
        let center = rig.center(component, index)
        guard (0..<rig.controller.size.height).contains(center.y), random.oneIn(2) else { continue }
        rig.click(center)
        expected[name] = .bool(!isOn)
        return
      }
    }
  }

  /// A value that was given back to the document's follows it again, and one that was taken off the
  /// screen is forgotten.
  @Test func aDocumentThatSaysSomethingNewIsFollowed() {
    func items(_ value: JSONValue?) -> [ComponentModel] {
      [
        ComponentModel(
          kind: .list,
          items: value.map { [Item(title: "a", kind: "toggle", input: ItemInput(value: $0))] }
            ?? [])
      ]
    }
    let rig = ScreenRig(items(false))
    let values = rig.controller.values
    func reload(_ value: JSONValue?) {
      rig.controller.reload(Screen(components: items(value)), animation: .none)
    }
    values["a"] = true
    reload(false)
    #expect(values["a"] == true)
    reload(true)
    reload(false)
    #expect(values["a"] == false)
    values["a"] = true
    values["a"] = nil
    #expect(values["a"] == false)
    values["a"] = true
    reload(nil)
    #expect(values["a"] == nil && values.all.isEmpty)
    values["a"] = true
    reload(false)
    #expect(values["a"] == false)
    values["a"] = true
    values.reset()
    #expect(values.all == ["a": false])
  }

  /// Items that share a name show one value; a row scrolled away and back shows its own.
  @Test func viewsShowTheValuesOfTheirItems() throws {
    var items = (0..<40).map { Item(title: "\($0)", kind: "toggle") }
    items[1].input.name = "0"
    let rig = ScreenRig([ComponentModel(kind: .list, items: items)])
    func isOn(_ index: Int) -> Bool? {
      rig.frame()
      let view = rig.components[0].mounted(.item(index), inner: 0)?.item.view
      return (view?.mainControl as? ToggleControl)?.isOn
    }
    _ = isOn(0)
    rig.controller.values["0"] = true
    #expect(isOn(0) == true && isOn(1) == true && isOn(2) == false)
    rig.controller.scroll(to: 1000)
    #expect(isOn(0) == nil && isOn(30) == false)
    rig.controller.scroll(to: 0)
    #expect(isOn(0) == true && isOn(2) == false)
  }

  @Test func whatADocumentSaysIsReadStrictlyAndWrittenAgain() throws {
    let text = """
      {"components":[{"items":[{"kind":"slider","title":"A","name":"a","value":3,"minimum":1,\
      "maximum":5,"step":0.5},{"kind":"button","emphasis":"destructive","title":"B"}]}]}
      """
    let screen = try #require(ScreenReader().read(Array(text.utf8)).screen)
    let items = screen.components[0].items
    #expect(
      items[0].input == ItemInput(name: "a", value: 3, minimum: 1, maximum: 5, step: 0.5))
    #expect(items[1].input.emphasis == .destructive && items[1].valueName == nil)
    let written = ScreenReader().read(ScreenWriter().write(screen))
    #expect(written.screen == screen && written.diagnostics.isEmpty)
    let faults = ScreenReader().read(
      Array(#"[{"items":[{"kind":"slider","minimun":1,"step":"x","emphasis":"loud"}]}]"#.utf8))
    #expect(faults.diagnostics.count == 3)
    // A value outside of the range, or of another type, begins in it.
    let low = Item(title: "A", kind: "slider", input: ItemInput(value: -4, minimum: 1, maximum: 5))
    let odd = Item(title: "A", kind: "toggle", input: ItemInput(value: "yes"))
    #expect(low.documentValue == 1 && odd.documentValue == false)
  }
}
