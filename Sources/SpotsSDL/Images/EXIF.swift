/// The one entry of a camera's data that changes how a picture looks.
enum EXIF {
  /// The orientation, 1 to 8, in the `count` bytes of an APP1 segment; 1 when it has none.
  static func orientation(in reader: ByteReader, from start: Int, count: Int) -> Int {
    guard reader.holds(Array("Exif\0\0".utf8), at: start) else { return 1 }
    let base = start + 6
    let isLittle = reader.holds(Array("II".utf8), at: base)
    func number16(_ place: Int) throws(ImageFault) -> Int {
      try isLittle ? reader.little16(at: place) : reader.big16(at: place)
    }
    func number32(_ place: Int) throws(ImageFault) -> Int {
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
      // Data that is cut short gives no orientation; the picture itself may be whole.
    }
    return 1
  }
}
