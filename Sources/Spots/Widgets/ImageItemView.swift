/// A picture as wide as there is room, in its own ratio, and its title as a caption under it.
public final class ImageItemView: View, ItemConfigurable {
  private let image = ImageView()
  private let caption = Label(.caption, .secondary, lineLimit: 2)

  private static let gap = 6.0
  private static let rowPadding = 8.0
  /// Width to height of a picture whose size is not known.
  private static let defaultRatio = 16.0 / 9

  public required init() {
    super.init()
    addSubview(image)
    addSubview(caption)
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    configure(with: item)
    let width = max(containerSize.width - margin * 2, 0)
    let height = (width / ratio).rounded() + captionRoom(width: width)
    return Size(width: 0, height: height + verticalPadding * 2)
  }

  public func configure(with item: Item) {
    image.source = item.image
    image.contentMode = ImageView.contentMode(of: item)
    caption.text = item.title
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    let area = bounds.inset(
      by: EdgeInsets(
        top: verticalPadding, left: margin, bottom: verticalPadding, right: margin))
    let captionRoom = min(captionRoom(width: area.width), area.height)
    image.corners = Corners(radius: 8)
    image.frame = Rect(
      x: area.x, y: area.y, width: area.width, height: area.height - captionRoom)
    caption.isHidden = captionRoom == 0
    caption.frame = Rect(
      x: area.x, y: image.frame.maxY + Self.gap, width: area.width,
      height: max(captionRoom - Self.gap, 0))
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    if place.isRow {
      drawRowSurface(in: &list)
      drawSeparator(in: &list, from: margin)
    } else if !state.isDisjoint(with: [.hover, .highlighted, .selected]) {
      // A frame around the picture; its ground shows through nowhere else.
      let color = theme[state.contains(.selected) ? .accent : .surfacePressed]
      list.fill(image.frame.expanded(by: 3), color, cornerRadius: 11)
    }
  }

  public override var focusCornerRadius: Double { 8 }

  private var ratio: Double {
    guard let size = environment?.images.size(of: image.source), size.width > 0, size.height > 0
    else { return Self.defaultRatio }
    return min(max(size.width / size.height, 0.1), 10)
  }

  private func captionRoom(width: Double) -> Double {
    guard !caption.text.isEmpty else { return 0 }
    return caption.sizeThatFits(Size(width: width, height: .infinity)).height + Self.gap
  }

  private var margin: Double { place.isRow ? place.margin : 0 }
  private var verticalPadding: Double { place.isRow ? Self.rowPadding : 0 }
}
