/// A value of a screen that can be changed where it is made.
public protocol ScreenPart {}

extension ScreenPart {
  /// A copy with changes, for properties that initializers leave out:
  ///
  /// ```swift
  /// let rooms = ComponentModel(title: "Rooms") { "Kitchen" }.with { $0.filter = .words }
  /// ```
  public func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A part of a screen with a `model`, which may hold a value of a type of the program.
public protocol TypedPart: ScreenPart {
  /// The value as JSON; nil for none.
  var model: JSONValue? { get set }
}

extension TypedPart {
  /// The `model` decoded as `type`; nil when there is none.
  ///
  /// - Throws: `DecodingError` with the path, below `model`, of the first value that does not fit.
  public func resolveModel<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model? {
    try model?.decoded(as: type)
  }

  /// Replaces the model.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold; nothing is changed then.
  public mutating func update(model: some Encodable) throws {
    self.model = try JSONValue(encoding: model)
  }
}
