@testable import Spots

extension ItemList {
  /// These items as those of a document, read when they are asked for.
  ///
  /// - Parameter blanks: How many blanks stand behind each item, so that documents of the same items
  ///   can differ in their bytes.
  func onDemand(blanks: (Int) -> Int = { _ in 0 }) -> ItemList {
    var bytes = Array("[".utf8)
    var starts: [UInt32] = []
    for (index, item) in enumerated() {
      if index > 0 { bytes += Array(",\n".utf8) }
      starts.append(UInt32(bytes.count))
      var writer = JSONWriter()
      ScreenWriter().write(item, to: &writer)
      // A blank inside the item is part of what is compared.
      bytes += writer.bytes.dropLast()
      bytes += Array(repeating: UInt8(ascii: " "), count: blanks(index))
      bytes.append(UInt8(ascii: "}"))
    }
    let document = ScreenBytes(bytes + Array("]".utf8), dialect: .json, componentKinds: nil)
    return ItemList(DocumentItems(document: document, starts: starts, end: bytes.count))
  }

  /// How many times items of the documents were read so far.
  var readItems: Int {
    Dictionary(
      chunks.all.compactMap { chunk in
        chunk.place.map { (ObjectIdentifier($0.items.document), $0.items.document.readItems) }
      }, uniquingKeysWith: Swift.max
    ).values.reduce(0, +)
  }
}
