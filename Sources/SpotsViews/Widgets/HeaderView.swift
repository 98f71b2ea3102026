/// The title above a component, with a subtitle below it and an action text at the right.
///
/// `meta.style` `section` sets the title in small uppercase letters, as above groups of settings;
/// `meta.actionTitle` is the text at the right, which moves below the others if it does not fit
/// beside the title. A header with both an action and that text is activated by the text alone,
/// which is a button with a tinted surface; one without the text is activated anywhere.
public final class HeaderView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  private var hasButton = false

  public override func body(for item: Item) -> (any Element)? {
    HeaderElement(
      item: item, heading: heading(for: item), textScale: max(environment?.textScale ?? 1, 1),
      isExpanded: cellStyle.isExpanded, language: environment?.textLanguage)
  }

  /// A page title with a word that is wider than the line is set as that of a part.
  private func heading(for item: Item) -> CellStyle.Heading {
    guard cellStyle.heading == .page, cellStyle.componentWidth > 0, let environment else {
      return cellStyle.heading
    }
    let room = cellStyle.componentWidth - insets.left - insets.right
    let font = environment.scaled(.largeTitle)
    return environment.text.hasWord(in: headline(of: item), font: font, widerThan: room)
      ? .part : .page
  }

  public override var surface: ItemSurface { .none }

  public override var insets: EdgeInsets {
    EdgeInsets(top: 20, left: cellStyle.margin, bottom: 8, right: cellStyle.margin)
  }

  public override func configure(with item: Item) {
    super.configure(with: item)
    hasButton =
      item.action != nil && cellStyle.isExpanded == nil && !item.meta.string("actionTitle").isEmpty
  }

  /// A heading, and the button at its end.
  public override func accessibility(for item: Item) -> Accessibility {
    let action = cellStyle.isExpanded == nil ? item.meta.string("actionTitle") : ""
    let role: AccessibleRole = item.action == nil ? .text : .button
    return Accessibility(
      role: .heading, label: headline(of: item), details: item.subtitle,
      children: action.isEmpty ? [] : [Accessibility(role: role, label: action)]
    ).completed(by: item)
  }

  private var button: HeaderButton? {
    guard hasButton else { return nil }
    layoutIfNeeded()
    return subviews.lazy.compactMap { $0 as? HeaderButton }.first { !$0.isHidden }
  }

  /// The area of the button, if the header has an action and a text for it.
  public override var activationArea: Rect? { button?.area.intersection(bounds) }

  public override var focusCornerRadius: Double {
    button.map { $0.area.height / 2 } ?? super.focusCornerRadius
  }

  public override func stateDidChange() { button?.isPressed = state.contains(.highlighted) }

  /// Opaque, since items pass below a sticky header.
  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
    guard let button else { return }
    let (rest, over, pressed) = theme.buttonTints
    let hover = hoverProgress(in: &list)
    let tint = state.contains(.highlighted) ? pressed : rest + (over - rest) * hover
    // A disabled header fades its text alone.
    let opacity = state.contains(.disabled) ? tint / 2 : tint
    list.fill(
      button.surface, theme[.accent].opacity(opacity), cornerRadius: button.surface.height / 2)
    guard theme.isHighContrast else { return }
    let outline = theme[.accent].opacity(state.contains(.disabled) ? 0.5 : 1)
    list.append(
      .stroke(button.surface, outline, width: 1, cornerRadius: button.surface.height / 2))
  }
}

/// The title of a header, or its text where that is all it has.
private func headline(of item: Item) -> String {
  item.title.isEmpty && item.subtitle.isEmpty ? item.text : item.title
}

private struct HeaderElement: Element {
  let item: Item
  let heading: CellStyle.Heading
  let textScale: Double
  let isExpanded: Bool?
  let language: String?

  private static let partTitle = Font(size: 18, lineHeight: 24, weight: .bold)

  var content: ElementContent {
    let isSection = item.meta.string("style") == "section"
    let font: Font =
      switch heading {
      case _ where isSection: .section
      case .usual: .title
      case .page: .largeTitle
      case .part, .beside: Self.partTitle
      }
    let title = LabelElement(
      isSection ? Language.capitals(headline(of: item), in: language) : headline(of: item),
      font: font,
      color: .role(isSection ? .secondary : .primary), lineLimit: 0)
    let subtitle = LabelElement(
      item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: 0)
    // Beside the page's title the line is as high as that one; a third of the rest is below.
    let isBeside = heading == .beside && !isSection
    let rest = isBeside ? (Font.largeTitle.lineHeight - font.lineHeight) * textScale : 0
    let below = (rest / 3).rounded()
    let line = title.inset(by: EdgeInsets(top: rest - below, bottom: below))
    let action = item.meta.string("actionTitle")
    let isButton = item.action != nil
    let end: [any Element] =
      if let isExpanded {
        [Icon(isExpanded ? .up : .down, size: 20 * textScale)]
      } else {
        action.isEmpty ? [] : [HeaderButtonElement(title: action)]
      }
    return ElementContent(
      children: [isBeside ? line : title] + end + [subtitle],
      layout: HeaderLayout(
        gap: 16, lead: 4, rise: isSection ? 0 : ((font.lineHeight - 20) / 3).rounded() + below,
        padding: isButton && isExpanded == nil ? HeaderButton.padding.width : 0,
        sharesLine: isExpanded != nil))
  }
}

/// The action text of a header, and the area around it that acts as its button.
struct HeaderButtonElement: ViewElement, Equatable {
  let title: String

  func updateView(_ view: HeaderButton, with context: ViewElementContext) { view.title = title }
}

/// The view of a header's action.
///
/// The view is as large as its text, which shares the line of the title. `surface` is the tinted
/// rectangle around it, and `area` the larger one that takes clicks.
final class HeaderButton: View {
  var title: String {
    get { label.text }
    set {
      label.text = newValue
      setNeedsLayout()
    }
  }

  /// Whether the header is pressed; the text then contrasts more with the tint, to stay legible.
  var isPressed = false {
    didSet { if isPressed != oldValue { setNeedsLayout() } }
  }
  private let label = Label(.callout, .accent, lineLimit: 0)

  /// The room around the text that is tinted, in points.
  static let padding = Size(width: 10, height: 4)
  /// The least width and height of `area`, in points.
  private static let leastSide = 32.0
  /// How far `area` reaches out of `surface`, in points.
  private static let reach = 2.0

  required init() {
    super.init()
    addSubview(label)
  }

  /// The rectangle that is tinted, in the superview's coordinates: the text and some room around
  /// it.
  var surface: Rect {
    // On a separate line the view is wider than its text.
    let text = min(label.sizeThatFits(frame.size).width, frame.width)
    let side = Self.leastSide - Self.reach * 2
    let width = max(text + Self.padding.width * 2, side)
    let height = max(frame.height + Self.padding.height * 2, side)
    return Rect(
      x: frame.x + (text - width) / 2, y: frame.midY - height / 2, width: width, height: height)
  }

  /// The rectangle that takes clicks, in the superview's coordinates, at least 32 by 32 points.
  var area: Rect { surface.expanded(by: Self.reach) }

  override func sizeThatFits(_ size: Size) -> Size { label.sizeThatFits(size) }

  override func layoutSubviews() {
    label.frame = bounds
    let theme = environment?.theme
    label.ownColor = isPressed ? theme.map { $0[.accent].mixed(with: $0[.primary], 0.4) } : nil
  }
}

/// Arranges the texts of a header: the title, the action, if any, and the subtitle.
///
/// The action is at the end of the title's line if both fit; otherwise it takes a separate, last
/// line, so that it never takes room that the title needs.
struct HeaderLayout: ElementLayout {
  /// The least distance between the title and an action on its line, in points.
  let gap: Double
  /// The distance between the other texts and an action below them, in points.
  let lead: Double
  /// The distance from the lower edge of the title up to that of an action on its line, in points,
  /// which puts both on one baseline.
  let rise: Double
  /// The room between an action and the margin that its surface takes up, in points, as far as the
  /// title leaves it.
  let padding: Double
  /// Whether the second child is a sign rather than an action.
  var sharesLine = false

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let frames = frames(children, width: range.maximum.width)
    return Size(width: frames.map(\.maxX).max() ?? 0, height: frames.map(\.maxY).max() ?? 0)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    frames(children, width: size.width)
  }

  /// Every child gets the full width, except for an action on the title's line.
  private func frames(_ children: [ElementNode], width: Double) -> [Rect] {
    guard let title = children.first, let subtitle = children.last else { return [] }
    guard children.count == 3 else {
      let top = frame(title, y: 0, width: width)
      return [top, frame(subtitle, y: top.maxY, width: width)]
    }
    return beside(title, children[1], subtitle, width: width)
      ?? below(title, children[1], subtitle, width: width)
  }

  /// nil if title and action do not fit on one line. A sign leaves the title the rest of it.
  private func beside(
    _ title: ElementNode, _ action: ElementNode, _ subtitle: ElementNode, width: Double
  ) -> [Rect]? {
    let end = action.measure(in: SizeRange())
    let most = sharesLine ? max(width - gap - end.width, 0) : .infinity
    let size = title.measure(in: SizeRange(maximum: Size(width: most, height: .infinity)))
    guard sharesLine || size.width + gap + end.width <= width else { return nil }
    let line = max(size.height, end.height + rise)
    let room = width.isFinite ? width - gap - end.width : size.width
    let rest = max(room - padding, size.width)
    return [
      Rect(x: 0, y: line - size.height, width: rest, height: size.height),
      Rect(x: rest + gap, y: line - rise - end.height, width: end.width, height: end.height),
      frame(subtitle, y: line, width: width),
    ]
  }

  private func below(
    _ title: ElementNode, _ action: ElementNode, _ subtitle: ElementNode, width: Double
  ) -> [Rect] {
    let top = frame(title, y: 0, width: width)
    let middle = frame(subtitle, y: top.maxY, width: width)
    var bottom = frame(action, y: middle.maxY + lead, width: width)
    (bottom.x, bottom.width) = (padding, max(bottom.width - padding * 2, 0))
    return [top, bottom, middle]
  }

  private func frame(_ child: ElementNode, y: Double, width: Double) -> Rect {
    let size = child.measure(in: SizeRange(maximum: Size(width: width, height: .infinity)))
    return Rect(x: 0, y: y, width: width.isFinite ? width : size.width, height: size.height)
  }
}

/// A caption below a component, wrapped to its width.
public final class FooterView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let texts = [item.title, item.subtitle, item.text].filter { !$0.isEmpty }
    return LabelElement(
      texts.joined(separator: "\n"), font: .caption, color: .role(.secondary), lineLimit: 0)
  }

  /// The texts of the item, in the role of plain text.
  public override func accessibility(for item: Item) -> Accessibility {
    var texts = Accessibility(item)
    texts.role = .text
    return texts
  }

  public override var surface: ItemSurface { .none }

  public override var insets: EdgeInsets {
    EdgeInsets(top: 8, left: cellStyle.margin, bottom: 16, right: cellStyle.margin)
  }
}
