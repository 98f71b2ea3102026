import Glibc
import Synchronization

/// When the items of a document are read, and whether they are kept.
package enum ItemDecodingMode {
  case atOnce
  /// Each time they are accessed; the document is only checked to be valid JSON.
  case onDemand(ScreenBytes)
  /// Immediately, for the diagnostics; they are not kept.
  case forgotten
}

/// The bytes of a document that is known to be valid JSON, with the settings for reading its items.
package final class ScreenBytes: Sendable {
  let bytes: [UInt8]
  private let dialect: ScreenReader.Dialect
  private let componentKinds: Set<String>?
  private let imageNames: ImageNames?
  private let maximumComponents: Int
  /// The number of the first line.
  let firstLine: Int
  private let readings = Atomic(0)

  init(
    _ bytes: [UInt8], dialect: ScreenReader.Dialect, componentKinds: Set<String>?,
    imageNames: ImageNames? = nil, maximumComponents: Int = Screen.maximumComponents,
    firstLine: Int = 1
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.componentKinds = componentKinds
    self.imageNames = imageNames
    self.maximumComponents = maximumComponents
    self.firstLine = firstLine
  }

  /// The number of items read so far, repeated reads included.
  var readItems: Int { readings.load(ordering: .relaxed) }

  /// Whether equal bytes in both documents read as equal items.
  func reads(like other: ScreenBytes) -> Bool {
    componentKinds == other.componentKinds && imageNames?.place == other.imageNames?.place
  }

  /// Reads the item that starts at `offset`.
  ///
  /// - Complexity: O(bytes of the item).
  func item(at offset: Int) -> Item {
    readings.add(1, ordering: .relaxed)
    return read(at: offset).item
  }

  /// The number of components inside the item at `extent`; 0 for small items, which hold few.
  ///
  /// Reading every item for this would take several times as long as finding where they are, so
  /// only items that may have components are read.
  func componentCount(ofItemIn extent: Range<Int>) -> Int {
    guard extent.count > Self.smallItem else { return 0 }
    guard extent.count > Self.largeItem || mentionsChildren(extent) else { return 0 }
    return read(at: extent.lowerBound).componentCount
  }

  /// In bytes. Components inside items up to this size are not counted.
  private static let smallItem = 512
  /// In bytes. Larger items are always read, since a search misses a key spelled with escapes.
  private static let largeItem = 16 << 10

  private func mentionsChildren(_ extent: Range<Int>) -> Bool {
    mentions(#""children""#, extent)
  }

  /// Whether texts may be named in place of being written.
  var mayNameTexts: Bool { mentions(#""string""#, bytes.indices) }

  private func mentions(_ key: StaticString, _ extent: Range<Int>) -> Bool {
    let count = key.utf8CodeUnitCount
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      var (at, end) = (base + extent.lowerBound, base + extent.upperBound - count)
      while at < end, let quote = memchr(at, Int32(UInt8(ascii: "\"")), end - at) {
        at = UnsafeRawPointer(quote)
        if memcmp(at, key.utf8Start, count) == 0 { return true }
        at += 1
      }
      return false
    }
  }

  /// The offset of the first sign of quoted words in `range`: one of them, or an escape that may
  /// spell a letter of one; nil for none.
  ///
  /// - Complexity: O(bytes up to it).
  func firstSign(of words: [[UInt8]], in range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let (start, end) = (base + range.lowerBound, base + range.upperBound)
      let word = Self.first(of: words, from: start, to: end)
      return (Self.firstEscape(from: start, to: word ?? end) ?? word).map { $0 - base }
    }
  }

  private static func first(
    of words: [[UInt8]], from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    if words.count == 1, let word = words.first,
      let rare = rareCharacters.lazy.compactMap(word.firstIndex(of:)).first
    {
      return first(of: word, rare, from: start, to: end)
    }
    let isInitial = (0...UInt8.max).map { initial in words.contains { $0[1] == initial } }
    var at = start
    while at + 1 < end, let quote = memchr(at, Int32(UInt8(ascii: "\"")), end - at - 1) {
      at = UnsafeRawPointer(quote)
      if isInitial[Int(at.load(fromByteOffset: 1, as: UInt8.self))],
        words.contains(where: { $0.count <= end - at && memcmp(at, $0, $0.count) == 0 })
      {
        return at
      }
      at += 1
    }
    return nil
  }

  /// Documents have far fewer of them than quotation marks; the rarest is first.
  private static let rareCharacters = Array("-v".utf8)

  private static func first(
    of word: [UInt8], _ rare: Int, from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    var at = start + rare
    while at < end, let found = memchr(at, Int32(word[rare]), end - at) {
      let place = UnsafeRawPointer(found) - rare
      if word.count <= end - place, memcmp(place, word, word.count) == 0 { return place }
      at = place + rare + 1
    }
    return nil
  }

  /// The first escape of a letter or a hyphen. Escapes of other characters are common: many
  /// programs escape `<`.
  private static func firstEscape(
    from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    var at = start
    while at < end, let found = memchr(at, Int32(UInt8(ascii: "\\")), end - at) {
      at = UnsafeRawPointer(found)
      if end - at > 5, memcmp(at, "\\u00", 4) == 0 {
        let digits = UnsafeRawBufferPointer(start: at + 4, count: 2)
        switch UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0 {
        case 0x2D, 0x41...0x5A, 0x61...0x7A: return at
        default: break
        }
      }
      at += 1
    }
    return nil
  }

  private func read(at offset: Int) -> (item: Item, componentCount: Int) {
    var result: (Item, Int) = (Item(), 0)
    withCursor { cursor in
      cursor.scanner.at = offset
      do throws(SyntaxError) {
        let item = try ItemReader.read(from: &cursor) ?? Item()
        result = (item, cursor.componentCount)
      } catch {
        // Not reached: the document is valid JSON.
        return
      }
    }
    return result
  }

  /// Calls `body` with a cursor that reports nothing.
  func withCursor(_ body: (inout JSONCursor) -> Void) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      // `ScreenReader.diagnostics(of:)` reports the faults inside items.
      ScreenReader.withMutedCursor(
        base, buffer.count, dialect, componentKinds: componentKinds
      ) { cursor in
        cursor.images.names = imageNames
        cursor.maximumComponents = maximumComponents
        body(&cursor)
      }
    }
  }
}
