/// A view described by JSON: a tree of elements with holes for an item's data.
public struct Nib: Hashable, Sendable {
  /// The kind of the items it shows.
  public var kind: String
  /// The background behind its content.
  public var surface: ItemSurface
  /// Its content in components of each class of width.
  var body: ByWidth<NibBody>
}

/// The content of a nib.
struct NibBody: Hashable, Sendable {
  /// Around the content, in points; nil for the surface's own.
  var padding: EdgeInsets?
  var root: NibElement
}

/// One element of a nib: what it shows, and the values of its other keys, which are nil where they
/// are the usual ones.
struct NibElement: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case label(ExpressionTemplate)
    case markdown(ExpressionTemplate)
    case image(ExpressionTemplate)
    case icon(Icon.Name)
    case progress(ExpressionTemplate)
    case spinner(Bool)
    case badge(ExpressionTemplate)
    case sparkline(ExpressionTemplate)
    case spacer(Double)
    case divider(Axis)
    case stack(Axis)
    case overlay
    /// The control for the item's value.
    case input(InputKind)
    case button(ExpressionTemplate)
  }

  /// The position of the front elements of an overlay.
  enum Corner: String, Hashable, Sendable, CaseIterable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left, center, right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"
  }

  /// nil for a box without content.
  var content: Content?
  var style = NibStyle()
  // Of labels, images, icons, bars and buttons.
  var font: Font?
  var color: NibPaint?
  var lines: Int?
  var textAlign: Label.Alignment?
  /// Whether the text can be selected; nil for Markdown of items without an action alone.
  var isSelectable: Bool?
  var contentMode: DrawCommand.ContentMode?
  var thickness: Double?
  var emphasis = ButtonEmphasis.plain
  var badgeStyle = Badge.Style.badge
  var initials: ExpressionTemplate?
  // Of rows, columns and overlays.
  var flex = Flex()
  var alignment: Flex.Alignment?
  var corner = Corner.center
  var children: [NibElement] = []

  /// Begins a row, a column or an overlay without children.
  mutating func begin(_ content: Content) {
    self.content = content
    (flex, alignment, corner, children) = (Flex(), nil, .center, [])
  }
}

/// The properties any element of a nib can have.
struct NibStyle: Hashable, Sendable {
  /// nil for an element that is always shown.
  var condition: ExpressionCondition?
  /// The widths of the component at which the element is shown; nil for all.
  var widths: WidthRange?
  var traits = FlexTraits()
  // A side of 0 is not limited.
  var size = Size()
  var leastSize = Size()
  var greatestSize = Size()
  var ratio: Double?
  var padding: EdgeInsets?
  var corners = Corners()
  var background: NibPaint?
  var border: NibPaint?
  var hasShadow = false
  /// What a click on the element sends; nil if it counts as a click on the item.
  var action: ExpressionTemplate?
  /// Read in place of what is shown; nil to read what is shown.
  var label: ExpressionTemplate?
  var role: NibRole?
  /// Whether the element is left out when the screen is read.
  var isUnread = false

  /// How far the element shrinks, if the nib says so.
  var shrink: Double? {
    get { traits.shrink }
    set { (traits.shrink, traits.givesAll) = (newValue ?? 1, newValue ?? 0 > 0) }
  }

  var limits: SizeLimits {
    func side(_ length: Double) -> Double? { length > 0 ? length : nil }
    return SizeLimits(
      width: side(size.width), height: side(size.height),
      minimumWidth: side(leastSize.width), minimumHeight: side(leastSize.height),
      maximumWidth: side(greatestSize.width), maximumHeight: side(greatestSize.height))
  }
}

/// The roles that a nib can give to an element, for users who do not see it.
enum NibRole: String, Hashable, Sendable, CaseIterable {
  case text, heading, image, button, link
  case progress = "progress-bar"
  case group

  var role: AccessibleRole {
    switch self {
    case .text: .text
    case .heading: .heading
    case .image: .image
    case .button: .button
    case .link: .link
    case .progress: .progressBar
    case .group: .group
    }
  }
}

// Makes elements from the elements of a nib by filling the holes.
extension NibElement {
  /// The element with its holes filled; nil when a condition does not hold, or it has nothing to
  /// show.
  @MainActor
  func element(_ filling: NibFilling) -> (any Element)? {
    guard style.widths?.contains(filling.width) != false,
      style.condition.map(filling.holds) ?? true, let content = contentElement(filling)
    else { return nil }
    var style = style
    if case .label = self.content {
      // A fixed room for a text grows with it.
      let scale = filling.textScale
      style.size = Size(width: style.size.width * scale, height: style.size.height * scale)
    }
    if case .button = self.content { return style.applied(to: content, filling, action: nil) }
    return style.applied(to: content, filling, action: style.action.map(filling.text))
  }

  /// The content; nil for texts and images whose text is empty.
  @MainActor
  private func contentElement(_ filling: NibFilling) -> (any Element)? {
    switch content {
    case .label(let text), .markdown(let text):
      let text = filling.text(text)
      return text.isEmpty ? nil : textElement(text, filling)
    case .image(let source): return imageElement(filling.text(source), filling)
    case .icon(let name):
      return Icon(name, size: thickness ?? 16, color: paint(.secondary, filling))
    case .progress(let value):
      return ProgressBar(
        filling.isNull(value) ? nil : filling.number(value) ?? 0,
        color: paint(.accent, filling), thickness: thickness ?? 6)
    case .spinner(let isThere):
      return isThere ? Spinner(size: thickness ?? 16, color: paint(.secondary, filling)) : nil
    case .badge(let text):
      let badge = Badge(filling.text(text), style: badgeStyle, color: color.map(filling.paint))
      return badge.isEmpty ? nil : BadgeElement(badge)
    case .sparkline(let line):
      return Sparkline(filling.numbers(line), color: color.map(filling.paint))
    case .spacer(let length): return Spacer(length, grow: length > 0 ? 0 : 1)
    case .divider(let axis): return Divider(axis)
    case .stack(let axis):
      var (elements, flex) = ([any Element](), flex)
      for child in children { if let element = child.element(filling) { elements.append(element) } }
      flex.alignment = alignment ?? (axis == .horizontal ? .center : .stretch)
      return axis == .horizontal
        ? Row(flex: flex, elements) : Column(flex: flex, elements)
    case .overlay:
      let elements = children.compactMap { $0.element(filling) }
      let front = elements.dropFirst().map {
        Aligned(horizontal: corner.horizontal, vertical: corner.vertical, $0)
      }
      return Overlay(elements.prefix(1) + front)
    case .input(let kind): return filling.item.map(kind.control)
    case .button(let title):
      return Button(
        filling.text(title), emphasis: emphasis, action: style.action.map(filling.text))
    case nil: return Spacer(grow: 0)
    }
  }

  @MainActor
  private func imageElement(_ source: String, _ filling: NibFilling) -> ImageElement? {
    var image = ImageElement(source, contentMode: contentMode ?? .fill, corners: style.corners)
    image.initials = initials.map { ImageView.initials(of: filling.text($0)) } ?? ""
    return image.source.isEmpty && image.initials.isEmpty ? nil : image
  }

  @MainActor
  private func textElement(_ text: String, _ filling: NibFilling) -> any Element {
    let (font, color) = (font ?? .body, paint(.primary, filling))
    if case .markdown = content {
      let isIdle = filling.item?.action == nil
      return MarkdownElement(text, font: font, color: color).selectable(isSelectable ?? isIdle)
    }
    if isSelectable == true {
      let element = StyledTextElement(
        StyledText(text.withoutTerminalSequences), font: font, color: color,
        alignment: textAlign ?? .leading, role: .text)
      return Selectable(element)
    }
    return LabelElement(
      text, font: font, color: color, lineLimit: lines ?? 1, alignment: textAlign ?? .leading)
  }

  /// The color of the content; that of a role unless the nib gives one.
  @MainActor
  private func paint(_ role: ColorRole, _ filling: NibFilling) -> Paint {
    color.map(filling.paint) ?? .role(role)
  }
}

extension NibStyle {
  /// Wraps `content`, from the inside out, in padding, box, ratio, size and flex traits.
  ///
  /// - Parameter action: What a click sends; nil or empty if it counts as a click on the item.
  @MainActor
  fileprivate func applied(
    to content: any Element, _ filling: NibFilling, action: String?
  ) -> any Element {
    var element = content
    if let padding { element = Inset(padding, element) }
    if background != nil || border != nil || hasShadow {
      element = Box(
        color: background.map(filling.paint), cornerRadius: corners.radius,
        border: border.map(filling.paint), hasShadow: hasShadow, element)
    }
    if label != nil || role != nil || isUnread {
      element = element.accessible(
        label: label.map(filling.text), role: role?.role, isHidden: isUnread)
    }
    if let action, !action.isEmpty { element = Tappable(element, action: action) }
    if let ratio { element = AspectRatio(ratio, element) }
    let limits = limits
    if limits != SizeLimits() { element = Sized(limits, element) }
    // Only if set, because wrapping would hide a spacer's own traits.
    if traits != FlexTraits() { element = FlexItem(traits: traits, element: element) }
    return element
  }
}

extension NibElement.Corner {
  fileprivate var horizontal: Aligned.Position {
    switch self {
    case .topLeft, .left, .bottomLeft: .start
    case .top, .center, .bottom: .center
    case .topRight, .right, .bottomRight: .end
    }
  }

  fileprivate var vertical: Aligned.Position {
    switch self {
    case .topLeft, .top, .topRight: .start
    case .left, .center, .right: .center
    case .bottomLeft, .bottom, .bottomRight: .end
    }
  }
}
