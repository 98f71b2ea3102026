/// An element whose description, for users who do not see it, differs from what it shows.
@MainActor
public struct Accessible: Element {
  /// Read in place of the texts and pictures inside; nil leaves those.
  public var label: String?
  /// The role of the element; nil takes that of its content.
  public var role: AccessibleRole?
  /// Whether nothing of the element is read.
  public var isHidden: Bool
  /// The element, which keeps its traits for the row or column around it.
  public var element: any Element

  /// `element` alone, which looks the same.
  public var content: ElementContent {
    let (label, role, isHidden) = (label, role, isHidden)
    var content = ElementContent(children: [element], layout: WholeLayout())
    content.reading = { parts in
      if isHidden { return [] }
      var whole = parts.count == 1 ? parts[0] : Accessibility(reading: parts)
      if let label { (whole.label, whole.details) = (label, "") }
      whole.role = role ?? whole.role
      return [whole]
    }
    return content
  }
}

extension Element {
  /// This element with another description for users who do not see it.
  ///
  /// - Parameters:
  ///   - label: Read in place of the texts and pictures inside; nil leaves those.
  ///   - role: What the element is; nil leaves that to its content.
  ///   - isHidden: Whether nothing of the element is read, as with a decoration.
  public func accessible(
    label: String? = nil, role: AccessibleRole? = nil, isHidden: Bool = false
  ) -> Accessible {
    Accessible(label: label, role: role, isHidden: isHidden, element: self)
  }

  /// The descriptions of the element and of those inside it, in reading order.
  package func accessibleParts(_ words: Words = .english) -> [Accessibility] {
    let content = content
    var parts = content.children.flatMap { $0.accessibleParts(words) }
    if case .element(let element)? = content.backing, let own = element.accessibility(words) {
      parts.insert(own, at: 0)
    }
    return content.reading?(parts) ?? parts
  }
}
