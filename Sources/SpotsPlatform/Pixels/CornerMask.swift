/// The coverage, 0 to 255, of each pixel near the corner of a shape.
///
/// The four corners of a shape are mirror images, and coverage is constant beyond `side` pixels
/// from the corner. So the coverage of any pixel of a rectangle is the value at the place
/// `min(distance to the nearer edge, side - 1)` in both directions.
struct CornerMask {
  let side: Int
  private let values: [UInt8]
  /// Whether a row away from the corners has the same coverage from edge to edge.
  private let isEven: Bool

  /// - Parameter coverage: The coverage, 0 to 1, of the pixel whose center is `x` and `y` pixels
  ///   from the two edges; symmetric, and constant from `side - 1` on.
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

  /// The columns of `area`, which lies in `rect`, that share one coverage in the row `dy` pixels
  /// from the nearer of the top and bottom edges.
  func evenColumns(of area: PixelRect, in rect: PixelRect, dy: Int) -> Range<Int> {
    isEven && dy >= side - 1
      ? area.left..<area.right : area.columns(from: rect.left + side, to: rect.right - side)
  }

  subscript(x: Int, y: Int) -> UInt8 { values[min(y, side - 1) * side + min(x, side - 1)] }

  /// A filled rectangle with round corners of `radius` pixels.
  static func filled(radius: Double) -> CornerMask {
    CornerMask(side: Int(radius.rounded(.up)) + 1) { x, y in
      insideCorner(x: x, y: y, radius: radius)
    }
  }

  /// A line `width` pixels wide along the inside of a rectangle with round corners.
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

  /// The shadow of a rectangle with corners of `radius` pixels: half opaque at the rectangle's
  /// edge, transparent `blur` pixels outside it, opaque `blur` pixels inside. Distances count from
  /// the outer end of the fade.
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

  /// The coverage, 0 to 1, of the pixel at `x`, `y` from the edges of a corner with `radius`.
  private static func insideCorner(x: Double, y: Double, radius: Double) -> Double {
    guard x < radius, y < radius else { return 1 }
    let (dx, dy) = (radius - x, radius - y)
    return min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
  }
}

/// The corner masks of recently painted shapes, within a budget in bytes.
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
