import Spots

/// Looks for initial answers that users could not give, and for ranges without a second answer.
enum AnswerReview {
  static func findings(of part: ReviewedPart) -> [Finding] {
    guard let kind = InputKind(of: part.item) else {
      return part.item.kind == "progress" ? [progress(part)].compactMap { $0 } : []
    }
    return [
      range(part, kind) ?? step(part, kind), option(part, kind), checks(part), unit(part, kind),
    ].compactMap { $0 }
  }

  /// A bar is filled by a number from 0 to 1, or between the item's own bounds.
  private static func progress(_ part: ReviewedPart) -> Finding? {
    let input = part.item.input
    let (least, most) = (input.minimum?.number ?? 0, input.maximum?.number ?? 1)
    let range = "\(JSONValue.of(least).typedText) to \(JSONValue.of(most).typedText)"
    if least >= most {
      return Finding(
        part.pointer + (input.minimum == nil ? "/maximum" : "/minimum"), .outOfRange,
        "a bar from \(range) cannot be filled")
    }
    guard let value = input.value, value != .null else { return nil }
    guard let number = value.number else {
      return Finding(
        part.pointer + "/value", .typeMismatch, "'value' of a progress must be a number")
    }
    return least...most ~= number
      ? nil
      : Finding(
        part.pointer + "/value", .outOfRange,
        "'value' of a progress must be from \(range), not \(value.typedText)")
  }

  private static func range(_ part: ReviewedPart, _ kind: InputKind) -> Finding? {
    let input = part.item.input
    let usual: InputBound? = kind == .slider || kind == .stepper ? .number(0) : nil
    guard let least = input.minimum ?? usual,
      let greatest = input.maximum ?? (kind == .slider ? .number(1) : nil)
    else { return nil }
    let isReversed =
      switch (least, greatest) {
      case (.number(let a), .number(let b)): a > b
      case (.date(let a), .date(let b)): a > b
      case (.time(let a), .time(let b)): a > b
      case (.dateTime, .dateTime): least > greatest
      default: false
      }
    guard isReversed else { return nil }
    return Finding(
      part.pointer + (input.minimum == nil ? "/maximum" : "/minimum"), .outOfRange,
      "the least answer, \(least.value.typedText), is above the greatest, "
        + greatest.value.typedText)
  }

  private static func step(_ part: ReviewedPart, _ kind: InputKind) -> Finding? {
    let range = NumberChoice(of: part.item).range
    let length = range.upperBound - range.lowerBound
    guard kind == .slider || kind == .stepper, let step = part.item.input.step, step > length else {
      return nil
    }
    return Finding(
      part.pointer + "/step", .outOfRange,
      "a step of \(JSONValue.of(step).typedText) is more than all answers together, "
        + JSONValue.of(length).typedText)
  }

  /// Empty answers are for users to fill in, and other values are not known here.
  private static func checks(_ part: ReviewedPart) -> Finding? {
    var checks = part.item.input.checks
    (checks.isRequired, checks.sameAs, checks.message) = (false, "", "")
    if part.item.input.inputType == .color { checks.format = checks.format ?? .color }
    return checks.fault(in: part.item.input.value) { _ in nil }.map {
      Finding(part.pointer + "/value", .outOfRange, "its own checks refuse this: \($0)")
    }
  }

  private static func unit(_ part: ReviewedPart, _ kind: InputKind) -> Finding? {
    guard !part.item.input.unit.isEmpty, ![.textField, .slider, .stepper].contains(kind) else {
      return nil
    }
    return Finding(
      part.pointer + "/unit", .unknownKey, "'unit' is not shown: a \(kind.rawValue) has no unit")
  }

  private static func option(_ part: ReviewedPart, _ kind: InputKind) -> Finding? {
    let (input, choice) = (part.item.input, Choice(of: part.item))
    guard kind == .choice, let value = input.value, value != .null, !choice.options.isEmpty else {
      return nil
    }
    if case .array(let values) = value, Set(values).count < values.count {
      return Finding(part.pointer + "/value", .duplicateKey, "an option is chosen twice")
    }
    return choice.stray(in: value).map { stray in
      let text =
        switch stray {
        case .bool(let value): "\(value)"
        case .array: "a list"
        case .object: "an object"
        default: "'\(stray.typedText)'"
        }
      return Finding(
        part.pointer + "/value", .unknownOption,
        "\(text.printable(limit: 42)) is none of the options")
    }
  }
}
