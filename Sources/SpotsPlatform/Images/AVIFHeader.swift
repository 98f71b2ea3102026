/// The size and orientation of an AVIF image, from the boxes at the start of its file.
///
/// The file is a tree of boxes (ISO/IEC 14496-12). The `meta` box names the primary item, and lists
/// which properties each item has (ISO/IEC 23008-12): its size, and how it is turned.
struct AVIFHeader {
  /// As stored, in pixels.
  private(set) var width = 0
  private(set) var height = 0
  /// In EXIF's numbering. EXIF data inside the file is ignored (AV1 Image File Format, 4.2).
  private(set) var orientation = 1

  private let reader: ByteReader

  /// The most boxes or items in one place. Real files have few; those with more are refused.
  private static let limit = 4096

  /// Whether the `ftyp` box at the start lists AVIF among the brands of the file.
  static func starts(_ reader: ByteReader) throws(ImageError) -> Bool {
    guard reader.holds(Array("ftyp".utf8), at: 4) else { return false }
    guard reader.count >= 16 else { throw .truncated }
    let end = min(try reader.big32(at: 0), 256)
    return stride(from: 8, to: end, by: 4).contains { place in
      // The version of the main brand follows it.
      place != 12 && ["avif", "avis"].contains { reader.holds(Array($0.utf8), at: place) }
    }
  }

  /// - Throws: When a required box is missing or cut off.
  init(_ reader: ByteReader) throws(ImageError) {
    self.reader = reader
    guard let meta = try boxes(in: 0..<reader.count, until: "meta").last, meta.type == "meta" else {
      throw .truncated
    }
    let boxes = meta.content.dropFirst(4)
    let primary = try primaryItem(in: box("pitm", in: boxes))
    let properties = try box("iprp", in: boxes)
    let all = try self.boxes(in: box("ipco", in: properties))
    for index in try indexes(of: primary, in: box("ipma", in: properties)) {
      guard all.indices.contains(index) else { throw .broken("a property is missing") }
      try take(all[index])
    }
    guard width > 0 else { throw .broken("it has no size") }
  }

  private mutating func take(_ property: Box) throws(ImageError) {
    switch property.type {
    case "ispe":
      width = try reader.big32(at: property.content.lowerBound + 4)
      height = try reader.big32(at: property.content.lowerBound + 8)
    case "irot":
      // Quarter turns, counterclockwise.
      let turns = [1, 8, 3, 6]
      orientation = turns[try reader.byte(at: property.content.lowerBound) & 3]
    case "imir":
      let isSideways = try reader.byte(at: property.content.lowerBound) & 1 == 1
      orientation = Self.mirrored(orientation, sideways: isSideways)
    default: break
    }
  }

  /// The orientation of an image that is turned by `orientation` first, then mirrored.
  private static func mirrored(_ orientation: Int, sideways: Bool) -> Int {
    switch (orientation, sideways) {
    case (1, true): 2
    case (1, false): 4
    case (8, true), (6, false): 7
    case (8, false), (6, true): 5
    case (3, true): 4
    default: 2
    }
  }

  // MARK: Boxes

  private struct Box {
    var type: String
    var content: Range<Int>
  }

  private func box(_ type: String, in range: Range<Int>) throws(ImageError) -> Range<Int> {
    guard let box = try boxes(in: range, until: type).last, box.type == type else {
      throw .broken("it has no '\(type)' box")
    }
    return box.content
  }

  /// The consecutive boxes in `range`, up to the first of type `last`.
  private func boxes(in range: Range<Int>, until last: String = "") throws(ImageError) -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while place < range.upperBound, boxes.last?.type != last {
      guard boxes.count < Self.limit else { throw .broken("it has too many boxes") }
      var (length, start) = (try reader.big32(at: place), place + 8)
      if length == 1 {
        guard try reader.big32(at: place + 8) == 0 else { throw .broken("a box is too long") }
        (length, start) = (try reader.big32(at: place + 12), place + 16)
      }
      let end = length == 0 ? range.upperBound : place + length
      guard end >= start else { throw .broken("a box is too short") }
      guard end <= range.upperBound else { throw .truncated }
      let letters = try (4..<8).map { offset throws(ImageError) in
        UInt8(try reader.byte(at: place + offset))
      }
      boxes.append(Box(type: String(decoding: letters, as: UTF8.self), content: start..<end))
      place = end
    }
    return boxes
  }

  private func primaryItem(in content: Range<Int>) throws(ImageError) -> Int {
    let isLong = try reader.byte(at: content.lowerBound) > 0
    return try isLong
      ? reader.big32(at: content.lowerBound + 4) : reader.big16(at: content.lowerBound + 4)
  }

  /// The indexes of the properties of `item` in the list of all properties.
  private func indexes(of item: Int, in content: Range<Int>) throws(ImageError) -> [Int] {
    let hasLongItems = try reader.byte(at: content.lowerBound) > 0
    let hasLongIndexes = try reader.byte(at: content.lowerBound + 3) & 1 == 1
    var place = content.lowerBound + 8
    for _ in 0..<min(try reader.big32(at: content.lowerBound + 4), Self.limit) {
      let number = try hasLongItems ? reader.big32(at: place) : reader.big16(at: place)
      place += hasLongItems ? 4 : 2
      let count = try reader.byte(at: place)
      place += 1
      if number == item {
        return try (0..<count).map { index throws(ImageError) in
          // The highest bit says whether a reader must know the property; indexes count from 1.
          try hasLongIndexes
            ? (reader.big16(at: place + index * 2) & 0x7FFF) - 1
            : (reader.byte(at: place + index) & 0x7F) - 1
        }
      }
      place += count * (hasLongIndexes ? 2 : 1)
    }
    throw .broken("its picture has no properties")
  }
}
