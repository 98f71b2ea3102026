/// A view as a value: its class and its attributes.
///
/// Configurations are cheap and create nothing. `ViewMounter` creates or reuses views and changes
/// only the attributes that differ.
public struct ViewConfiguration: Equatable {
  /// nil for no view; the children are then mounted in the view around it.
  public let viewClass: View.Type?
  /// In the order they are applied; of several with the same identifier only the last is kept.
  public let attributes: [AttributeValue]

  /// A configuration without a view.
  public static var viewless: ViewConfiguration { ViewConfiguration() }

  private init() {
    viewClass = nil
    attributes = []
  }

  /// Creates the configuration of a view; its attributes must be for `viewClass` or a superclass.
  public init(_ viewClass: View.Type, _ attributes: [AttributeValue] = []) {
    var last: [String: Int] = [:]
    for (index, attribute) in attributes.enumerated() {
      precondition(
        attribute.fits(viewClass),
        "the attribute '\(attribute.identifier)' is for another class than \(viewClass)")
      last[attribute.identifier] = index
    }
    self.viewClass = viewClass
    self.attributes = attributes.enumerated()
      .filter { last[$0.element.identifier] == $0.offset }.map(\.element)
  }

  /// Creates the configuration of a view with values for some of its properties:
  /// `ViewConfiguration(ImageView.self, [\.source: "a.png"])`. Each must be one that can be set, of
  /// the type of its value.
  @MainActor
  public init<Target: View>(_ viewClass: Target.Type, _ properties: PropertyValues<Target>) {
    self.init(viewClass, properties.values.map { $0() })
  }

  /// Whether both have the same class and equal attributes in the same order.
  public static func == (a: ViewConfiguration, b: ViewConfiguration) -> Bool {
    a.viewClass == b.viewClass && a.attributes == b.attributes
  }
}

/// Equal for views that are interchangeable: those of one class with the same attributes among
/// those that cannot be undone.
struct ViewReuseKey: Hashable {
  private let type: ObjectIdentifier
  private let permanent: [String]

  init(_ viewClass: View.Type, _ attributes: [AttributeValue]) {
    type = ObjectIdentifier(viewClass)
    permanent = attributes.filter { !$0.canBeUndone }.map(\.identifier).sorted()
  }

  /// Makes all views of one type of element interchangeable.
  init(elementType: Any.Type) {
    type = ObjectIdentifier(elementType)
    permanent = []
  }
}

/// A property that can be applied to a view, updated and undone.
///
/// Create an attribute once and use it in every description; attributes with the same identifier
/// count as the same.
public struct ViewAttribute<Target: View, Value: Equatable> {
  /// Unique among the attributes of a view class.
  public let identifier: String
  let apply: @MainActor (Target, Value) -> Void
  let unapply: (@MainActor (Target, Value) -> Void)?
  let update: (@MainActor (Target, _ old: Value, _ new: Value) -> Void)?

  /// Creates an attribute.
  ///
  /// - Parameters:
  ///   - identifier: Unique among the attributes of the view class.
  ///   - unapply: Undoes `apply` for a value when the attribute is removed, or before a new value
  ///     if there is no `update`. Without it, a view that has the attribute is only reused for
  ///     descriptions that have it as well.
  ///   - update: Changes one value to another, in place of `unapply` and `apply`.
  ///   - apply: Gives a value to a view that has none of this attribute.
  public init(
    _ identifier: String, unapply: (@MainActor (Target, Value) -> Void)? = nil,
    update: (@MainActor (Target, _ old: Value, _ new: Value) -> Void)? = nil,
    apply: @escaping @MainActor (Target, Value) -> Void
  ) {
    self.identifier = identifier
    self.apply = apply
    self.unapply = unapply
    self.update = update
  }

  /// Creates an attribute that sets a property of the view.
  ///
  /// A view that has the attribute is only reused for descriptions that have it as well.
  @MainActor
  public init(_ property: ReferenceWritableKeyPath<Target, Value>) {
    // Formed on the main actor, it is of use there alone, and so is the closure.
    nonisolated(unsafe) let property = property
    self.init("\(property)") { view, value in view[keyPath: property] = value }
  }

  /// This attribute with a value, for use in a description.
  @MainActor
  public func value(_ value: Value) -> AttributeValue {
    func own(_ other: AttributeValue) -> Value? {
      other.type == Self.self ? other.value as? Value : nil
    }
    return AttributeValue(
      identifier: identifier, type: Self.self, value: value, canBeUndone: unapply != nil,
      hasUpdater: update != nil, fits: { $0 is Target.Type }, isSame: { own($0) == value },
      apply: { if let view = $0 as? Target { apply(view, value) } },
      unapply: { if let view = $0 as? Target { unapply?(view, value) } },
      update: { view, other in
        guard let update, let view = view as? Target, let old = own(other) else {
          // It belongs to another attribute with the same identifier.
          other.unapply(view)
          if let view = view as? Target { apply(view, value) }
          return
        }
        update(view, old, value)
      })
  }
}

/// Values for properties of a view, by their key paths.
public struct PropertyValues<Target: View>: ExpressibleByDictionaryLiteral {
  let values: [@MainActor () -> AttributeValue]

  /// Creates the values of a literal.
  public init(dictionaryLiteral elements: (PartialKeyPath<Target>, any Equatable & Sendable)...) {
    values = elements.map { Self.attribute($0, $1) }
  }

  private static func attribute<Value: Equatable & Sendable>(
    _ property: PartialKeyPath<Target>, _ value: Value
  ) -> @MainActor () -> AttributeValue {
    nonisolated(unsafe) let property = property
    return {
      if let path = property as? ReferenceWritableKeyPath<Target, Value> {
        return ViewAttribute(path).value(value)
      }
      guard let path = property as? ReferenceWritableKeyPath<Target, Value?> else {
        preconditionFailure("'\(property)' cannot be set to a value of type \(Value.self)")
      }
      return ViewAttribute(path).value(value)
    }
  }
}

/// An attribute and its value in a description.
public struct AttributeValue: Equatable {
  /// The identifier of the attribute, unique among those of a view class.
  public let identifier: String
  fileprivate let type: Any.Type
  fileprivate let value: Any
  let canBeUndone: Bool
  let hasUpdater: Bool
  let fits: (View.Type) -> Bool
  fileprivate let isSame: (AttributeValue) -> Bool
  let apply: @MainActor (View) -> Void
  let unapply: @MainActor (View) -> Void
  let update: @MainActor (View, _ old: AttributeValue) -> Void

  /// Whether the identifiers, the types and the values are equal.
  public static func == (a: AttributeValue, b: AttributeValue) -> Bool {
    a.identifier == b.identifier && a.isSame(b)
  }
}
