/// A row: an image, a title over a subtitle, and a detail text and a chevron at the right.
///
/// `meta.detail` is the text at the right; `meta.shape` `round` makes the image a circle.
public final class DefaultItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  private var hasImage = false

  public override func configure(with item: Item) {
    hasImage = !item.image.isEmpty
    super.configure(with: item)
  }

  /// At least 44 points high, or 56 with a subtitle, and never too low for its text. Every text is
  /// one line, so nothing has to be measured.
  public override func computeSize(for item: Item, containerSize: Size) -> Size {
    let hasSubtitle = !item.subtitle.isEmpty
    let text = Font.bodyMedium.lineHeight + (hasSubtitle ? Font.subtitle.lineHeight : 0)
    let scaled = (text * (environment?.textScale ?? 1)).rounded(.up)
    return Size(width: 0, height: max(hasSubtitle ? 56 : 44, scaled + 16))
  }

  public override func body(for item: Item) -> (any Element)? {
    DefaultRow(
      item: item, margin: cellStyle.margin,
      tint: environment?.theme[.secondary].opacity(0.8) ?? .clear)
  }

  /// The row keeps its own margins.
  public override var insets: EdgeInsets { .zero }

  public override var cornerRadius: Double { 8 }

  public override var separatorInset: Double {
    let image = DefaultRowLayout.imageSide(inHeight: frame.height) + DefaultRowLayout.gap
    return cellStyle.margin + (hasImage ? image : 0)
  }

  public override var separatorEnd: Double { cellStyle.margin }
}

/// The content of the row.
private struct DefaultRow: Element {
  let item: Item
  let margin: Double
  /// The color of the chevron.
  let tint: Color

  var content: ElementContent {
    let titleFont = item.subtitle.isEmpty ? Font.body : .bodyMedium
    let detail = item.meta.string("detail")
    var layout = DefaultRowLayout(titleFont: item.title.isEmpty ? nil : titleFont, margin: margin)
    var children: [any Element] = [LabelElement(item.title, font: titleFont)]
    if !item.subtitle.isEmpty {
      layout.subtitle = children.count
      children.append(LabelElement(item.subtitle, font: .subtitle, color: .role(.secondary)))
    }
    if !item.image.isEmpty {
      layout.image = children.count
      let isRound = item.meta.string("shape") == "round"
      children.append(ImageElement(of: item, corners: Corners(radius: isRound ? 24 : 8)))
    }
    if !detail.isEmpty {
      layout.detail = children.count
      children.append(LabelElement(detail, font: .callout, color: .role(.secondary)))
    }
    if item.action != nil {
      layout.chevron = children.count
      children.append(Icon(.chevron, size: DefaultRowLayout.chevronSide, color: .color(tint)))
    }
    return ElementContent(children: children, layout: layout)
  }
}

/// Arranges the row at any height: the image grows with it, and the texts are centered in it.
private struct DefaultRowLayout: ElementLayout {
  /// nil for an empty title, which takes no room.
  let titleFont: Font?
  /// The room at the left and right, in points.
  let margin: Double
  // The indices of the children that exist; the title is always the first.
  var subtitle: Int?
  var image: Int?
  var detail: Int?
  var chevron: Int?

  static let gap = 12.0
  static let chevronSide = 16.0
  /// The room for the chevron at the end of the texts, in points.
  private static let chevronRoom = 20.0
  /// The share of the room beside the image that the detail may use even if the title is longer.
  private static let detailShare = 0.4

  /// The side of the image: 28 to 48 points by the row's height, and at least 4 from its edges.
  static func imageSide(inHeight height: Double) -> Double {
    min(max(height - 16, 28), 48, max(height - 8, 0))
  }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let heights = textHeights(environment)
    return Size(width: range.maximum.width, height: heights.title + heights.subtitle)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    var frames = Array(repeating: Rect.zero, count: children.count)
    var left = margin
    var right = size.width - margin - (chevron == nil ? 0 : Self.chevronRoom)
    if let image {
      let side = Self.imageSide(inHeight: size.height)
      frames[image] = Rect(x: left, y: middle(side, size), width: side, height: side)
      left += side + Self.gap
    }
    if let chevron {
      let side = Self.chevronSide
      // The drawing is narrower than its square, so this puts its tip at the margin.
      frames[chevron] = Rect(
        x: size.width - margin - side * 0.75, y: middle(side, size), width: side, height: side)
    }
    if let detail {
      let room = max(right - left, 0)
      let own = children[detail].measure(in: SizeRange())
      var width = own.width
      if width > room * Self.detailShare {
        // The detail may also use what the title leaves free.
        let title = children[0].measure(in: SizeRange())
        width = min(width, max(room * Self.detailShare, room - title.width - Self.gap))
      }
      frames[detail] = Rect(
        x: right - width, y: middle(own.height, size), width: width, height: own.height)
      right -= width + Self.gap
    }
    let (title, line) = textHeights(environment)
    let top = middle(title + line, size)
    let width = max(right - left, 0)
    frames[0] = Rect(x: left, y: top, width: width, height: title)
    if let subtitle { frames[subtitle] = Rect(x: left, y: top + title, width: width, height: line) }
    return frames
  }

  private func textHeights(_ environment: Environment) -> (title: Double, subtitle: Double) {
    (
      titleFont.map { environment.scaled($0).lineHeight } ?? 0,
      subtitle == nil ? 0 : environment.scaled(.subtitle).lineHeight
    )
  }

  private func middle(_ height: Double, _ size: Size) -> Double {
    ((size.height - height) / 2).rounded()
  }
}
