/// An element of a fixed size, or of a limited size.
@MainActor
public struct Sized: Element {
  /// Applied as far as the room on offer allows.
  public var limits: SizeLimits
  /// The element inside, which fills the size.
  public var element: any Element

  /// Creates an element whose size is limited to `limits`.
  public init(_ limits: SizeLimits, _ element: any Element) {
    self.limits = limits
    self.element = element
  }

  /// The size of `element` within the limits.
  public var content: ElementContent {
    ElementContent(children: [element], layout: SizedLayout(limits: limits))
  }
}

/// The possible sides of an element, in points; nil leaves a side unlimited.
public struct SizeLimits: Hashable, Sendable {
  /// A fixed width, which overrides both limits of the width.
  public var width: Double?
  /// A fixed height, which overrides both limits of the height.
  public var height: Double?
  /// The least width; `maximumWidth` wins if it is smaller.
  public var minimumWidth: Double?
  /// The least height; `maximumHeight` wins if it is smaller.
  public var minimumHeight: Double?
  /// The greatest width; nil for no limit.
  public var maximumWidth: Double?
  /// The greatest height; nil for no limit.
  public var maximumHeight: Double?

  /// Creates limits; every side is unlimited unless given.
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
  /// This element with fixed sides, in points; nil leaves a side to the element.
  public func sized(width: Double? = nil, height: Double? = nil) -> Sized {
    Sized(SizeLimits(width: width, height: height), self)
  }
}

private struct SizedLayout: ElementLayout {
  let limits: SizeLimits

  func needs(_ children: [ElementNode]) -> WidthNeeds {
    func limited(_ width: Double) -> Double {
      limits.fixed(.horizontal)
        ?? min(max(width, limits.minimum(.horizontal)), limits.maximum(.horizontal))
    }
    let inner = children.first?.needs ?? WidthNeeds()
    return WidthNeeds(readable: limited(inner.readable), least: limited(inner.least))
  }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let width = span(range, .horizontal)
    let height = span(range, .vertical)
    if width.isExact, height.isExact {
      return Size(width: width.maximum, height: height.maximum)
    }
    let inner = SizeRange(main: width, cross: height, axis: .horizontal)
    return children.first?.measure(in: inner) ?? inner.minimum
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    if let fixed = limits.fixed(axis) { return AxisLimits(minimum: fixed, isRigid: true) }
    let inner = children.first?.limits(axis) ?? AxisLimits()
    return AxisLimits(
      minimum: min(max(inner.minimum, limits.minimum(axis)), limits.maximum(axis)),
      isRigid: inner.isRigid)
  }

  /// The range on offer, narrowed to the limits as far as possible.
  private func span(_ range: SizeRange, _ axis: Axis) -> LengthRange {
    let offered = range.span(axis)
    if let fixed = limits.fixed(axis) { return .exactly(offered.clamp(fixed)) }
    let maximum = offered.clamp(limits.maximum(axis))
    return LengthRange(minimum: min(offered.clamp(limits.minimum(axis)), maximum), maximum: maximum)
  }
}

/// An element whose width is `ratio` times its height.
///
/// The element is as large as the room allows, or as wide as it wants where the room is unlimited.
/// In a frame of another shape it is centered.
@MainActor
public struct AspectRatio: Element {
  /// Width divided by height, clamped to 0.01 … 100 in layout; NaN counts as 1.
  public var ratio: Double
  /// The element that is given the shape.
  public var element: any Element

  /// Creates an element that is `ratio` times as wide as it is high.
  public init(_ ratio: Double, _ element: any Element) {
    self.ratio = ratio
    self.element = element
  }

  /// The largest size of the ratio that fits; `element` fills it.
  public var content: ElementContent {
    let ratio = ratio.isNaN ? 1 : min(max(ratio, 0.01), 100)
    return ElementContent(children: [element], layout: AspectRatioLayout(ratio: ratio))
  }
}

extension Element {
  /// This element, `ratio` times as wide as it is high.
  public func aspectRatio(_ ratio: Double) -> AspectRatio { AspectRatio(ratio, self) }
}

private struct AspectRatioLayout: ElementLayout {
  let ratio: Double

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    var room = range.maximum
    if !room.width.isFinite, !room.height.isFinite {
      room.width = children.first?.measure(in: range).width ?? 0
    }
    return fitted(room)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let own = fitted(size)
    return children.map { _ in
      Rect(
        x: (size.width - own.width) / 2, y: (size.height - own.height) / 2, width: own.width,
        height: own.height)
    }
  }

  /// The largest size of the ratio in `room`, one side of which is finite.
  private func fitted(_ room: Size) -> Size {
    let width = min(
      room.width, room.height * ratio, room.width.isFinite ? .infinity : longestLength)
    return Size(width: width, height: min(width / ratio, room.height))
  }
}
