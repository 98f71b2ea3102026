import SpotsTestSupport
import Testing

@testable import Spots

/// What a row with each kind of control draws in each of its states: all of it in the light theme,
/// mirrored as well with a value, and its colors and opacities in the others.
@MainActor
@Suite struct ControlStatesTests {
  private let themes = [
    ("light", Theme.light), ("dark", .dark), ("high contrast", .highContrast),
    ("high contrast dark", .highContrastDark),
  ]

  private func item(_ kind: InputKind, _ input: ItemInput = ItemInput()) -> Item {
    var item = Item(title: "Title", kind: kind.rawValue, input: input)
    item.input.name = "name"
    return item
  }

  /// The kinds, with a value that differs from their initial one.
  private var controls: [(name: String, item: Item, value: JSONValue)] {
    let options = ["a", "b"].map { ChoiceOption(.string($0), title: "Option \($0)") }
    func choice(_ style: ChoiceStyle) -> Item {
      item(.choice, ItemInput(options: options, choiceStyle: style))
    }
    return [
      ("toggle", item(.toggle), true), ("checkbox", item(.checkbox), true),
      ("slider", item(.slider), 0.5), ("stepper", item(.stepper), 2),
      ("text-field", item(.textField, ItemInput(placeholder: "Placeholder")), "Text"),
      ("search", item(.textField, ItemInput(inputType: .search, unit: "kg")), "Text"),
      ("choice-menu", choice(.menu), "b"), ("choice-segments", choice(.segments), "b"),
      ("choice-chips", choice(.chips), "b"), ("date", item(.date), "2026-11-23"),
      ("time", item(.time), "08:30"), ("button", item(.button), .null),
      ("button-primary", item(.button, ItemInput(emphasis: .primary)), .null),
      ("button-destructive", item(.button, ItemInput(emphasis: .destructive)), .null),
    ]
  }

  private func rig(
    _ item: Item, _ theme: Theme = .light, isMirrored: Bool = false
  ) -> ScreenRig {
    var environment = Environment.fixed(theme: theme)
    environment.isRightToLeft = isMirrored
    environment.reducesMotion = true
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: [item, "Other"])], size: Size(width: 320, height: 240),
      environment: environment)
    rig.settle()
    return rig
  }

  /// What is drawn in each state.
  private func states(_ item: Item, _ value: JSONValue, _ theme: Theme) -> [(String, String)] {
    var states: [(String, String)] = []
    func add(_ name: String, _ rig: ScreenRig) {
      rig.frame()
      states.append((name, rig.frame().text))
    }
    let rig = rig(item, theme)
    add("empty", rig)
    let control = rig.components[0].mounted(.item(0), inner: 0)?.item.view.mainControl
    let origin = control?.convert(.zero, from: rig.controller.scrollView) ?? .zero
    let point = Point(x: 40 - origin.x, y: 14 - origin.y)
    rig.move(point)
    add("hover", rig)
    rig.press(point)
    add("pressed", rig)
    let focused = self.rig(item, theme)
    focused.key(.tab)
    add("focused", focused)
    var other = item
    other.input.value = value
    if value != .null { add("value", self.rig(other, theme)) }
    other.meta["disabled"] = true
    add("disabled", self.rig(other, theme))
    other = item
    other.input.checks.isRequired = true
    let wrong = self.rig(other, theme)
    if other.valueName != nil, wrong.controller.state.values.fault(of: other) != nil {
      wrong.controller.state.answers.left(other)
      add("wrong", wrong)
    }
    return states
  }

  @Test func everyKindInEveryState() {
    for (name, item, value) in controls {
      var text = ""
      for (theme, colors) in themes {
        let states = states(item, value, colors)
        for (state, list) in states {
          let shown = theme == "light" ? list : colorsAlone(list)
          text += "# \(theme), \(state)\n\(shown)\n"
        }
        // What has the same colors and frames as another state could not be told from it. A press
        // beside a control that is only a part of its row is not seen.
        #expect(Set(states.map(\.1)).count >= states.count - 1, "\(name), \(theme)")
      }
      var answered = item
      if value != .null { answered.input.value = value }
      text += "# light, mirrored\n\(rig(answered, isMirrored: true).frame().text)\n"
      expectGolden(text, name)
    }
  }

  /// The colors and opacities of a list, in the order in which they come.
  private func colorsAlone(_ list: String) -> String {
    let words = list.split(whereSeparator: \.isWhitespace)
    var colors: [Substring] = []
    for (before, word) in zip([""] + words, words)
    where (word.hasPrefix("#") || before == "opacity") && !colors.contains(word) {
      colors.append(word)
    }
    return colors.joined(separator: " ") + "\n"
  }
}
