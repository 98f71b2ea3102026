// Choices: the options of an item, one or several of which are its value.

/// One of the options that users choose from.
public struct ChoiceOption: Hashable, Sendable {
  /// The value when it is chosen; no two options of a choice have the same.
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
  /// A box with the option that is chosen, which opens a menu of all of them.
  case menu
  /// One row of segments, where they fit; else chips.
  case segments
  /// Round boxes, on as many lines as they need.
  case chips

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

/// The options that users choose one of, or several.
public struct Choice: Hashable, Sendable {
  /// In the order in which they are shown.
  public var options: [ChoiceOption]
  /// Whether several can be chosen. The value is an array then, and otherwise that of an option, or
  /// null.
  public var isMultiple: Bool

  /// Creates a choice of one option unless given.
  public init(of options: [ChoiceOption], isMultiple: Bool = false) {
    self.options = options
    self.isMultiple = isMultiple
  }

  /// The options of an item that users choose from.
  public init(of item: Item) {
    self.init(of: item.ownInput?.options ?? [], isMultiple: item.ownInput?.isMultiple ?? false)
  }

  /// Whether each option is chosen when `value` is.
  ///
  /// - Complexity: O(*n*) in the options and the values.
  public func chosen(in value: JSONValue) -> [Bool] {
    let values = Set(values(in: value).map(\.asChosen))
    return options.map { values.contains($0.value.asChosen) }
  }

  /// The value after the user has chosen the option at `index`, or, where there may be several and
  /// it was chosen, has taken it back. Values that are no options are left out then.
  public func value(choosing index: Int, in value: JSONValue) -> JSONValue {
    guard options.indices.contains(index) else { return value }
    guard isMultiple else { return options[index].value }
    var chosen = chosen(in: value)
    chosen[index].toggle()
    return .array(zip(options, chosen).filter(\.1).map(\.0.value))
  }

  /// `value` in words: the titles of what is chosen, or what the value says itself where it is no
  /// option.
  public func text(of value: JSONValue) -> String {
    let values = values(in: value)
    guard values.count > 1 else {
      guard let value = values.first else { return "" }
      return options.first { $0.value.isSame(as: value) }?.title ?? value.typedText
    }
    let wanted = Set(values.map(\.asChosen))
    var titles: [JSONValue: String] = [:]
    for option in options where wanted.contains(option.value.asChosen) {
      titles[option.value.asChosen] = option.title
    }
    return values.map { titles[$0.asChosen] ?? $0.typedText }.joined(separator: ", ")
  }

  private func values(in value: JSONValue) -> [JSONValue] {
    if isMultiple, case .array(let values) = value { return values }
    return value == .null ? [] : [value]
  }
}

extension JSONValue {
  /// The value as it is compared: numbers that are equal are the same.
  fileprivate var asChosen: JSONValue { number.map(JSONValue.of) ?? self }
}
