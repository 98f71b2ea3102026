/// GIFs of one pixel, each picture in another colour: red, green, blue, white, and again.
enum SampleAnimations {
  /// - Parameters:
  ///   - delays: Hundredths of a second, one for each picture.
  ///   - repeats: What the file says of turns; 0 is for ever, nil says nothing.
  static func gif(delays: [Int], repeats: Int?) -> [UInt8] {
    let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x91, 0, 0] + palette
    if let repeats {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(repeats), 0, 0]
    }
    for (index, delay) in delays.enumerated() {
      bytes += [0x21, 0xF9, 4, 0, UInt8(delay & 0xFF), UInt8(delay >> 8), 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
      // Clear code 4, the colour, end code 5, in three bits each.
      let codes = 4 | (index % 4) << 3 | 5 << 6
      bytes += [2, 2, UInt8(codes & 0xFF), UInt8(codes >> 8), 0]
    }
    return bytes + [0x3B]
  }
}
