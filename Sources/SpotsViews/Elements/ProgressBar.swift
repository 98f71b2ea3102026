/// A bar that is filled in proportion to a value.
@MainActor
public struct ProgressBar: Element {
  /// The filled part, clamped to 0 … 1; NaN counts as 0. Nil while nobody knows how far it is: a
  /// part of the bar goes to and fro.
  public var value: Double?
  /// The color of the filled part.
  public var color: Paint
  /// The color of the whole bar behind it.
  public var track: Paint
  /// The height of the bar, in points.
  public var thickness: Double

  /// Creates a bar 6 points high, in the theme's accent color unless given.
  public init(
    _ value: Double?, color: Paint = .role(.accent), track: Paint = .role(.surfacePressed),
    thickness: Double = 6
  ) {
    self.value = value
    self.color = color
    self.track = track
    self.thickness = thickness
  }

  /// As high as `thickness`, and as wide as the smallest width on offer.
  public var content: ElementContent {
    let radius = sane(thickness) / 2
    guard let value else {
      return ElementContent(
        children: [Box(color: track, cornerRadius: radius), MovingBar(color: color)],
        layout: ProgressLayout(part: 1, thickness: sane(thickness)))
    }
    let part = value.isNaN ? 0 : min(max(value, 0), 1)
    var content = ElementContent(
      children: [
        Box(color: track, cornerRadius: radius), Box(color: color, cornerRadius: radius),
      ], layout: ProgressLayout(part: part, thickness: sane(thickness)))
    content.reading = { _ in [Accessibility(role: .progressBar, value: AccessibleValue(part))] }
    return content
  }
}

private struct ProgressLayout: ElementLayout {
  let part: Double
  let thickness: Double

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    Size(width: range.minimum.width, height: thickness)
  }

  /// Keeps any filled part visible by making it at least as long as it is thick.
  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let length = part > 0 ? min(max(size.width * part, size.height), size.width) : 0
    return [
      Rect(origin: .zero, size: size), Rect(width: length, height: size.height),
    ]
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    axis == .horizontal ? AxisLimits() : AxisLimits(minimum: thickness, isRigid: true)
  }
}
