import SpotsTestSupport
import Testing

@testable import Spots

/// What users gave stays theirs until the document says something new.
@MainActor
@Suite struct InputValuesTests {
  private typealias Values = [String: JSONValue]

  /// A document of inputs, as names with the values they begin with, in several lists.
  private struct Form {
    var lists: [[(name: String, value: Bool)]]

    var values: Values {
      Dictionary(
        lists.joined().map { ($0.name, JSONValue.bool($0.value)) }, uniquingKeysWith: { a, _ in a })
    }

    var components: [ComponentModel] {
      lists.enumerated().map { index, list in
        ComponentModel(
          identifier: "\(index)", kind: .list,
          items: list.map { name, value in
            Item(
              identifier: .string(name), title: name, kind: "toggle",
              input: ItemInput(value: .bool(value)))
          })
      }
    }

    mutating func edit(_ random: inout RandomComponents) {
      let from = random.below(lists.count)
      switch random.below(5) {
      case 0: lists[from].shuffle(using: &random.random)
      case 1: if !lists[from].isEmpty { lists[from].removeLast() }
      case 2:
        // Into another list, perhaps with another value.
        guard let moved = lists[from].popLast() else { return }
        lists[random.below(lists.count)].insert(moved, at: 0)
      case 3:
        guard !lists[from].isEmpty else { return }
        lists[from][random.below(lists[from].count)].value.toggle()
      default:
        let name = "n\(random.below(12))"
        if !lists.joined().contains(where: { $0.name == name }) {
          lists[from].append((name, random.oneIn(2)))
        }
      }
    }
  }

  /// Ten thousand random edits, reloads, moves and sizes, beside a plain dictionary.
  @Test func valuesAreThoseOfADictionaryKeptBeside() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var form = Form(lists: [[("n0", true), ("n1", false), ("n2", false)], [("n3", true)], []])
      var expected = form.values
      let rig = ScreenRig(form.components, size: Size(width: 400, height: 150))
      for step in 0..<100 {
        switch random.below(6) {
        case 0, 1:
          guard !expected.isEmpty else { continue }
          let (name, value) = (random.pick(expected.keys.sorted()), random.oneIn(2))
          rig.controller.values[name] = .bool(value)
          expected[name] = .bool(value)
        case 2, 3:
          let old = form.values
          for _ in 0...random.below(3) { form.edit(&random) }
          rig.controller.reload(Screen(components: form.components), animation: .none)
          let given = expected
          expected = form.values
          for (name, value) in form.values where old[name] == value { expected[name] = given[name] }
        case 4:
          rig.controller.resize(
            to: Size(width: random.length(upTo: 600) + 100, height: random.length(upTo: 300) + 50))
        default: rig.controller.scroll(to: random.length(upTo: 300))
        }
        if random.oneIn(4) { rig.frame() }
        let values = rig.controller.values.all
        guard values == expected else {
          Issue.record("seed \(seed), step \(step): \(values) rather than \(expected)")
          return
        }
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
