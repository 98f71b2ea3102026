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

  /// This attribute with a value, for use in a description.
  public func value(_ value: Value) -> AttributeValue {
    AttributeValue(ValueBox(attribute: self, value: value))
  }
}

/// An attribute and its value in a description.
public struct AttributeValue: Equatable {
  fileprivate let box: any AttributeBox

  fileprivate init(_ box: any AttributeBox) {
    self.box = box
  }

  /// The identifier of the attribute, unique among those of a view class.
  public var identifier: String { box.identifier }
  var canBeUndone: Bool { box.canBeUndone }
  var hasUpdater: Bool { box.hasUpdater }

  func fits(_ viewClass: View.Type) -> Bool { box.fits(viewClass) }

  @MainActor func apply(to view: View) { box.apply(to: view) }
  @MainActor func unapply(from view: View) { box.unapply(from: view) }
  @MainActor func update(_ view: View, from old: AttributeValue) {
    box.update(view, from: old.box)
  }

  /// Whether the identifiers, the types and the values are equal.
  public static func == (a: AttributeValue, b: AttributeValue) -> Bool {
    a.identifier == b.identifier && a.box.hasValue(of: b.box)
  }
}

/// An attribute with a value, its types erased.
private protocol AttributeBox {
  var identifier: String { get }
  var canBeUndone: Bool { get }
  var hasUpdater: Bool { get }
  func fits(_ viewClass: View.Type) -> Bool
  func hasValue(of other: any AttributeBox) -> Bool
  @MainActor func apply(to view: View)
  @MainActor func unapply(from view: View)
  @MainActor func update(_ view: View, from old: any AttributeBox)
}

private struct ValueBox<Target: View, Value: Equatable>: AttributeBox {
  let attribute: ViewAttribute<Target, Value>
  let value: Value

  var identifier: String { attribute.identifier }
  var canBeUndone: Bool { attribute.unapply != nil }
  var hasUpdater: Bool { attribute.update != nil }

  func fits(_ viewClass: View.Type) -> Bool { viewClass is Target.Type }

  func hasValue(of other: any AttributeBox) -> Bool {
    (other as? ValueBox<Target, Value>)?.value == value
  }

  func apply(to view: View) {
    if let view = view as? Target { attribute.apply(view, value) }
  }

  func unapply(from view: View) {
    if let view = view as? Target { attribute.unapply?(view, value) }
  }

  /// An old value of another attribute with the same identifier is unapplied instead.
  func update(_ view: View, from old: any AttributeBox) {
    guard let update = attribute.update, let target = view as? Target,
      let old = old as? ValueBox<Target, Value>
    else {
      old.unapply(from: view)
      return apply(to: view)
    }
    update(target, old.value, value)
  }
}
