/// An element in its own size inside of the room there is, in the middle or at an edge.
@MainActor
public struct Aligned: Element {
  /// Where the element is in one direction.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    case start, center, end
    /// All the room is the element's.
    case fill
  }

  public var horizontal: Position
  public var vertical: Position
  public var element: any Element

  public init(horizontal: Position, vertical: Position, _ element: any Element) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.element = element
  }

  public var content: ElementContent {
    ElementContent(
      children: [element], layout: AlignedLayout(horizontal: horizontal, vertical: vertical))
  }
}

/// An element in its own size in the middle of the room there is.
@MainActor
public struct Centered: ComposedElement {
  public var element: any Element

  public init(_ element: any Element) {
    self.element = element
  }

  public var body: any Element { Aligned(horizontal: .center, vertical: .center, element) }
}

extension Element {
  /// This element in its own size in the middle.
  public func centered() -> Centered { Centered(self) }
}

private struct AlignedLayout: ElementLayout {
  let horizontal: Aligned.Position
  let vertical: Aligned.Position

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    children.first?.measure(in: childRange(range)) ?? .zero
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    children.map { child in
      let own = child.measure(in: childRange(.exactly(size)))
      return Rect(
        x: Self.offset(horizontal, free: size.width - own.width),
        y: Self.offset(vertical, free: size.height - own.height),
        width: own.width, height: own.height)
    }
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    AxisLimits(minimum: children.first?.limits(axis).minimum ?? 0)
  }

  private func childRange(_ range: SizeRange) -> SizeRange {
    SizeRange(
      minimum: Size(
        width: horizontal == .fill ? range.minimum.width : 0,
        height: vertical == .fill ? range.minimum.height : 0),
      maximum: range.maximum)
  }

  private static func offset(_ position: Aligned.Position, free: Double) -> Double {
    switch position {
    case .start, .fill: 0
    case .center: max(free, 0) / 2
    case .end: max(free, 0)
    }
  }
}
