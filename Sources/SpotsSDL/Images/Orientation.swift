import Spots

/// How a stored image is turned to be upright, in EXIF's numbering: 2 mirrored left to right, 3
/// upside down, 4 mirrored top to bottom, 5 to 8 with rows and columns swapped.
struct Orientation {
  let swapsSides: Bool
  private let mirrorsX: Bool
  private let mirrorsY: Bool

  init(_ number: Int) {
    swapsSides = (5...8).contains(number)
    // Both apply to the upright image.
    mirrorsX = [2, 3, 6, 7].contains(number)
    mirrorsY = [3, 4, 7, 8].contains(number)
  }

  /// Converts `part` of the upright image to the stored one, whose sides are given.
  func stored(_ part: Rect, width: Double, height: Double) -> Rect {
    let upright =
      swapsSides ? Size(width: height, height: width) : Size(width: width, height: height)
    let x = mirrorsX ? upright.width - part.maxX : part.x
    let y = mirrorsY ? upright.height - part.maxY : part.y
    return swapsSides
      ? Rect(x: y, y: x, width: part.height, height: part.width)
      : Rect(x: x, y: y, width: part.width, height: part.height)
  }
}

/// The one entry of a camera's data that changes how an image looks.
enum EXIF {
  /// The orientation, 1 to 8, in the `count` bytes of an APP1 segment; 1 when it has none.
  static func orientation(in reader: ByteReader, from start: Int, count: Int) -> Int {
    guard reader.holds(Array("Exif\0\0".utf8), at: start) else { return 1 }
    let base = start + 6
    let isLittle = reader.holds(Array("II".utf8), at: base)
    func number16(_ place: Int) throws(ImageError) -> Int {
      try isLittle ? reader.little16(at: place) : reader.big16(at: place)
    }
    func number32(_ place: Int) throws(ImageError) -> Int {
      try isLittle ? reader.little32(at: place) : reader.big32(at: place)
    }
    do {
      let directory = base + (try number32(base + 4))
      for index in 0..<(try number16(directory)) {
        let entry = directory + 2 + index * 12
        guard entry + 12 <= start + count else { return 1 }
        guard try number16(entry) == 0x0112 else { continue }
        let value = try number16(entry + 8)
        return (1...8).contains(value) ? value : 1
      }
    } catch {
      // Data that is cut short gives no orientation; the image itself may be whole.
    }
    return 1
  }
}
