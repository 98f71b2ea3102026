import Glibc
import Synchronization

/// The bytes of a document that is known to be valid JSON, with the settings for reading its items.
final class ScreenBytes: Sendable {
  let bytes: [UInt8]
  private let dialect: ScreenReader.Dialect
  private let componentKinds: Set<String>?
  private let pictureNames: PictureNames?
  private let maximumComponents: Int
  private let readings = Atomic(0)

  init(
    _ bytes: [UInt8], dialect: ScreenReader.Dialect, componentKinds: Set<String>?,
    pictureNames: PictureNames? = nil, maximumComponents: Int = Screen.maximumComponents
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.componentKinds = componentKinds
    self.pictureNames = pictureNames
    self.maximumComponents = maximumComponents
  }

  /// The number of items read so far, repeated reads included.
  var readItems: Int { readings.load(ordering: .relaxed) }

  /// Whether equal bytes in both documents read as equal items.
  func reads(like other: ScreenBytes) -> Bool {
    componentKinds == other.componentKinds && pictureNames?.place == other.pictureNames?.place
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
  /// only those are read that may have components.
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
    let key: StaticString = #""children""#
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

  private func read(at offset: Int) -> (item: Item, componentCount: Int) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return (Item(), 0) }
      let nesting = Nesting(maximumDepth: JSONCursor.maximumDepth)
      defer { nesting.deallocate() }
      var scanner = JSONScanner(base: base, end: buffer.count, dialect: dialect)
      scanner.at = offset
      var cursor = JSONCursor(
        scanner: scanner, nesting: nesting, itemKinds: nil, componentKinds: componentKinds,
        imageFault: nil)
      cursor.pictureNames = pictureNames
      cursor.maximumComponents = maximumComponents
      // `ScreenReader.diagnostics(of:)` reports the faults inside items.
      cursor.log.isMuted = true
      do throws(SyntaxFault) {
        let item = try Item.read(from: &cursor) ?? Item()
        return (item, cursor.componentCount)
      } catch {
        // Not reached: the document is valid JSON.
        return (Item(), 0)
      }
    }
  }
}
