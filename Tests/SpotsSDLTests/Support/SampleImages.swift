import CSDL2

@testable import SpotsPlatform
@testable import SpotsSDL

/// Small images of every format: 3 × 2, a red column, then two blue ones; all but BMP as
/// bytes or text, since the libraries that write them may change what they write.
enum SampleImages {
  static let svg = Array(
    """
    <?xml version="1.0"?><!-- <svgx --><svg xmlns="http://www.w3.org/2000/svg" width="3" height="2">
    <rect width="3" height="2" fill="#0000ff"/><rect width="1" height="2" fill="#ff0000"/></svg>
    """.utf8)

  static let webp = bytes(
    "524946461e000000574542505650384c110000002f024000000f10f3bffff31f0e32a2ff0100")

  /// 16 × 16, one color.
  static let lossyWebp = bytes(
    "524946463a00000057454250565038202e0000009001009d012a1000100001402625a00274ba00039800fef14da"
      + "fe2da4742990ffef19fff719fff719ffc88000000")

  /// 4 × 3, two images: all red, then all blue.
  static let animatedWebp = bytes(
    "524946468400000057454250565038580a00000002000000030000020000414e494d06000000000000000000"
      + "414e4d4628000000000000000000030000020000640000025650384c0f0000002f038000000710fd8ffe"
      + "0722a2ff0100414e4d4628000000000000000000030000020000640000005650384c0f0000002f038000"
      + "000710d1fffe0722a2ff0100")

  /// 40 × 30; the first image is a half transparent red square from 20, 10 to 30, 20.
  static let partlyAnimatedWebp = bytes(
    "52494646e800000057454250565038580a000000120000002700001d0000414e494d0600000000000000"
      + "0000414e4d465c0000000a000005000009000009000064000002414c50480a000000010750c088084444"
      + "ff0356503820320000003001009d012a0a000a0001402625a000037000fef2eb7ffff9b03ff6f3ff047a"
      + "01ffffd2e0fffe9707fff4b83ff4a4000000414e4d46580000000000000000002700001d000064000000"
      + "5650382040000000f402009d012a28001e003e6d2e914882560000d896700760004c4fa16c19220000fe"
      + "f91ddbfffe407ffe407ffe407ffc80fffe2177b21cfff21969ff21800000")

  /// 3 × 2, a red column and two blue ones.
  static let avif = bytes(
    "00000020667479706176696600000000617669666d6966316d6961664d413141000000eb6d657461000000"
      + "000000002168646c72000000000000000070696374000000000000000000000000000000000e7069746d00"
      + "00000000010000001e696c6f63000000004400000100010000000100000113000000370000002869696e66"
      + "0000000000010000001a696e6665020000000001000061763031436f6c6f72000000006a69707270000000"
      + "4b6970636f0000001469737065000000000000000300000002000000107069786900000000030808080000"
      + "000c617631438120000000000013636f6c726e636c780001000d0006800000001769706d61000000000000"
      + "0001000104010283040000003f6d64617412000a0838042b080868348032291000008bbb1595b0575965e0"
      + "de0fdb405bff559be89625bcd5bcd5d3f4d517bd0f8a7d8c678c6794f0")

  /// The same image, to be rotated counterclockwise by quarter turns and then mirrored along an
  /// axis if one is given: the boxes that say so replace others of the same length.
  static func avif(turned quarters: UInt8, mirrored axis: UInt8? = nil) -> [UInt8] {
    var bytes = avif
    func replace(_ type: String, with new: String, _ value: UInt8) {
      let place = bytes.indices.first { bytes[$0...].starts(with: Array(type.utf8)) } ?? 0
      bytes.replaceSubrange(place..<place + 5, with: Array(new.utf8) + [value])
    }
    replace("pixi", with: "irot", quarters)
    if let axis { replace("colr", with: "imir", axis) }
    return bytes
  }

  static let gif = bytes(
    "47494638396103000200800000ff00000000ff2c00000000030002000002"
      + "0444183029003b")

  static let jpeg = bytes(
    "ffd8ffe000104a46494600010100000100010000ffdb0043000101010101010101010101010101010101"
      + "010101010101010101010101010101010101010101010101010101010101010101010101010101010101"
      + "0101010101ffdb0043010101010101010101010101010101010101010101010101010101010101010101"
      + "0101010101010101010101010101010101010101010101010101010101010101ffc00011080002000303"
      + "011100021101031101ffc4001400010000000000000000000000000000000affc4001a10000105010000"
      + "00000000000000000000060004073676b5ffc400150101010000000000000000000000000000050affc4"
      + "001a11000105010000000000000000000000000800063878b707ffda000c03010002110311003f0022d2"
      + "0df8df5e4bda7aad38138421bd551e7236822ccd98257594ee9a83a57fffd9")

  static let png = bytes(
    "89504e470d0a1a0a0000000d49484452000000030000000208060000009d74661a000000194944415478"
      + "da63fccfc0f09f91e13f0303030303130312000042210302d81562520000000049454e44ae426082")
  static func bmp() throws -> [UInt8] { try written { SDL_SaveBMP_RW($0, $1, 0) } }

  /// `jpeg` with an EXIF segment that says `orientation`.
  static func jpeg(orientation: UInt8) -> [UInt8] {
    let exif = bytes("ffe10022457869660000") + self.exif(orientation)
    // XMP, which other programs add, has a segment of the same kind.
    let other = bytes("ffe1000a687474703a2f2f00")
    return jpeg.prefix(2) + exif + other + jpeg.dropFirst(2)
  }

  /// Images of 3 by 2 pixels, whose first column is red, in every format that carries EXIF data.
  static func turned(_ orientation: UInt8) -> [[UInt8]] {
    [
      jpeg(orientation: orientation), png(orientation: orientation),
      png(orientation: orientation, isLast: true), webp(orientation: orientation),
      webp(orientation: orientation, mark: bytes("457869660000")),
    ]
  }

  /// - Parameter isLast: Whether the data follow the picture.
  static func png(orientation: UInt8, isLast: Bool = false) -> [UInt8] {
    let content = Array("eXIf".utf8) + exif(orientation)
    let chunk = big32(content.count - 4) + content + big32(Int(checksum(content)))
    let place = isLast ? png.count - 12 : 33
    return png.prefix(place) + chunk + png.dropFirst(place)
  }

  /// - Parameter mark: What some writers put before the data.
  static func webp(orientation: UInt8, mark: [UInt8] = []) -> [UInt8] {
    let exif = mark + self.exif(orientation)
    let content =
      bytes("57454250" + "56503858" + "0a000000" + "08000000" + "020000" + "010000")
      + webp.dropFirst(12) + Array("EXIF".utf8) + big32(exif.count).reversed() + exif
    return Array("RIFF".utf8) + big32(content.count).reversed() + content
  }

  private static func exif(_ orientation: UInt8) -> [UInt8] {
    bytes("4d4d002a00000008" + "0001011200030000000100") + [orientation]
      + bytes("0000" + "00000000")
  }

  private static func big32(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of PNG chunks.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }

  static func surface() throws -> PixelBuffer {
    let surface = try PixelBuffer(width: 3, height: 2)
    for y in 0..<2 {
      for x in 0..<3 { surface[x, y] = x == 0 ? 0xFFFF_0000 : 0xFF00_00FF }
    }
    return surface
  }

  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  private static func written(
    _ save: (UnsafeMutablePointer<SDL_Surface>, UnsafeMutablePointer<SDL_RWops>?) -> Int32
  ) throws -> [UInt8] {
    let surface = try surface()
    var failure: SDLError?
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let stream = SDL_RWFromMem(buffer.baseAddress, 65_536)
      if save(surface.handle, stream) == 0 {
        count = Int(SDL_RWtell(stream))
      } else {
        failure = SDLError("save")
      }
      SDL_RWclose(stream)
    }
    if let failure { throw failure }
    return bytes
  }
}

/// GIFs of one pixel, each image in another color: red, green, blue, white, and again.
enum SampleAnimations {
  /// - Parameters:
  ///   - delays: Hundredths of a second, one for each image.
  ///   - repeats: What the file says of turns; 0 is for ever, nil says nothing.
  static func gif(delays: [Int], repeats: Int?) -> [UInt8] {
    let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x91, 0, 0] + palette
    if let repeats {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(repeats), 0, 0]
    }
    for (index, delay) in delays.enumerated() {
      bytes += [0x21, 0xF9, 4, 0, UInt8(delay & 0xFF), UInt8(delay >> 8), 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
      // Clear code 4, the color, end code 5, in three bits each.
      let codes = 4 | (index % 4) << 3 | 5 << 6
      bytes += [2, 2, UInt8(codes & 0xFF), UInt8(codes >> 8), 0]
    }
    return bytes + [0x3B]
  }
}
