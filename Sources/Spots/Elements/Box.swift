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
    let configuration = ViewConfiguration(
      BoxView.self,
      [
        BoxView.color.value(color), BoxView.cornerRadius.value(sane(cornerRadius)),
        BoxView.border.value(border), BoxView.borderWidth.value(sane(borderWidth)),
        BoxView.shadow.value(hasShadow),
      ])
    let layout: any ElementLayout = element == nil ? NothingLayout() : WholeLayout()
    return ElementContent(children: element.map { [$0] } ?? [], layout: layout, view: configuration)
  }
}

/// The view of `Box`.
final class BoxView: View {
  private var color: Paint?
  private var cornerRadius = 0.0
  private var border: Paint?
  private var borderWidth = 1.0
  private var hasShadow = false

  static let color = attribute("color", \.color, nil)
  static let cornerRadius = attribute("corner-radius", \.cornerRadius, 0)
  static let border = attribute("border", \.border, nil)
  static let borderWidth = attribute("border-width", \.borderWidth, 1)
  static let shadow = attribute("shadow", \.hasShadow, false)

  private static func attribute<Value: Equatable & Sendable>(
    _ identifier: String, _ property: ReferenceWritableKeyPath<BoxView, Value>, _ fallback: Value
  ) -> ViewAttribute<BoxView, Value> {
    let set: @MainActor (BoxView, Value) -> Void = { view, value in
      view[keyPath: property] = value
      view.setNeedsDisplay()
    }
    return ViewAttribute(
      identifier, unapply: { view, _ in set(view, fallback) },
      update: { view, _, new in set(view, new) }, apply: set)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let radius = min(cornerRadius, frame.width / 2, frame.height / 2)
    let fill = color?.color(in: theme)
    if hasShadow {
      drawRaised(fill, in: &list, cornerRadius: radius)
    } else if let fill {
      list.fill(bounds, fill, cornerRadius: radius)
    }
    if let border, borderWidth > 0 {
      list.append(
        .stroke(bounds, border.color(in: theme), width: borderWidth, cornerRadius: radius))
    }
  }

  override func drawInFront(in list: inout DrawList) {
    guard hasShadow, border == nil else { return }
    drawOutline(in: &list, cornerRadius: min(cornerRadius, frame.width / 2, frame.height / 2))
  }
}

/// A color by its role in the theme, or one that is the same in every theme.
public enum Paint: Hashable, Sendable {
  /// Looked up in the theme each time the view is drawn.
  case role(ColorRole)
  /// The same color in every theme.
  case color(Color)

  /// The color to draw with in `theme`.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .role(let role): theme[role]
    case .color(let color): color
    }
  }
}
