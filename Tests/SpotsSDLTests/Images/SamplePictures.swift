import CSDL2

@testable import SpotsSDL

/// Small pictures of every format: 3 × 2, a red column, then two blue ones; WebP and GIF as bytes,
/// since nothing here can write them.
enum SamplePictures {
  static let svg = Array(
    """
    <?xml version="1.0"?><!-- <svgx --><svg xmlns="http://www.w3.org/2000/svg" width="3" height="2">
    <rect width="3" height="2" fill="#0000ff"/><rect width="1" height="2" fill="#ff0000"/></svg>
    """.utf8)

  static let webp = bytes(
    "524946461e000000574542505650384c110000002f024000000f10f3bffff31f0e32a2ff0100")

  /// 16 × 16, one colour.
  static let lossyWebp = bytes(
    "524946463a00000057454250565038202e0000009001009d012a1000100001402625a00274ba00039800fef14da"
      + "fe2da4742990ffef19fff719fff719ffc88000000")

  /// 4 × 3, two pictures: all red, then all blue.
  static let animatedWebp = bytes(
    "524946468400000057454250565038580a00000002000000030000020000414e494d06000000000000000000"
      + "414e4d4628000000000000000000030000020000640000025650384c0f0000002f038000000710fd8ffe"
      + "0722a2ff0100414e4d4628000000000000000000030000020000640000005650384c0f0000002f038000"
      + "000710d1fffe0722a2ff0100")

  /// 40 × 30; the first picture is a half transparent red square from 20, 10 to 30, 20.
  static let partlyAnimatedWebp = bytes(
    "52494646e800000057454250565038580a000000120000002700001d0000414e494d0600000000000000"
      + "0000414e4d465c0000000a000005000009000009000064000002414c50480a000000010750c088084444"
      + "ff0356503820320000003001009d012a0a000a0001402625a000037000fef2eb7ffff9b03ff6f3ff047a"
      + "01ffffd2e0fffe9707fff4b83ff4a4000000414e4d46580000000000000000002700001d000064000000"
      + "5650382040000000f402009d012a28001e003e6d2e914882560000d896700760004c4fa16c19220000fe"
      + "f91ddbfffe407ffe407ffe407ffc80fffe2177b21cfff21969ff21800000")

  static let gif = bytes(
    "47494638396103000200800000ff00000000ff2c00000000030002000002"
      + "0444183029003b")

  static func png() throws -> [UInt8] { try written { IMG_SavePNG_RW($0, $1, 0) } }
  static func jpeg() throws -> [UInt8] { try written { IMG_SaveJPG_RW($0, $1, 0, 100) } }
  static func bmp() throws -> [UInt8] { try written { SDL_SaveBMP_RW($0, $1, 0) } }

  /// `jpeg` with an EXIF segment that says `orientation`.
  static func jpeg(orientation: UInt8) throws -> [UInt8] {
    let exif =
      bytes("ffe10022457869660000") + bytes("4d4d002a00000008")
      + bytes("0001011200030000000100") + [orientation] + bytes("0000" + "00000000")
    let plain = try jpeg()
    return plain.prefix(2) + exif + plain.dropFirst(2)
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
