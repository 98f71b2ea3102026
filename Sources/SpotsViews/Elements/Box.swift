/// A rectangle with a color, round corners, a border and a shadow, behind an element.
@MainActor
public struct Box: Element {
  /// The color of the area; nil leaves it empty.
  public var color: Paint?
  /// In points; limited to half of the shorter side.
  public var cornerRadius: Double
  /// The color of the border, which lies inside the edges; nil draws none.
  public var border: Paint?
  /// The width of the border, in points.
  public var borderWidth: Double
  /// Whether the box is raised above what is behind it: by a soft shadow in light themes, by an
  /// outline of one device pixel in dark ones, where the border takes its place if there is one.
  public var hasShadow: Bool
  /// The element in front, which decides the size; nil for a box that wants no room.
  public var element: (any Element)?

  /// Creates a box; without arguments it draws nothing.
  public init(
    color: Paint? = nil, cornerRadius: Double = 0, border: Paint? = nil, borderWidth: Double = 1,
    hasShadow: Bool = false, _ element: (any Element)? = nil
  ) {
    self.color = color
    self.cornerRadius = cornerRadius
    self.border = border
    self.borderWidth = borderWidth
    self.hasShadow = hasShadow
    self.element = element
  }

  /// As large as `element`, which fills the box.
  public var content: ElementContent {
    let look = BoxLook(
      color: color, cornerRadius: sane(cornerRadius), border: border,
      borderWidth: sane(borderWidth), hasShadow: hasShadow)
    return ElementContent(
      children: element.map { [$0] } ?? [], layout: WholeLayout(), backing: .element(look))
  }
}

/// The area of a box, its border and its shadow, without the element in front.
private struct BoxLook: ViewElement, Equatable {
  let color: Paint?
  let cornerRadius: Double
  let border: Paint?
  let borderWidth: Double
  let hasShadow: Bool

  func updateView(_ view: BoxView, with context: ViewElementContext) { view.look = self }
}

private final class BoxView: View {
  var look: BoxLook? { didSet { setNeedsDisplay() } }

  private var radius: Double {
    min(look?.cornerRadius ?? 0, frame.width / 2, frame.height / 2)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme, let look else { return }
    let fill = look.color?.color(in: theme)
    if look.hasShadow {
      CellSurface(of: self).drawRaised(fill, in: &list, cornerRadius: radius)
    } else if let fill {
      list.fill(bounds, fill, cornerRadius: radius)
    }
    if let border = look.border, look.borderWidth > 0 {
      list.append(
        .stroke(bounds, border.color(in: theme), width: look.borderWidth, cornerRadius: radius))
    }
  }

  override func drawInFront(in list: inout DrawList) {
    guard let look, look.hasShadow, look.border == nil else { return }
    CellSurface(of: self).drawOutline(in: &list, cornerRadius: radius)
  }
}

extension Paint {
  /// The color to draw with in `theme`.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .role(let role): theme[role]
    case .color(let color): color
    }
  }
}
