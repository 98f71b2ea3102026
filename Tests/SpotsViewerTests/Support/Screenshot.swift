import Foundation

/// The pixels of a display, from the X window dump that Xvfb keeps in a file.
struct Screenshot: Equatable {
  let width: Int
  let height: Int
  private let bytes: [UInt8]
  private let start: Int
  private let rowLength: Int
  private let isBigEndian: Bool

  struct FormatError: Error {}

  /// - Parameter dump: An X window dump, version 7, with 32 bits for a pixel.
  init(dump: Data) throws {
    let bytes = [UInt8](dump)
    // The header is 25 big-endian numbers; X11/XWDFile.h names them.
    guard bytes.count >= 100 else { throw FormatError() }
    let header = (0..<25).map { index in
      bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    (rowLength, isBigEndian) = (header[12], header[7] == 1)
    (width, height) = (header[4], header[5])
    start = header[0] + header[19] * 12
    guard header[1] == 7, header[11] == 32, bytes.count >= start + rowLength * height else {
      throw FormatError()
    }
    self.bytes = bytes
  }

  /// Row by row from the top, `0xRRGGBB`.
  var pixels: [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height { for x in 0..<width { pixels.append(self[x, y]) } }
    return pixels
  }

  /// A pixel, `0xRRGGBB`.
  subscript(x: Int, y: Int) -> UInt32 {
    let value = bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: start + y * rowLength + x * 4, as: UInt32.self)
    }
    return (isBigEndian ? value.byteSwapped : value) & 0xFFFFFF
  }
}
