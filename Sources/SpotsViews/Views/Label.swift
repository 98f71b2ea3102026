/// Text in one font and color, on a limited number of lines.
public final class Label: View {
  /// The position of lines that are narrower than the label. `leading` is the edge at which reading
  /// starts on the whole screen, whatever the direction of the text: the left edge, also for a
  /// Hebrew title among English ones, and the right edge of a screen read from right to left.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At the edge where reading starts.
    case leading
    /// In the middle.
    case center
    /// At the edge where reading ends.
    case trailing
  }

  // Unchecked for the reason that `View` gives.

  /// An empty text takes no room; a change discards the line breaks.
  @exclusivity(unchecked) public var text = "" {
    didSet { if text != oldValue { textDidChange() } }
  }
  /// Before text scale.
  @exclusivity(unchecked) public var font = Font.body {
    didSet { if font != oldValue { textDidChange() } }
  }
  /// The color by its role in the theme; not used while `ownColor` is set.
  @exclusivity(unchecked) public var color = ColorRole.primary {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }
  /// A color that replaces the role's in every theme; nil for the role's.
  @exclusivity(unchecked) public var ownColor: Color? {
    didSet { if ownColor != oldValue { setNeedsDisplay() } }
  }
  /// The most lines before the text ends in an ellipsis; 0 for no limit.
  @exclusivity(unchecked) public var lineLimit = 1 {
    didSet { if lineLimit != oldValue { textDidChange() } }
  }
  /// The position of lines that are narrower than the label; `leading` unless set.
  @exclusivity(unchecked) public var alignment = Alignment.leading {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The direction of text without letters that have one, such as numbers; nil for the screen's.
  @exclusivity(unchecked) public var direction: TextDirection? {
    didSet { if direction != oldValue { textDidChange() } }
  }

  /// The areas of the matches of a search, valid for one size and text.
  private struct Marks {
    var sought: TextFilter
    var size: Size
    var environmentVersion: Int
    var areas: [Rect]
  }
  private var marks: Marks?

  /// The layouts for the last two rooms, because measuring, layout and drawing alternate between
  /// the room on offer and the room the label got.
  @exclusivity(unchecked) private var cached: (last: BrokenText?, other: BrokenText?)

  /// Creates a label of one line, without text, in the primary color unless given.
  public convenience init(_ font: Font, _ color: ColorRole = .primary, lineLimit: Int = 1) {
    self.init()
    self.font = font
    self.color = color
    self.lineLimit = lineLimit
  }

  /// The size of the text after line breaks, its width rounded up to whole points.
  public override func sizeThatFits(_ size: Size) -> Size {
    let room = Size(width: size.width, height: .infinity)
    guard let layout = lines(in: room)?.layout else { return .zero }
    return Size(width: layout.size.width.rounded(.up), height: layout.size.height)
  }

  /// The widths, in points, to which a row narrows the label: first as far as its beginning can be
  /// read, or all of a short text, and when nothing else gives way, to an ellipsis.
  var leastWidths: (readable: Double, least: Double) {
    guard let environment else { return (0, 0) }
    let own = sizeThatFits(Size(width: .infinity, height: .infinity)).width
    let dots = environment.text.width(of: "…", font: environment.scaled(font)).rounded(.up)
    return (min(own, Self.readableWidth * max(environment.textScale, 1)), min(own, dots))
  }
  private static let readableWidth = 120.0

  public override func draw(in list: inout DrawList) {
    guard frame.width > 0, let lines = lines(in: frame.size, isDrawn: true) else { return }
    let size = lines.layout.size
    // A letter can be wider than the label, or higher.
    let isInside = size.width < frame.width + 1 && size.height < frame.height + 1
    if isInside { return draw(lines, in: &list) }
    list.clipped(to: bounds) { draw(lines, in: &$0) }
  }

  private func draw(_ lines: BrokenText, in list: inout DrawList) {
    guard let environment else { return }
    let font = environment.scaled(font)
    let color = ownColor ?? environment.theme[color]
    let layout = lines.layout
    if let sought = list.sought { draw(marks(of: sought, in: layout, environment), in: &list) }
    for (index, line) in layout.lines.enumerated() where !line.text.isEmpty {
      let x = start(of: line)
      let baseline = Double(index) * layout.lineHeight + lines.ascent
      list.append(
        .text(
          line.text, font, color, origin: Point(x: x, y: baseline), width: line.width,
          direction: line.direction))
    }
  }

  /// The left end of a line.
  private func start(of line: TextLayout.Line) -> Double {
    let room = frame.width - line.width
    return switch alignment {
    case .leading: 0
    case .center: room / 2
    case .trailing: room
    }
  }

  /// The areas of the matches of `sought` in the lines, each as high as its line.
  private func marks(
    of sought: TextFilter, in layout: TextLayout, _ environment: Environment
  ) -> [Rect] {
    let version = environment.version
    if let marks, marks.sought == sought, marks.size == frame.size,
      marks.environmentVersion == version
    {
      return marks.areas
    }
    let font = environment.scaled(font)
    var areas: [Rect] = []
    for (index, line) in layout.lines.enumerated() {
      let found = sought.matches(in: line.text)
      guard !found.isEmpty else { continue }
      let measured = EditedLine(
        line.text, direction: line.direction, font: font, measurer: environment.text)
      for area in found.flatMap(measured.areas) {
        // Where the screen is mirrored, the text itself is not.
        let left = environment.isRightToLeft ? line.width - area.upperBound : area.lowerBound
        areas.append(
          Rect(
            x: start(of: line) + left, y: Double(index) * layout.lineHeight,
            width: area.upperBound - area.lowerBound, height: layout.lineHeight))
      }
    }
    marks = Marks(
      sought: sought, size: frame.size, environmentVersion: version, areas: areas)
    return areas
  }

  /// Draws a line below each match: a background that stood out enough would make the text hard to
  /// read.
  private func draw(_ marks: [Rect], in list: inout DrawList) {
    guard let accent = environment?.theme[.accent] else { return }
    for area in marks {
      list.fill(
        Rect(x: area.x, y: area.maxY - 3, width: area.width, height: 2), accent, cornerRadius: 1)
    }
  }

  /// The text, if there is one.
  public override var accessiblePart: AccessiblePart? {
    text.isEmpty ? .absent : AccessiblePart(Accessibility(label: text), frame: bounds)
  }

  /// The whole text, if an ellipsis is in the place of its end; nil when all of it is shown.
  package var cutText: String? {
    guard frame.width > 0, lines(in: frame.size)?.layout.isCut == true else { return nil }
    return text
  }

  private func textDidChange() {
    (cached, marks) = ((nil, nil), nil)
    setNeedsDisplay()
  }

  private func lines(in size: Size, isDrawn: Bool = false) -> BrokenText? {
    guard let environment else { return nil }
    // In less room a text would be a column of single letters.
    let isNarrow = size.width < font.lineHeight * environment.textScale * 1.5
    let limit = isNarrow ? 1 : lineLimit
    if let lines = cached.last, lines.fits(size, lineLimit: limit, environment) { return lines }
    if let lines = cached.other, lines.fits(size, lineLimit: limit, environment) { return lines }
    let direction = direction ?? environment.textDirection
    cached.other = cached.last
    cached.last =
      isDrawn || limit == 1
      ? BrokenText(
        text, font, in: size, lineLimit: limit, direction, isDrawn: isDrawn, environment)
      : environment.brokenTexts.lines(
        of: text, font, in: size, lineLimit: limit, direction, environment)
    return cached.last
  }
}
