extension InputKind {
  /// The control of this kind, showing the value that the document gives `item`: to show another
  /// one, set it in the item first.
  @MainActor
  func control(for item: Item) -> any Element {
    let value = item.documentValue
    switch self {
    case .toggle: return Toggle(isOn: value == .bool(true))
    case .checkbox: return Checkbox(isChecked: value == .bool(true))
    case .slider: return Slider(value?.number ?? 0, choice: NumberChoice(of: item, as: self))
    case .stepper: return Stepper(value?.number ?? 0, choice: NumberChoice(of: item, as: self))
    case .textField: return TextField(of: item)
    case .choice: return choice(item, value ?? .null)
    case .date: return DatePicker(of: item, mode: .date)
    case .time: return DatePicker(of: item, mode: .time)
    case .dateTime: return DatePicker(of: item, mode: .dateTime)
    case .button: return Button(item.title, emphasis: item.input.emphasis)
    }
  }

  @MainActor
  private func choice(_ item: Item, _ value: JSONValue) -> any Element {
    let style = ChoiceStyle(of: item)
    guard style == .menu else {
      return ChoiceGroup(Choice(of: item), value: value, style: style)
    }
    return ChoiceMenu(
      Choice(of: item), value: value, name: item.valueName ?? "", label: item.title,
      placeholder: item.input.placeholder)
  }
}
