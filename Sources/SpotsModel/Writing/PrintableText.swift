extension Unicode.Scalar {
  /// Whether the scalar must be escaped before it reaches a terminal or a log: control characters
  /// (C0, C1, delete), direction marks and overrides, line and paragraph separators, and U+FEFF.
  var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text with every unprintable scalar as `\u{…}`, so that a message can quote a document. A
  /// text of more than `limit` scalars is cut to that many, followed by an ellipsis.
  package func printable(limit: Int = .max) -> String {
    var result = ""
    for (count, scalar) in unicodeScalars.enumerated() {
      if count == limit { return result + "…" }
      if scalar.isUnprintable {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
