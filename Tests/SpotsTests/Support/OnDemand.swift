import Spots

@testable import SpotsModel

extension ItemList {
  /// These items as those of a document, read when they are asked for.
  func onDemand() -> ItemList {
    var reader = ScreenReader()
    reader.onDemandBytes = 0
    let document = ScreenWriter().write(
      Screen(components: [ComponentModel(kind: .grid, items: self)]))
    return reader.readOnDemand(document).screen?.components[0].items ?? []
  }

  /// How many times items of the documents were read so far.
  var readItems: Int {
    let documents = chunks.all.compactMap { ($0.document as? DocumentItems)?.document }
    return Dictionary(
      documents.map { (ObjectIdentifier($0), $0.readItems) }, uniquingKeysWith: Swift.max
    ).values.reduce(0, +)
  }
}
