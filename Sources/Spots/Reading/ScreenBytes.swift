import Synchronization

/// The bytes of a document that was found sound, and how to read a part of it.
final class ScreenBytes: Sendable {
  let bytes: [UInt8]
  private let dialect: ScreenReader.Dialect
  private let componentKinds: Set<String>?
  private let pictureNames: PictureNames?
  private let readings = Atomic(0)

  init(
    _ bytes: [UInt8], dialect: ScreenReader.Dialect, componentKinds: Set<String>?,
    pictureNames: PictureNames? = nil
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.componentKinds = componentKinds
    self.pictureNames = pictureNames
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
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return Item() }
      let nesting = Nesting(maximumDepth: JSONCursor.maximumDepth)
      defer { nesting.deallocate() }
      var scanner = JSONScanner(base: base, end: buffer.count, dialect: dialect)
      scanner.at = offset
      var cursor = JSONCursor(
        scanner: scanner, nesting: nesting, itemKinds: nil, componentKinds: componentKinds,
        imageFault: nil)
      cursor.pictureNames = pictureNames
      // What is wrong with the item is said when the whole document is looked through.
      cursor.log.isMuted = true
      do throws(SyntaxFault) {
        return try Item.read(from: &cursor) ?? Item()
      } catch {
        // Only sound documents come here.
        return Item()
      }
    }
  }
}
