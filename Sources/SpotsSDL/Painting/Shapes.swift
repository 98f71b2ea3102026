// Rectangles with square or round corners, their outlines and their shadows, on a canvas.
//
// The color of a pixel depends on its place and the shape alone, never on `clip`, so painting a
// part again gives the same pixels as painting the whole.

extension Canvas {
  /// Blends `color`, with its own alpha, over the part of `rect` inside `clip`.
  func fill(_ rect: PixelRect, clip: PixelRect, color: UInt32) {
    let area = rect.intersection(clip).intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.top..<area.bottom {
      fillRow(row(y) + area.left, count: area.width, color: color)
    }
  }

  /// Blends `color` over `rect`, with the coverage of `mask`.
  func fill(_ rect: PixelRect, mask: CornerMask, clip: PixelRect, color: UInt32) {
    let area = rect.intersection(clip).intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.top..<area.bottom {
      let start = row(y)
      let dy = min(y - rect.top, rect.bottom - 1 - y)
      let middle = mask.evenColumns(of: area, in: rect, dy: dy)
      for x in area.left..<middle.lowerBound {
        cover(start + x, color: color, coverage: mask[min(x - rect.left, rect.right - 1 - x), dy])
      }
      fillRow(
        start + middle.lowerBound, count: middle.count,
        color: faded(color, by: mask[mask.side, dy]))
      for x in middle.upperBound..<area.right {
        cover(start + x, color: color, coverage: mask[min(x - rect.left, rect.right - 1 - x), dy])
      }
    }
  }

  /// Blends `color` over `rect` with the coverage of `mask`, except where `holeMask` covers `hole`.
  func shade(
    _ rect: PixelRect, mask: CornerMask, except hole: PixelRect, holeMask: CornerMask,
    clip: PixelRect, color: UInt32
  ) {
    let area = rect.intersection(clip).intersection(bounds)
    guard !area.isEmpty else { return }
    let even = area.columns(from: rect.left + mask.side, to: rect.right - mask.side)
    // Between its corners the hole covers every pixel fully.
    let empty = area.columns(
      from: hole.left + holeMask.side, to: hole.right - holeMask.side)
    for y in area.top..<area.bottom {
      let start = row(y)
      let dy = min(y - rect.top, rect.bottom - 1 - y)
      let holeY = min(y - hole.top, hole.bottom - 1 - y)
      let middle = holeY < 0 ? even : empty
      func shade(_ columns: Range<Int>) {
        for x in columns {
          let coverage = mask[min(x - rect.left, rect.right - 1 - x), dy]
          let holeX = min(x - hole.left, hole.right - 1 - x)
          let covered = holeX < 0 || holeY < 0 ? 0 : holeMask[holeX, holeY]
          let rest = scaled255(UInt32(coverage), UInt32(255 - covered))
          cover(start + x, color: color, coverage: UInt8(truncatingIfNeeded: rest))
        }
      }
      shade(area.left..<middle.lowerBound)
      if holeY < 0 {
        let shade = faded(color, by: mask[mask.side, dy])
        fillRow(start + middle.lowerBound, count: middle.count, color: shade)
      }
      shade(middle.upperBound..<area.right)
    }
  }

  private func faded(_ color: UInt32, by coverage: UInt8) -> UInt32 {
    scaled255(color >> 24, UInt32(coverage)) << 24 | color & 0xFFFFFF
  }
}

extension PixelRect {
  /// The columns from `left` to `right`, cut to the rectangle; an empty range inside it when there
  /// are none.
  func columns(from left: Int, to right: Int) -> Range<Int> {
    let start = min(max(left, self.left), self.right)
    return start..<max(min(right, self.right), start)
  }
}
