/// Images that hang or crash other viewers or exhaust their memory, with the reason reported for
/// each.
public enum HostileImages {
  /// Two hundred bytes that keep the library that draws busy for ever.
  public static let endless = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path stroke="black"
    d="M0 0 L 99999999 99999999" stroke-dasharray="0.0001"/></svg>
    """.utf8)

  public static let all: [(name: String, bytes: [UInt8], reason: String)] = [
    ("dash.svg", endless, "decoding it takes too long"),
    ("wide.svg", svg("width='20000' height='20000'"), "20000 × 20000 pixels are too many"),
    ("sizeless.svg", svg(""), "the picture is broken: it has no size"),
    ("bitmap.bmp", bitmap(width: 30_000, height: 30_000), "30000 × 30000 pixels are too many"),
    ("empty.bmp", bitmap(width: 0, height: 5), "the picture is broken: it is empty"),
    ("large.png", png(width: 20_000, height: 20_000), "20000 × 20000 pixels are too many"),
    ("thin.png", png(width: 1, height: 100_000), "1 × 100000 pixels are too many"),
    ("cut.png", png(width: 300, height: 200), "the picture is broken"),
    (
      "canvas.gif", Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0],
      "65535 × 65535 pixels are too many"
    ),
    ("short.gif", Array("GIF89a".utf8) + [9, 0], "the file ends too early"),
    ("page.png", Array("<!DOCTYPE html><html><body>404</body></html>".utf8), "not a PNG"),
    ("map.ppm", Array("P6 60000 60000 255 ".utf8), "PNM files are not shown"),
    ("layers.xcf", Array("gimp xcf v011".utf8), "XCF files are not shown"),
    ("planes.lbm", Array("FORM\0\0\0\0ILBM".utf8), "LBM files are not shown"),
    ("nothing.jpg", [], "not a PNG"),
    ("start.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 2], "the file ends too early"),
  ]

  private static func svg(_ size: String) -> [UInt8] {
    Array("<svg xmlns='http://www.w3.org/2000/svg' \(size)><path d='M0 0L9 9'/></svg>".utf8)
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The 54 bytes that precede the pixels, and no pixels.
  private static func bitmap(width: Int, height: Int) -> [UInt8] {
    Array("BM".utf8) + little(54) + little(0) + little(54) + little(40) + little(width)
      + little(height) + [1, 0, 32, 0] + [UInt8](repeating: 0, count: 24)
  }

  private static func png(width: Int, height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + little(13).reversed() + Array("IHDR".utf8)
      + little(width).reversed() + little(height).reversed() + [8, 6, 0, 0, 0] + little(0)
  }
}
