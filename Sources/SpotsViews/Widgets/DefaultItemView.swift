/// A row: an image, a title over a subtitle, and a detail text and an accessory at the right. Rows
/// that users can move have a handle in place of none.
///
/// A title that does not fit takes a second line; a path on one line loses its middle. Larger text
/// gets enough lines for the same words. Where the detail would leave less room than the longest
/// word of the title takes, or large text would be cut off beside it, it is on a line below.
///
/// `meta.detail` is the text at the right, with the badge before it; `meta.shape` `round` makes the
/// image a circle, and `avatar` one with the initials of the title where there is no image.
public final class DefaultItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  private var hasImage = false

  public override func configure(with item: Item) {
    hasImage = ImageElement.isShown(for: item)
    super.configure(with: item)
  }

  /// At least 44 points high, or 56 with a subtitle, and never too low for its text. Only texts
  /// that may need several lines are measured.
  public override func computeSize(for item: Item, containerSize: Size) -> Size {
    let hasSubtitle = !item.subtitle.isEmpty
    let text = Font.bodyMedium.lineHeight + (hasSubtitle ? Font.subtitle.lineHeight : 0)
    let scaled = (text * (environment?.textScale ?? 1)).rounded(.up)
    let least = max(hasSubtitle ? 56 : 44, scaled + 16)
    guard let environment, let row = row(for: item), row.titleLines * row.subtitleLines > 1 else {
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
    let width =
      cellStyle.isRow ? cellStyle.componentWidth - cellStyle.margin * 2 - cellStyle.indent : 0
    return DefaultRow(
      item: item, margin: cellStyle.margin, indent: cellStyle.indent,
      isExpanded: cellStyle.isExpanded,
      slot: cellStyle.hasPictures || ImageElement.isShown(for: item)
        ? cellStyle.pictureRoom(in: environment) : nil,
      isMovable: cellStyle.isMovable, tint: environment.theme[.secondary].opacity(0.8),
      letterRoom: width / environment.textScale,
      lines: CardItemView.titleLimit(environment.textScale) / 2)
  }

  /// The row keeps its own margins.
  public override var insets: EdgeInsets { .zero }

  public override var cornerRadius: Double { 8 }

  public override var separatorInset: Double {
    let image = cellStyle.pictureRoom(in: environment) + DefaultRowLayout.gap
    return cellStyle.textStart + (hasImage || cellStyle.hasPictures ? image : 0)
  }

  public override var separatorEnd: Double { cellStyle.margin }
}

/// The content of the row.
private struct DefaultRow: Element {
  let item: Item
  let margin: Double
  /// The room for the levels of a tree, in points.
  let indent: Double
  /// Whether the rows inside it are shown; nil where there are none.
  let isExpanded: Bool?
  /// The width of the room for an image, in points; nil for none.
  let slot: Double?
  /// Whether a handle stands where no accessory does.
  let isMovable: Bool
  /// The color of the accessory.
  let tint: Color
  /// The width of the row without its margins, in points at normal text size; 0 where it is not
  /// known.
  let letterRoom: Double
  /// The lines for words that fill one at normal size.
  let lines: Int

  private var titleFont: Font { item.subtitle.isEmpty ? .body : .bodyMedium }

  /// Whether the title is the address of a file or page, whose end tells more than its beginning.
  private var isPath: Bool { TextLayout.isPath(item.title) }

  /// The most lines of the title: one if it surely fits.
  var titleLines: Int {
    let badge = item.badge.map { $0.text.utf8.count + 3 } ?? 0
    let bytes = item.title.utf8.count + item.meta.string("detail").utf8.count + badge
    return isPath || fits(bytes, titleFont) ? 1 : 2 * lines
  }

  /// The most lines of the subtitle: one at normal size.
  var subtitleLines: Int { lines == 1 || fits(item.subtitle.utf8.count, .subtitle) ? 1 : lines }

  /// Whether a text of so many bytes surely fits on a line.
  private func fits(_ bytes: Int, _ font: Font) -> Bool {
    Double(bytes) * font.size * 0.75 + (ImageElement.isShown(for: item) ? 100 : 40) < letterRoom
  }

  var content: ElementContent {
    var layout = DefaultRowLayout(
      titleFont: item.title.isEmpty ? nil : titleFont, margin: margin, indent: indent, slot: slot)
    var children: [any Element] = [
      LabelElement(item.title, font: titleFont, lineLimit: titleLines)
    ]
    if !item.subtitle.isEmpty {
      layout.subtitle = children.count
      layout.hasLongSubtitle = subtitleLines > 1
      children.append(
        LabelElement(
          item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: subtitleLines))
    }
    if ImageElement.isShown(for: item) {
      layout.image = children.count
      let isRound = ["round", "avatar"].contains(item.meta.string("shape"))
      let radius = isRound ? 24 * Double(lines) : 8
      children.append(ImageElement(of: item, corners: Corners(radius: radius)))
    }
    if let end = detail {
      layout.detail = children.count
      layout.title = titleLines > 1 ? item.title : ""
      children.append(end)
    }
    if let accessory {
      layout.accessory = children.count
      children.append(accessory)
    }
    if let isExpanded {
      layout.sign = children.count
      children.append(
        Icon(isExpanded ? .down : .chevron, size: DefaultRowLayout.accessorySide))
    }
    return ElementContent(children: children, layout: layout)
  }

  /// The badge and the text at the end; nil where there is neither.
  private var detail: (any Element)? {
    let text = LabelElement(
      item.meta.string("detail"), font: .callout, color: .role(.secondary), lineLimit: lines)
    guard let badge = item.badge, !badge.isEmpty else { return text.text.isEmpty ? nil : text }
    let mark = BadgeElement(badge)
    guard !text.text.isEmpty else { return mark }
    return Row(spacing: 8, alignment: .center, [mark.flexed(shrink: 0), text])
  }

  /// The sign at the end; nil for none.
  private var accessory: (any Element)? {
    let (side, tint) = (DefaultRowLayout.accessorySide, Paint.color(tint))
    let icon: Icon.Name
    switch item.accessory ?? ItemAccessory(forAction: item.action) {
    case .busy: return Spinner(size: side, color: tint)
    case .none:
      guard isMovable, item.accessory == nil else { return nil }
      icon = .handle
    case .chevron: icon = .chevron
    case .external: icon = .external
    case .check: icon = .check
    case .menu: icon = .dots
    }
    return Icon(icon, size: side, color: tint)
  }
}

/// Arranges the row at any height: the image grows with it, and the texts are centered in it.
private struct DefaultRowLayout: ElementLayout {
  /// nil for an empty title, which takes no room.
  let titleFont: Font?
  /// The room at the left and right, in points.
  let margin: Double
  /// The room before the image and the texts, in points.
  let indent: Double
  /// The width of the room for an image before the texts, in which smaller ones are centered, in
  /// points; nil for none.
  let slot: Double?
  // The indices of the children that exist; the title is always the first.
  var subtitle: Int?
  /// Whether the subtitle may have several lines.
  var hasLongSubtitle = false
  var image: Int?
  var detail: Int?
  var accessory: Int?
  var sign: Int?
  /// The title, where it may be broken into lines beside the detail; otherwise empty.
  var title = ""

  static let gap = 12.0
  static let accessorySide = 16.0
  /// The room for the accessory at the end of the texts, in points.
  private static let accessoryRoom = 20.0
  /// The share of the room beside the image that the detail may use even if the title is longer.
  private static let detailShare = 0.4

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let width = range.maximum.width
    guard width.isFinite else {
      let fonts = [titleFont, subtitle == nil ? nil : .subtitle].compactMap { $0 }
      return Size(
        width: width, height: fonts.reduce(0) { $0 + environment.scaled($1).lineHeight })
    }
    let texts = textEdges(children, width: width, environment)
    let room = texts.right - texts.left
    let title = height(of: 0, titleFont, children, width: room, environment)
    let line = height(of: subtitle, .subtitle, children, width: room, environment)
    return Size(width: width, height: title + line + texts.detailBelow)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    var frames = Array(repeating: Rect.zero, count: children.count)
    if let accessory {
      let side = Self.accessorySide
      // The chevron is narrower than its square, so this puts its tip at the margin.
      frames[accessory] = Rect(
        x: size.width - margin - side * 0.75, y: middle(side, size), width: side, height: side)
    }
    if let sign {
      let side = Self.accessorySide
      frames[sign] = Rect(
        x: margin + indent - CellStyle.signRoom, y: middle(side, size), width: side, height: side)
    }
    let (left, right, below) = textEdges(children, width: size.width, environment)
    let width = max(right - left, 0)
    let line = height(of: subtitle, .subtitle, children, width: width, environment)
    let title = min(
      height(of: 0, titleFont, children, width: width, environment),
      max(size.height - line - below, 0))
    let top = middle(title + line + below, size)
    if let image, let slot {
      let side = imageSide(slot, besideTextOf: title + line + below, in: size)
      let x = margin + indent + (slot - side) / 2
      frames[image] = Rect(x: x, y: middle(side, size), width: side, height: side)
    }
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

  /// Rows with a subtitle have images that fill the room, others smaller ones, however many lines
  /// their texts take. They grow in rows that are higher than their texts need, and are at least 4
  /// points from the edges.
  private func imageSide(_ slot: Double, besideTextOf height: Double, in size: Size) -> Double {
    let needed = max(subtitle == nil ? 44 : 56, height + 16)
    let side = (subtitle == nil ? slot * 0.7 : slot) + max(size.height - needed, 0)
    return min(side, slot, max(size.height - 8, 0))
  }

  /// The left and right edges of the title and the subtitle in a row of `width`, and the height of
  /// the detail if it is below them rather than beside.
  private func textEdges(
    _ children: [ElementNode], width rowWidth: Double, _ environment: Environment
  ) -> (left: Double, right: Double, detailBelow: Double) {
    let left = margin + indent + (slot.map { $0 + Self.gap } ?? 0)
    let right = rowWidth - margin - (accessory == nil ? 0 : Self.accessoryRoom)
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
    if let titleFont, !title.isEmpty {
      let font = environment.scaled(titleFont)
      let isBroken = environment.text.hasWord(in: title, font: font, widerThan: rest, upTo: room)
      // Large text is rather high than cut off.
      let isCut =
        environment.textScale > 1
        && (width < own.width
          || height(of: 0, titleFont, children, width: rest, environment) > font.lineHeight * 2.5)
      if isBroken || isCut {
        return (left, right, height(of: detail, .callout, children, width: room, environment))
      }
    }
    return (left, right - width - Self.gap, 0)
  }

  /// The height of the title or the subtitle; 0 for none. An only line is not measured.
  private func height(
    of child: Int?, _ font: Font?, _ children: [ElementNode], width: Double,
    _ environment: Environment
  ) -> Double {
    guard let child, let font else { return 0 }
    let line = environment.scaled(font).lineHeight
    if child == subtitle, !hasLongSubtitle { return line }
    let room = SizeRange(
      minimum: Size(width: max(width, 0)), maximum: Size(width: max(width, 0), height: .infinity))
    return max(children[child].measure(in: room).height, line)
  }

  private func middle(_ height: Double, _ size: Size) -> Double {
    ((size.height - height) / 2).rounded()
  }
}
