/// An element in its own size, placed at an edge or in the center of the room on offer.
@MainActor
public struct Aligned: Element {
  /// The position of the element along one axis.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    /// Its own length, at the left or top edge.
    case start
    /// Its own length, in the center.
    case center
    /// Its own length, at the right or bottom edge.
    case end
    /// The whole length on offer.
    case fill
  }

  /// The position along the width.
  public var horizontal: Position
  /// The position along the height.
  public var vertical: Position
  /// The element that is placed.
  public var element: any Element

  /// Creates an element that takes its own length on every axis that is not `fill`.
  public init(horizontal: Position, vertical: Position, _ element: any Element) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.element = element
  }

  /// As large as `element`; any other room stays empty.
  public var content: ElementContent {
    ElementContent(
      children: [element], layout: AlignedLayout(horizontal: horizontal, vertical: vertical))
  }
}

/// An element in its own size in the center of the room on offer.
@MainActor
public struct Centered: ComposedElement {
  /// The element that is centered.
  public var element: any Element

  /// Creates an element centered on both axes.
  public init(_ element: any Element) {
    self.element = element
  }

  /// `element`, aligned to the center on both axes.
  public var body: any Element { Aligned(horizontal: .center, vertical: .center, element) }
}

extension Element {
  /// This element in its own size, centered on both axes.
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

/// An element with room around it.
@MainActor
public struct Inset: Element {
  /// In points; negative insets count as 0.
  public var insets: EdgeInsets
  /// The element inside the insets.
  public var element: any Element

  /// Creates an element with room around it.
  public init(_ insets: EdgeInsets, _ element: any Element) {
    self.insets = insets
    self.element = element
  }

  /// As large as `element` and the insets together.
  public var content: ElementContent {
    ElementContent(children: [element], layout: InsetLayout(insets: insets))
  }
}

extension Element {
  /// This element with `insets` around it, in points.
  public func inset(by insets: EdgeInsets) -> Inset { Inset(insets, self) }

  /// This element with `horizontal` points at the left and right, and `vertical` above and below.
  public func inset(horizontal: Double = 0, vertical: Double = 0) -> Inset {
    Inset(
      EdgeInsets(top: vertical, left: horizontal, bottom: vertical, right: horizontal), self)
  }
}

private struct InsetLayout: ElementLayout {
  let insets: EdgeInsets

  func needs(_ children: [ElementNode]) -> WidthNeeds {
    let inner = children.first?.needs ?? WidthNeeds()
    return WidthNeeds(
      readable: inner.readable + sides.width, least: inner.least + sides.width)
  }

  private var sides: Size {
    Size(
      width: sane(insets.left) + sane(insets.right), height: sane(insets.top) + sane(insets.bottom))
  }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let inner = SizeRange(minimum: less(range.minimum), maximum: less(range.maximum))
    let size = children.first?.measure(in: inner) ?? .zero
    return Size(width: size.width + sides.width, height: size.height + sides.height)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let x = min(sane(insets.left), size.width)
    let y = min(sane(insets.top), size.height)
    let inner = less(size)
    let frame = Rect(origin: Point(x: x, y: y), size: inner)
    return Array(repeating: frame, count: children.count)
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    let inner = children.first?.limits(axis) ?? AxisLimits()
    return AxisLimits(minimum: inner.minimum + sides[axis], isRigid: inner.isRigid)
  }

  private func less(_ size: Size) -> Size {
    Size(width: max(size.width - sides.width, 0), height: max(size.height - sides.height, 0))
  }
}
