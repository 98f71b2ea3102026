/// Elements of the same size on top of each other, the first at the back.
@MainActor
public struct Overlay: Element {
  /// From back to front.
  public var elements: [any Element]

  /// Creates an overlay; without elements it takes no room.
  public init(_ elements: [any Element]) {
    self.elements = elements
  }

  /// Creates an overlay of the elements that a closure says; see `ListBuilder`.
  public init(@ListBuilder<any Element> elements: () -> [any Element]) {
    self.init(elements())
  }

  /// As wide as the widest element and as high as the tallest.
  public var content: ElementContent {
    ElementContent(children: elements, layout: StackedLayout(deciding: nil))
  }
}

/// An element in front of a background of the same size.
@MainActor
public struct Background: Element {
  /// The element in front, which decides the size.
  public var element: any Element
  /// The element behind, which takes the size of `element`.
  public var background: any Element

  /// Creates an element in front of `background`.
  public init(_ element: any Element, behind background: any Element) {
    self.element = element
    self.background = background
  }

  /// As large as `element`.
  public var content: ElementContent {
    ElementContent(children: [background, element], layout: StackedLayout(deciding: 1))
  }
}

extension Element {
  /// This element in front of `background`.
  public func background(_ background: any Element) -> Background {
    Background(self, behind: background)
  }
}

private struct StackedLayout: ElementLayout {
  /// The index of the child that decides the size; nil for the largest of all.
  let deciding: Int?

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    deciders(children).reduce(into: Size.zero) { size, child in
      let own = child.measure(in: range)
      size = Size(width: max(size.width, own.width), height: max(size.height, own.height))
    }
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    let limits = deciders(children).map { $0.limits(axis) }
    return AxisLimits(
      minimum: limits.map(\.minimum).max() ?? 0,
      isRigid: limits.count == 1 && limits[0].isRigid)
  }

  private func deciders(_ children: [ElementNode]) -> [ElementNode] {
    guard let deciding else { return children }
    return children.indices.contains(deciding) ? [children[deciding]] : []
  }
}

/// An element with a key that distinguishes it from its neighbors, so that it keeps its view when
/// they change places.
@MainActor
public struct Keyed: Element {
  /// Unique among the siblings of one element type.
  public var key: String
  /// The element, which keeps its traits for the row or column around it.
  public var element: any Element

  /// Creates an element that is identified by `key` among its siblings.
  public init(_ key: String, _ element: any Element) {
    self.key = key
    self.element = element
  }

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
