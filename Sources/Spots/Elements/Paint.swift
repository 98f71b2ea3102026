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
