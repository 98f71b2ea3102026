import Glibc
import Synchronization

/// The bytes of a document that was found sound, and how to read a part of it.
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

  /// How many items have been read so far.
  var readItems: Int { readings.load(ordering: .relaxed) }

  /// Whether the same bytes mean the same in both documents.
  func reads(like other: ScreenBytes) -> Bool {
    componentKinds == other.componentKinds && pictureNames?.place == other.pictureNames?.place
  }

  /// The item that starts at `offset`.
  ///
  /// - Complexity: O(bytes of the item).
  func item(at offset: Int) -> Item {
    readings.add(1, ordering: .relaxed)
    return read(at: offset).item
  }

  /// How many components there are inside the item at `extent`.
  ///
  /// Reading all items for this would take several times as long as finding where they are. Small
  /// ones have but few, and of the others only those are read that may have some.
  func componentCount(ofItemIn extent: Range<Int>) -> Int {
    guard extent.count > Self.smallItem else { return 0 }
    guard extent.count > Self.largeItem || mentionsChildren(extent) else { return 0 }
    return read(at: extent.lowerBound).componentCount
  }

  /// Items of at most so many bytes are not asked for components inside.
  private static let smallItem = 512
  /// Items of more bytes are always read, since a search for a key misses one spelt with escapes.
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
      // What is wrong with the item is said when the whole document is looked through.
      cursor.log.isMuted = true
      do throws(SyntaxFault) {
        let item = try Item.read(from: &cursor) ?? Item()
        return (item, cursor.componentCount)
      } catch {
        // Only sound documents come here.
        return (Item(), 0)
      }
    }
  }
}
