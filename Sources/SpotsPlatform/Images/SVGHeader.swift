/// The size that an SVG drawing declares, in pixels at 96 to the inch.
struct SVGHeader {
  let width: Int
  let height: Int

  /// Nil when `bytes` hold no SVG root element.
  ///
  /// - Throws: `truncated` inside the root's tag, `broken` without a size.
  init?(_ bytes: [UInt8]) throws(ImageError) {
    guard let tag = Self.rootTag(bytes) else { return nil }
    var (ownWidth, ownHeight, view) = (0.0, 0.0, [0.0, 0.0, 0.0, 0.0])
    for (name, value) in try Self.attributes(bytes, from: tag) {
      switch name {
      case "width": ownWidth = Self.length(value)
      case "height": ownHeight = Self.length(value)
      case "viewBox":
        let numbers = value.split(whereSeparator: { $0 == " " || $0 == "," || $0.isNewline })
        if numbers.count == 4 { view = numbers.map { Double($0) ?? 0 } }
      default: break
      }
    }
    let size = (ownWidth > 0 ? ownWidth : view[2], ownHeight > 0 ? ownHeight : view[3])
    guard size.0 > 0, size.1 > 0 else { throw .broken("it has no size") }
    width = Int(min(size.0.rounded(.up), 1e9))
    height = Int(min(size.1.rounded(.up), 1e9))
  }

  /// The index of the first byte after `<svg`; nil when the document does not start with a tag.
  private static func rootTag(_ bytes: [UInt8]) -> Int? {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let first = bytes.dropFirst(isMarked ? 3 : 0).first { !isSpace($0) }
    guard first == UInt8(ascii: "<") else { return nil }
    let name = Array("<svg".utf8)
    for place in bytes.indices where bytes[place] == name[0] {
      let end = place + name.count
      guard end < bytes.count, bytes[place..<end].elementsEqual(name) else { continue }
      if isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ">") { return end }
    }
    return nil
  }

  private static func attributes(_ bytes: [UInt8], from start: Int) throws(ImageError)
    -> [(name: String, value: String)]
  {
    var found: [(String, String)] = []
    var rest = bytes[start...]
    func take(while holds: (UInt8) -> Bool) -> String {
      let part = rest.prefix(while: holds)
      rest = rest.dropFirst(part.count)
      return String(decoding: part, as: UTF8.self)
    }
    while found.count < 100 {
      _ = take(while: isSpace)
      let name = take { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      _ = take(while: isSpace)
      guard let next = rest.popFirst() else { throw .truncated }
      if next == UInt8(ascii: ">") { break }
      guard next == UInt8(ascii: "=") else { continue }
      _ = take(while: isSpace)
      guard let quote = rest.popFirst() else { throw .truncated }
      let value = take { $0 != quote }
      guard rest.popFirst() != nil else { throw .truncated }
      found.append((name, value))
    }
    return found
  }

  /// A length in pixels; 0 for percentages and for anything that is no length.
  private static func length(_ text: String) -> Double {
    let trimmed = text.drop { $0.isWhitespace }
    let number = trimmed[..<numberEnd(trimmed)]
    let unit = trimmed.dropFirst(number.count).prefix { $0.isLetter || $0 == "%" }
    let factors = [
      "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96,
      "em": 16,
    ]
    guard let value = Double(number), let factor = factors[String(unit)] else { return 0 }
    return value * factor
  }

  /// The end of the number at the start of `text`. An `e` belongs to it before an exponent, but not
  /// in the unit `em`.
  private static func numberEnd(_ text: Substring) -> Substring.Index {
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    let mantissa = text.prefix { isDigit($0) || ".+-".contains($0) }
    let rest = text[mantissa.endIndex...]
    guard let first = rest.first, first == "e" || first == "E" else { return mantissa.endIndex }
    var exponent = rest.dropFirst()
    if let sign = exponent.first, "+-".contains(sign) { exponent = exponent.dropFirst() }
    let digits = exponent.prefix(while: isDigit)
    return digits.isEmpty ? mantissa.endIndex : digits.endIndex
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
