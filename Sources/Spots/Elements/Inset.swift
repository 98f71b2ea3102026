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

  private var sides: Size {
    Size(
      width: sane(insets.left) + sane(insets.right), height: sane(insets.top) + sane(insets.bottom))
  }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let inner = SizeRange(
      minimum: less(range.minimum), maximum: less(range.maximum))
    let size = children.first?.measure(in: inner) ?? .zero
    return Size(width: size.width + sides.width, height: size.height + sides.height)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let x = min(sane(insets.left), size.width)
    let y = min(sane(insets.top), size.height)
    let inner = less(size)
    return children.map { _ in Rect(origin: Point(x: x, y: y), size: inner) }
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    let inner = children.first?.limits(axis) ?? AxisLimits()
    return AxisLimits(minimum: inner.minimum + sides[axis], isRigid: inner.isRigid)
  }

  private func less(_ size: Size) -> Size {
    Size(width: max(size.width - sides.width, 0), height: max(size.height - sides.height, 0))
  }
}
