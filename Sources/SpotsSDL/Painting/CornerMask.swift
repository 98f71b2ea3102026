/// How much of each pixel near the corner of a shape is covered, 0 to 255.
///
/// The four corners of every shape here are mirror images, and further from the corner than `side`
/// nothing changes any more. So the coverage of any pixel of a rectangle is that of the place
/// `min(distance to the nearer edge, side - 1)` in both directions.
struct CornerMask {
  let side: Int
  private let values: [UInt8]
  /// Whether a row away from the corners has one coverage from edge to edge.
  private let isEven: Bool

  /// - Parameter coverage: Of the pixel whose centre is `x`, `y` pixels away from the two edges;
  ///   0 to 1, symmetric, and constant from `side - 1` on.
  init(side: Int, coverage: (_ x: Double, _ y: Double) -> Double) {
    self.side = max(side, 1)
    let count = self.side
    values = [UInt8](unsafeUninitializedCapacity: count * count) { buffer, filled in
      for row in 0..<count {
        for column in 0..<count {
          let value = coverage(Double(column) + 0.5, Double(row) + 0.5)
          buffer[row * count + column] = UInt8((min(max(value, 0), 1) * 255).rounded())
        }
      }
      filled = count * count
    }
    let last = values.suffix(count)
    isEven = last.allSatisfy { $0 == last.first }
  }

  /// The columns of `area`, which lies in `rect`, that have one coverage, `dy` pixels away from the
  /// nearer of the upper and lower edge.
  func evenColumns(of area: PixelRect, in rect: PixelRect, dy: Int) -> Range<Int> {
    isEven && dy >= side - 1
      ? area.left..<area.right : area.columns(from: rect.left + side, to: rect.right - side)
  }

  subscript(x: Int, y: Int) -> UInt8 { values[min(y, side - 1) * side + min(x, side - 1)] }

  /// A rectangle with round corners, filled. `radius` in pixels.
  static func filled(radius: Double) -> CornerMask {
    CornerMask(side: Int(radius.rounded(.up)) + 1) { x, y in
      insideCorner(x: x, y: y, radius: radius)
    }
  }

  /// The line of `width` pixels along the inside of such a rectangle.
  static func ring(radius: Double, width: Int) -> CornerMask {
    let thickness = Double(width)
    return CornerMask(side: max(Int(radius.rounded(.up)), width) + 1) { x, y in
      let outside = insideCorner(x: x, y: y, radius: radius)
      guard x > thickness, y > thickness else { return outside }
      let hole = insideCorner(
        x: x - thickness, y: y - thickness, radius: max(radius - thickness, 0))
      return outside - hole
    }
  }

  /// What fades out over `blur` pixels around a rectangle with corners of `radius` pixels: half at
  /// the rectangle's edge, nothing `blur` outside it, all of it `blur` inside. Distances count from
  /// the outer end of the fading.
  static func shadow(radius: Double, blur: Double) -> CornerMask {
    let reach = max(radius, blur) + blur
    return CornerMask(side: Int(reach.rounded(.up)) + 1) { x, y in
      let depth: Double
      if x < reach && y < reach {
        let (dx, dy) = (reach - x, reach - y)
        depth = reach - (dx * dx + dy * dy).squareRoot()
      } else {
        depth = min(x, y)
      }
      let t = blur > 0 ? min(max(depth / (2 * blur), 0), 1) : (depth > 0 ? 1 : 0)
      return t * t * (3 - 2 * t)
    }
  }

  /// The covered part of the pixel at `x`, `y` from the edges of a corner with `radius`.
  private static func insideCorner(x: Double, y: Double, radius: Double) -> Double {
    guard x < radius, y < radius else { return 1 }
    let (dx, dy) = (radius - x, radius - y)
    return min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
  }
}

/// The corner masks of the shapes painted lately, within a budget in bytes.
struct CornerMaskCache {
  private enum Key: Hashable {
    case filled(radius: Double)
    case ring(radius: Double, width: Int)
    case shadow(radius: Double, blur: Double)
  }

  private var masks = LRUCache<Key, CornerMask>(budget: 8 << 20)

  mutating func filled(radius: Double) -> CornerMask {
    mask(.filled(radius: radius)) { .filled(radius: radius) }
  }

  mutating func ring(radius: Double, width: Int) -> CornerMask {
    mask(.ring(radius: radius, width: width)) { .ring(radius: radius, width: width) }
  }

  mutating func shadow(radius: Double, blur: Double) -> CornerMask {
    mask(.shadow(radius: radius, blur: blur)) { .shadow(radius: radius, blur: blur) }
  }

  private mutating func mask(_ key: Key, make: () -> CornerMask) -> CornerMask {
    if let mask = masks.value(for: key) { return mask }
    let mask = make()
    masks.insert(mask, for: key, cost: mask.side * mask.side + 64)
    return mask
  }
}
