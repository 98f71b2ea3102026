import Foundation

/// The pixels of a display, from the X window dump that Xvfb keeps in a file.
struct Screenshot: Equatable {
  let width: Int
  let height: Int
  /// Row by row from the top, `0xRRGGBB`.
  let pixels: [UInt32]

  struct FormatError: Error {}

  /// - Parameter dump: An X window dump, version 7, with 32 bits for a pixel.
  init(dump: Data) throws {
    let bytes = [UInt8](dump)
    // The header is 25 big-endian numbers; X11/XWDFile.h names them.
    guard bytes.count >= 100 else { throw FormatError() }
    let header = (0..<25).map { index in
      bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    let (rowLength, isBigEndian) = (header[12], header[7] == 1)
    (width, height) = (header[4], header[5])
    let start = header[0] + header[19] * 12
    guard header[1] == 7, header[11] == 32, bytes.count >= start + rowLength * height else {
      throw FormatError()
    }
    let width = width
    pixels = bytes.withUnsafeBytes { bytes in
      (0..<(width * header[5])).map { index in
        let at = start + index / width * rowLength + index % width * 4
        let value = bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
        return (isBigEndian ? value.byteSwapped : value) & 0xFFFFFF
      }
    }
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}
