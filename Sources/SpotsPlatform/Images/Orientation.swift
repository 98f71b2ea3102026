import SpotsViews

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
  /// The bytes that begin the data in a JPEG image, and in those of some writers of other formats.
  static let mark = Array("Exif\0\0".utf8)

  /// The orientation, 1 to 8, in `count` bytes of data; 1 when they have none.
  static func orientation(in reader: ByteReader, from start: Int, count: Int) -> Int {
    let base = start + (reader.holds(mark, at: start) ? mark.count : 0)
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

/// The chunks of a PNG or WebP image, one of which may hold EXIF data.
struct ImageChunks {
  /// Where the first chunk starts.
  let start: Int
  /// The bytes of a chunk besides its content.
  let overhead: Int
  /// Where in a chunk its type is.
  let typeOffset: Int
  /// The type of the chunk with the data.
  let type: String
  /// The type of the last chunk; nil where only the end of the file ends the chunks.
  var end: String?

  /// The most chunks that are looked at, so that a hostile file costs little. Large photos have
  /// about a hundred.
  private static let most = 1024

  /// The orientation in the first chunk with data; 1 when there is none.
  ///
  /// - Parameter length: Reads the length of the content of the chunk at a place, with padding.
  func orientation(in reader: ByteReader, length: (Int) throws(ImageError) -> Int) -> Int {
    let (data, last) = (Array(type.utf8), end.map { Array($0.utf8) })
    var place = start
    do {
      for _ in 0..<Self.most where last.map({ reader.holds($0, at: place + typeOffset) }) != true {
        let count = try length(place)
        if reader.holds(data, at: place + typeOffset) {
          return EXIF.orientation(in: reader, from: place + 8, count: count)
        }
        place += overhead + count
      }
    } catch {
      // A file that is cut short is reported when it is decoded.
    }
    return 1
  }
}
