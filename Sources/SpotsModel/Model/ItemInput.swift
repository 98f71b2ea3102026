// Items that users answer: how a document describes their values, and the values they have.

/// The description of the value that users give an item.
public struct ItemInput: Hashable, Sendable {
  /// The kind of answer that an item with a custom `kind` asks for; nil for that of its `kind`.
  public var control: InputKind?
  /// The key of the value among those of the screen; empty to use the item's identifier, or else
  /// its title.
  public var name: String
  /// The JSON pointer of the place in the screen's data that the value is, in place of a name;
  /// empty for none. In rows it begins without `/` where it is in the row; items that are shown
  /// have the whole pointer.
  public var bind: String
  /// The initial value; nil for the default of the kind, such as `false` for a toggle.
  public var value: JSONValue?
  /// The least number, or the first day or time, that can be chosen; nil for 0 in sliders and
  /// steppers, and for no limit in others.
  public var minimum: InputBound?
  /// The greatest number, or the last day or time, that can be chosen; nil for 1 in sliders, and
  /// for no limit in others.
  public var maximum: InputBound?
  /// The distance between numbers that can be chosen, above 0; nil for 1 in steppers, and for any
  /// number in sliders. For times, the minutes between those that are offered; nil for 30.
  public var step: Double?
  /// How much a button stands out.
  public var emphasis: ButtonEmphasis
  /// What a text field shows while it is empty.
  public var placeholder: String
  /// What can be typed into a text field.
  public var inputType: TextInputType
  /// The most lines that a text field grows to, from 1 to 100; 1 for a text without line breaks.
  public var lines: Int
  /// The unit of measure that a text field, a slider or a stepper shows after the answer.
  public var unit: String
  /// The options of a choice.
  public var options: [ChoiceOption]
  /// Whether several options can be chosen.
  public var isMultiple: Bool
  /// How the options are shown; nil for a menu, or chips where several can be chosen.
  public var choiceStyle: ChoiceStyle?
  /// The requirements that the value must meet before the screen is submitted.
  public var checks: InputChecks
  /// When the item can be used; nil for always.
  public var enabledWhen: InputCondition?
  /// When the item is shown; nil for always.
  public var visibleWhen: InputCondition?
  /// Whether a button shows that its action is under way, until the screen is shown again or the
  /// program says that it is done.
  public var showsProgress: Bool
  /// The data that goes along with the item's action; nil for none.
  public var payload: JSONValue?
  /// The question before the item's action is carried out; nil asks none.
  public var confirmation: Confirmation?

  /// Whether nobody else may read what is entered.
  package var isSecret: Bool { inputType == .secret }

  /// Creates a description; every property has its default unless given.
  public init(
    control: InputKind? = nil, name: String = "", bind: String = "", value: JSONValue? = nil,
    minimum: InputBound? = nil,
    maximum: InputBound? = nil, step: Double? = nil, emphasis: ButtonEmphasis = .plain,
    placeholder: String = "", inputType: TextInputType = .text, lines: Int = 1, unit: String = "",
    options: [ChoiceOption] = [], isMultiple: Bool = false, choiceStyle: ChoiceStyle? = nil,
    checks: InputChecks = InputChecks(), enabledWhen: InputCondition? = nil,
    visibleWhen: InputCondition? = nil, showsProgress: Bool = false, payload: JSONValue? = nil
  ) {
    self.control = control
    self.name = name
    self.bind = bind
    self.value = value
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.emphasis = emphasis
    self.placeholder = placeholder
    self.inputType = inputType
    self.lines = lines
    self.unit = unit
    self.options = options
    self.isMultiple = isMultiple
    self.choiceStyle = choiceStyle
    self.checks = checks
    self.enabledWhen = enabledWhen
    self.visibleWhen = visibleWhen
    self.showsProgress = showsProgress
    self.payload = payload
  }

  var isEmpty: Bool { self == ItemInput() }

  /// The key of the value that the description itself gives; nil for none.
  var valueName: String? { boundPointer.map { "/data" + $0 } ?? (name.isEmpty ? nil : name) }

  /// The JSON pointer of the place in the data that the value is; nil for others. Secrets are never
  /// in the data.
  package var boundPointer: String? { bind.isEmpty || inputType == .secret ? nil : bind }

  /// The range of answers allowed for an item of a kind that is typed into; nil for any answer, and
  /// for other kinds. Limits meant for another kind are ignored.
  package func range(as kind: InputKind?) -> ClosedRange<InputBound>? {
    switch kind {
    case .textField:
      guard inputType == .number, minimum?.number != nil || maximum?.number != nil else {
        return nil
      }
      let least = minimum?.number ?? -.infinity
      return .number(least)...(.number(max(maximum?.number ?? .infinity, least)))
    case .date:
      let first = minimum?.date ?? .first
      return .date(first)...(.date(max(maximum?.date ?? .last, first)))
    case .time:
      let first = minimum?.time ?? .first
      return .time(first)...(.time(max(maximum?.time ?? .last, first)))
    case .dateTime:
      let first = InputBound.dateTime(minimum?.date ?? .first, minimum?.time ?? .first)
      return first...max(.dateTime(maximum?.date ?? .last, maximum?.time ?? .last), first)
    default: return nil
    }
  }
}

extension Item {
  /// The key of the item's value among those of the screen; nil for an item without one.
  ///
  /// It is the `name` of `input`, or else the identifier, or else the title; for a place in the
  /// data `/data` and the pointer. An item without an `InputKind` has a value when it has a `name`.
  public var valueName: String? {
    let kind = InputKind(of: self)
    guard kind?.hasValue != false else { return nil }
    if let name = ownInput?.valueName { return name }
    guard kind != nil else { return nil }
    switch identifier {
    case .string(let name)? where !name.isEmpty: return name
    case .integer(let number)?: return String(number)
    default: return title.isEmpty ? nil : title
    }
  }

  /// The value that the document, or else the kind, gives the item; nil for an item without one.
  public var documentValue: JSONValue? {
    guard valueName != nil else { return nil }
    let value = ownInput?.value
    switch (InputKind(of: self), value) {
    case (.toggle, .bool), (.checkbox, .bool): return value
    case (.toggle, _), (.checkbox, _): return false
    case (.slider, _), (.stepper, _):
      return .of(NumberChoice(of: self).nearest(to: value?.number ?? .nan))
    case (.textField, _): return textValue(value)
    case (.choice, _): return chosenValue(value)
    case (.date?, _), (.time?, _), (.dateTime?, _):
      let text = value?.typedText ?? ""
      return typedValue(InputKind(of: self).flatMap { DateText(text)?.shown(as: $0) } ?? text)
    default: return value ?? .null
    }
  }

  /// The value of a choice with `value` in its document: an array where several can be chosen.
  private func chosenValue(_ value: JSONValue?) -> JSONValue {
    guard ownInput?.isMultiple == true else { return value ?? .null }
    switch value {
    case .array(let values)?: return .array(values)
    case nil, .null?: return .array([])
    case let value?: return .array([value])
    }
  }

  /// The value of a text field with `value` in its document; null when it must be a number but is
  /// not.
  private func textValue(_ value: JSONValue?) -> JSONValue {
    let text = value?.typedText ?? ""
    guard ownInput?.inputType == .number else { return .string(text) }
    return (value?.number ?? NumberFormat().number(typedAs: text)).map(JSONValue.of) ?? .null
  }

  /// The range of answers allowed for an item that is typed into; nil for any, or for other kinds.
  package var answerRange: ClosedRange<InputBound>? {
    InputKind(of: self).flatMap { input.range(as: $0) }
  }

  /// Whether the item is a field in which numbers are typed.
  package var takesNumber: Bool {
    ownInput?.inputType == .number && InputKind(of: self) == .textField
  }

  /// The value of an item with `text` typed into it: null when it must be a day or time but is not,
  /// the text itself where it is no number.
  package func typedValue(_ text: String, _ numbers: NumberFormat = NumberFormat()) -> JSONValue {
    switch InputKind(of: self) {
    case .date: CalendarDate(text).map { .string($0.description) } ?? .null
    case .time: TimeOfDay(text).map { .string($0.description) } ?? .null
    case .dateTime: InputBound(text).map { $0.time == nil ? .null : $0.value } ?? .null
    default: ownInput?.inputType == .number ? numbers.value(typedAs: text) : .string(text)
    }
  }
}

/// The numbers that can be chosen.
public struct NumberChoice: Hashable, Sendable {
  /// From the least to the greatest.
  public var range: ClosedRange<Double>
  /// The distance between numbers, from the least one on; 0 for any number.
  public var step: Double

  /// Creates a choice; NaN and negative steps count as 0.
  public init(in range: ClosedRange<Double>, step: Double = 0) {
    self.range = range
    self.step = sane(step)
  }

  /// The numbers that an item can have, as a slider or a stepper; those of steppers end at 2⁵³, up
  /// to which every whole number is exact.
  public init(of item: Item) { self.init(of: item, as: InputKind(of: item)) }

  /// The numbers that an item can have in a control of another kind.
  package init(of item: Item, as kind: InputKind?) {
    let (own, isSlider) = (item.ownInput, kind == .slider)
    let least = own?.minimum?.number ?? 0
    let greatest = own?.maximum?.number ?? (isSlider ? 1 : 0x1p53)
    self.init(in: least...max(greatest, least), step: own?.step ?? (isSlider ? 0 : 1))
  }

  /// The number that is nearest to `number`; NaN counts as the least one.
  public func nearest(to number: Double) -> Double {
    guard number > range.lowerBound else { return range.lowerBound }
    guard step > 0, number < range.upperBound else { return min(number, range.upperBound) }
    let count = ((number - range.lowerBound) / step).rounded()
    let nearest = min(range.lowerBound + count * step, range.upperBound)
    // Sums of tenths are tenths again.
    guard let decimals, abs(nearest) < 1e9 else { return nearest }
    let factor = Self.power(decimals)
    return (nearest * factor).rounded() / factor
  }

  /// The decimal places that tell the numbers apart, where they have at most five.
  private var decimals: Int? {
    (0..<6).first { isWhole(step, $0) && isWhole(range.lowerBound, $0) }
  }

  /// Whether `number` is one of the choice, but for rounding.
  package func contains(_ number: Double) -> Bool {
    abs(nearest(to: number) - number) <= 1e-9 * max(abs(number), 1)
  }

  /// The numbers in words, such as 'a number from 1 to 5'.
  package var words: String {
    let steps = step > 0 && step != 1 ? " in steps of \(JSONValue.of(step).typedText)" : ""
    let end = range.upperBound < 0x1p53 ? " to \(text(range.upperBound))" : " on"
    return "a number from \(text(range.lowerBound))\(end)\(steps)"
  }

  /// How far an arrow key goes: one step, or a twentieth of the range when there are no steps.
  public var stride: Double { step > 0 ? step : (range.upperBound - range.lowerBound) / 20 }

  /// `number` with enough decimal places to tell the numbers of the choice apart.
  ///
  /// - Parameters:
  ///   - number: Any number.
  ///   - format: Has the mark before fractions.
  public func text(_ number: Double, in format: NumberFormat = NumberFormat()) -> String {
    let length = range.upperBound - range.lowerBound
    let rough = length >= 100 ? 0 : length >= 10 ? 1 : 2
    return number.text(decimals: step > 0 ? decimals ?? 6 : rough, format.decimal)
  }

  private func isWhole(_ number: Double, _ decimals: Int) -> Bool {
    let scaled = abs(number) * Self.power(decimals)
    return abs(scaled - scaled.rounded()) < 1e-6
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }
}

extension Double {
  /// The number rounded to `decimals` places; without a fraction where it is too large to have one.
  fileprivate func text(decimals: Int, _ mark: Character) -> String {
    let factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    let scaled = (magnitude * factor).rounded()
    guard scaled <= 0x1p53 else { return "\(self)" }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    // The mark keeps the sign before the number where lines begin at the right.
    let sign = self < 0 && scaled > 0 ? "\u{200E}−" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + String(mark) + padded.suffix(decimals)
  }
}
