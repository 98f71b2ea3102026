/// Text in one font and colour, on as many lines as it is allowed.
public final class Label: View {
  /// Where lines stand in a label wider than they are. Leading is the side that reading starts at
  /// in the whole screen, not in the text: the left one, also for a Hebrew title among English
  /// ones, and the right one in a screen from right to left.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing
  }

  public var text = "" { didSet { if text != oldValue { textDidChange() } } }
  /// Before text scale.
  public var font = Font.body { didSet { if font != oldValue { textDidChange() } } }
  public var color = ColorRole.primary { didSet { if color != oldValue { setNeedsDisplay() } } }
  /// Stands in for the role's colour in every theme.
  public var ownColor: Color? { didSet { if ownColor != oldValue { setNeedsDisplay() } } }
  /// 0 for as many lines as the text needs.
  public var lineLimit = 1 { didSet { if lineLimit != oldValue { textDidChange() } } }
  public var alignment = Alignment.leading {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// That of text without a letter that has one, as code may be; nil for the screen's.
  public var direction: TextDirection? {
    didSet { if direction != oldValue { textDidChange() } }
  }

  private struct Cached {
    var width: Double
    var environmentVersion: Int
    var layout: TextLayout
  }
  /// The answers for the last two widths, since measuring, layout and drawing ask again and again
  /// for the one the label may have and the one it got.
  private var cached: (last: Cached?, other: Cached?)

  /// A label that shows text in `font` and `color`.
  public convenience init(_ font: Font, _ color: ColorRole = .primary, lineLimit: Int = 1) {
    self.init()
    self.font = font
    self.color = color
    self.lineLimit = lineLimit
  }

  /// The size of the broken text, its width rounded up to whole points.
  public override func sizeThatFits(_ size: Size) -> Size {
    guard let layout = layout(width: size.width) else { return .zero }
    return Size(width: layout.size.width.rounded(.up), height: layout.size.height)
  }

  public override func draw(in list: inout DrawList) {
    guard frame.width > 0, let environment, let layout = layout(width: frame.width, isDrawn: true)
    else { return }
    let font = environment.scaled(font)
    let extents = environment.text.extents(of: font)
    let ascent = (font.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
    for (index, line) in layout.lines.enumerated() where !line.text.isEmpty {
      let room = frame.width - line.width
      let x: Double =
        switch alignment {
        case .leading: 0
        case .center: room / 2
        case .trailing: room
        }
      let baseline = Double(index) * font.lineHeight + ascent
      list.append(
        .text(
          line.text, font, ownColor ?? environment.theme[color], origin: Point(x: x, y: baseline),
          width: line.width, direction: line.direction))
    }
  }

  private func textDidChange() {
    cached = (nil, nil)
    setNeedsDisplay()
  }

  /// The text broken for `width`.
  private func layout(width: Double, isDrawn: Bool = false) -> TextLayout? {
    guard let environment else { return nil }
    func answers(_ known: Cached) -> Bool {
      known.environmentVersion == environment.version && known.width == width
    }
    if let last = cached.last, answers(last) { return last.layout }
    if let other = cached.other, answers(other) { return other.layout }
    let layout = TextLayout(
      text, font: environment.scaled(font), width: width, lineLimit: lineLimit,
      direction: direction ?? environment.textDirection, measurer: environment.text,
      isDrawn: isDrawn)
    cached.other = cached.last
    cached.last = Cached(width: width, environmentVersion: environment.version, layout: layout)
    return layout
  }
}
