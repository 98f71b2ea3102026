import CDecoder

extension PixelBuffer {
  /// Returns the whole picture at another size. Each new pixel is the average of the old ones it
  /// covers, weighted by their alpha; when enlarged, it lies between its neighbors.
  func scaled(width: Int, height: Int) throws(SDLError) -> PixelBuffer {
    let result = try PixelBuffer(width: width, height: height)
    let all = SpotsPart(x: 0, y: 0, width: Double(self.width), height: Double(self.height))
    guard
      let scaler = spots_scaler(
        all, Int32(self.width), Int32(self.height), result.pixels, Int32(result.width),
        Int32(result.height))
    else { throw SDLError(message: "out of memory") }
    defer { spots_scaler_free(scaler) }
    var row = [UInt8](repeating: 0, count: self.width * 4)
    for y in 0..<self.height {
      for x in 0..<self.width {
        let color = self[x, y]
        row[x * 4] = UInt8(truncatingIfNeeded: color >> 16)
        row[x * 4 + 1] = UInt8(truncatingIfNeeded: color >> 8)
        row[x * 4 + 2] = UInt8(truncatingIfNeeded: color)
        row[x * 4 + 3] = UInt8(truncatingIfNeeded: color >> 24)
      }
      spots_scaler_row(scaler, row)
    }
    return result
  }
}
