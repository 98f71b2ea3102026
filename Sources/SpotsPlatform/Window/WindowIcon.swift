/// The icon of a window at the sizes in which window managers of X11 show icons.
struct WindowIcon: Sendable {
  /// The pixels of one size, `0xAARRGGBB`, in rows without gaps.
  struct Picture: Sendable {
    let side: Int
    let pixels: [UInt32]
  }

  /// The smallest first.
  let pictures: [Picture]

  /// In pixels.
  private static let sides = [16, 24, 32, 48, 64, 128]

  /// Decodes a PNG file and scales it down; sizes larger than the file's image are left out.
  ///
  /// - Throws: When the bytes are not a PNG file, or there is no memory for its pixels.
  init(png bytes: [UInt8]) throws(SDLError) {
    let original = try OffscreenCanvas.pixels(png: bytes)
    let side = min(original.width, original.height)
    var pictures: [Picture] = []
    for wanted in Self.sides where wanted <= side {
      let scaled =
        wanted == original.width ? original : try original.scaled(width: wanted, height: wanted)
      var pixels: [UInt32] = []
      pixels.reserveCapacity(wanted * wanted)
      for y in 0..<wanted {
        pixels += UnsafeBufferPointer(start: scaled.canvas.row(y), count: wanted)
      }
      pictures.append(Picture(side: wanted, pixels: pixels))
    }
    self.pictures = pictures
  }

  /// The value of `_NET_WM_ICON`: the width, height and pixels of each picture. Xlib takes 32-bit
  /// numbers as `UInt`.
  var property: [UInt] {
    pictures.flatMap { [UInt($0.side), UInt($0.side)] + $0.pixels.map { UInt($0) } }
  }
}
