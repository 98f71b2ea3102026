/// The part of a text that is measured and drawn, and an estimate for the rest.
struct VisibleText {
  /// One line, without control characters, of at most `limit` code points.
  let text: String
  /// The estimated width of all of the text, in widths of `text`.
  let stretch: Double

  /// In code points; several times what a layout puts on one line.
  static let limit = 16_384

  init(_ source: String) {
    let bytes = source.utf8
    if bytes.count <= Self.limit, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 < 0xC2 }) {
      text = source
      stretch = 1
      return
    }
    var cleaned = ""
    var taken = 0
    for scalar in source.unicodeScalars.prefix(Self.limit) {
      taken += UTF8.width(scalar)
      cleaned.unicodeScalars.append(Self.isControl(scalar) ? " " : scalar)
    }
    text = cleaned
    stretch = taken < bytes.count ? Double(bytes.count) / Double(taken) : 1
  }

  private static func isControl(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
