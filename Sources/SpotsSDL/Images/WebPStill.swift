/// The first picture of an animated WebP as a file of its own, since the decoder of still pictures
/// takes no animations.
struct WebPStill {
  /// A WebP file of one picture.
  let bytes: [UInt8]
  /// Where it is on the animation's canvas, in pixels.
  let x: Int
  let y: Int

  /// Nil when `file` is no animation.
  ///
  /// - Throws: `truncated` when it ends before its first picture does, `broken` when it has none, or
  ///   one that does not fit on the canvas.
  init?(of file: [UInt8]) throws(ImageFault) {
    let reader = ByteReader(file)
    guard reader.holds(Array("VP8X".utf8), at: 12),
      try reader.byte(at: 20) & Self.animationFlag != 0
    else { return nil }
    var place = 12
    while !reader.holds(Array("ANMF".utf8), at: place) {
      guard place < file.count else { throw .broken("it has no picture") }
      place += 8 + Self.padded(try reader.little32(at: place + 4))
    }
    let frame = place + 8
    let end = frame + (try reader.little32(at: place + 4))
    x = 2 * (try Self.little24(reader, at: frame))
    y = 2 * (try Self.little24(reader, at: frame + 3))
    // Larger ones would take more memory than the file's header says.
    let (width, height) = (
      try Self.little24(reader, at: frame + 6) + 1, try Self.little24(reader, at: frame + 9) + 1
    )
    guard x + width <= (try Self.little24(reader, at: 24)) + 1,
      y + height <= (try Self.little24(reader, at: 27)) + 1
    else { throw .broken("its first picture does not fit") }
    let chunks = try Self.chunks(reader, from: frame + 16, to: end)
    guard !chunks.isEmpty, end <= file.count else { throw .truncated }
    // Width and height of the picture, less 1 each, as the header of a still one has them.
    let size = file[(frame + 6)..<(frame + 12)]
    let flags: [UInt8] = [Self.alphaFlag, 0, 0, 0]
    let header = Array("VP8X".utf8) + Self.little32(10) + flags + size
    let body = Array("WEBP".utf8) + header + chunks.flatMap { file[$0] }
    bytes = Array("RIFF".utf8) + Self.little32(body.count) + body
  }

  private static let animationFlag = 0x02
  private static let alphaFlag: UInt8 = 0x10

  /// Where the chunks are that hold pixels and their opacity.
  private static func chunks(
    _ reader: ByteReader, from start: Int, to end: Int
  ) throws(ImageFault) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = start
    while place + 8 <= end {
      let next = place + 8 + padded(try reader.little32(at: place + 4))
      guard next <= end else { throw .truncated }
      let isPixels = ["ALPH", "VP8 ", "VP8L"].contains { reader.holds(Array($0.utf8), at: place) }
      if isPixels { found.append(place..<next) }
      place = next
    }
    return found
  }

  /// Chunks begin at even places.
  private static func padded(_ count: Int) -> Int { count + count & 1 }

  private static func little24(_ reader: ByteReader, at place: Int) throws(ImageFault) -> Int {
    try reader.little16(at: place) | (try reader.byte(at: place + 2)) << 16
  }

  private static func little32(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
