import Spots

/// The title and the body of a panel.
@MainActor
protocol PanelContent {
  var title: String { get }

  /// The body, below the title.
  ///
  /// - Parameters:
  ///   - width: The available width, in points.
  ///   - textScale: The factor by which text is enlarged, at least 1.
  func element(width: Double, textScale: Double) -> any Element
}

/// A modal panel in the middle of the window, which scrolls when its content is taller than the
/// window.
final class Panel: View {
  var content: (any PanelContent)? { didSet { setNeedsLayout() } }

  private let viewport = View()
  private let host = ElementView()
  private var panel = Rect.zero
  private var contentHeight = 0.0
  /// The vertical scroll offset, in points.
  private var offset = 0.0 { didSet { if offset != oldValue { showOffset() } } }
  /// The pointer's position and the scroll offset when the button went down; nil unless it is held.
  private var press: (start: Point, offset: Double)?
  private var isDragging = false

  private static let padding = 20.0
  private static let margin = 12.0
  private static let widest = 400.0
  /// The scroll distances of a wheel notch and of an arrow key, in points.
  private static let notch = 60.0
  private static let line = 40.0

  required init() {
    super.init()
    viewport.clipsToBounds = true
    viewport.addSubview(host)
    addSubview(viewport)
  }

  /// Closes the panel.
  var onClose: @MainActor () -> Void = {}

  /// A dialog with all that it lists; a click closes it.
  override var accessiblePart: AccessiblePart? {
    guard let content, let environment else { return .absent }
    layoutIfNeeded()
    let inside = Rect(
      x: viewport.frame.x - panel.x, y: viewport.frame.y - panel.y - offset,
      width: host.frame.width, height: host.frame.height)
    let parts = host.element.map { ElementNode($0, environment).accessibleParts(in: inside) } ?? []
    // The first one is the title.
    return AccessiblePart(
      Accessibility(role: .dialog, label: content.title, children: Array(parts.dropFirst())),
      frame: panel, states: [.modal, .focusable, .focused], activate: onClose)
  }

  /// Handles scrolling.
  ///
  /// - Returns: Whether the panel stays open; a single click, or a key that does not scroll, closes
  ///   it.
  func handle(_ input: InputEvent) -> Bool {
    switch input {
    case .wheel(_, let delta, _, _): scroll(by: -delta.y * Self.notch)
    case .keyPressed(let key, _): return scroll(with: key)
    case .pointerPressed(let point, .left, let clicks, _, _):
      // A further click of a series was meant for the button that opened the panel.
      (press, isDragging) = (clicks <= 1 ? (point, offset) : nil, false)
    case .pointerPressed: return false
    case .pointerMoved(let point): drag(to: point)
    case .pointerReleased(_, .left):
      defer { press = nil }
      return press == nil || isDragging
    case .pointerReleased, .pointerLeft, .pointerCancelled, .textEntered, .textComposed: break
    }
    return true
  }

  private func scroll(with key: Key) -> Bool {
    let page = max(viewport.frame.height - Self.line, Self.line)
    switch key {
    case .up: scroll(by: -Self.line)
    case .down: scroll(by: Self.line)
    case .pageUp: scroll(by: -page)
    case .pageDown: scroll(by: page)
    case .home: scroll(by: -contentHeight)
    case .end: scroll(by: contentHeight)
    default: return false
    }
    return true
  }

  private func drag(to point: Point) {
    guard let press else { return }
    let threshold = environment?.dragThreshold ?? Environment.usualDragThreshold
    if abs(point.y - press.start.y) > threshold { isDragging = true }
    if isDragging { scroll(by: press.offset + press.start.y - point.y - offset) }
  }

  private func scroll(by distance: Double) {
    let furthest = max(contentHeight - viewport.frame.height, 0)
    offset = min(max(offset + distance, 0), furthest)
  }

  private func showOffset() {
    viewport.contentOffset = Point(y: offset)
    setNeedsDisplay()
  }

  override func layoutSubviews() {
    guard let content else { return }
    // Widths and spacings grow with the text.
    let scale = max(environment?.textScale ?? 1, 1)
    let width = min(Self.widest * scale, max(frame.width - Self.margin * 2, 0))
    let room = max(width - Self.padding * 2, 0)
    host.element = Column(
      spacing: 12 * scale,
      [
        LabelElement(content.title, font: .headline, lineLimit: 0),
        content.element(width: room, textScale: scale),
      ])
    contentHeight = host.sizeThatFits(Size(width: room, height: .infinity)).height
    let height = min(
      contentHeight + Self.padding * 2, max(frame.height - Self.margin * 2, 0))
    panel = Rect(
      x: ((frame.width - width) / 2).rounded(), y: ((frame.height - height) / 2).rounded(),
      width: width, height: height)
    // Text cut off at an edge shows that the content continues.
    viewport.frame = Rect(
      x: panel.x + Self.padding, y: panel.y + min(Self.padding, height / 2), width: room,
      height: max(height - Self.padding * 2, 0))
    host.frame = Rect(x: 0, y: 0, width: room, height: contentHeight)
    scroll(by: 0)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, Color.black.opacity(0.32))
    list.append(
      .shadow(panel, Color.black.opacity(0.24), blur: 24, offset: 8, cornerRadius: 12))
    list.fill(panel, theme[.surface], cornerRadius: 12)
    if theme.isHighContrast {
      list.append(.stroke(panel, theme[.separator], width: 1, cornerRadius: 12))
    }
    if let thumb { list.fill(thumb, theme[.secondary].opacity(0.85), cornerRadius: 3) }
  }

  /// The scroll indicator; nil when all of the content fits.
  private var thumb: Rect? {
    let height = viewport.frame.height
    guard contentHeight > height, height > 0 else { return nil }
    let length = max(height * height / contentHeight, min(24, height))
    let part = offset / (contentHeight - height)
    return Rect(
      x: panel.maxX - 11, y: viewport.frame.y + (height - length) * part, width: 6, height: length)
  }
}
