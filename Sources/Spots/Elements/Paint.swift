/// A colour by its role, or one that is the same in every theme.
public enum Paint: Hashable, Sendable {
  case role(ColorRole)
  case color(Color)

  public func color(in theme: Theme) -> Color {
    switch self {
    case .role(let role): theme[role]
    case .color(let color): color
    }
  }
}
