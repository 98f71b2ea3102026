/// The values that the items of a screen have, by name.
///
/// A value is what the user, or a program, gave the item, or else what the document says. See
/// `Item.valueName` for the name, and `ScreenForm` for values that are known by their types.
///
///     controller.values["wifi"] = true
///     let answers = controller.values.all
@MainActor
public struct ScreenValues {
  let state: PresentationState

  init(_ state: PresentationState) {
    self.state = state
  }

  /// The value with a name; nil when no item has one. Setting it has the effect of a user's change,
  /// or none if no item has the name; setting nil restores the value of the document. A slider or a
  /// takes the nearest number it can have. `Configuration.onModelError` tells of both.
  ///
  /// - Complexity: O(*n*) in all items of the screen.
  public subscript(name: String) -> JSONValue? {
    get { item(named: name).flatMap { state.values.value(of: $0.item) } }
    nonmutating set {
      guard let (item, path) = item(named: name) else {
        return state.pool.registry.report("", "no item has the name '\(name.printable())'")
      }
      var value = newValue ?? item.documentValue ?? .null
      if let number = newValue?.number, [.slider, .stepper].contains(InputKind(of: item)) {
        let choice = NumberChoice(of: item)
        value = .of(choice.nearest(to: number))
        if !choice.contains(number) {
          state.pool.registry.report(
            item.kind, "'\(name)' expects \(choice.words), not \(JSONValue.of(number).typedText)")
        }
      }
      state.answers.set(value, of: item, at: path)
    }
  }

  /// All values. Where several items share a name, they share its value.
  ///
  /// - Complexity: O(*n*) in all items of the screen, once for each change of the content; in the
  ///   items that have a value from then on.
  public var all: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for input in state.values.inputs where values[input.name] == nil {
      values[input.name] = state.values.value(of: input.item)
    }
    return values
  }

  /// The values that are submitted: those of all items except the ones that other values hide.
  ///
  /// - Complexity: That of `all`.
  public var answers: [String: JSONValue] { state.values.answers }

  /// As `answers`, without secrets.
  package var openAnswers: [String: JSONValue] {
    let secret = secretNames
    return answers.filter { !secret.contains($0.key) }
  }

  /// The names of values that nobody but the user may know.
  package var secretNames: Set<String> {
    Set(state.values.inputs.lazy.filter { $0.item.input.inputType == .secret }.map(\.name))
  }

  /// Gives every item the document's value.
  public func reset() { state.answers.reset() }

  // MARK: As a type

  /// The values as a type, matched to its properties by name; an optional property is nil when its
  /// value is missing or `null`.
  ///
  /// - Throws: `DecodingError` with the name of the first value that does not fit its property, or
  ///   is not on the screen.
  /// - Complexity: That of `all`.
  public func decoded<Model: Decodable>(as type: Model.Type = Model.self) throws -> Model {
    try JSONValue.object(all).decoded(as: type)
  }

  /// Gives items the values of the properties with their names. Other items keep their values, and
  /// so do those whose optional property is nil.
  ///
  /// - Throws: `EncodingError` with the name of the first value that its item cannot have; nothing
  ///   has changed then.
  public func set(_ model: some Encodable) throws {
    try set(members: Self.members(of: model).map { ($0, $1) })
  }

  /// The properties of a value, by name.
  static func members(of model: some Encodable) throws -> [String: JSONValue] {
    let value = try JSONValue(encoding: model)
    guard case .object(let members) = value else {
      let fault = "values have names, so a type with properties is needed"
      throw EncodingError.invalidValue(model, .init(codingPath: [], debugDescription: fault))
    }
    return members
  }

  func set(members: [(String, JSONValue)]) throws {
    var rest = Dictionary(uniqueKeysWithValues: members)
    var fitting: [(value: JSONValue, input: InputValues.Input)] = []
    for input in state.values.inputs {
      guard let value = rest.removeValue(forKey: input.name) else { continue }
      fitting.append((try fitted(value, to: input.item, name: input.name), input))
    }
    for (value, input) in fitting { state.answers.set(value, of: input.item, at: input.path) }
  }

  /// `value` as documents would write it for `item`.
  ///
  /// - Throws: `EncodingError` with the name when it is of another type.
  private func fitted(_ value: JSONValue, to item: Item, name: String) throws -> JSONValue {
    let expected: String
    switch (InputKind(of: item), value) {
    case (.toggle, .bool), (.checkbox, .bool): return value
    case (.toggle, _), (.checkbox, _): expected = "true or false"
    case (.slider, _), (.stepper, _):
      let choice = NumberChoice(of: item)
      if let number = value.number, choice.contains(number) { return .of(number) }
      expected = value.number == nil ? "a number" : choice.words
    case (.textField, .null): return item.typedValue("")
    case (.textField, _) where item.input.inputType == .number:
      if let number = value.number { return .of(number) }
      expected = "a number"
    case (.textField, .string): return value
    case (.textField, _): expected = "a string"
    case (.date, .null), (.time, .null): return value
    case (.date, .string(let text)), (.time, .string(let text)):
      let typed = item.typedValue(text)
      if typed != .null { return typed }
      expected = "a day or a time of day"
    case (.date, _), (.time, _): expected = "a string"
    case (.choice, .null): return item.input.isMultiple ? [] : value
    case (.choice, .array) where Choice(of: item).stray(in: value) == nil: return value
    case (.choice, _) where item.input.isMultiple: expected = "an array of options"
    case (.choice, _):
      if Choice(of: item).stray(in: value) == nil { return value }
      expected = "one of its options"
    default: return value
    }
    let found = value.number == nil ? value.kindInWords : value.typedText
    throw EncodingError.invalidValue(
      value,
      .init(
        codingPath: [ValueName(stringValue: name)],
        debugDescription: "'\(name)' expects \(expected), not \(found)"))
  }

  // MARK: Keeping

  /// The key under which users' values are kept from one run of the program to the next, if the
  /// screen's `keepsValues` asks for it; nil keeps nothing. The environment's
  /// ``SpotsViews/Environment/valueStore`` keeps them, within a second.
  ///
  /// Setting the key restores the values kept under it.
  public var key: String? {
    get { state.answers.keeping.key }
    nonmutating set { state.answers.keeping.key = newValue }
  }

  /// Keeps at once what has not been kept yet, as before a program ends.
  public func keep() { state.answers.keeping.keep() }

  /// The values users gave, without secrets.
  public var kept: KeptValues { state.values.kept(secrets: false) }

  /// The values users gave, secrets included.
  package var given: KeptValues { state.values.kept(secrets: true) }

  /// Restores the values users gave earlier, except where the document's own value has changed
  /// since, or users have given another.
  public func restore(_ kept: KeptValues) { state.answers.restore(kept) }

  private func item(named name: String) -> (item: Item, path: ItemPath)? {
    guard let path = state.values.path(named: name), let item = state.scrollView.item(at: path)
    else {
      return nil
    }
    return (item, path)
  }
}

private struct ValueName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
