import Spots

extension Canvas {
  /// Paints `bitmap` over `place`, clipped to `rect` and to the corners of `mask`, if any.
  ///
  /// A bitmap of the size of `place` is painted pixel by pixel. Any other is stretched over
  /// `place`, each pixel of which takes the color of the nearest.
  func paint(
    _ bitmap: Bitmap, over place: PixelRect, in rect: PixelRect, mask: CornerMask?,
    clip: PixelRect, alpha: UInt32
  ) {
    let area = place.intersection(rect).intersection(clip).intersection(bounds)
    guard !area.isEmpty, alpha > 0 else { return }
    let isExact = bitmap.width == place.width && bitmap.height == place.height
    for y in area.top..<area.bottom {
      let dy = min(y - rect.top, rect.bottom - 1 - y)
      func paint(_ columns: Range<Int>, alpha: UInt32) {
        if isExact {
          let source = bitmap.pixels + (y - place.top) * bitmap.width - place.left
          blendRow(
            source + columns.lowerBound, onto: row(y) + columns.lowerBound, count: columns.count,
            alpha: alpha)
        } else {
          stretchRow(bitmap, over: place, y: y, columns: columns, alpha: alpha)
        }
      }
      guard let mask else {
        paint(area.left..<area.right, alpha: alpha)
        continue
      }
      let even = mask.evenColumns(of: area, in: rect, dy: dy)
      func corner(_ columns: Range<Int>) {
        for x in columns {
          let coverage = mask[min(x - rect.left, rect.right - 1 - x), dy]
          paint(x..<x + 1, alpha: scaled255(alpha, UInt32(coverage)))
        }
      }
      corner(area.left..<even.lowerBound)
      paint(even, alpha: scaled255(alpha, UInt32(mask[mask.side, dy])))
      corner(even.upperBound..<area.right)
    }
  }

  private func stretchRow(
    _ bitmap: Bitmap, over place: PixelRect, y: Int, columns: Range<Int>, alpha: UInt32
  ) {
    let source = bitmap.pixels + (y - place.top) * bitmap.height / place.height * bitmap.width
    let pixels = row(y)
    for x in columns {
      let color = source[(x - place.left) * bitmap.width / place.width]
      let opacity = scaled255(color >> 24, alpha)
      if opacity > 0 { pixels[x] = blend(color, over: pixels[x], alpha: opacity) }
    }
  }
}

extension PixelRect {
  /// A rectangle of this size, in pixels, centered in `self`.
  func centered(width: Int, height: Int) -> PixelRect {
    let left = left + (self.width - width) / 2
    let top = top + (self.height - height) / 2
    return PixelRect(left: left, top: top, right: left + width, bottom: top + height)
  }
}

/// The icon for a missing picture: a framed landscape, crossed out.
struct BrokenPictureIcon {
  /// The points of each line, in pixels; empty when `rect` has no room for an icon.
  let lines: [[(x: Double, y: Double)]]
  let width: Double

  init(in rect: PixelRect, scale: Double) {
    let side = min(24 * scale, Double(min(rect.width, rect.height)) * 0.6)
    width = max(side / 14, 1)
    guard side >= 8 else {
      lines = []
      return
    }
    let (x, y) = (Double(rect.left + rect.right) / 2, Double(rect.top + rect.bottom) / 2)
    func line(_ points: [(Double, Double)]) -> [(x: Double, y: Double)] {
      points.map {
        (x: PixelGrid.snapped(x + $0.0 * side / 2), y: PixelGrid.snapped(y + $0.1 * side / 2))
      }
    }
    lines = [
      line([(-0.9, -0.7), (0.9, -0.7), (0.9, 0.7), (-0.9, 0.7), (-0.9, -0.7)]),
      line([(-0.9, 0.45), (-0.3, -0.1), (0.15, 0.35), (0.4, 0.1), (0.9, 0.5)]),
      line([(-0.8, 1), (0.8, -1)]),
    ]
  }
}
