/// A format that is recognized only to be refused by name: screens have no use for it, and the code
/// that reads it is little tested with hostile files.
struct RefusedFormat {
  let name: String

  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    (Array("II*\0".utf8), "TIFF"), (Array("MM\0*".utf8), "TIFF"),
    (Array("gimp xcf".utf8), "XCF"), (Array("8BPS".utf8), "Photoshop"),
    (Array("FORM".utf8), "LBM"), (Array("/* XPM */".utf8), "XPM"), (Array("qoif".utf8), "QOI"),
    ([0, 0, 1, 0], "ICO"), ([0, 0, 2, 0], "CUR"), ([0x0A, 0x05, 0x01, 0x08], "PCX"),
    ([0xFF, 0x0A], "JPEG XL"), ([0, 0, 0, 0x0C] + Array("JXL ".utf8), "JPEG XL"),
    ([0, 0, 0, 0x0C] + Array("jP  ".utf8), "JPEG 2000"), (Array("%PDF-".utf8), "PDF"),
  ]

  /// Recognizes the format by the first bytes of a file; nil for any other.
  init?(_ reader: ByteReader) {
    if let known = Self.beginnings.first(where: { reader.starts(with: $0.bytes) }) {
      name = known.name
    } else if reader.holds(Array("ftyp".utf8), at: 4) {
      name = "HEIF or MP4"
    } else if Self.isPortableMap(reader) {
      name = "PNM"
    } else {
      return nil
    }
  }

  /// Whether the file begins with P1 to P7 and white space.
  private static func isPortableMap(_ reader: ByteReader) -> Bool {
    let start = Array(reader.prefix(3))
    return start.count >= 3 && start[0] == 0x50 && (0x31...0x37).contains(start[1])
      && [0x20, 0x09, 0x0A, 0x0D].contains(start[2])
  }
}
