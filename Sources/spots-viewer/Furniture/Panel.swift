import Spots

/// What a panel lists.
@MainActor
protocol PanelContent {
  var title: String { get }

  /// What stands below the title.
  ///
  /// - Parameters:
  ///   - width: What there is for it, in points.
  ///   - textScale: By how much text is larger than usual, at least 1.
  func element(width: Double, textScale: Double) -> any Element
}

/// A list in the middle of the window, in front of everything, that scrolls when it is higher than
/// the window.
final class Panel: View {
  var content: (any PanelContent)? { didSet { setNeedsLayout() } }

  private let viewport = View()
  private let host = ElementHost()
  private var panel = Rect.zero
  private var contentHeight = 0.0
  /// The part of the content that is scrolled out of sight above, in points.
  private var offset = 0.0 { didSet { if offset != oldValue { showOffset() } } }
  /// The pointer's position and the scroll offset when the button went down; nil unless it is held.
  private var press: (start: Point, offset: Double)?
  private var isDragging = false

  private static let padding = 20.0
  private static let margin = 12.0
  private static let widest = 400.0
  /// How far a notch of the wheel and an arrow key scroll, in points.
  private static let notch = 60.0
  private static let line = 40.0
  /// A press that moves further than this scrolls, in points.
  private static let threshold = 6.0

  required init() {
    super.init()
    viewport.clipsToBounds = true
    viewport.addSubview(host)
    addSubview(viewport)
  }

  /// Scrolls as `input` asks for.
  ///
  /// - Returns: Whether the panel stays: a click, and any key that does not scroll, closes it.
  func handle(_ input: InputEvent) -> Bool {
    switch input {
    case .wheel(_, let delta, _, _): scroll(by: -delta.y * Self.notch)
    case .keyPressed(let key, _): return scroll(with: key)
    case .pointerPressed(let point, .left, _): (press, isDragging) = ((point, offset), false)
    case .pointerPressed: return false
    case .pointerMoved(let point): drag(to: point)
    case .pointerReleased(_, .left):
      defer { press = nil }
      return press == nil || isDragging
    case .pointerReleased, .pointerLeft: break
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
    if abs(point.y - press.start.y) > Self.threshold { isDragging = true }
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
    // Everything that holds text grows with it.
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
    // Text that is cut at an edge is seen to go on.
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
    if let thumb { list.fill(thumb, theme[.secondary].opacity(0.5), cornerRadius: 3) }
  }

  /// Shows how much of the content is in sight; nil when all of it is.
  private var thumb: Rect? {
    let height = viewport.frame.height
    guard contentHeight > height, height > 0 else { return nil }
    let length = max(height * height / contentHeight, min(24, height))
    let part = offset / (contentHeight - height)
    return Rect(
      x: panel.maxX - 11, y: viewport.frame.y + (height - length) * part, width: 6, height: length)
  }
}
