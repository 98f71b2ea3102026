/// A small line drawing.
@MainActor
public struct Icon: ViewElement, Equatable {
  /// The drawings to choose from.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// An angle that points right, as at the end of a row.
    case chevron
    /// A check mark.
    case check
    /// A plus sign.
    case plus
    /// A minus sign.
    case minus
    /// Two crossed lines, as on a button that closes.
    case cross
    /// An angle that points up.
    case up
    /// An angle that points down.
    case down
    /// A shaft with a head that points right.
    case arrow
    /// A shaft with a head that points up and to the right, as of something that opens elsewhere.
    case external
    /// Three dots, as of a menu.
    case dots
    /// Two columns of three dots, as of something that can be moved.
    case handle
  }

  /// The drawing; all but `check` are mirrored in screens read from right to left.
  public var name: Name
  /// The side of the square around the drawing, in points.
  public var size: Double
  /// The color of the lines; the theme's secondary color unless given.
  public var color: Paint
  /// Whether left and right are exchanged.
  package var isFlipped = false

  /// Creates an icon in a square of 16 points unless given.
  public init(_ name: Name, size: Double = 16, color: Paint = .role(.secondary)) {
    self.name = name
    self.size = size
    self.color = color
  }

  /// Sets the drawing and its color; the layout decides the size.
  public func updateView(_ view: IconView, with context: ViewElementContext) {
    view.name = name
    view.color = color
    view.isFlipped = isFlipped
  }

  /// A square of fixed size, which rows and columns neither shrink nor stretch.
  public var content: ElementContent {
    ElementContent(
      children: [], layout: IconLayout(side: sane(size)), backing: .element(self))
  }
}

/// The view of `Icon`, which draws in the largest centered square.
public final class IconView: View {
  /// `chevron` unless set.
  public var name = Icon.Name.chevron { didSet { if name != oldValue { setNeedsDisplay() } } }
  /// The color of the lines; the theme's secondary color unless set.
  public var color = Paint.role(.secondary) {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }
  var isFlipped = false { didSet { if isFlipped != oldValue { setNeedsDisplay() } } }

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    // Undoes the mirroring of the whole screen for check marks, which look the same everywhere.
    let isFlipped = isFlipped != (environment.isRightToLeft && name == .check)
    Self.draw(
      name, in: bounds, isFlipped: isFlipped, color.color(in: environment.theme), into: &list)
  }

  /// Draws `name` in the largest centered square of `rect`.
  ///
  /// - Parameter isFlipped: Whether left and right are exchanged.
  package static func draw(
    _ name: Icon.Name, in rect: Rect, isFlipped: Bool = false, _ color: Color,
    into list: inout DrawList
  ) {
    let side = min(rect.width, rect.height)
    let (left, top) = (rect.midX - side / 2, rect.midY - side / 2)
    for line in lines(of: name) {
      let points = line.map {
        Point(x: left + (isFlipped ? 1 - $0.x : $0.x) * side, y: top + $0.y * side)
      }
      list.append(.polyline(points, color, width: max(side * 0.1, 1)))
    }
  }

  /// The lines of a drawing, in a square with sides of 1.
  private static func lines(of name: Icon.Name) -> [[Point]] {
    func line(_ numbers: Double...) -> [Point] {
      stride(from: 0, to: numbers.count - 1, by: 2).map {
        Point(x: numbers[$0], y: numbers[$0 + 1])
      }
    }
    switch name {
    case .chevron: return [line(0.35, 0.2, 0.65, 0.5, 0.35, 0.8)]
    case .check: return [line(0.15, 0.55, 0.4, 0.8, 0.85, 0.25)]
    case .plus: return [line(0.15, 0.5, 0.85, 0.5), line(0.5, 0.15, 0.5, 0.85)]
    case .minus: return [line(0.15, 0.5, 0.85, 0.5)]
    case .cross: return [line(0.2, 0.2, 0.8, 0.8), line(0.8, 0.2, 0.2, 0.8)]
    case .up: return [line(0.2, 0.65, 0.5, 0.35, 0.8, 0.65)]
    case .down: return [line(0.2, 0.35, 0.5, 0.65, 0.8, 0.35)]
    case .arrow: return [line(0.15, 0.5, 0.85, 0.5), line(0.55, 0.2, 0.85, 0.5, 0.55, 0.8)]
    case .external: return [line(0.25, 0.75, 0.75, 0.25), line(0.35, 0.25, 0.75, 0.25, 0.75, 0.65)]
    case .dots: return [0.2, 0.5, 0.8].map { line($0 - 0.05, 0.5, $0 + 0.05, 0.5) }
    case .handle:
      return [0.35, 0.65].flatMap { x in
        [0.2, 0.5, 0.8].map { line(x - 0.02, $0, x + 0.02, $0) }
      }
    }
  }
}

private struct IconLayout: ElementLayout {
  let side: Double

  func needs(_ children: [ElementNode]) -> WidthNeeds { WidthNeeds(readable: side, least: side) }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    Size(width: side, height: side)
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    AxisLimits(minimum: side, isRigid: true)
  }
}
