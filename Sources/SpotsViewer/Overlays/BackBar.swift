import Spots

/// A strip along the top edge of the window, for a screen that was opened from another one: a
/// button that leads back, and the screen's title.
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
  var isFocused: Bool {
    get { button.isFocused }
    set { button.isFocused = newValue }
  }
  let button = BackButton()

  let label = Label(.headline)

  private static let leastHeight = 44.0
  private static let margin = 8.0
  private static let gap = 8.0

  required init() {
    super.init()
    addSubview(button)
    addSubview(label)
  }

  /// The height of the strip at `textScale`, in points.
  static func height(textScale: Double) -> Double { leastHeight * max(textScale, 1) }

  override func layoutSubviews() {
    // Overlays are not mirrored with the screen.
    let isMirrored = environment?.isRightToLeft ?? false
    let side = BackButton.side * max(environment?.textScale ?? 1, 1)
    button.frame = Rect(
      x: isMirrored ? frame.width - Self.margin - side : Self.margin,
      y: ((frame.height - side) / 2).rounded(), width: side, height: side)
    let start = Self.margin + side + Self.gap
    let room = max(frame.width - start - Self.margin * 2, 0)
    label.alignment = isMirrored ? .trailing : .leading
    let height = label.sizeThatFits(Size(width: room, height: .infinity)).height
    label.frame = Rect(
      x: isMirrored ? Self.margin * 2 : start, y: ((frame.height - height) / 2).rounded(),
      width: room, height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let line = environment.hairline
    list.fill(bounds, environment.theme[.surface])
    list.fill(
      Rect(x: 0, y: frame.height - line, width: frame.width, height: line),
      environment.theme[.separator])
  }

  /// Activates the focused button, or moves the focus on.
  ///
  /// - Returns: Whether the key is consumed.
  func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
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
}

/// A round button with an arrow that points to where the user came from.
final class BackButton: View {
  var isFocused = false { didSet { if isFocused != oldValue { setNeedsDisplay() } } }

  /// The diameter of the button at normal text size, in points.
  static let side = 32.0
  /// The part of the diameter that the arrow takes.
  private static let icon = 18 / side

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let (theme, radius) = (environment.theme, frame.width / 2)
    let hover = hoverProgress(in: &list)
    let color =
      state.contains(.highlighted) ? theme[.surfacePressed] : theme[.surfaceHover].opacity(hover)
    list.fill(bounds, color, cornerRadius: radius)
    if isFocused {
      list.append(.stroke(bounds, theme[.focusRing], width: 2, cornerRadius: radius))
    }
    let icon = bounds.expanded(by: (Self.icon - 1) * radius)
    IconView.draw(
      .chevron, in: icon, isFlipped: !environment.isRightToLeft, theme[.primary], into: &list)
  }
}
