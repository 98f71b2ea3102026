/// The values of a screen as a type of the program's own, whose properties have their names.
///
/// ```swift
/// import Spots
///
/// struct Booking: Codable {
///   var name: String
///   var guests: Int
///   var breakfast: Bool
/// }
///
/// @MainActor func book(_ controller: SpotsController) throws {
///   let booking = try ScreenForm<Booking>(of: controller)
///   booking.guests = 2
///   booking.onChange = { print($0.name, $0.guests) }
/// }
/// ```
///
/// Reading a property gives the present value, setting one has the effect of a user's change.
@MainActor
@dynamicMemberLookup
public final class ScreenForm<Model: Codable> {
  /// Called after a frame in which values have become others by other means than the form, those of
  /// a new document too, for as long as somebody holds the form.
  public var onChange: (Model) -> Void = { _ in }
  /// The first value, with its name, that does not fit: one of the screen that the type cannot
  /// hold, or one that was set and the screen cannot take. Nil while all of them fit.
  public var fault: (any Error)? { refusal ?? misfit }
  private let controller: SpotsController
  /// The screen's values when the model was made of them.
  private var known: [String: JSONValue]
  private var model: Model
  /// The properties as `onChange`, or whoever set them, knows them.
  private var told: [String: JSONValue]
  private var misfit, refusal: (any Error)?

  /// Creates a form of the values of the screen that a controller shows, and keeps the controller.
  ///
  /// - Throws: `DecodingError` with the name of the first value that does not fit its property, or
  ///   is not on the screen.
  public init(of controller: SpotsController) throws {
    self.controller = controller
    known = controller.values.all
    model = try controller.values.decoded()
    told = try ScreenValues.members(of: model)
    controller.state.answers.observe(self)
  }

  /// All of the values. While the screen has one that does not fit, these are the last that did. Of
  /// a form that the screen cannot have, nothing is taken over.
  ///
  /// - Complexity: O(*n*) in the items that have a value when one of them has changed, else O(1).
  public var value: Model {
    get {
      update()
      return model
    }
    set {
      do {
        let old = try ScreenValues.members(of: value)
        let new = try ScreenValues.members(of: newValue)
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        // No answer is one, too.
        try controller.values.set(members: changed.map { ($0, new[$0] ?? .null) })
        for name in changed { told[name] = new[name] }
        refusal = nil
      } catch {
        refusal = error
      }
    }
  }

  /// The value of one property.
  public subscript<Value>(dynamicMember property: WritableKeyPath<Model, Value>) -> Value {
    get { value[keyPath: property] }
    set { value[keyPath: property] = newValue }
  }

  /// Follows the screen.
  private func update() {
    let values = controller.values.all
    guard values != known else { return }
    known = values
    do {
      model = try controller.values.decoded()
      misfit = nil
    } catch {
      misfit = error
    }
  }
}

extension ScreenForm: AnswerObserver {
  func answersDidChange() {
    update()
    do {
      let members = try ScreenValues.members(of: model)
      guard members != told else { return }
      told = members
      onChange(model)
    } catch {
      misfit = error
    }
  }
}

extension ScreenValues {
  /// The values as a type whose properties have their names; a value that is missing or `null` is
  /// nil in one that is optional.
  ///
  /// - Throws: `DecodingError` with the name of the first value that does not fit its property, or
  ///   is not on the screen.
  /// - Complexity: That of `all`.
  public func decoded<Model: Decodable>(as type: Model.Type = Model.self) throws -> Model {
    try JSONValue.object(all).decoded(as: type)
  }

  /// Gives items the values of the properties with their names. Others stay as they are, and so do
  /// those of optional properties that are nil.
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
      fitting.append((try input.item.fitted(value, name: input.name), input))
    }
    for (value, input) in fitting { state.answers.set(value, of: input.item, at: input.path) }
  }
}

extension Item {
  /// `value` as documents would write it for the item.
  ///
  /// - Throws: `EncodingError` with the name when it is of another type.
  fileprivate func fitted(_ value: JSONValue, name: String) throws -> JSONValue {
    let expected: String
    switch (InputKind(of: self), value) {
    case (.toggle, .bool), (.checkbox, .bool): return value
    case (.toggle, _), (.checkbox, _): expected = "true or false"
    case (.slider, _), (.stepper, _):
      if let number = value.number { return .of(number) }
      expected = "a number"
    case (.textField, .null): return typedValue("")
    case (.textField, _) where input.inputType == .number:
      if let number = value.number { return .of(number) }
      expected = "a number"
    case (.textField, .string): return value
    case (.textField, _): expected = "a string"
    case (.date, .null), (.time, .null): return value
    case (.date, .string(let text)), (.time, .string(let text)):
      let typed = typedValue(text)
      if typed != .null { return typed }
      expected = "a day or a time of day"
    case (.date, _), (.time, _): expected = "a string"
    case (.choice, .null) where input.isMultiple: return []
    case (.choice, .array): return value
    case (.choice, _) where input.isMultiple: expected = "an array"
    default: return value
    }
    throw EncodingError.invalidValue(
      value,
      .init(
        codingPath: [ValueName(stringValue: name)],
        debugDescription: "'\(name)' expects \(expected), not \(value.kindInWords)"))
  }
}

private struct ValueName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
