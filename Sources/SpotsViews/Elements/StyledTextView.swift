/// A text whose parts have styles of their own, on as many lines as it needs, with its links.
final class StyledTextView: View {
  /// The text, and how it is laid out.
  struct Content: Hashable {
    var text = StyledText()
    /// Before text scale.
    var font = Font.body
    var color = Paint.role(.primary)
    var alignment = Label.Alignment.leading
    /// Whether the text stands on a ground of its own, as source text does.
    var hasGround = false
    /// Whether it is the sign of an item of a list.
    var isMarker = false
  }

  var content = Content() {
    didSet {
      guard content != oldValue else { return }
      cached = (nil, nil)
      setNeedsLayout()
    }
  }

  /// The text without its styles.
  var text: String { content.text.text }

  private struct Lines {
    var width: Double
    var environmentVersion: Int
    var layout: StyledLayout
  }

  /// The layouts for the last two widths, as in `Label`.
  private var cached: (last: Lines?, other: Lines?)
  /// The controls of the links, one for each fragment of a link.
  private var links: [LinkControl] = []

  /// The room around the text on its ground, in points.
  private var inset: Size { content.hasGround ? Size(width: 12, height: 10) : .zero }

  override func sizeThatFits(_ size: Size) -> Size {
    guard let layout = layout(in: size.width) else { return .zero }
    return Size(
      width: layout.size.width.rounded(.up) + inset.width * 2,
      height: layout.size.height + inset.height * 2)
  }

  /// The layout in a view of a width.
  private func layout(in width: Double) -> StyledLayout? {
    guard let environment else { return nil }
    let version = environment.version
    for case let lines? in [cached.last, cached.other]
    where lines.width == width && lines.environmentVersion == version { return lines.layout }
    let layout = StyledLayout(
      content.text, font: environment.scaled(content.font), width: width - inset.width * 2,
      direction: environment.textDirection, measurer: environment.text)
    cached = (
      Lines(width: width, environmentVersion: version, layout: layout), cached.last
    )
    return layout
  }

  // MARK: Places

  /// The area of a fragment of the line at `index`.
  private func area(
    of fragment: StyledLayout.Fragment, _ index: Int, in layout: StyledLayout
  ) -> Rect {
    let line = layout.lines[index]
    let rest = frame.width - inset.width * 2 - line.width
    let isMirrored = environment?.isRightToLeft == true
    let start =
      switch content.alignment {
      // Source text is indented from the left on every screen.
      case .leading: isMirrored && content.hasGround ? rest : 0.0
      case .center: rest / 2
      case .trailing: rest
      }
    // Where the screen is mirrored, the text itself is not.
    let x = isMirrored ? line.width - fragment.x - fragment.width : fragment.x
    return Rect(
      x: inset.width + start + x, y: inset.height + Double(index) * layout.lineHeight,
      width: fragment.width, height: layout.lineHeight)
  }

  /// The offset in the text that is nearest to a point.
  func offset(at point: Point) -> Int {
    guard let layout = layout(in: frame.width), !layout.lines.isEmpty else { return 0 }
    let row = ((point.y - inset.height) / layout.lineHeight).rounded(.down)
    let index = Int(min(max(row, 0), Double(layout.lines.count - 1)))
    let line = layout.lines[index]
    let areas = line.fragments.map { area(of: $0, index, in: layout) }
    func distance(_ area: Rect) -> Double { max(area.x - point.x, point.x - area.maxX, 0) }
    let nearest = zip(line.fragments, areas).min { distance($0.1) < distance($1.1) }
    guard let (fragment, area) = nearest, let edited = edited(fragment) else {
      return line.range.lowerBound
    }
    let x = environment?.isRightToLeft == true ? area.maxX - point.x : point.x - area.x
    let offset = fragment.range.lowerBound + edited.offset(at: x - fragment.padding)
    return min(offset, line.range.upperBound)
  }

  /// The areas that a part of the text covers, each as high as its line.
  func areas(of range: Range<Int>) -> [Rect] {
    guard let layout = layout(in: frame.width) else { return [] }
    var areas: [Rect] = []
    for (index, line) in layout.lines.enumerated() where line.range.overlaps(range) {
      for fragment in line.fragments where fragment.range.overlaps(range) {
        let (start, area) = (fragment.range.lowerBound, area(of: fragment, index, in: layout))
        let part = range.clamped(to: fragment.range)
        if part == fragment.range {
          areas.append(area)
          continue
        }
        let inside = part.lowerBound - start..<part.upperBound - start
        areas += (edited(fragment)?.areas(of: inside) ?? []).map { stretch in
          let x = fragment.padding + stretch.lowerBound
          let width = stretch.upperBound - stretch.lowerBound
          let isMirrored = environment?.isRightToLeft == true
          return Rect(
            x: isMirrored ? area.maxX - x - width : area.x + x, y: area.y, width: width,
            height: area.height)
        }
      }
    }
    return areas
  }

  /// The place of a caret at an offset: as high as its line, and without a width.
  func caret(at offset: Int) -> Rect {
    guard let layout = layout(in: frame.width), !layout.lines.isEmpty else { return .zero }
    let index = layout.lines.lastIndex { $0.range.lowerBound <= offset } ?? 0
    let line = layout.lines[index]
    let fragment = line.fragments.first { $0.range.lowerBound...$0.range.upperBound ~= offset }
    let y = inset.height + Double(index) * layout.lineHeight
    guard let fragment, let edited = edited(fragment) else {
      return Rect(x: inset.width, y: y, width: 0, height: layout.lineHeight)
    }
    let area = area(of: fragment, index, in: layout)
    let x = fragment.padding + edited.x(of: offset - fragment.range.lowerBound)
    return Rect(
      x: environment?.isRightToLeft == true ? area.maxX - x : area.x + x, y: y, width: 0,
      height: layout.lineHeight)
  }

  /// A fragment as a line in which positions have places.
  private func edited(_ fragment: StyledLayout.Fragment) -> EditedLine? {
    environment.map {
      EditedLine(
        fragment.text, direction: fragment.direction, font: fragment.font, measurer: $0.text)
    }
  }

  override func layoutSubviews() {
    var areas: [(link: Int, area: Rect)] = []
    let targets = content.text.links
    if !targets.isEmpty, let layout = layout(in: frame.width) {
      var link = 0
      for (index, line) in layout.lines.enumerated() {
        let fragments = line.fragments.filter { $0.style.link != nil }
        for fragment in fragments.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
          while targets[link].range.upperBound <= fragment.range.lowerBound { link += 1 }
          areas.append((link, area(of: fragment, index, in: layout)))
        }
      }
    }
    while links.count < areas.count {
      links.append(LinkControl())
      addSubview(links[links.count - 1])
    }
    while links.count > areas.count { links.removeLast().removeFromSuperview() }
    var first: LinkControl?
    for (index, (link, area)) in areas.enumerated() {
      let isSame = index > 0 && areas[index - 1].link == link
      if !isSame { first = links[index] }
      links[index].frame = area
      (links[index].action, links[index].beginning) = (
        targets[link].action, isSame ? first : nil
      )
    }
  }

  // MARK: Drawing

  override func draw(in list: inout DrawList) {
    guard let environment, frame.width > 0, let layout = layout(in: frame.width) else { return }
    let theme = environment.theme
    if content.hasGround {
      list.fill(bounds, theme[.primary].opacity(Self.groundOpacity), cornerRadius: 8)
      if theme.isHighContrast {
        list.append(.stroke(bounds, theme[.separator], width: 1, cornerRadius: 8))
      }
    }
    let extents = environment.text.extents(of: environment.scaled(content.font))
    let ascent = (layout.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
    let visible = list.visibleRect
    let pointed = links.filter { !$0.whole.isDisjoint(with: [.hover, .highlighted]) }.map(\.frame)
    for (index, line) in layout.lines.enumerated() {
      let top = inset.height + Double(index) * layout.lineHeight
      guard top < visible.maxY, top + layout.lineHeight > visible.y else { continue }
      for fragment in line.fragments {
        let area = area(of: fragment, index, in: layout)
        draw(fragment, in: area, ascent, isPointed: pointed.contains(area), theme, &list)
      }
    }
  }

  private static let groundOpacity = 0.06

  private func draw(
    _ fragment: StyledLayout.Fragment, in area: Rect, _ ascent: Double, isPointed: Bool,
    _ theme: Theme, _ list: inout DrawList
  ) {
    let style = fragment.style
    let color = style.link == nil ? content.color.color(in: theme) : theme[.accent]
    if fragment.padding > 0 {
      let ground = Rect(x: area.x, y: area.y + 1, width: area.width, height: area.height - 2)
      list.fill(ground, theme[.primary].opacity(Self.groundOpacity), cornerRadius: 4)
    }
    let baseline = area.y + ascent
    list.append(
      .text(
        fragment.text, fragment.font, color,
        origin: Point(x: area.x + fragment.padding, y: baseline),
        width: area.width - fragment.padding * 2, direction: fragment.direction))
    let thickness = max(fragment.font.size / 16, 1)
    if style.isStruck {
      let y = baseline - fragment.font.size * 0.28
      list.fill(Rect(x: area.x, y: y, width: area.width, height: thickness), color)
    }
    guard style.link != nil else { return }
    let line = isPointed || theme.isHighContrast ? color : color.opacity(0.45)
    list.fill(
      Rect(x: area.x, y: baseline + thickness * 2, width: area.width, height: thickness), line)
  }
}

/// A fragment of a link, which is a link by itself if it is the first one.
package final class LinkControl: Control {
  /// The action that a click sends.
  var action = ""
  /// The first fragment of the link; nil in that one.
  weak var beginning: LinkControl?

  /// The state of the fragment or of the first one.
  fileprivate var whole: ViewState { state.union(beginning?.state ?? []) }

  package override var isForPointer: Bool { beginning != nil }

  package override func activate() { send(.activated(action: action)) }

  package override func draw(in list: inout DrawList) {
    let isFocused = whole.contains(.focused)
    guard isFocused, let theme = environment?.theme else { return }
    list.append(
      .stroke(bounds.expanded(by: 2), theme[.focusRing], width: 2, cornerRadius: 4))
  }
}
