/// A list in the middle of the window, with a title. A click, or a key that does not scroll it,
/// closes it.
package class Panel: Popup {
  package final private(set) var title = ""
  private var body: (Double, Double) -> any Element = { _, _ in Spacer() }
  private let host = ElementView()
  /// The version of the environment that the height was measured in.
  private var version: Int?

  private static let padding = 20.0
  /// The greatest width before text scale.
  private static let widest = 400.0
  /// The scroll distance of an arrow key, in points.
  private static let line = 40.0

  package required init() {
    super.init()
    area.content.addSubview(host)
    area.insets = EdgeInsets(
      top: Self.padding, left: Self.padding, bottom: Self.padding, right: Self.padding)
    area.onClick = { [weak self] in self?.close() }
  }

  /// Creates a panel.
  ///
  /// - Parameter body: The body below the title, for a width in points and the factor by which text
  ///   is enlarged, at least 1.
  package convenience init(
    _ title: String, body: @escaping (_ width: Double, _ textScale: Double) -> any Element
  ) {
    self.init()
    (self.title, self.body) = (title, body)
  }

  // MARK: Layout

  package override func sizeThatFits(_ size: Size) -> Size {
    // Widths and spacings grow with the text.
    let scale = textGrowth
    let width = min(Self.widest * scale, size.width)
    let room = max(width - Self.padding * 2, 0)
    if room == host.frame.width, environment?.version == version {
      return Size(width: width, height: host.frame.height + Self.padding * 2)
    }
    version = environment?.version
    host.element = Column(
      spacing: 12 * scale,
      [
        LabelElement(title, font: .headline, lineLimit: 0),
        body(room, scale),
      ])
    let height = host.sizeThatFits(Size(width: room, height: .infinity)).height
    host.frame.size = Size(width: room, height: height)
    return Size(width: width, height: height + Self.padding * 2)
  }

  package override func layoutSubviews() {
    area.frame = bounds
    area.show(height: host.frame.height)
  }

  package override func draw(in list: inout DrawList) {
    // Everything around it is darker.
    var window: View = self
    while let view = window.superview { window = view }
    let corner = convert(.zero, from: window)
    list.fill(Rect(origin: corner, size: window.frame.size), Color.black.opacity(0.32))
    super.draw(in: &list)
  }

  // MARK: Input

  package override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    switch key {
    case .up: area.scroll(by: -Self.line)
    case .down: area.scroll(by: Self.line)
    case .pageUp: area.scroll(byPages: -1)
    case .pageDown: area.scroll(byPages: 1)
    case .home: area.jump(to: 0)
    case .end: area.jump(to: host.frame.height)
    // Closing and zooming work while a panel is open.
    case .character where modifiers.contains(.control): return false
    default: close()
    }
    return true
  }

  // MARK: Accessibility

  package override var role: AccessibleRole { .dialog }

  package override var accessiblePart: AccessiblePart? {
    guard var part = super.accessiblePart else { return nil }
    part.content.label = title
    part.states.insert(.modal)
    part.activate = { [weak self] in self?.close() }
    // The first one is the title.
    part.children = Array(part.children.dropFirst())
    return part
  }
}
