import CFriBidi
import SpotsViews

/// The directions of text by Unicode's rules (UAX #9).
enum Bidi {
  /// The embedding level of each code point of a line, in a paragraph that reads in `direction`.
  /// Even levels read from left to right, odd ones from right to left. Nil when all levels are 0.
  static func levels(of line: String, direction: TextDirection) -> [Int8]? {
    // Scripts that read from right to left, and the marks that ask for it, start at U+0590.
    guard direction == .rightToLeft || !line.utf8.allSatisfy({ $0 < 0xD6 }) else { return nil }
    let scalars = line.unicodeScalars.map(\.value)
    let count = FriBidiStrIndex(scalars.count)
    let types = types(of: scalars)
    let brackets = [FriBidiBracketType](unsafeUninitializedCapacity: scalars.count) {
      fribidi_get_bracket_types(scalars, count, types, $0.baseAddress)
      $1 = scalars.count
    }
    var base = direction == .rightToLeft ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR
    var highest: FriBidiLevel = 0
    var levels = [Int8](unsafeUninitializedCapacity: scalars.count) {
      highest = fribidi_get_par_embedding_levels_ex(
        types, brackets, count, &base, $0.baseAddress)
      $1 = scalars.count
    }
    // 0 means that there was no memory; else it is one more than the highest level.
    guard highest > 1 else { return nil }
    // Trailing spaces take the level of the paragraph, and so stay at the end of the line.
    _ = fribidi_reorder_line(0, types, count, 0, base, &levels, nil, nil)
    return levels
  }

  /// The indices of the parts of a line, each with one of `levels`, from left to right on the
  /// screen.
  static func order(ofLevels levels: [Int8]) -> [Int] {
    var levels = levels
    var order = levels.indices.map { FriBidiStrIndex($0) }
    // None of them is a space, whose level would change.
    let types = [FriBidiCharType](repeating: FRIBIDI_TYPE_LTR, count: levels.count)
    _ = fribidi_reorder_line(
      0, types, FriBidiStrIndex(levels.count), 0, FRIBIDI_PAR_LTR, &levels, nil, &order)
    return order.map { Int($0) }
  }

  /// The direction of the first letter that has one; nil when there is none.
  static func direction(of paragraph: String) -> TextDirection? {
    for byte in paragraph.utf8 where byte >= 0x41 {
      if byte >= 0x80 { break }
      if 0x41...0x5A ~= byte || 0x61...0x7A ~= byte { return .leftToRight }
    }
    let scalars = paragraph.unicodeScalars.map(\.value)
    switch fribidi_get_par_direction(types(of: scalars), FriBidiStrIndex(scalars.count)) {
    case FRIBIDI_PAR_LTR: return .leftToRight
    case FRIBIDI_PAR_RTL: return .rightToLeft
    default: return nil
    }
  }

  private static func types(of scalars: [UInt32]) -> [FriBidiCharType] {
    [FriBidiCharType](unsafeUninitializedCapacity: scalars.count) {
      fribidi_get_bidi_types(scalars, FriBidiStrIndex(scalars.count), $0.baseAddress)
      $1 = scalars.count
    }
  }
}
