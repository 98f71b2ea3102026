/// What a view is, as a value: its class and the attributes it wears.
///
/// Describing is cheap and makes nothing; `ViewMounter` makes views, or takes ones that are there,
/// and changes only what differs from what they wear.
public struct ViewConfiguration: Equatable {
  /// Nil: there is no view, and what is inside is mounted in the parent's view.
  public let viewClass: View.Type?
  /// In the order they are applied in; of two with one identifier the last counts.
  public let attributes: [AttributeValue]

  /// A description without a view.
  public static var viewless: ViewConfiguration { ViewConfiguration() }

  private init() {
    viewClass = nil
    attributes = []
  }

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

  public static func == (a: ViewConfiguration, b: ViewConfiguration) -> Bool {
    a.viewClass == b.viewClass && a.attributes == b.attributes
  }
}

/// Views are exchangeable when they are of one class and wear the same attributes that nobody can
/// take off.
struct ViewReuseKey: Hashable {
  private let type: ObjectIdentifier
  private let permanent: [String]

  init(_ viewClass: View.Type, _ attributes: [AttributeValue]) {
    type = ObjectIdentifier(viewClass)
    permanent = attributes.filter { !$0.canBeUndone }.map(\.identifier).sorted()
  }

  /// All views of one type of element are exchangeable.
  init(elementType: Any.Type) {
    type = ObjectIdentifier(elementType)
    permanent = []
  }
}
