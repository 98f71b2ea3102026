/// A row: an image, a title over a subtitle, and a detail text and an accessory at the right. Rows
/// that users can move have a handle in place of none.
///
/// A title that does not fit takes a second line; a path on one line loses its middle. Where the
/// detail would leave less room than the longest word of the title takes, it is on a line below.
///
/// `meta.detail` is the text at the right; `meta.shape` `round` makes the image a circle.
public final class DefaultItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  private var hasImage = false

  public override func configure(with item: Item) {
    hasImage = !item.image.isEmpty
    super.configure(with: item)
  }

  /// At least 44 points high, or 56 with a subtitle, and never too low for its text. Only a title
  /// that may need two lines is measured.
  public override func computeSize(for item: Item, containerSize: Size) -> Size {
    let hasSubtitle = !item.subtitle.isEmpty
    let text = Font.bodyMedium.lineHeight + (hasSubtitle ? Font.subtitle.lineHeight : 0)
    let scaled = (text * (environment?.textScale ?? 1)).rounded(.up)
    let least = max(hasSubtitle ? 56 : 44, scaled + 16)
    guard let environment, let row = row(for: item), row.titleLines > 1 else {
      return Size(height: least)
    }
    let node = ElementNode(row, environment)
    let width = containerSize.width
    let room = SizeRange(
      minimum: Size(width: width), maximum: Size(width: width, height: .infinity))
    return Size(height: max(least, node.measure(in: room).height.rounded(.up) + 16))
  }

  public override func body(for item: Item) -> (any Element)? { row(for: item) }

  private func row(for item: Item) -> DefaultRow? {
    guard let environment else { return nil }
    let width = cellStyle.isRow ? cellStyle.componentWidth - cellStyle.margin * 2 : 0
    return DefaultRow(
      item: item, margin: cellStyle.margin, hasSlot: cellStyle.hasPictures,
      isMovable: cellStyle.isMovable, tint: environment.theme[.secondary].opacity(0.8),
      letterRoom: width / environment.textScale)
  }

  /// The row keeps its own margins.
  public override var insets: EdgeInsets { .zero }

  public override var cornerRadius: Double { 8 }

  public override var separatorInset: Double {
    let image = DefaultRowLayout.slot + DefaultRowLayout.gap
    return cellStyle.margin + (hasImage || cellStyle.hasPictures ? image : 0)
  }

  public override var separatorEnd: Double { cellStyle.margin }
}

/// The content of the row.
private struct DefaultRow: Element {
  let item: Item
  let margin: Double
  /// Whether there is room for an image even without one.
  let hasSlot: Bool
  /// Whether a handle stands where no accessory does.
  let isMovable: Bool
  /// The color of the accessory.
  let tint: Color
  /// The width of the row without its margins, in points at normal text size; 0 where it is not
  /// known.
  let letterRoom: Double

  private var titleFont: Font { item.subtitle.isEmpty ? .body : .bodyMedium }

  /// Whether the title is the address of a file or page, whose end tells more than its beginning.
  private var isPath: Bool { TextLayout.isPath(item.title) }

  /// The most lines of the title: 2 unless it surely fits on one, by the number of its bytes.
  var titleLines: Int {
    let letters = Double(item.title.utf8.count + item.meta.string("detail").utf8.count)
    let besides = item.image.isEmpty ? 40.0 : 100
    return isPath || letters * titleFont.size * 0.75 + besides < letterRoom ? 1 : 2
  }

  var content: ElementContent {
    let detail = item.meta.string("detail")
    var layout = DefaultRowLayout(
      titleFont: item.title.isEmpty ? nil : titleFont, margin: margin,
      hasSlot: hasSlot || !item.image.isEmpty)
    var children: [any Element] = [
      LabelElement(item.title, font: titleFont, lineLimit: titleLines)
    ]
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
      layout.words = titleLines > 1 ? item.title.split(separator: " ").map(String.init) : []
      children.append(LabelElement(detail, font: .callout, color: .role(.secondary)))
    }
    let icon: Icon.Name? =
      switch item.accessory ?? ItemAccessory(forAction: item.action) {
      case .none: isMovable && item.accessory == nil ? .handle : nil
      case .chevron: .chevron
      case .external: .external
      case .check: .check
      case .menu: .dots
      }
    if let icon {
      layout.accessory = children.count
      children.append(Icon(icon, size: DefaultRowLayout.accessorySide, color: .color(tint)))
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
  /// Whether there is room for an image before the texts.
  let hasSlot: Bool
  // The indices of the children that exist; the title is always the first.
  var subtitle: Int?
  var image: Int?
  var detail: Int?
  var accessory: Int?
  /// The words of a title that may be broken into lines beside the detail.
  var words: [String] = []

  static let gap = 12.0
  static let accessorySide = 16.0
  /// The room for the accessory at the end of the texts, in points.
  private static let accessoryRoom = 20.0
  /// The share of the room beside the image that the detail may use even if the title is longer.
  private static let detailShare = 0.4

  /// The side of the image: 28 to 40 points by the row's height, and at least 4 from its edges.
  static func imageSide(inHeight height: Double) -> Double {
    min(max(height - 16, 28), slot, max(height - 8, 0))
  }

  /// The width of the room for the image, in which smaller ones are centered, in points.
  static let slot = 40.0

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let subtitle = subtitleHeight(environment)
    let line = titleFont.map { environment.scaled($0).lineHeight } ?? 0
    let width = range.maximum.width
    guard width.isFinite else { return Size(width: width, height: line + subtitle) }
    let height = max(line + subtitle + 16, subtitle > 0 ? 56 : 44)
    let texts = textEdges(children, in: Size(width: width, height: height), environment)
    let title = titleHeight(children, width: texts.right - texts.left, environment)
    return Size(width: width, height: title + subtitle + texts.detailBelow)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    var frames = Array(repeating: Rect.zero, count: children.count)
    if let image {
      let side = Self.imageSide(inHeight: size.height)
      let x = margin + (Self.slot - side) / 2
      frames[image] = Rect(x: x, y: middle(side, size), width: side, height: side)
    }
    if let accessory {
      let side = Self.accessorySide
      // The chevron is narrower than its square, so this puts its tip at the margin.
      frames[accessory] = Rect(
        x: size.width - margin - side * 0.75, y: middle(side, size), width: side, height: side)
    }
    let (left, right, below) = textEdges(children, in: size, environment)
    let line = subtitleHeight(environment)
    let width = max(right - left, 0)
    let title = min(
      titleHeight(children, width: width, environment), max(size.height - line - below, 0))
    let top = middle(title + line + below, size)
    frames[0] = Rect(x: left, y: top, width: width, height: title)
    if let subtitle { frames[subtitle] = Rect(x: left, y: top + title, width: width, height: line) }
    if let detail, below > 0 {
      frames[detail] = Rect(x: left, y: top + title + line, width: width, height: below)
    } else if let detail {
      let height = children[detail].measure(in: SizeRange()).height
      let end = size.width - margin - (accessory == nil ? 0 : Self.accessoryRoom)
      frames[detail] = Rect(
        x: right + Self.gap, y: middle(height, size), width: end - right - Self.gap,
        height: height)
    }
    return frames
  }

  /// The left and right edges of the title and the subtitle in a row of `size`, and the height of
  /// the detail if it is below them rather than beside.
  private func textEdges(
    _ children: [ElementNode], in size: Size, _ environment: Environment
  ) -> (left: Double, right: Double, detailBelow: Double) {
    let left = margin + (hasSlot ? Self.slot + Self.gap : 0)
    let right = size.width - margin - (accessory == nil ? 0 : Self.accessoryRoom)
    guard let detail else { return (left, right, 0) }
    let room = max(right - left, 0)
    let own = children[detail].measure(in: SizeRange())
    var width = own.width
    if width > room * Self.detailShare {
      // The detail may also use what the lines of the title leave free.
      let rest = max(room * (1 - Self.detailShare) - Self.gap, 0)
      let title = children[0].measure(
        in: SizeRange(minimum: .zero, maximum: Size(width: rest, height: .infinity)))
      width = min(width, max(room * Self.detailShare, room - title.width - Self.gap))
    }
    let rest = room - width - Self.gap
    if let titleFont {
      let font = environment.scaled(titleFont)
      let isBroken = words.contains {
        let word = environment.text.width(of: $0, font: font)
        return rest < word && word <= room
      }
      if isBroken { return (left, right, own.height) }
    }
    return (left, right - width - Self.gap, 0)
  }

  private func titleHeight(
    _ children: [ElementNode], width: Double, _ environment: Environment
  ) -> Double {
    guard let titleFont else { return 0 }
    let line = environment.scaled(titleFont).lineHeight
    // An only line at a given width is not measured.
    let room = SizeRange(
      minimum: Size(width: max(width, 0)), maximum: Size(width: max(width, 0), height: .infinity))
    return max(children[0].measure(in: room).height, line)
  }

  private func subtitleHeight(_ environment: Environment) -> Double {
    subtitle == nil ? 0 : environment.scaled(.subtitle).lineHeight
  }

  private func middle(_ height: Double, _ size: Size) -> Double {
    ((size.height - height) / 2).rounded()
  }
}
