/// The room that all items of a component leave because one of the first needs it, so that the
/// titles of all begin, or the pictures above them end, at one edge.
struct SiblingNeeds: Equatable {
  /// Whether rows leave room for pictures.
  private(set) var havePictures = false
  /// The most lines that the title, and the subtitle, of a card take.
  private(set) var titleLines = 1
  private(set) var subtitleLines = 0

  /// How many items are asked; more would have to be read from the document.
  static let askedCount = 24

  init() {}

  /// - Parameters:
  ///   - asked: The first items that no value hides, at most `askedCount`.
  ///   - width: Of each item without one of its own, in points; nil where they differ.
  ///   - margin: The room beside the title of a card, in points.
  @MainActor
  init(
    _ asked: [Item], areRows: Bool, width: Double?, margin: Double, _ environment: Environment
  ) {
    guard !areRows else {
      havePictures = asked.contains(where: ImageElement.isShown)
      return
    }
    guard asked.count > 1 else { return }
    let limit = CardItemView.titleLimit(environment.textScale)
    titleLines = max(lines(of: \.title, .bodySemibold, limit), 1)
    subtitleLines = lines(of: \.subtitle, .subtitle, limit / 2)

    func lines(of text: KeyPath<Item, String>, _ font: Font, _ limit: Int) -> Int {
      let font = environment.scaled(font)
      var most = 0
      for card in asked where most < limit && card.kind == "card" && !card.image.isEmpty {
        let text = card[keyPath: text]
        guard !text.isEmpty, let width = card.size.width > 0 ? card.size.width : width else {
          continue
        }
        let room = width - 2 * margin
        // Most texts surely fit on a line, by the number of their bytes.
        let mayWrap =
          limit > 1 && Double(text.utf8.count) * font.size * 0.75 > room
          && environment.text.width(of: text, font: font) > room
        // It takes both of two lines, whichever words break; resizing a window comes here often.
        most = max(most, !mayWrap ? 1 : limit == 2 ? 2 : wrapped(text, font, room, limit))
      }
      return most
    }
    func wrapped(_ text: String, _ font: Font, _ room: Double, _ limit: Int) -> Int {
      TextLayout(text, font: font, width: room, lineLimit: limit, measurer: environment.text)
        .lines.count
    }
  }
}
