/// The room that all items of a component leave because one of the first needs it, so that the
/// titles of all begin, or the pictures above them end, at one edge.
struct SiblingNeeds: Equatable {
  /// Whether rows leave room for pictures.
  private(set) var havePictures = false
  /// The lines that cards leave for their titles.
  private(set) var titleLines = 1

  /// How many items are asked; more would have to be read from the document.
  private static let askedCount = 24

  init() {}

  /// - Parameters:
  ///   - width: Of each item, in points; nil where they differ.
  ///   - margin: The room beside the title of a card, in points.
  @MainActor
  init(
    _ items: ItemList, areRows: Bool, width: Double?, margin: Double, _ environment: Environment
  ) {
    let asked = items.prefix(Self.askedCount)
    guard !areRows else {
      havePictures = asked.contains { !$0.image.isEmpty }
      return
    }
    guard let width, asked.count > 1 else { return }
    let font = environment.scaled(.bodySemibold)
    let isLong = asked.contains {
      $0.kind == "card" && !$0.image.isEmpty
        && environment.text.width(of: $0.title, font: font) > width - 2 * margin
    }
    titleLines = isLong ? 2 : 1
  }
}
