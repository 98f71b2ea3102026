/// A card: a picture that fills the top, title and subtitle below it.
public final class CardItemView: View, ItemConfigurable {
  private let image = ImageView()
  private let title = Label(.bodyMedium)
  private let subtitle = Label(.subtitle, .secondary)
  private let text = Label(.subtitle, .secondary, lineLimit: 3)
  private let column: TextColumn

  private static let padding = 12.0
  private static let cornerRadius = 12.0
  private static let defaultRatio = 16.0 / 9

  public required init() {
    column = TextColumn(labels: [title, subtitle, text], spacing: 2)
    super.init()
    addSubview(image)
    for label in column.labels { addSubview(label) }
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    configure(with: item)
    let width = containerSize.width
    let picture = image.source.isEmpty ? 0 : (width / ratio).rounded()
    return Size(width: 0, height: picture + textRoom(width: width))
  }

  public func configure(with item: Item) {
    image.source = item.image
    image.contentMode = ImageView.contentMode(of: item)
    title.text = item.title
    subtitle.text = item.subtitle
    text.text = item.text
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    let textRoom = min(textRoom(width: frame.width), frame.height)
    image.isHidden = image.source.isEmpty
    image.frame = Rect(width: frame.width, height: max(frame.height - textRoom, 0))
    image.corners = Corners(
      radius: Self.cornerRadius, edges: textRoom > 0 ? .top : .all)
    let top = image.isHidden ? Self.padding : image.frame.maxY + Self.padding
    column.layOut(x: Self.padding, y: top, width: textWidth(in: frame.width))
  }

  public override func draw(in list: inout DrawList) {
    drawCellSurface(in: &list, cornerRadius: Self.cornerRadius)
  }

  public override var focusCornerRadius: Double { Self.cornerRadius }

  private var ratio: Double {
    guard let size = environment?.images.size(of: image.source), size.width > 0, size.height > 0
    else { return Self.defaultRatio }
    return min(max(size.width / size.height, 0.5), 2)
  }

  private func textRoom(width: Double) -> Double {
    let height = column.height(width: textWidth(in: width))
    return height > 0 ? height + Self.padding * 2 : 0
  }

  private func textWidth(in width: Double) -> Double { max(width - Self.padding * 2, 0) }
}
