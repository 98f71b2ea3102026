/// An element of a fixed size, or with limits to its size, in points.
@MainActor
public struct Sized: Element {
  public var limits: SizeLimits
  public var element: any Element

  public init(_ limits: SizeLimits, _ element: any Element) {
    self.limits = limits
    self.element = element
  }

  public var content: ElementContent {
    ElementContent(children: [element], layout: SizedLayout(limits: limits))
  }
}

/// The sides an element may have, in points; nil leaves a side as it is.
public struct SizeLimits: Hashable, Sendable {
  public var width: Double?
  public var height: Double?
  public var minimumWidth: Double?
  public var minimumHeight: Double?
  public var maximumWidth: Double?
  public var maximumHeight: Double?

  public init(
    width: Double? = nil, height: Double? = nil, minimumWidth: Double? = nil,
    minimumHeight: Double? = nil, maximumWidth: Double? = nil, maximumHeight: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.minimumWidth = minimumWidth
    self.minimumHeight = minimumHeight
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
  }

  fileprivate func fixed(_ axis: Axis) -> Double? {
    (axis == .horizontal ? width : height).map(sane)
  }

  fileprivate func minimum(_ axis: Axis) -> Double {
    sane((axis == .horizontal ? minimumWidth : minimumHeight) ?? 0)
  }

  fileprivate func maximum(_ axis: Axis) -> Double {
    (axis == .horizontal ? maximumWidth : maximumHeight).map(sane) ?? .infinity
  }
}

extension Element {
  /// This element in a fixed size.
  public func sized(width: Double? = nil, height: Double? = nil) -> Sized {
    Sized(SizeLimits(width: width, height: height), self)
  }
}

private struct SizedLayout: ElementLayout {
  let limits: SizeLimits

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let width = span(range, .horizontal)
    let height = span(range, .vertical)
    if width.isExact, height.isExact {
      return Size(width: width.maximum, height: height.maximum)
    }
    let inner = SizeRange(main: width, cross: height, axis: .horizontal)
    return children.first?.measure(in: inner) ?? inner.minimum
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    children.map { _ in Rect(origin: .zero, size: size) }
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    if let fixed = limits.fixed(axis) { return AxisLimits(minimum: fixed, isRigid: true) }
    let inner = children.first?.limits(axis) ?? AxisLimits()
    return AxisLimits(
      minimum: min(max(inner.minimum, limits.minimum(axis)), limits.maximum(axis)),
      isRigid: inner.isRigid)
  }

  /// What is offered, narrowed to what is allowed as far as it goes.
  private func span(_ range: SizeRange, _ axis: Axis) -> LengthRange {
    let offered = range.span(axis)
    if let fixed = limits.fixed(axis) { return .exactly(offered.clamp(fixed)) }
    let maximum = offered.clamp(limits.maximum(axis))
    return LengthRange(
      minimum: min(offered.clamp(limits.minimum(axis)), maximum), maximum: maximum)
  }
}
