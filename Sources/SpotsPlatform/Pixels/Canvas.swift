/// Borrowed pixels to paint on, all opaque.
///
/// The color of a pixel depends only on its place and on what is painted, never on `clip`, so
/// painting a part again gives the same pixels as painting the whole.
struct Canvas {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int
  /// Pixels from the start of a row to the start of the next.
  let stride: Int

  var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

  /// The start of row `y`, which must be on the canvas.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { pixels + y * stride }

  /// Moves pixels into `destination`, by `x` to the right and `y` down. Pixels outside it keep
  /// their color.
  ///
  /// - Parameter destination: The part of the canvas that changes; its pixels come from the canvas.
  func move(to destination: PixelRect, x: Int, y: Int) {
    let destination = destination.intersection(bounds)
    guard !destination.isEmpty else { return }
    let count = destination.width
    func moveRow(_ line: Int) {
      let target = row(line) + destination.left
      // `update` allows source and target to overlap.
      target.update(from: row(line - y) + destination.left - x, count: count)
    }
    if y > 0 {
      for line in (destination.top..<destination.bottom).reversed() { moveRow(line) }
    } else {
      for line in destination.top..<destination.bottom { moveRow(line) }
    }
  }

  /// Copies `area` from the same place of `other`, which has the same size.
  func copy(_ area: PixelRect, from other: Canvas) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.top..<area.bottom {
      (row(y) + area.left).update(from: other.row(y) + area.left, count: area.width)
    }
  }

  // MARK: Shapes

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
    let empty = area.columns(from: hole.left + holeMask.side, to: hole.right - holeMask.side)
    let left = max(even.lowerBound, empty.lowerBound) - area.left
    let right = area.right - min(even.upperBound, empty.upperBound)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: left + right + 1) { shades in
      guard let shades = shades.baseAddress else { return }
      var last = (dy: -1, holeY: -1)
      for y in area.top..<area.bottom {
        // Between the corners all rows are alike.
        let dy = min(y - rect.top, rect.bottom - 1 - y, mask.side - 1)
        let holeY = max(min(y - hole.top, hole.bottom - 1 - y, holeMask.side - 1), -1)
        let (isNew, middle) = (last != (dy, holeY), holeY < 0 ? even : empty)
        last = (dy, holeY)
        func shade(_ columns: Range<Int>, _ shades: UnsafeMutablePointer<UInt8>) {
          if isNew {
            for x in columns {
              let dx = min(x - rect.left, rect.right - 1 - x)
              let holeX = min(x - hole.left, hole.right - 1 - x)
              let covered = min(holeX, holeY) < 0 ? 0 : holeMask[holeX, holeY]
              shades[x - columns.lowerBound] = rest(of: mask[dx, dy], besides: covered)
            }
          }
          coverRow(row(y) + columns.lowerBound, color: color, mask: shades, count: columns.count)
        }
        shade(area.left..<middle.lowerBound, shades)
        if holeY < 0 {
          let color = faded(color, by: mask[mask.side, dy])
          fillRow(row(y) + middle.lowerBound, count: middle.count, color: color)
        }
        shade(middle.upperBound..<area.right, shades + left)
      }
    }
  }

  @inline(__always)
  private func rest(of coverage: UInt8, besides covered: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: scaled255(UInt32(coverage), UInt32(255 - covered)))
  }

  private func faded(_ color: UInt32, by coverage: UInt8) -> UInt32 {
    scaled255(color >> 24, UInt32(coverage)) << 24 | color & 0xFFFFFF
  }

  // MARK: Images and masks

  /// Blends `color` over `place`, scaled by `mask`, which has the coverage of each of its pixels.
  func paint(_ mask: [UInt8], at place: PixelRect, clip: PixelRect, color: UInt32) {
    let area = place.intersection(clip).intersection(bounds)
    guard !area.isEmpty else { return }
    mask.withUnsafeBufferPointer { mask in
      guard let start = mask.baseAddress else { return }
      for y in area.top..<area.bottom {
        let offset = (y - place.top) * place.width - place.left + area.left
        coverRow(row(y) + area.left, color: color, mask: start + offset, count: area.width)
      }
    }
  }

  /// Paints `surface` with its own alpha times `alpha`, 0 to 255.
  func paint(_ surface: PixelBuffer, left: Int, top: Int, clip: PixelRect, alpha: UInt32) {
    let place = PixelRect(
      left: left, top: top, right: left + surface.width, bottom: top + surface.height)
    let area = place.intersection(clip).intersection(bounds)
    guard !area.isEmpty, alpha > 0 else { return }
    for y in area.top..<area.bottom {
      let source = surface.pixels + (y - top) * surface.stride - left + area.left
      blendRow(source, onto: row(y) + area.left, count: area.width, alpha: alpha)
    }
  }

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
