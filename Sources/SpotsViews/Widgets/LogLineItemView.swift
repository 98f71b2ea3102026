/// A line of a log: its title in the monospaced font, in as many rows as it needs, with the colors
/// that it gives a terminal.
public final class LogLineItemView: View, ItemConfigurable {
  /// `true`: the size depends on the title and the room.
  public static var measuresUnconfigured: Bool { true }

  private var line = ""
  private var shown: (lines: TerminalLines, width: Double, version: Int)?

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
    guard let environment, let lines = lines(of: item.title, width: containerSize.width) else {
      return .zero
    }
    let height = environment.scaled(Self.font).lineHeight
    return Size(height: Double(lines.rowCount) * height + Self.edge * 2)
  }

  /// The title, without what is meant for terminals.
  public func accessibility(for item: Item) -> Accessibility {
    Accessibility(role: .text, label: item.title)
  }

  private func lines(of line: String, width: Double) -> TerminalLines? {
    guard let environment else { return nil }
    let font = environment.scaled(Self.font)
    let cell = cellWidth(environment)
    let room = max(width - cellStyle.margin * 2, 0)
    return TerminalLines(line, columns: Int(room / cell)) { character in
      Int((environment.text.width(of: String(character), font: font) / cell - 0.05).rounded(.up))
    }
  }

  private func cellWidth(_ environment: Environment) -> Double {
    // The width of a single digit is that of what is painted, which may be less.
    let width = environment.text.width(of: Self.digits, font: environment.scaled(Self.font))
    return max(width / Double(Self.digits.utf8.count), 1)
  }

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    if shown?.width != frame.width || shown?.version != environment.version {
      guard let lines = lines(of: line, width: frame.width) else { return }
      shown = (lines, frame.width, environment.version)
    }
    guard let lines = shown?.lines else { return }
    let font = environment.scaled(Self.font)
    let (cell, extents) = (cellWidth(environment), environment.text.extents(of: font))
    let above = (font.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
    for fragment in lines.fragments {
      let colors = TerminalColors(fragment.style, environment.theme)
      var room = Rect(
        x: cellStyle.margin + Double(fragment.column) * cell,
        y: Self.edge + Double(fragment.row) * font.lineHeight,
        width: Double(fragment.width) * cell, height: font.lineHeight)
      // A log reads from the left, also where the screen is mirrored.
      if environment.isRightToLeft { room.x = frame.width - room.maxX }
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
