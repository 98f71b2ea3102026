/// A line one device pixel thick.
@MainActor
public struct Divider: ViewElement, Equatable {
  /// The direction the line runs in.
  public var axis: Axis
  public var color: Paint

  public init(_ axis: Axis = .horizontal, color: Paint = .role(.separator)) {
    self.axis = axis
    self.color = color
  }

  public func updateView(_ view: FilledView, with context: ViewElementContext) {
    view.color = color
  }

  public var content: ElementContent {
    ElementContent(layout: DividerLayout(axis: axis), backing: .element(self))
  }
}

/// A rectangle of one colour.
public final class FilledView: View {
  public var color: Paint? { didSet { if color != oldValue { setNeedsDisplay() } } }
  /// In points; more than half a side makes the end round.
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
    // The line is as long as others make the row or column it stands in.
    Size(main: range.minimum[axis], cross: environment.hairline, axis: axis)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] { [] }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    axis == self.axis ? AxisLimits() : AxisLimits(isRigid: true)
  }
}
