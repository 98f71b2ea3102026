/// The header of a table: its own title, if it has one, and the titles of the columns below, which
/// stay in sight.
package final class TableHeaderView: View, ItemConfigurable {
  /// The font of the titles of the columns.
  package static let font = Font(size: 13, lineHeight: 18, weight: .semibold)
  /// The room for the arrow beside a title, in points.
  package static let arrowRoom = 16.0
  private let heading = HeaderView()
  private var titles: [ColumnTitle] = []
  private var hasHeading = false

  package class var measuresUnconfigured: Bool { true }

  package required init() {
    super.init()
    addSubview(heading)
  }

  /// The height of the titles of the columns, in points.
  package static func titleHeight(in environment: Environment) -> Double {
    max(32, (environment.scaled(font).lineHeight + 14).rounded(.up))
  }

  private var titleHeight: Double { environment.map(Self.titleHeight) ?? 0 }

  /// Whether there is nothing to show above the titles of the columns.
  private static func isBlank(_ item: Item) -> Bool {
    [item.title, item.subtitle, item.text, item.meta.string("actionTitle")].allSatisfy(\.isEmpty)
  }

  package func configure(with item: Item) {
    hasHeading = !Self.isBlank(item)
    heading.isHidden = !hasHeading
    heading.cellStyle = cellStyle
    heading.configure(with: item)
  }

  package func computeSize(for item: Item, containerSize: Size) -> Size {
    let above =
      Self.isBlank(item)
      ? 0 : heading.measure(item, cellStyle: cellStyle, containerSize: containerSize).height
    return Size(height: above + titleHeight)
  }

  package override func layoutSubviews() {
    guard let table = cellStyle.table else { return }
    let top = max(frame.height - titleHeight, 0)
    heading.cellStyle = cellStyle
    heading.frame = Rect(x: 0, y: 0, width: frame.width, height: top)
    while titles.count < table.columns.count {
      titles.append(ColumnTitle())
      addSubview(titles[titles.count - 1])
    }
    for (index, title) in titles.enumerated() {
      title.isHidden = index >= table.columns.count
      guard !title.isHidden else { continue }
      let column = table.columns[index]
      title.column = column
      title.frame = Rect(
        x: table.indent + column.x, y: top, width: column.width, height: frame.height - top)
    }
  }

  package override func stateDidChange() { heading.state = state }

  package override func draw(in list: inout DrawList) {
    guard let environment else { return }
    list.fill(bounds, environment.theme[.background])
    guard cellStyle.table?.isBoxed == false else { return }
    let line = environment.hairline
    list.fill(
      Rect(x: 0, y: frame.height - line, width: frame.width, height: line),
      environment.theme[.separator])
  }

  package override var activationArea: Rect? {
    hasHeading ? heading.activationArea ?? heading.frame : .zero
  }

  package override var focusCornerRadius: Double { heading.focusCornerRadius }

  package override var answersClicks: Bool { false }

  /// A heading, if there is one, and the titles of the columns.
  package func accessibility(for item: Item) -> Accessibility {
    var reading =
      Self.isBlank(item) ? Accessibility(role: .group) : heading.accessibility(for: item)
    for column in cellStyle.table?.columns ?? [] {
      reading.children.append(
        Accessibility(
          role: column.isSortable ? .button : .text, label: column.column.title,
          details: column.order?.rawValue ?? ""))
    }
    return reading
  }
}

/// The title of a column, which sorts the rows when it is clicked.
final class ColumnTitle: Control {
  private let label = Label(TableHeaderView.font, .secondary)

  var column = TableLayout.Column(0, TableColumn()) {
    didSet {
      label.text = column.column.title
      label.alignment = column.alignment
      setNeedsLayout()
    }
  }

  required init() {
    super.init()
    addSubview(label)
  }

  override var sense: Sense { column.isSortable ? .click : [] }
  override var isForPointer: Bool { !column.isSortable }

  private var arrowRoom: Double { column.order == nil ? 0 : TableHeaderView.arrowRoom }

  override func layoutSubviews() {
    guard let environment else { return }
    let height = environment.scaled(TableHeaderView.font).lineHeight
    label.color = column.order == nil ? .secondary : .primary
    label.frame = Rect(
      x: column.alignment == .trailing ? arrowRoom : 0,
      y: environment.onPixel((frame.height - height) / 2),
      width: max(frame.width - arrowRoom, 0), height: height)
  }

  override func activate() { report(.sort(column: column.index), of: self) }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let area = bounds.inset(by: EdgeInsets(top: 3, left: -6, bottom: 3, right: -6))
    let tint = state.contains(.highlighted) ? 0.14 : 0.08 * hoverProgress(in: &list)
    if tint > 0 {
      list.fill(area, environment.theme[.primary].opacity(tint), cornerRadius: 6)
    }
    if let order = column.order {
      let own = label.sizeThatFits(Size(width: .infinity, height: .infinity)).width
      let text = min(own, label.frame.width)
      let x =
        switch column.alignment {
        case .leading: text + 10
        case .center: bounds.midX + text / 2 + 10
        case .trailing: frame.width - text - 10
        }
      let square = Rect(x: x, y: bounds.midY, width: 0, height: 0).expanded(by: 5)
      IconView.draw(
        order == .ascending ? .up : .down, in: square, environment.theme[.primary], into: &list)
    }
    if state.contains(.focused) {
      list.append(.stroke(area, environment.theme[.focusRing], width: 2, cornerRadius: 6))
    }
  }
}
