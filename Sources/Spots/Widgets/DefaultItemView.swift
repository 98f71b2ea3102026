/// A row: picture, title over subtitle, a detail text and a chevron at the right.
///
/// `meta.detail` is the text at the right; `meta.shape` `round` makes the picture a circle.
public final class DefaultItemView: View, ItemConfigurable {
  private let image = ImageView()
  private let title = Label(.bodyMedium)
  private let subtitle = Label(.subtitle, .secondary)
  private let detail = Label(.callout, .secondary)
  private var isRound = false
  private var hasAction = false

  private static let imageGap = 12.0
  private static let chevronRoom = 20.0

  public required init() {
    super.init()
    for view in [image, title, subtitle, detail] { addSubview(view) }
    detail.alignment = .trailing
  }

  public var preferredViewSize: Size { Size(width: 0, height: 44) }

  /// At least 44 high, with a subtitle 56, and never too low for its text.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    let scale = environment?.textScale ?? 1
    let hasSubtitle = !item.subtitle.isEmpty
    let text = Font.bodyMedium.lineHeight + (hasSubtitle ? Font.subtitle.lineHeight : 0)
    return Size(width: 0, height: max(hasSubtitle ? 56 : 44, (text * scale).rounded(.up) + 16))
  }

  public func configure(with item: Item) {
    image.source = item.image
    image.contentMode = ImageView.contentMode(of: item)
    isRound = item.meta.string("shape") == "round"
    title.text = item.title
    title.font = item.subtitle.isEmpty ? .body : .bodyMedium
    subtitle.text = item.subtitle
    detail.text = item.meta.string("detail")
    hasAction = item.action != nil
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    let textLeft = layoutImage()
    let right = frame.width - place.margin - (hasAction ? Self.chevronRoom : 0)
    let room = max(right - textLeft, 0)
    let detailSize = detail.sizeThatFits(Size(width: room * 0.6, height: .infinity))
    detail.isHidden = detail.text.isEmpty
    let detailRoom = detail.text.isEmpty ? 0 : detailSize.width
    detail.frame = Rect(
      x: right - detailRoom, y: ((frame.height - detailSize.height) / 2).rounded(),
      width: detailRoom, height: detailSize.height)
    let textWidth = max(room - (detailRoom > 0 ? detailRoom + Self.imageGap : 0), 0)
    layoutText(x: textLeft, width: textWidth)
  }

  /// Places the picture and returns where the text begins.
  private func layoutImage() -> Double {
    image.isHidden = image.source.isEmpty
    guard !image.isHidden else { return place.margin }
    let side = min(max(frame.height - 16, 28), 48, max(frame.height - 8, 0))
    image.frame = Rect(
      x: place.margin, y: ((frame.height - side) / 2).rounded(), width: side, height: side)
    image.corners = Corners(radius: isRound ? side / 2 : min(8, side / 4))
    return place.margin + side + Self.imageGap
  }

  private func layoutText(x: Double, width: Double) {
    let scale = environment?.textScale ?? 1
    let titleHeight = title.font.lineHeight * scale
    let subtitleHeight = subtitle.text.isEmpty ? 0 : subtitle.font.lineHeight * scale
    let top = ((frame.height - titleHeight - subtitleHeight) / 2).rounded()
    title.frame = Rect(x: x, y: top, width: width, height: titleHeight)
    subtitle.isHidden = subtitle.text.isEmpty
    subtitle.frame = Rect(x: x, y: top + titleHeight, width: width, height: subtitleHeight)
  }

  public override func draw(in list: inout DrawList) {
    if place.isRow {
      drawRowSurface(in: &list)
      drawSeparator(in: &list, from: title.frame.x)
    } else {
      drawCellSurface(in: &list, cornerRadius: 8)
    }
    if hasAction { drawChevron(in: &list) }
  }

  private func drawChevron(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let tip = Point(x: frame.width - place.margin - 1, y: frame.height / 2)
    list.append(
      .polyline(
        [Point(x: tip.x - 5, y: tip.y - 5), tip, Point(x: tip.x - 5, y: tip.y + 5)],
        theme[.secondary].opacity(0.7), width: 1.5))
  }

  public override var focusCornerRadius: Double { place.isRow ? max(place.groupRadius, 6) : 8 }
}
