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
