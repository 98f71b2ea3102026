import Glibc

extension String {
  /// The range of the paragraph around `offset`, without the line feed that ends it. O(*n*) in its
  /// length, at the speed of memory.
  func paragraph(around offset: Int) -> Range<Int> {
    let offset = min(max(offset, 0), utf8.count)
    let range = utf8.withContiguousStorageIfAvailable { bytes in
      let start = Self.lineFeed(in: bytes, before: offset).map { $0 + 1 } ?? 0
      return start..<(Self.lineFeed(in: bytes, from: offset, to: bytes.count) ?? bytes.count)
    }
    return range ?? 0..<utf8.count
  }

  /// The first line feed in a part of a text.
  private static func lineFeed(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    guard start < end, let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The last line feed before a place, searched block by block, since C searches forward only.
  private static func lineFeed(in bytes: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int? {
    var end = offset
    while end > 0 {
      let start = Swift.max(end - 4096, 0)
      var (from, last): (Int, Int?) = (start, nil)
      while let found = lineFeed(in: bytes, from: from, to: end) {
        (from, last) = (found + 1, found)
      }
      if let last { return last }
      end = start
    }
    return nil
  }

  /// This text as it may be entered: without control characters other than line feeds and tabs, and
  /// with line ends of all kinds as line feeds, or as spaces where there is only one line.
  func enterable(inLines: Bool) -> String {
    guard !utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    var last: UnicodeScalar = " "
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A where last == "\r": break
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        result.unicodeScalars.append(inLines ? "\n" : " ")
      case 0x09: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0: break
      default: result.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return result
  }
}
