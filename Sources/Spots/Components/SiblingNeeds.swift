/// The room that all items of a component leave because one of the first needs it, so that the
/// titles of all begin, or the pictures above them end, at one edge.
struct SiblingNeeds: Equatable {
  /// Whether rows leave room for pictures.
  private(set) var havePictures = false
  /// The most lines that the title of a card takes.
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
    let (font, room) = (environment.scaled(.bodySemibold), width - 2 * margin)
    for item in asked where item.kind == "card" && !item.image.isEmpty {
      guard environment.text.width(of: item.title, font: font) > room else { continue }
      let title = TextLayout(
        item.title, font: font, width: room,
        lineLimit: CardItemView.titleLimit(environment.textScale), measurer: environment.text)
      titleLines = max(titleLines, title.lines.count)
    }
  }
}
