/// An element that is told from its neighbours by a key, so that its view stays with it when they
/// change places.
@MainActor
public struct Keyed: Element, FlexibleElement {
  public var key: String
  public var element: any Element

  public init(_ key: String, _ element: any Element) {
    self.key = key
    self.element = element
  }

  var traits: FlexTraits { (element as? any FlexibleElement)?.traits ?? FlexTraits() }

  public var content: ElementContent {
    var content = ElementContent(children: [element], layout: WholeLayout())
    content.key = key
    return content
  }
}

extension Element {
  /// This element, told from its neighbours by `key`.
  public func keyed(_ key: String) -> Keyed { Keyed(key, self) }
}
