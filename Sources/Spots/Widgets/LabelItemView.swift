/// Title, subtitle and text, all wrapped, as high as needed.
public final class LabelItemView: View, ItemConfigurable {
  private let title = Label(.headline, lineLimit: 0)
  private let subtitle = Label(.subtitle, .secondary, lineLimit: 0)
  private let text = Label(.body, lineLimit: 0)
  private let column: TextColumn

  private static let padding = 12.0
  private static let cellPadding = 16.0
  /// Longer lines are hard to read: about a hundred characters, in points.
  private static let longestLine = 760.0

  public required init() {
    column = TextColumn(labels: [title, subtitle, text])
    super.init()
    for label in column.labels { addSubview(label) }
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    configure(with: item)
    let height = column.height(width: textWidth(in: containerSize.width))
    return Size(width: 0, height: height + verticalPadding * 2)
  }

  public func configure(with item: Item) {
    title.text = item.title
    subtitle.text = item.subtitle
    text.text = item.text
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    column.layOut(x: margin, y: verticalPadding, width: textWidth(in: frame.width))
  }

  public override func draw(in list: inout DrawList) {
    if place.isRow {
      drawRowSurface(in: &list)
      drawSeparator(in: &list, from: margin)
    } else {
      drawCellSurface(in: &list, cornerRadius: 12)
    }
  }

  public override var focusCornerRadius: Double { place.isRow ? max(place.groupRadius, 6) : 12 }

  private var margin: Double { place.isRow ? place.margin : Self.cellPadding }
  private var verticalPadding: Double { place.isRow ? Self.padding : Self.cellPadding }

  private func textWidth(in width: Double) -> Double {
    let scale = environment?.textScale ?? 1
    return min(max(width - margin * 2, 0), Self.longestLine * scale)
  }
}
