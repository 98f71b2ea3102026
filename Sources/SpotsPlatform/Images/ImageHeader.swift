import SpotsViews

/// The properties of an image found in its first bytes, enough to refuse it before decoding.
struct ImageHeader: Hashable, Sendable {
  enum Format: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, gif, bmp, webp, svg, avif
  }

  var format: Format
  /// As stored, in pixels, both above 0 and within the limits.
  var width: Int
  var height: Int
  /// EXIF's orientation, 1 to 8; 1 is upright.
  var orientation = 1

  /// In pixels, upright.
  var size: Size {
    orientation >= 5
      ? Size(width: Double(height), height: Double(width))
      : Size(width: Double(width), height: Double(height))
  }

  /// Reads the header at the start of `bytes`.
  ///
  /// - Throws: `truncated` when more bytes may help, `tooManyPixels` beyond the limits,
  ///   `refusedFormat` and `unknownFormat` for content in any other format.
  init(_ bytes: [UInt8]) throws(ImageError) {
    try self.init(ByteReader(FileWindow(bytes)))
  }

  /// Reads the header of a file, and no more of the file than the header needs.
  init(_ reader: ByteReader) throws(ImageError) {
    if reader.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = try Self.png(reader)
    } else if reader.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = try Self.jpeg(reader)
    } else if reader.starts(with: Array("GIF87a".utf8)) || reader.starts(with: Array("GIF89a".utf8))
    {
      self = ImageHeader(
        format: .gif, width: try reader.little16(at: 6), height: try reader.little16(at: 8))
    } else if reader.starts(with: Array("BM".utf8)) {
      self = try Self.bmp(reader)
    } else if reader.starts(with: Array("RIFF".utf8)), reader.holds(Array("WEBP".utf8), at: 8) {
      self = try Self.webp(reader)
    } else if try AVIFHeader.starts(reader) {
      self = try Self.avif(reader)
    } else if let format = RefusedFormat(reader) {
      throw .refusedFormat(format.name)
    } else if let drawing = try Self.drawing(reader) {
      self = ImageHeader(format: .svg, width: drawing.width, height: drawing.height)
    } else {
      throw .unknownFormat
    }
    try check()
  }

  private init(format: Format, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  private func check() throws(ImageError) {
    guard width > 0, height > 0 else { throw .broken("it is empty") }
    guard width <= ImageLimits.side, height <= ImageLimits.side,
      width * height <= ImageLimits.pixels
    else { throw .tooManyPixels(width: width, height: height) }
  }

  /// Looks for the tag with a drawing's size in its first 16 KiB, and after that in as many bytes
  /// as a drawing may have.
  private static func drawing(_ reader: ByteReader) throws(ImageError) -> SVGHeader? {
    let start = reader.prefix(16 << 10)
    do throws(ImageError) {
      return try SVGHeader(start)
    } catch .truncated where start.count < min(reader.count, ImageLimits.drawingBytes) {
      return try SVGHeader(reader.prefix(ImageLimits.drawingBytes))
    }
  }

  private static func png(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    guard reader.holds(Array("IHDR".utf8), at: 12) else {
      throw reader.count < 16 ? .truncated : .broken("it has no header")
    }
    var header = ImageHeader(
      format: .png, width: try reader.big32(at: 16), height: try reader.big32(at: 20))
    let chunks = ImageChunks(start: 8, overhead: 12, typeOffset: 4, type: "eXIf", end: "IEND")
    header.orientation = chunks.orientation(in: reader) { place throws(ImageError) in
      try reader.big32(at: place)
    }
    return header
  }

  private static func bmp(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    if try reader.little32(at: 14) == 12 {
      return ImageHeader(
        format: .bmp, width: try reader.little16(at: 18), height: try reader.little16(at: 20))
    }
    // A negative height means rows from top to bottom.
    let height = Int(Int32(truncatingIfNeeded: try reader.little32(at: 22)))
    return ImageHeader(format: .bmp, width: try reader.little32(at: 18), height: abs(height))
  }

  private static func webp(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    func header(_ width: Int, _ height: Int) -> ImageHeader {
      ImageHeader(format: .webp, width: width, height: height)
    }
    if reader.holds(Array("VP8 ".utf8), at: 12) {
      return header(try reader.little16(at: 26) & 0x3FFF, try reader.little16(at: 28) & 0x3FFF)
    }
    if reader.holds(Array("VP8L".utf8), at: 12) {
      let bits = try reader.little32(at: 21)
      return header((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
    }
    if reader.holds(Array("VP8X".utf8), at: 12) {
      let width = try reader.little32(at: 24) & 0xFF_FFFF
      let height = try reader.little32(at: 26) >> 8
      var extended = header(width + 1, height + 1)
      // A flag says whether there are EXIF data, which follow the picture.
      guard try reader.byte(at: 20) & 0x08 != 0 else { return extended }
      let chunks = ImageChunks(start: 12, overhead: 8, typeOffset: 0, type: "EXIF")
      extended.orientation = chunks.orientation(in: reader) { place throws(ImageError) in
        let length = try reader.little32(at: place + 4)
        return length + length & 1
      }
      return extended
    }
    throw reader.count < 16 ? .truncated : .broken("it has no header")
  }

  private static func avif(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    let avif = try AVIFHeader(reader)
    var header = ImageHeader(format: .avif, width: avif.width, height: avif.height)
    header.orientation = avif.orientation
    return header
  }

  /// Walks from marker to marker up to the frame's header, past the EXIF data that precedes it.
  private static func jpeg(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    var place = 2
    var orientation = 1
    while true {
      guard try reader.byte(at: place) == 0xFF else { throw .broken("a marker is missing") }
      let marker = try reader.byte(at: place + 1)
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = try reader.big16(at: place + 2)
      guard length >= 2, marker >= 0xC0, !(0xD0...0xDA).contains(marker) else {
        throw .broken("it has no frame header")
      }
      // Other data, such as XMP, may have a segment of the same kind.
      if marker == 0xE1, reader.holds(EXIF.mark, at: place + 4) {
        orientation = EXIF.orientation(in: reader, from: place + 4, count: length - 2)
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        var header = ImageHeader(
          format: .jpeg, width: try reader.big16(at: place + 7),
          height: try reader.big16(at: place + 5))
        header.orientation = orientation
        return header
      }
      place += 2 + length
    }
  }
}

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

/// Reads numbers from bytes that may end anywhere: bytes in memory, or those of a file, of which
/// only the requested parts are read.
struct ByteReader {
  private let window: FileWindow

  init(_ window: FileWindow) {
    self.window = window
  }

  var count: Int { window.count }

  func starts(with prefix: [UInt8]) -> Bool { holds(prefix, at: 0) }

  func holds(_ part: [UInt8], at place: Int) -> Bool {
    guard place >= 0, place + part.count <= count else { return false }
    return part.indices.allSatisfy { window.byte(at: place + $0) == part[$0] }
  }

  func byte(at place: Int) throws(ImageError) -> Int {
    guard let byte = window.byte(at: place) else { throw .truncated }
    return Int(byte)
  }

  /// Up to `limit` bytes from the start.
  func prefix(_ limit: Int) -> [UInt8] { window.prefix(limit) }

  func little16(at place: Int) throws(ImageError) -> Int {
    try byte(at: place) | byte(at: place + 1) << 8
  }

  func little32(at place: Int) throws(ImageError) -> Int {
    try little16(at: place) | little16(at: place + 2) << 16
  }

  func big16(at place: Int) throws(ImageError) -> Int {
    try byte(at: place) << 8 | byte(at: place + 1)
  }

  func big32(at place: Int) throws(ImageError) -> Int {
    try big16(at: place) << 16 | big16(at: place + 2)
  }
}
