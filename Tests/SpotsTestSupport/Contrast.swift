import Glibc
import Spots

extension Color {
  /// The contrast of two opaque colors by WCAG 2: (L1 + 0.05) / (L2 + 0.05), with the relative
  /// luminance of the lighter color as L1.
  public func contrast(with other: Color) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  private var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let channel = Double(value) / 255
      return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The color that is seen where `self` is painted over the opaque `ground`.
  public func over(_ ground: Color) -> Color {
    var opaque = self
    opaque.alpha = 255
    return ground.mixed(with: opaque, Double(alpha) / 255)
  }
}

extension DrawList {
  /// The color that is seen at `point` on the opaque `ground`: of fills, whose round corners count as
  /// square, and of strokes. Texts, pictures, shadows and drawn lines are left out.
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
