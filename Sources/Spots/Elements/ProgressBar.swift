/// A bar of which a part is filled.
@MainActor
public struct ProgressBar: Element {
  /// 0 to 1; what is beyond is cut, what is no number is 0.
  public var value: Double
  public var color: Paint
  public var track: Paint
  /// In points.
  public var thickness: Double

  public init(
    _ value: Double, color: Paint = .role(.accent), track: Paint = .role(.surfacePressed),
    thickness: Double = 6
  ) {
    self.value = value
    self.color = color
    self.track = track
    self.thickness = thickness
  }

  public var content: ElementContent {
    let part = value.isNaN ? 0 : min(max(value, 0), 1)
    let radius = sane(thickness) / 2
    return ElementContent(
      children: [
        Box(color: track, cornerRadius: radius), Box(color: color, cornerRadius: radius),
      ], layout: ProgressLayout(part: part, thickness: sane(thickness)))
  }
}

private struct ProgressLayout: ElementLayout {
  let part: Double
  let thickness: Double

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    Size(width: range.minimum.width, height: thickness)
  }

  /// A part that is there at all is seen: at least as long as it is thick.
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
