/// A card: an image that fills the top, with the title on up to two lines below it, the subtitle on
/// one, up to three lines of text, and all of the Markdown. A badge is in the upper corner of the
/// image, or above the title. Larger text gets enough lines for the
/// same words.
public final class CardItemView: ElementCell {
  private static let padding = 12.0

  /// The lines for words that fill one at normal size: at twice the size they fill two, or three
  /// where they break badly.
  private static func lines(_ textScale: Double) -> Int {
    max(Int((2 * textScale - 1).rounded()), 1)
  }

  /// The most lines of a title at a text scale.
  public static func titleLimit(_ textScale: Double) -> Int { 2 * lines(textScale) }

  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let lines = Self.lines(environment?.textScale ?? 1)
    var words = texts(of: item, lines)
    let hasTexts = !words.isEmpty
    if let badge = item.badge, !badge.isEmpty, item.image.isEmpty {
      let mark = Aligned(horizontal: .start, vertical: .start, BadgeElement(badge))
      words.insert(mark.inset(by: EdgeInsets(bottom: 4)), at: 0)
    }
    if !item.markdown.isEmpty {
      let markdown = MarkdownElement(item.markdown, font: .subtitle)
        .selectable(item.action == nil)
      words.append(Inset(EdgeInsets(top: hasTexts ? 4 : 0), markdown))
    }
    let givesTextsRoom = cellStyle.sharesHeight && item.size.height == 0
    var parts: [any Element] = []
    if !item.image.isEmpty {
      let corners = Corners(radius: cornerRadius, edges: words.isEmpty ? .all : .top)
      // The image takes the height the texts do not need, unless others in the row ask for it.
      parts.append(
        picture(of: item, corners).flexed(grow: givesTextsRoom && !words.isEmpty ? 0 : 1))
    }
    if !words.isEmpty {
      let textHeight = environment.map { environment in
        let subtitles = Double(cellStyle.subtitleLines) * environment.scaled(.subtitle).lineHeight
        return (Double(cellStyle.titleLines) * environment.scaled(.bodySemibold).lineHeight)
          + (subtitles > 0 ? subtitles + 2 : 0)
      }
      let column = Sized(SizeLimits(minimumHeight: textHeight ?? 0), Column(spacing: 2, words))
      parts.append(
        column.inset(horizontal: Self.padding, vertical: Self.padding)
          .flexed(grow: givesTextsRoom ? 1 : 0, shrink: 0))
    }
    return Column(parts)
  }

  private func texts(of item: Item, _ lines: Int) -> [any Element] {
    var texts: [any Element] = []
    if !item.title.isEmpty {
      texts.append(LabelElement(item.title, font: .bodySemibold, lineLimit: 2 * lines))
    }
    for (text, limit) in [(item.subtitle, lines), (item.text, 3 * lines)] where !text.isEmpty {
      texts.append(
        LabelElement(text, font: .subtitle, color: .role(.secondary), lineLimit: limit))
    }
    return texts
  }

  /// The picture, with the badge in its corner.
  private func picture(of item: Item, _ corners: Corners) -> any Element {
    let image = ImageElement(of: item, corners: corners, ratios: 0.5...2)
    let isIcon = item.image.hasPrefix("icon:")
    let picture: any Element = isIcon ? image.inset(vertical: 20) : image
    guard let badge = item.badge, !badge.isEmpty else { return picture }
    let mark = BadgeElement(badge, isOnPicture: true).inset(horizontal: 8, vertical: 8)
    return Overlay([picture, Aligned(horizontal: .end, vertical: .start, mark)])
  }

  public override var surface: ItemSurface { .card }
  public override var insets: EdgeInsets { .zero }
}
