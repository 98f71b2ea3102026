// Choices: the options of an item, one or several of which are its value.

/// One of the options that users choose from.
public struct ChoiceOption: Hashable, Sendable {
  /// The item's value when the option is chosen; different for each option of a choice.
  public var value: JSONValue
  /// The text that users see.
  public var title: String

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - value: The value when it is chosen.
  ///   - title: The text of the value unless given.
  public init(_ value: JSONValue, title: String? = nil) {
    self.value = value
    self.title = title ?? value.typedText
  }
}

/// How the options of a choice are shown.
public enum ChoiceStyle: String, Hashable, Sendable, CaseIterable {
  /// A box that shows the chosen option and opens a menu of all options.
  case menu
  /// One row of segments, where they fit; else chips.
  case segments
  /// Rounded boxes, wrapped onto as many lines as they need.
  case chips
  /// One below the other, each with a circle, or with a box where several can be chosen.
  case radio

  private static let mostSeenOptions = 200

  /// How the options of an item are shown: as the document says, or else in a menu, or as chips
  /// where several can be chosen. More than 200 options are always a menu.
  public init(of item: Item) {
    guard let own = item.ownInput, own.options.count <= Self.mostSeenOptions else {
      self = .menu
      return
    }
    self = own.choiceStyle ?? (own.isMultiple ? .chips : .menu)
  }
}

/// Options of which users choose one or several.
public struct Choice: Hashable, Sendable {
  /// In the order in which they are shown.
  public var options: [ChoiceOption]
  /// Whether several options can be chosen. The value is an array then; otherwise it is the value
  /// of one option, or null.
  public var isMultiple: Bool

  /// Creates a choice of which one option can be chosen, unless `isMultiple` is true.
  public init(of options: [ChoiceOption], isMultiple: Bool = false) {
    self.options = options
    self.isMultiple = isMultiple
  }

  /// Creates the choice among the options of an item.
  public init(of item: Item) {
    self.init(of: item.ownInput?.options ?? [], isMultiple: item.ownInput?.isMultiple ?? false)
  }

  /// Whether each option is chosen in `value`, in the order of `options`.
  ///
  /// - Complexity: O(*n*) in the options and the values.
  public func chosen(in value: JSONValue) -> [Bool] {
    let values = Set(values(in: value).map(Self.compared))
    return options.map { values.contains(Self.compared($0.value)) }
  }

  /// The first of the chosen values that is none of the options; nil when there is none.
  ///
  /// - Complexity: O(*n*) in the options and the values.
  package func stray(in value: JSONValue) -> JSONValue? {
    let known = Set(options.map { Self.compared($0.value) })
    return values(in: value).first { !known.contains(Self.compared($0)) }
  }

  /// The value after a user chooses the option at `index`. Where several can be chosen, this
  /// toggles the option, and drops any values that are not among the options.
  public func value(choosing index: Int, in value: JSONValue) -> JSONValue {
    guard options.indices.contains(index) else { return value }
    guard isMultiple else { return options[index].value }
    var chosen = chosen(in: value)
    chosen[index].toggle()
    return .array(zip(options, chosen).filter(\.1).map(\.0.value))
  }

  /// `value` as text: the titles of the chosen options, and the values themselves where they are
  /// not options.
  public func text(of value: JSONValue) -> String {
    let values = values(in: value)
    guard values.count > 1 else {
      guard let value = values.first else { return "" }
      return options.first { $0.value.isSame(as: value) }?.title ?? value.typedText
    }
    let wanted = Set(values.map(Self.compared))
    var titles: [JSONValue: String] = [:]
    for option in options where wanted.contains(Self.compared(option.value)) {
      titles[Self.compared(option.value)] = option.title
    }
    return values.map { titles[Self.compared($0)] ?? $0.typedText }.joined(separator: ", ")
  }

  /// A value in the form in which it is compared: 1 and 1.0 are the same.
  private static func compared(_ value: JSONValue) -> JSONValue {
    value.number.map(JSONValue.of) ?? value
  }

  private func values(in value: JSONValue) -> [JSONValue] {
    if isMultiple, case .array(let values) = value { return values }
    return value == .null ? [] : [value]
  }
}
