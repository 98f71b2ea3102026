import Spots

/// A strip along the top or the bottom edge of the window, with a button and a text: the way back
/// and the screen's title, or a button that counts faults and the state of the document.
///
/// The screen is beside the strip, so that nothing clickable is covered.
final class Bar: View {
  let label: Label
  let button: PressControl
  private let isAtTop: Bool

  init(_ label: Label, _ button: PressControl, isAtTop: Bool) {
    (self.label, self.button, self.isAtTop) = (label, button, isAtTop)
    super.init()
    addSubview(button)
    addSubview(label)
  }

  required convenience init() { self.init(Label(), BackButton(), isAtTop: true) }

  override var sense: Sense { .cover }

  /// In points; 0 while it is hidden.
  var height: Double {
    isHidden ? 0 : (isAtTop ? 44 : 32) * max(environment?.textScale ?? 1, 1)
  }

  override func layoutSubviews() {
    // Overlays are not mirrored with the screen.
    let isMirrored = environment?.isRightToLeft ?? false
    func place(_ view: View, at x: Double, _ width: Double, _ height: Double) {
      let rect = Rect(
        x: x, y: ((frame.height - height) / 2).rounded(), width: width, height: height)
      view.frame = isMirrored ? rect.mirrored(in: frame.width) : rect
    }
    let size = button.isHidden ? .zero : button.sizeThatFits(bounds.size)
    let (side, margin) = isAtTop ? (8.0, 16.0) : (frame.width - size.width, 12.0)
    place(button, at: side, size.width, size.height)
    let start = isAtTop ? size.width + margin : margin
    let room = max(frame.width - size.width - margin * 2, 0)
    label.alignment = isMirrored ? .trailing : .leading
    place(label, at: start, room, label.sizeThatFits(Size(width: room, height: .infinity)).height)
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let line = environment.hairline
    list.fill(bounds, environment.theme[.surface])
    list.fill(
      Rect(x: 0, y: isAtTop ? frame.height - line : 0, width: frame.width, height: line),
      environment.theme[.separator])
  }
}

/// A round button with an arrow that points to where the user came from.
final class BackButton: PressControl {
  /// The diameter of the button at normal text size, in points.
  private static let side = 32.0
  /// The part of the diameter that the arrow takes.
  private static let icon = 18 / side

  override var reading: Accessibility { Accessibility(role: .button, label: "Back") }

  override func sizeThatFits(_ size: Size) -> Size {
    let side = Self.side * max(environment?.textScale ?? 1, 1)
    return Size(width: side, height: side)
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let (theme, radius) = (environment.theme, frame.width / 2)
    let hover = hoverProgress(in: &list)
    let color =
      state.contains(.highlighted) ? theme[.surfacePressed] : theme[.surfaceHover].opacity(hover)
    list.fill(bounds, color, cornerRadius: radius)
    drawKeyboardMark(around: bounds.expanded(by: -4), cornerRadius: radius - 4, in: &list)
    let icon = bounds.expanded(by: (Self.icon - 1) * radius)
    IconView.draw(
      .chevron, in: icon, isFlipped: !environment.isRightToLeft, theme[.primary], into: &list)
  }
}

/// A text button in the status bar, as high as the bar.
final class StatusButton: PressControl {
  var text: String {
    get { label.text }
    set {
      label.text = newValue
      setNeedsLayout()
    }
  }
  private let label = Label(.caption, .warning)

  required init() {
    super.init()
    addSubview(label)
  }

  override var reading: Accessibility { Accessibility(role: .button, label: text) }

  override func sizeThatFits(_ size: Size) -> Size {
    let text = label.sizeThatFits(Size(width: .infinity, height: .infinity))
    return Size(width: min(text.width + 12 * 2, size.width), height: size.height)
  }

  override func layoutSubviews() {
    let height = label.sizeThatFits(bounds.size).height
    label.frame = Rect(
      x: 12, y: ((frame.height - height) / 2).rounded(), width: max(frame.width - 12 * 2, 0),
      height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let tint = state.contains(.highlighted) ? 0.16 : 0.08 * hoverProgress(in: &list)
    let ground = bounds.expanded(by: -4)
    list.fill(ground, theme[.warning].opacity(tint), cornerRadius: 6)
    drawKeyboardMark(around: ground.expanded(by: -4), cornerRadius: 2, in: &list)
  }
}
