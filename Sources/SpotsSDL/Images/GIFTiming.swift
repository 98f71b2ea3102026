/// How long each picture of a GIF stands, and how often all are shown.
struct GIFTiming: Hashable, Sendable {
  /// Seconds, one for each picture of the file.
  var delays: [Double] = []
  /// Nil: for ever.
  var plays: Int? = 1

  /// Files that ask for less than this get what browsers give them.
  private static let shortest = 0.02
  private static let usual = 0.1

  /// Walks over the blocks of a GIF without decoding any; a file cut short gives what was found.
  ///
  /// - Complexity: O(*n*) in the bytes, which are skipped 255 at a time.
  init(_ bytes: [UInt8]) {
    do {
      try read(ByteReader(bytes))
    } catch {
      // The pictures up to here can be shown.
    }
  }

  private mutating func read(_ reader: ByteReader) throws(ImageFault) {
    var place = 13 + Self.tableLength(try reader.byte(at: 10))
    var delay = Self.usual
    while true {
      switch try reader.byte(at: place) {
      case 0x21:
        let label = try reader.byte(at: place + 1)
        if label == 0xF9 { delay = Self.delay(try reader.little16(at: place + 4)) }
        if label == 0xFF { try readPlays(reader, at: place + 2) }
        place = try Self.end(ofBlocksAt: place + 2, reader)
      case 0x2C:
        let table = Self.tableLength(try reader.byte(at: place + 9))
        // A byte that starts the compressed data stands before its blocks.
        place = try Self.end(ofBlocksAt: place + 10 + table + 1, reader)
        delays.append(delay)
        delay = Self.usual
      default: return
      }
    }
  }

  private mutating func readPlays(_ reader: ByteReader, at place: Int) throws(ImageFault) {
    guard reader.holds(Array("\u{B}NETSCAPE2.0".utf8), at: place),
      try reader.byte(at: place + 12) == 3, try reader.byte(at: place + 13) == 1
    else { return }
    let repeats = try reader.little16(at: place + 14)
    plays = repeats == 0 ? nil : repeats + 1
  }

  /// Hundredths of a second as seconds.
  private static func delay(_ hundredths: Int) -> Double {
    let seconds = Double(hundredths) / 100
    return seconds < shortest ? usual : seconds
  }

  private static func tableLength(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
  }

  private static func end(ofBlocksAt start: Int, _ reader: ByteReader) throws(ImageFault) -> Int {
    var place = start
    while case let length = try reader.byte(at: place), length > 0 { place += length + 1 }
    return place + 1
  }
}
