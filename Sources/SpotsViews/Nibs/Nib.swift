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

/// One element of a nib.
struct NibElement: Hashable, Sendable {
  indirect enum Content: Hashable, Sendable {
    case label(NibLabel)
    case image(NibTemplate, DrawCommand.ContentMode)
    case icon(Icon.Name, NibPaint, size: Double)
    case progress(NibTemplate, NibPaint, thickness: Double)
    case spacer(Double)
    case divider(Axis)
    case stack(Axis, Flex, [NibElement])
    case overlay([NibElement], Corner)
    /// The control for the item's value.
    case input(InputKind)
    case button(NibTemplate, ButtonEmphasis)
    /// A box without content.
    case empty
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

  var content = Content.empty
  var style = NibStyle()
}

struct NibLabel: Hashable, Sendable {
  var text: NibTemplate
  var font = Font.body
  var color = NibPaint.paint(.role(.primary))
  var lineLimit = 1
  var alignment = Label.Alignment.leading
}

/// The properties any element of a nib can have.
struct NibStyle: Hashable, Sendable {
  /// nil for an element that is always shown.
  var condition: NibCondition?
  /// The widths of the component at which the element is shown; nil for all.
  var widths: WidthRange?
  var traits = FlexTraits()
  /// Whether `traits` differ from the defaults.
  var hasTraits = false
  var limits = SizeLimits()
  var ratio: Double?
  var padding: EdgeInsets?
  var corners = Corners()
  var background: NibPaint?
  var border: NibPaint?
  var hasShadow = false
  /// What a click on the element sends; nil if it counts as a click on the item.
  var action: NibTemplate?
  /// Read in place of what is shown; nil to read what is shown.
  var label: NibTemplate?
  var role: NibRole?
  /// Whether the element is left out when the screen is read.
  var isUnread = false
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
  /// The element for `item` in a component of `width`; nil when a condition does not hold, or it
  /// has nothing to show.
  @MainActor
  func element(for item: Item, width: Double) -> (any Element)? {
    guard style.widths?.contains(width) != false else { return nil }
    guard style.condition?.holds(for: item) ?? true else { return nil }
    guard let content = contentElement(for: item, width: width) else { return nil }
    if case .button = self.content { return style.applied(to: content, for: item, action: nil) }
    return style.applied(to: content, for: item, action: style.action?.text(for: item))
  }

  /// The content for `item`; nil for labels and images whose text is empty.
  @MainActor
  private func contentElement(for item: Item, width: Double) -> (any Element)? {
    switch content {
    case .label(let label):
      let text = label.text.text(for: item)
      guard !text.isEmpty else { return nil }
      return LabelElement(
        text, font: label.font, color: label.color.paint(for: item), lineLimit: label.lineLimit,
        alignment: label.alignment)
    case .image(let source, let mode):
      let source = source.text(for: item)
      guard !source.isEmpty else { return nil }
      return ImageElement(source, contentMode: mode, corners: style.corners)
    case .icon(let name, let color, let size):
      return Icon(name, size: size, color: color.paint(for: item))
    case .progress(let value, let color, let thickness):
      return ProgressBar(
        Double(value.text(for: item)) ?? 0, color: color.paint(for: item), thickness: thickness)
    case .spacer(let length): return Spacer(length, grow: length > 0 ? 0 : 1)
    case .divider(let axis): return Divider(axis)
    case .stack(let axis, let flex, let children):
      let elements = children.compactMap { $0.element(for: item, width: width) }
      return axis == .horizontal
        ? Row(flex: flex, elements) : Column(flex: flex, elements)
    case .overlay(let children, let corner):
      let elements = children.compactMap { $0.element(for: item, width: width) }
      return Overlay(
        elements.prefix(1)
          + elements.dropFirst().map {
            Aligned(horizontal: corner.horizontal, vertical: corner.vertical, $0)
          })
    case .input(let kind): return kind.control(for: item)
    case .button(let title, let emphasis):
      return Button(
        title.text(for: item), emphasis: emphasis, action: style.action?.text(for: item))
    case .empty: return Spacer(grow: 0)
    }
  }
}

extension NibStyle {
  /// Wraps `content`, from the inside out, in padding, box, ratio, size and flex traits.
  ///
  /// - Parameter action: What a click sends; nil or empty if it counts as a click on the item.
  @MainActor
  fileprivate func applied(
    to content: any Element, for item: Item, action: String?
  ) -> any Element {
    var element = content
    if let padding { element = Inset(padding, element) }
    if background != nil || border != nil || hasShadow {
      element = Box(
        color: background?.paint(for: item), cornerRadius: corners.radius,
        border: border?.paint(for: item), hasShadow: hasShadow, element)
    }
    if label != nil || role != nil || isUnread {
      element = element.accessible(
        label: label?.text(for: item), role: role?.role, isHidden: isUnread)
    }
    if let action, !action.isEmpty { element = Tappable(element, action: action) }
    if let ratio { element = AspectRatio(ratio, element) }
    if limits != SizeLimits() { element = Sized(limits, element) }
    // Only if set, because wrapping would hide a spacer's own traits.
    if hasTraits { element = FlexItem(traits: traits, element: element) }
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
