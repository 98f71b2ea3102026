// Nanosvg, which SDL_image draws SVG with, cuts every dashed line into its dashes, however many: a
// line a million units long with dashes of a millionth keeps it busy for ever, and nothing can stop
// a thread. So the number of dashes a drawing could have is estimated first, and where it is
// beyond reason the lines become solid.

/// The largest number of dashes that is drawn, a second's work at most.
private let dashLimit = 1e7

/// `bytes` of a drawing, with dashes nobody could count taken out.
func withoutEndlessDashes(_ bytes: [UInt8]) -> [UInt8] {
  let name = Array("dasharray".utf8)
  let places = bytes.indices.filter {
    bytes[$0] == name[0] && $0 + name.count <= bytes.count
      && bytes[$0..<$0 + name.count].elementsEqual(name)
  }
  guard !places.isEmpty else { return bytes }
  let shortest = places.map { dashLength(bytes, from: $0 + name.count) }.min() ?? 0
  if shortest > 0, longestPath(bytes) / shortest <= dashLimit { return bytes }
  var solid = bytes
  for place in places { solid[place] = UInt8(ascii: "-") }
  return solid
}

/// The sum of the numbers in the value that follows; 0 when it cannot be told.
private func dashLength(_ bytes: [UInt8], from start: Int) -> Double {
  let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  // The value ends at the second quote, or at the first one or a semicolon in a style.
  var value = bytes[start...].drop { $0 == 0x20 || $0 == UInt8(ascii: "=") || $0 == 0x3A }
  if let first = value.first, quotes.contains(first) { value = value.dropFirst() }
  let text = value.prefix { !quotes.contains($0) && $0 != UInt8(ascii: ";") }
  guard !text.contains(UInt8(ascii: "%")) else { return 0 }
  return NumberScanner(text).reduce(0) { $0 + $1.value }
}

/// An upper bound for the length of all lines together: as many as there are numbers, each as
/// long as the largest number allows.
private func longestPath(_ bytes: [UInt8]) -> Double {
  var (count, largest, percent) = (0.0, 0.0, 0.0)
  for number in NumberScanner(bytes[...]) {
    count += 1
    if number.isPercent {
      percent = max(percent, number.value)
    } else {
      largest = max(largest, number.value)
    }
  }
  return count * max(largest, largest * percent / 100)
}

/// All numbers in a text, without their signs, lengths in pixels.
private struct NumberScanner: Sequence, IteratorProtocol {
  struct Number {
    var value: Double
    var isPercent: Bool
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func next() -> Number? {
    while let byte = rest.first, !isDigit(byte) {
      rest = rest.dropFirst()
      // Colours are no lengths.
      if byte == UInt8(ascii: "#") { rest = rest.drop { isDigit($0) || isHexLetter($0) } }
    }
    guard !rest.isEmpty else { return nil }
    var value = 0.0
    while let byte = rest.first, isDigit(byte) { value = value * 10 + take() }
    if rest.first == UInt8(ascii: "."), rest.dropFirst().first.map(isDigit) == true {
      rest = rest.dropFirst()
      var part = 0.1
      while let byte = rest.first, isDigit(byte) {
        value += take() * part
        part /= 10
      }
    }
    value *= exponent()
    let unit = Array(rest.prefix(2))
    let isLong = ["in", "cm", "mm", "pc", "em"].contains { unit == Array($0.utf8) }
    return Number(
      value: isLong ? value * 96 : value, isPercent: unit.first == UInt8(ascii: "%"))
  }

  /// The factor of `e-5` and the like; 1 when there is none.
  private mutating func exponent() -> Double {
    guard let first = rest.first, first | 0x20 == UInt8(ascii: "e") else { return 1 }
    var digits = rest.dropFirst()
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard digits.first.map(isDigit) == true else { return 1 }
    rest = digits
    var power = 0.0
    while let byte = rest.first, isDigit(byte) { power = Swift.min(power * 10 + take(), 400) }
    var factor = 1.0
    for _ in 0..<Int(power) { factor *= isNegative ? 0.1 : 10 }
    return factor
  }

  private mutating func take() -> Double { rest.popFirst().map { Double($0 - 0x30) } ?? 0 }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isHexLetter(_ byte: UInt8) -> Bool { (0x61...0x66).contains(byte | 0x20) }
}
