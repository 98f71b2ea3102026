import SpotsViews

extension Color {
  /// The color that is seen where `self` is painted over the opaque `ground`.
  public func over(_ ground: Color) -> Color {
    var opaque = self
    opaque.alpha = 255
    return ground.mixed(with: opaque, Double(alpha) / 255)
  }
}

extension DrawList {
  /// The color that is seen at `point` on the opaque `ground`: of fills, whose round corners count
  /// as square, and of strokes. Texts, pictures, shadows and drawn lines are left out.
  public func color(at point: Point, over ground: Color) -> Color {
    entries.reduce(ground) { seen, entry in
      guard entry.clip.contains(point) else { return seen }
      let color: Color
      switch entry.command {
      case .fill(let rect, let paint, _) where rect.contains(point): color = paint
      case .stroke(let rect, let paint, let width, _)
      where rect.contains(point) && !rect.expanded(by: -width).contains(point):
        color = paint
      default: return seen
      }
      return color.opacity(entry.opacity).over(seen)
    }
  }
}
