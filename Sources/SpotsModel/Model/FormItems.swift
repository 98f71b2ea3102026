// Items that users answer, each made in one call. The name of each is the key of its answer.

extension Item {
  /// A field that users type a text into, which grows up to a number of lines.
  public static func textField(
    _ name: String, title: String = "", value: String = "", placeholder: String = "",
    type: TextInputType = .text, lines: Int = 1, checks: InputChecks = InputChecks()
  ) -> Item {
    let input = ItemInput(
      name: name, value: value.isEmpty ? nil : .string(value), placeholder: placeholder,
      inputType: type, lines: lines, checks: checks)
    return Item(title: title, kind: InputKind.textField.rawValue, input: input)
  }

  /// A field that users type a number into, of a range where one is given; empty, it is null.
  public static func numberField(
    _ name: String, title: String = "", value: Double? = nil, in range: ClosedRange<Double>? = nil,
    placeholder: String = "", unit: String = "", checks: InputChecks = InputChecks()
  ) -> Item {
    var item = number(.textField, name, title, value, range, nil, unit)
    item.input.placeholder = placeholder
    item.input.inputType = .number
    item.input.checks = checks
    return item
  }

  /// A number that is changed in steps.
  public static func stepper(
    _ name: String, title: String = "", value: Double? = nil, in range: ClosedRange<Double>,
    step: Double = 1, unit: String = ""
  ) -> Item { number(.stepper, name, title, value, range, step, unit) }

  /// An approximate number in a range; without a step, any number of it.
  public static func slider(
    _ name: String, title: String = "", value: Double? = nil, in range: ClosedRange<Double> = 0...1,
    step: Double? = nil, unit: String = ""
  ) -> Item { number(.slider, name, title, value, range, step, unit) }

  private static func number(
    _ kind: InputKind, _ name: String, _ title: String, _ value: Double?,
    _ range: ClosedRange<Double>?, _ step: Double?, _ unit: String
  ) -> Item {
    let input = ItemInput(
      name: name, value: value.map(JSONValue.of),
      minimum: (range?.lowerBound).map(InputBound.number),
      maximum: (range?.upperBound).map(InputBound.number), step: step, unit: unit)
    return Item(title: title, kind: kind.rawValue, input: input)
  }

  /// A switch, with immediate effect.
  public static func toggle(
    _ name: String, title: String = "", subtitle: String = "", isOn: Bool = false
  ) -> Item {
    let input = ItemInput(name: name, value: .bool(isOn))
    return Item(title: title, subtitle: subtitle, kind: InputKind.toggle.rawValue, input: input)
  }

  /// A box to check; one that is required has to be checked before the screen is submitted.
  public static func checkbox(
    _ name: String, title: String = "", isChecked: Bool = false, isRequired: Bool = false
  ) -> Item {
    let checks = InputChecks(isRequired: isRequired)
    let input = ItemInput(name: name, value: .bool(isChecked), checks: checks)
    return Item(title: title, kind: InputKind.checkbox.rawValue, input: input)
  }

  /// One of the cases of a type, whose raw values are the answers; by default users see these, with
  /// a capital.
  public static func choice<Option: CaseIterable & RawRepresentable<String>>(
    _ name: String, title: String = "", of type: Option.Type, value: Option? = nil,
    style: ChoiceStyle? = nil, titles: ((Option) -> String)? = nil
  ) -> Item {
    let options = type.allCases.map { option in
      let raw = option.rawValue
      let title = titles?(option) ?? raw.prefix(1).uppercased() + raw.dropFirst()
      return ChoiceOption(.string(raw), title: title)
    }
    let input = ItemInput(
      name: name, value: (value?.rawValue).map(JSONValue.string), options: options,
      choiceStyle: style)
    return Item(title: title, kind: InputKind.choice.rawValue, input: input)
  }

  /// A day, in a range where one is given.
  public static func date(
    _ name: String, title: String = "", value: CalendarDate? = nil,
    in range: ClosedRange<CalendarDate>? = nil, checks: InputChecks = InputChecks()
  ) -> Item {
    let input = ItemInput(
      name: name, value: value.map { .string($0.description) },
      minimum: (range?.lowerBound).map(InputBound.date),
      maximum: (range?.upperBound).map(InputBound.date), checks: checks)
    return Item(title: title, kind: InputKind.date.rawValue, input: input)
  }

  /// A button that sends an action.
  public static func button(
    _ title: String, action: Action, emphasis: ButtonEmphasis = .plain
  ) -> Item {
    Item(
      title: title, kind: InputKind.button.rawValue, action: action.description,
      input: ItemInput(emphasis: emphasis))
  }
}
