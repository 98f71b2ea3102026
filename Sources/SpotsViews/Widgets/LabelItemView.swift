/// A title, a subtitle, a text and Markdown, all wrapped and as high as they need to be.
public final class LabelItemView: ElementCell {
  /// About a hundred characters, in points before text scale; longer lines are hard to read.
  private static let longestLine = 760.0

  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let texts = [
      LabelElement(item.title, font: .headline, lineLimit: 0),
      LabelElement(item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: 0),
      LabelElement(item.text, font: .body, lineLimit: 0),
    ]
    let longest = Self.longestLine * (environment?.textScale ?? 1)
    var parts: [any Element] = texts.filter { !$0.text.isEmpty }
    if !item.markdown.isEmpty {
      let markdown = MarkdownElement(item.markdown).selectable(item.action == nil)
      parts.append(parts.isEmpty ? markdown : Inset(EdgeInsets(top: 6), markdown))
    }
    let column = Column(spacing: 4, parts)
    return Aligned(
      horizontal: .start, vertical: .start, Sized(SizeLimits(maximumWidth: longest), column))
  }

  public override var insets: EdgeInsets {
    let (side, edge) = cellStyle.isRow ? (cellStyle.margin, 12.0) : (16, 16)
    return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
  }
}
