import Spots

/// A strip along the top edge of the window of a screen that another one has opened: a button that
/// leads back, and the screen's title.
///
/// The screen begins below the strip, so that nothing clickable is covered.
final class BackBar: View {
  /// Called when the button is activated.
  var onBack: () -> Void = {}
  var title: String {
    get { label.text }
    set { label.text = newValue }
  }
  /// Whether Return and Space act on the button.
  var isFocused = false { didSet { if isFocused != oldValue { setNeedsDisplay() } } }

  private let label = Label(.headline)
  /// Whether the present series of presses began on this screen, and not on the one before.
  private var ownsPresses = false

  private static let leastHeight = 44.0
  /// The diameter of the button, and the side of the drawing in it.
  private static let side = 32.0
  private static let icon = 18.0
  private static let margin = 8.0
  private static let gap = 8.0

  required init() {
    super.init()
    addSubview(label)
  }

  /// The height of the strip at `textScale`, in points.
  static func height(textScale: Double) -> Double { leastHeight * max(textScale, 1) }

  /// Whether the pointer is over the button.
  var isPointerOverButton: Bool { !isHidden && state.contains(.hover) }

  private var isMirrored: Bool { environment?.isRightToLeft ?? false }
  private var scale: Double { max(environment?.textScale ?? 1, 1) }

  private var buttonFrame: Rect {
    let side = Self.side * scale
    let x = isMirrored ? frame.width - Self.margin - side : Self.margin
    return Rect(x: x, y: ((frame.height - side) / 2).rounded(), width: side, height: side)
  }

  override func layoutSubviews() {
    let button = buttonFrame
    let start = Self.margin + button.width + Self.gap
    let room = max(frame.width - start - Self.margin * 2, 0)
    // Overlays are not mirrored with the screen.
    label.alignment = isMirrored ? .trailing : .leading
    let height = label.sizeThatFits(Size(width: room, height: .infinity)).height
    label.frame = Rect(
      x: isMirrored ? Self.margin * 2 : start, y: ((frame.height - height) / 2).rounded(),
      width: room, height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let (theme, button, line) = (environment.theme, buttonFrame, environment.hairline)
    list.fill(bounds, theme[.surface])
    list.fill(
      Rect(x: 0, y: frame.height - line, width: frame.width, height: line), theme[.separator])
    let hover = hoverProgress(in: &list)
    let color =
      state.contains(.highlighted) ? theme[.surfacePressed] : theme[.surfaceHover].opacity(hover)
    list.fill(button, color, cornerRadius: button.width / 2)
    if isFocused {
      list.append(
        .stroke(button, theme[.focusRing], width: 2, cornerRadius: button.width / 2))
    }
    let icon = button.expanded(by: (Self.icon - Self.side) / 2 * scale)
    IconView.draw(.chevron, in: icon, isFlipped: !isMirrored, theme[.primary], into: &list)
  }

  // MARK: Input

  /// Handles input to the button.
  ///
  /// - Returns: Whether the input is consumed; everything in the strip is.
  func handle(_ input: InputEvent) -> Bool {
    switch input {
    case .pointerMoved(let point):
      let isOver = isOverButton(point)
      if isOver { state.insert(.hover) } else { state.remove(.hover) }
    case .pointerLeft: state = []
    case .pointerPressed(let point, .left, let clicks):
      isFocused = false
      // The second half of a double click was meant for the screen before.
      if clicks <= 1 { ownsPresses = true }
      if ownsPresses, isOverButton(point) { state = [.hover, .highlighted] }
      return isInside(point)
    case .pointerReleased(let point, .left) where state.contains(.highlighted):
      state.remove(.highlighted)
      if isOverButton(point) { onBack() }
      return true
    case .keyPressed(let key, let modifiers): return handle(key, modifiers)
    default: break
    }
    return false
  }

  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard isFocused, modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    switch key {
    case .enter, .space:
      onBack()
      return true
    case .tab, .up, .down, .left, .right: isFocused = false
    default: break
    }
    return false
  }

  private func isInside(_ point: Point) -> Bool { !isHidden && frame.contains(point) }

  private func isOverButton(_ point: Point) -> Bool {
    isInside(point) && buttonFrame.offsetBy(x: frame.x, y: frame.y).contains(point)
  }
}
