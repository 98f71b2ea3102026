/// A line of a log: its title in the monospaced font, in as many rows as it needs, with the colors
/// that it gives a terminal.
public final class LogLineItemView: View, ItemConfigurable {
  /// `true`: the size depends on the title and the room.
  public static var measuresUnconfigured: Bool { true }

  private var line = ""
  /// What was drawn last, and the colors of its fragments: finding legible ones costs more than
  /// drawing.
  private var shown: (lines: TerminalLines, colors: [TerminalColors], width: Double, version: Int)?

  private static let font = Font.code
  private static let edge = 1.0
  private static let digits = String(repeating: "0", count: 64)

  /// Shows the title; it is broken into rows when it is drawn.
  public func configure(with item: Item) {
    (line, shown) = (item.title, nil)
    setNeedsDisplay()
  }

  /// As wide as the room, and as high as the rows that the line takes.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let environment else { return .zero }
    let height = environment.scaled(Self.font).lineHeight
    if cellStyle.lineOffset != nil { return Size(height: height + Self.edge * 2) }
    let width = max(containerSize.width - cellStyle.margin * 2, 0)
    let lines = Self.lines(of: item.title, width: width, environment)
    return Size(height: Double(lines.rowCount) * height + Self.edge * 2)
  }

  /// The width of a line in one row, in points.
  package static func width(of line: String, in environment: Environment) -> Double {
    let lines = lines(of: line, width: .infinity, environment)
    let last = lines.fragments.last.map { $0.column + $0.width } ?? 0
    return (Double(last) * cellWidth(environment)).rounded(.up)
  }

  /// The title, without what is meant for terminals.
  public func accessibility(for item: Item) -> Accessibility {
    Accessibility(role: .text, label: item.title)
  }

  /// - Parameter width: The room for a row, in points.
  private static func lines(
    of line: String, width: Double, _ environment: Environment
  ) -> TerminalLines {
    let font = environment.scaled(Self.font)
    let cell = cellWidth(environment)
    let columns = Int(min(width / cell, Double(mostColumns)))
    return TerminalLines(line, columns: columns) { character in
      Int((environment.text.width(of: String(character), font: font) / cell - 0.05).rounded(.up))
    }
  }

  /// Enough for the longest line that is shown, also for one of wide characters and tabs.
  private static let mostColumns = TerminalLines.characterLimit * 8

  private static func cellWidth(_ environment: Environment) -> Double {
    // The width of a single digit is that of what is painted, which may be less.
    let width = environment.text.width(of: digits, font: environment.scaled(font))
    return max(width / Double(digits.utf8.count), 1)
  }

  package override var marksFocus: Bool { true }

  /// A ring would cover the letters of a line.
  private func drawFocus(_ theme: Theme, in list: inout DrawList) {
    guard state.contains(.focused) else { return }
    list.fill(bounds, theme[.accent].opacity(0.14))
    let width = min(cellStyle.margin, 4)
    list.fill(Rect(x: 0, y: 0, width: width, height: frame.height), theme[.focusRing])
  }

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    drawFocus(environment.theme, in: &list)
    if shown?.width != frame.width || shown?.version != environment.version {
      let room = cellStyle.lineOffset == nil ? frame.width - cellStyle.margin * 2 : .infinity
      let lines = Self.lines(of: line, width: max(room, 0), environment)
      let colors = lines.fragments.map { TerminalColors($0.style, environment.theme) }
      shown = (lines, colors, frame.width, environment.version)
    }
    guard let (lines, colors, _, _) = shown else { return }
    guard cellStyle.lineOffset != nil else { return draw(lines, colors, environment, in: &list) }
    list.clipped(to: bounds) { draw(lines, colors, environment, in: &$0) }
  }

  private func draw(
    _ lines: TerminalLines, _ colors: [TerminalColors], _ environment: Environment,
    in list: inout DrawList
  ) {
    let font = environment.scaled(Self.font)
    let (cell, extents) = (Self.cellWidth(environment), environment.text.extents(of: font))
    let above = (font.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
    /// The area of cells of a row. A log reads from the left, also where the screen is mirrored.
    func area(_ column: Int, _ width: Int, row: Int) -> Rect {
      let left = cellStyle.margin - (cellStyle.lineOffset ?? 0) + Double(column) * cell
      let width = Double(width) * cell
      return Rect(
        x: environment.isRightToLeft ? frame.width - left - width : left,
        y: Self.edge + Double(row) * font.lineHeight, width: width, height: font.lineHeight)
    }
    for (fragment, colors) in zip(lines.fragments, colors) {
      let room = area(fragment.column, fragment.width, row: fragment.row)
      guard room.intersects(bounds) else { continue }
      if let background = colors.background { list.fill(room, background) }
      var face = font
      if fragment.style.isBold { face.weight = .bold }
      let width = environment.text.width(of: fragment.text, font: face)
      list.append(
        .text(
          fragment.text, face, colors.text, origin: Point(x: room.x, y: room.y + above),
          width: width, direction: .leftToRight))
      if fragment.style.isUnderlined {
        let line = Rect(x: room.x, y: room.y + above + 2, width: room.width, height: 1)
        list.fill(line, colors.text)
      }
    }
    guard let sought = list.sought else { return }
    for mark in lines.cells(of: sought.matches(in: lines.text)) {
      let room = area(mark.column, mark.width, row: mark.row)
      list.fill(
        Rect(x: room.x, y: room.maxY - 3, width: room.width, height: 2), environment.theme[.accent],
        cornerRadius: 1)
    }
  }
}

/// The colors of a style in a theme: as the terminal has them, but always legible.
private struct TerminalColors {
  var text: Color
  /// Nil for that of the window.
  var background: Color?

  init(_ style: TerminalStyle, _ theme: Theme) {
    let usual = theme[style.isFaint ? .secondary : .primary]
    var (front, back) = (style.color.map(Self.color), style.background.map(Self.color))
    if style.isInverse { (front, back) = (back ?? theme[.background], front ?? usual) }
    background = back
    let ground = back ?? theme[.background]
    // A color that is hard to read is mixed with one that stands out from the background.
    let best = [usual, .black, .white].first { $0.contrast(with: ground) >= 4.5 } ?? usual
    let wanted = theme.isHighContrast ? 7.0 : 4.5
    text = front ?? best
    for part in 1...10 where text.contrast(with: ground) < wanted {
      text = (front ?? best).mixed(with: best, Double(part) / 10)
    }
  }

  private static func color(_ color: TerminalStyle.Color) -> Color {
    switch color {
    case .rgb(let red, let green, let blue): Color(red: red, green: green, blue: blue)
    case .palette(let index) where index < 16: Color(named[Int(index)])
    case .palette(let index) where index < 232:
      Color(red: level(index, 36), green: level(index, 6), blue: level(index, 1))
    case .palette(let index): Color(UInt32(8 + (index - 232) * 10) * 0x010101)
    }
  }

  /// The red, green or blue of a color in the cube: 0, or 95 and 40 more for each step.
  private static func level(_ index: UInt8, _ place: UInt8) -> UInt8 {
    let step = (index - 16) / place % 6
    return step == 0 ? 0 : 55 + step * 40
  }

  /// Those of xterm: black, red, green, yellow, blue, magenta, cyan and white, and bright.
  private static let named: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}
