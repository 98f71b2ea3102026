/// The room that all items of a component leave because one of the first needs it, so that the
/// titles of all begin, or the pictures above them end, at one edge.
struct SiblingNeeds: Equatable {
  /// Whether rows leave room for pictures.
  private(set) var havePictures = false
  /// The most lines that the title of a card takes.
  private(set) var titleLines = 1

  /// How many items are asked; more would have to be read from the document.
  static let askedCount = 24

  init() {}

  /// - Parameters:
  ///   - asked: The first items that no value hides, at most `askedCount`.
  ///   - width: Of each item, in points; nil where they differ.
  ///   - margin: The room beside the title of a card, in points.
  @MainActor
  init(
    _ asked: [Item], areRows: Bool, width: Double?, margin: Double, _ environment: Environment
  ) {
    guard !areRows else {
      havePictures = asked.contains(where: ImageElement.isShown)
      return
    }
    guard let width, asked.count > 1 else { return }
    let (font, room) = (environment.scaled(.bodySemibold), width - 2 * margin)
    let limit = CardItemView.titleLimit(environment.textScale)
    for item in asked where titleLines < limit && item.kind == "card" && !item.image.isEmpty {
      // Most titles surely fit, by the number of their bytes.
      guard Double(item.title.utf8.count) * font.size * 0.75 > room,
        environment.text.width(of: item.title, font: font) > room
      else { continue }
      // It takes both of two lines, whichever words break; resizing a window comes here often.
      titleLines = limit == 2 ? 2 : max(titleLines, lines(of: item.title))
    }
    func lines(of title: String) -> Int {
      TextLayout(title, font: font, width: room, lineLimit: limit, measurer: environment.text)
        .lines.count
    }
  }
}
