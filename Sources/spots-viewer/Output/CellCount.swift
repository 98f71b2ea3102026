extension Unicode.Scalar {
  /// The number of terminal cells the scalar takes: 0 when it combines with the one before it, 2
  /// for wide ideographs, syllables and emoji (UAX #11), else 1.
  var cellCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1_B000...0x1_B2FB, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }
}
