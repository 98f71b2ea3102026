/// A text in Markdown: CommonMark with tables, task lists and struck-out text.
///
/// Links send their addresses as actions; pictures are those of `ImageElement`. HTML is shown as it
/// is written. At most 64 KiB are shown.
@MainActor
public struct MarkdownElement: ComposedElement {
  /// The text; an empty one takes no room.
  public var text: String
  /// The font of paragraphs, before text scale; headings are larger in proportion.
  public var font: Font
  /// The color of paragraphs; the theme's primary color unless given.
  public var color: Paint

  /// Creates an element in the body font and the theme's primary color unless given.
  public init(_ text: String, font: Font = .body, color: Paint = .role(.primary)) {
    self.text = text
    self.font = font
    self.color = color
  }

  /// The blocks, one below another. Parses the text.
  public var body: any Element {
    MarkdownColumn(blocks: MarkdownDocument(text).blocks, font: font, color: color)
  }
}

/// Blocks, one below another.
private struct MarkdownColumn: ComposedElement {
  let blocks: [MarkdownDocument.Block]
  let font: Font
  let color: Paint
  var spacing = 10.0

  var body: any Element {
    Column(
      spacing: spacing,
      blocks.enumerated().map { index, block in
        guard case .heading = block, index > 0 else { return element(block) }
        return Inset(EdgeInsets(top: 8), element(block))
      })
  }

  private func element(_ block: MarkdownDocument.Block) -> any Element {
    switch block {
    case .paragraph(let text): StyledTextElement(text, font: font, color: color)
    case .heading(let text, let level): heading(text, level)
    case .code(let code):
      StyledTextElement(StyledText(code), font: codeFont, color: color, hasGround: true)
    case .quote(let blocks): quote(blocks)
    case .list(let list): MarkdownList(list: list, font: font, color: color)
    case .table(let table):
      MarkdownTable(table: table, font: font, color: color).flexed(alignment: .start)
    case .pictures(let pictures): row(of: pictures)
    case .rule: Divider().inset(vertical: 6)
    }
  }

  private static let headingSizes = [24.0, 20, 17, 15, 14, 13]

  private func heading(_ text: StyledText, _ level: Int) -> any Element {
    let sizes = Self.headingSizes
    let size = sizes[min(level, sizes.count) - 1] / Font.body.size * font.size
    let heading = Font(size: size, lineHeight: (size * 1.3).rounded(), weight: .bold)
    return StyledTextElement(text, font: heading, color: color, level: level)
  }

  private var codeFont: Font {
    let part = font.size / Font.body.size
    return Font.code.scaled(by: part)
  }

  private func quote(_ blocks: [MarkdownDocument.Block]) -> any Element {
    let inside = MarkdownColumn(blocks: blocks, font: font, color: .role(.secondary))
    return Row(
      spacing: 12, alignment: .stretch,
      [Box(color: .role(.separator), cornerRadius: 1.5).sized(width: 3), inside.flexed(grow: 1)])
  }

  private func row(of pictures: [MarkdownDocument.Picture]) -> any Element {
    let elements = pictures.map { picture -> any Element in
      let image = ImageElement(
        picture.source, corners: Corners(radius: 6), label: picture.label)
      guard let link = picture.link else { return image }
      return Tappable(image, action: link).accessible(role: .link)
    }
    return Grouped(Row(spacing: 6, wraps: true, lineSpacing: 6, elements))
  }
}

/// The items of a list, indented by the widest of their signs.
private struct MarkdownList: Element {
  let list: MarkdownDocument.List
  let font: Font
  let color: Paint

  var content: ElementContent {
    let cells = list.items.enumerated().flatMap { index, item -> [any Element] in
      let sign = sign(of: item, index)
      let inside = MarkdownColumn(
        blocks: item.blocks, font: font, color: color, spacing: list.isTight ? 4 : 10)
      let marker = StyledTextElement(
        StyledText(sign), font: font, color: .role(.secondary), alignment: .trailing,
        isMarker: true)
      return [marker, ListItem(sign: sign, isDone: item.isDone, element: inside)]
    }
    var content = ElementContent(
      children: cells,
      layout: CellLayout(columns: 2, spacing: 8, lineSpacing: list.isTight ? 4 : 10, fills: true))
    content.reading = { [Accessibility(role: .list, children: $0)] }
    return content
  }

  private func sign(of item: MarkdownDocument.ListItem, _ index: Int) -> String {
    if let isDone = item.isDone { return isDone ? "☑" : "☐" }
    return list.start.map { "\($0 + index)." } ?? "•"
  }

  private struct ListItem: Element {
    let sign: String
    let isDone: Bool?
    let element: any Element

    var content: ElementContent {
      var content = ElementContent(children: [element], layout: WholeLayout())
      content.reading = { parts in
        var item = Accessibility(role: .listItem, label: sign, children: parts)
        item.isChecked = isDone
        return [item]
      }
      return content
    }
  }
}

/// A table with lines between its rows, which takes the width it needs.
private struct MarkdownTable: ComposedElement {
  let table: MarkdownDocument.Table
  let font: Font
  let color: Paint

  var body: any Element {
    let cells = table.rows.enumerated().flatMap { index, row in
      row.map { cell($0, isHeader: index == 0, isLast: index == table.rows.count - 1) }
    }
    let layout = CellLayout(
      columns: max(table.rows.first?.count ?? 0, 1), spacing: 0, lineSpacing: 0, fills: false)
    let inside = Arranged(children: cells, layout: layout)
    return Grouped(Box(cornerRadius: 6, border: .role(.separator), inside))
  }

  private func cell(
    _ cell: MarkdownDocument.Table.Cell, isHeader: Bool, isLast: Bool
  ) -> any Element {
    var font = font
    if isHeader { font.weight = .bold }
    let alignment: Label.Alignment =
      switch cell.alignment {
      case .start: .leading
      case .center: .center
      case .end: .trailing
      }
    let text = StyledTextElement(cell.text, font: font, color: color, alignment: alignment)
    let inset = text.inset(horizontal: 10, vertical: 6).flexed(grow: 1)
    return Column(isLast ? [inset] : [inset, Divider()])
  }

  private struct Arranged: Element {
    let children: [any Element]
    let layout: CellLayout

    var content: ElementContent {
      ElementContent(children: children, layout: layout)
    }
  }
}

/// An element whose parts are described one by one, and not as the name of what is around them.
private struct Grouped: Element {
  let element: any Element

  init(_ element: any Element) { self.element = element }

  var content: ElementContent {
    var content = ElementContent(children: [element], layout: WholeLayout())
    content.reading = { [Accessibility(role: .group, children: $0)] }
    return content
  }
}

/// Arranges children, row by row, in columns that share the room: those that need less than their
/// part of it take what they need.
private struct CellLayout: ElementLayout {
  let columns: Int
  /// Points between columns, and between rows.
  let spacing: Double
  let lineSpacing: Double
  /// Whether the last column takes all that is left.
  let fills: Bool

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let widths = widths(children, in: range.maximum.width)
    let heights = heights(children, widths)
    return Size(
      width: widths.reduce(0, +) + spacing * Double(columns - 1),
      height: heights.reduce(0, +) + lineSpacing * Double(max(heights.count - 1, 0)))
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let widths = widths(children, in: size.width)
    let heights = heights(children, widths)
    var (frames, y): ([Rect], Double) = ([], 0)
    for height in heights {
      var x = 0.0
      for width in widths where frames.count < children.count {
        frames.append(Rect(x: x, y: y, width: width, height: height))
        x += width + spacing
      }
      y += height + lineSpacing
    }
    return frames
  }

  private func widths(_ children: [ElementNode], in room: Double) -> [Double] {
    let room = max(room - spacing * Double(columns - 1), 0)
    let isFilled = fills && room.isFinite
    var widths = [Double](repeating: 0, count: columns)
    for (index, child) in children.enumerated() {
      let column = index % columns
      if isFilled, column == columns - 1 { continue }
      widths[column] = max(widths[column], child.measure(in: SizeRange()).width)
    }
    if isFilled {
      widths[columns - 1] = max(room - widths.dropLast().reduce(0, +), 0)
    } else if widths.reduce(0, +) > room {
      var rest = room
      for (place, column) in widths.indices.sorted(by: { widths[$0] < widths[$1] }).enumerated() {
        widths[column] = min(widths[column], (rest / Double(columns - place)).rounded(.down))
        rest -= widths[column]
      }
    }
    return widths
  }

  private func heights(_ children: [ElementNode], _ widths: [Double]) -> [Double] {
    stride(from: 0, to: children.count, by: columns).map { start in
      zip(children[start...], widths).reduce(0) { height, cell in
        let (child, width) = cell
        let room = SizeRange(
          minimum: Size(width: width), maximum: Size(width: width, height: .infinity))
        return max(height, child.measure(in: room).height)
      }
    }
  }
}

/// A text in several styles.
struct StyledTextElement: ViewElement, Equatable {
  private let shown: StyledTextView.Content
  /// The level of a heading; nil for other texts.
  private let level: Int?
  private let role: AccessibleRole

  init(
    _ text: StyledText, font: Font, color: Paint, alignment: Label.Alignment = .leading,
    hasGround: Bool = false, isMarker: Bool = false, level: Int? = nil,
    role: AccessibleRole = .paragraph
  ) {
    shown = StyledTextView.Content(
      text: text, font: font, color: color, alignment: alignment, hasGround: hasGround,
      isMarker: isMarker)
    (self.level, self.role) = (level, level == nil ? role : .heading)
  }

  func updateView(_ view: StyledTextView, with context: ViewElementContext) {
    view.content = shown
  }

  var accessibility: Accessibility? {
    // Its item is described by it.
    guard !shown.isMarker else { return nil }
    let text = shown.text
    var reading = Accessibility(
      role: role, label: text.text,
      children: text.links.map {
        Accessibility(role: .link, label: text.text.bytes(in: $0.range))
      })
    reading.level = level
    return reading
  }
}
