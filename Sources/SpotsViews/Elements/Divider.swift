/// A line one device pixel thick.
@MainActor
public struct Divider: Element {
  /// The direction of the line.
  public var axis: Axis
  /// The color of the line; the theme's separator color unless given.
  public var color: Paint

  /// Creates a divider; horizontal unless given.
  public init(_ axis: Axis = .horizontal, color: Paint = .role(.separator)) {
    self.axis = axis
    self.color = color
  }

  private static let fill = ViewAttribute<FilledView, Paint>("color") { $0.color = $1 }

  /// One device pixel thick, and as long as the smallest length on offer.
  public var content: ElementContent {
    ElementContent(
      layout: DividerLayout(axis: axis),
      view: ViewConfiguration(FilledView.self, [Self.fill.value(color)]))
  }
}

/// A rectangle of one color.
public final class FilledView: View {
  /// The color of the area; nil draws nothing.
  public var color: Paint? { didSet { if color != oldValue { setNeedsDisplay() } } }
  /// In points; limited to half of the shorter side.
  public var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsDisplay() } } }

  public override func draw(in list: inout DrawList) {
    guard let color, let theme = environment?.theme else { return }
    list.fill(
      bounds, color.color(in: theme),
      cornerRadius: min(cornerRadius, frame.width / 2, frame.height / 2))
  }
}

private struct DividerLayout: ElementLayout {
  let axis: Axis

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    // The other children decide how long the row or column around the line is.
    Size(main: range.minimum[axis], cross: environment.hairline, axis: axis)
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    axis == self.axis ? AxisLimits() : AxisLimits(isRigid: true)
  }
}
