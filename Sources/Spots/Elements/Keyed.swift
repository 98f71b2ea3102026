/// An element with a key that distinguishes it from its neighbors, so that it keeps its view when
/// they change places.
@MainActor
public struct Keyed: Element, FlexibleElement {
  /// Unique among the siblings of one element type.
  public var key: String
  /// The element, which keeps its traits for the row or column around it.
  public var element: any Element

  /// Creates an element that is identified by `key` among its siblings.
  public init(_ key: String, _ element: any Element) {
    self.key = key
    self.element = element
  }

  var traits: FlexTraits { (element as? any FlexibleElement)?.traits ?? FlexTraits() }

  /// `element` alone; the key adds no view.
  public var content: ElementContent {
    var content = ElementContent(children: [element], layout: WholeLayout())
    content.key = key
    return content
  }
}

extension Element {
  /// This element, distinguished from its neighbors by `key`.
  public func keyed(_ key: String) -> Keyed { Keyed(key, self) }
}
