/// A card: an image that fills the top, with the title on up to two lines below it, the subtitle on
/// one, up to three lines of text, and all of the Markdown. Larger text gets enough lines for the
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
    let texts = [
      LabelElement(item.title, font: .bodySemibold, lineLimit: 2 * lines),
      LabelElement(
        item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: lines),
      LabelElement(
        item.text, font: .subtitle, color: .role(.secondary), lineLimit: 3 * lines),
    ].filter { !$0.text.isEmpty }
    var words: [any Element] = texts
    if !item.markdown.isEmpty {
      let markdown = MarkdownElement(item.markdown, font: .subtitle)
        .selectable(item.action == nil)
      words.append(Inset(EdgeInsets(top: texts.isEmpty ? 0 : 4), markdown))
    }
    var parts: [any Element] = []
    if !item.image.isEmpty {
      let corners = Corners(radius: cornerRadius, edges: words.isEmpty ? .all : .top)
      // The image takes the height the texts do not need.
      parts.append(ImageElement(of: item, corners: corners, ratios: 0.5...2).flexed(grow: 1))
    }
    if !words.isEmpty {
      let textHeight = environment.map { environment in
        (Double(cellStyle.titleLines) * environment.scaled(.bodySemibold).lineHeight)
          + (item.subtitle.isEmpty ? 0 : environment.scaled(.subtitle).lineHeight + 2)
      }
      let column = Sized(SizeLimits(minimumHeight: textHeight ?? 0), Column(spacing: 2, words))
      parts.append(
        column.inset(horizontal: Self.padding, vertical: Self.padding).flexed(shrink: 0))
    }
    return Column(parts)
  }

  public override var surface: ItemSurface { .card }
  public override var insets: EdgeInsets { .zero }
}
