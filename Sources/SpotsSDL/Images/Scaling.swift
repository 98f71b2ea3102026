import Spots

extension Surface {
  /// The whole picture at another size.
  func scaled(width: Int, height: Int) throws(SDLError) -> Surface {
    let all = Rect(width: Double(self.width), height: Double(self.height))
    return try scaled(from: all, width: width, height: height)
  }

  /// `part` of the picture, in pixels and fractions of them, at another size.
  ///
  /// Every new pixel is the average of the old ones it covers, by their covered part, weighted by
  /// their alpha; enlarged, it lies between its neighbours.
  func scaled(from part: Rect, width: Int, height: Int) throws(SDLError) -> Surface {
    let result = try PixelBuffer(width: width, height: height)
    let columns = Taps.all(from: part.x, length: part.width, of: self.width, to: result.width)
    let rows = Taps.all(from: part.y, length: part.height, of: self.height, to: result.height)
    var line = [SIMD4<Float>](repeating: .zero, count: self.width)
    for y in 0..<result.height {
      mix(rows[y], into: &line)
      let target = result.pixels + y * result.stride
      for x in 0..<result.width {
        let taps = columns[x]
        var sum = SIMD4<Float>.zero
        for (index, weight) in taps.weights.enumerated() {
          sum += line[taps.start + index] * weight
        }
        target[x] = Self.pixel(sum)
      }
    }
    return Surface(result)
  }

  /// The weighted sum of the rows of `taps`, colours multiplied by their alpha.
  private func mix(_ taps: Taps, into line: inout [SIMD4<Float>]) {
    for x in 0..<width { line[x] = .zero }
    for (index, weight) in taps.weights.enumerated() {
      let source = pixels + (taps.start + index) * stride
      for x in 0..<width {
        let color = source[x]
        let alpha = Float(color >> 24)
        let part = SIMD4(
          Float((color >> 16) & 0xFF), Float((color >> 8) & 0xFF), Float(color & 0xFF), 255)
        line[x] += part * (alpha * weight)
      }
    }
  }

  /// A pixel of a sum of colours times their alpha, with 255 times the alpha at the end.
  private static func pixel(_ sum: SIMD4<Float>) -> UInt32 {
    guard sum.w > 0 else { return 0 }
    let alpha = sum.w / 255
    func channel(_ value: Float) -> UInt32 { UInt32(min(max(value + 0.5, 0), 255)) }
    return channel(alpha) << 24 | channel(sum.x / alpha) << 16 | channel(sum.y / alpha) << 8
      | channel(sum.z / alpha)
  }
}

/// Which pixels of a row or column make up a new one, and how much of each. Weights add up to 1.
private struct Taps {
  var start: Int
  var weights: [Float]

  /// - Parameters:
  ///   - start: Where the part begins, in old pixels.
  ///   - length: How long it is.
  ///   - old: How many old pixels there are.
  ///   - new: How many new pixels the part becomes.
  static func all(from start: Double, length: Double, of old: Int, to new: Int) -> [Taps] {
    let ratio = length / Double(new)
    return (0..<new).map { index in
      let low = start + Double(index) * ratio
      return ratio > 1
        ? average(from: low, to: low + ratio, count: old)
        : between(low + ratio / 2 - 0.5, count: old)
    }
  }

  private static func average(from low: Double, to high: Double, count: Int) -> Taps {
    let start = min(max(Int(low), 0), count - 1)
    let end = min(max(Int((high - 1e-9).rounded(.up)), start + 1), count)
    let parts = (start..<end).map { max(min(high, Double($0 + 1)) - max(low, Double($0)), 0) }
    let sum = parts.reduce(0, +)
    return Taps(start: start, weights: parts.map { Float(sum > 0 ? $0 / sum : 1) })
  }

  private static func between(_ position: Double, count: Int) -> Taps {
    let place = min(max(position, 0), Double(count - 1))
    let start = min(Int(place), max(count - 2, 0))
    guard count > 1 else { return Taps(start: 0, weights: [1]) }
    let part = Float(place - Double(start))
    return Taps(start: start, weights: [1 - part, part])
  }
}
