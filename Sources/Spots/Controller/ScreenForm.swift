/// The values of a screen, or an object in its data, as a type of the program, matched to its
/// properties by name.
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
/// Reading a property returns the current value; setting one has the effect of a user's change.
@MainActor
@dynamicMemberLookup
public final class ScreenForm<Model: Codable> {
  /// Called after a frame in which values have changed by other means than the form, including a
  /// new document, for as long as the form is held.
  public var onChange: (Model) -> Void = { _ in }
  /// The error of the first value that does not fit, with its name: one on the screen that the type
  /// cannot hold, or one that was set and the screen cannot take. Nil while all of them fit.
  public var fault: (any Error)? { refusal ?? misfit }
  private let controller: SpotsController
  /// The object in the data; nil for answers by name.
  private let pointer: String?
  /// The screen's values when the model was made from them.
  private var known: [String: JSONValue]
  private var model: Model
  /// The properties as last passed to `onChange` or set through the form.
  private var told: [String: JSONValue]
  private var misfit, refusal: (any Error)?

  /// Creates a form for the values of the screen that a controller shows, and holds the controller.
  ///
  /// - Parameters:
  ///   - controller: It is held as long as the form.
  ///   - pointer: The JSON pointer of an object in the screen's data, whose members are the values,
  ///     as those with a `bind`; nil for answers, which have names.
  /// - Throws: `DecodingError` with the name of the first value that does not fit its property, or
  ///   is not there.
  public init(of controller: SpotsController, at pointer: String? = nil) throws {
    (self.controller, self.pointer) = (controller, pointer)
    known = try Self.members(in: controller, at: pointer)
    model = try JSONValue.object(known).decoded()
    told = try ScreenValues.members(of: model)
    controller.values.observe { [weak self] in self?.answersDidChange() != nil }
  }

  /// All of the values. While the screen has one that does not fit, these are the last that did.
  /// Setting a value that the screen cannot take changes nothing.
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
        // A property that has become nil is set to null.
        let members = changed.map { ($0, new[$0] ?? .null) }
        if let pointer {
          try controller.boundData.write(members, at: pointer)
        } else {
          try controller.values.set(members: members)
        }
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

  private static func members(
    in controller: SpotsController, at pointer: String?
  ) throws -> [String: JSONValue] {
    try pointer.map { try controller.boundData.members(at: $0) } ?? controller.values.all
  }

  /// Follows the screen.
  private func update() {
    do {
      let values = try Self.members(in: controller, at: pointer)
      guard values != known else { return }
      known = values
      model = try JSONValue.object(values).decoded()
      misfit = nil
    } catch {
      misfit = error
    }
  }

  private func answersDidChange() {
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
