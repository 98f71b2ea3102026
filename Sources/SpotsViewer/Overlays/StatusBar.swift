import Spots

/// A strip along the bottom edge of the window, with the state of the screen's document and a
/// button that tells how many faults it has.
///
/// The screen ends above the strip, so that nothing clickable is covered.
final class StatusBar: View {
  /// The state of the page's document, in a few words.
  let badge = Label(.caption, .warning)
  let faults = StatusButton()

  private static let leastHeight = 32.0
  private static let margin = 12.0

  required init() {
    super.init()
    addSubview(badge)
    addSubview(faults)
    badge.isHidden = true
    faults.isHidden = true
  }

  /// Whether neither the badge nor the button is shown.
  var isEmpty: Bool { badge.isHidden && faults.isHidden }

  /// The height of the strip at `textScale`, in points.
  static func height(textScale: Double) -> Double { leastHeight * max(textScale, 1) }

  override func layoutSubviews() {
    let end = faults.isHidden ? 0 : min(faults.sizeThatFits(bounds.size).width, frame.width)
    let text = badge.sizeThatFits(bounds.size).height
    let room = max(frame.width - end - Self.margin * 2, 0)
    // Right to left, the badge is at the right and the button at the left.
    let isMirrored = environment?.isRightToLeft ?? false
    badge.frame = Rect(
      x: isMirrored ? frame.width - Self.margin - room : Self.margin,
      y: ((frame.height - text) / 2).rounded(), width: room, height: text)
    faults.frame = Rect(
      x: isMirrored ? 0 : frame.width - end, y: 0, width: end, height: frame.height)
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    list.fill(bounds, environment.theme[.surface])
    list.fill(
      Rect(x: 0, y: 0, width: frame.width, height: environment.hairline),
      environment.theme[.separator])
  }
}

/// A text button in the status bar.
final class StatusButton: View {
  var text: String {
    get { label.text }
    set {
      label.text = newValue
      superview?.setNeedsLayout()
    }
  }
  private let label = Label(.caption, .warning)

  private static let padding = 12.0

  required init() {
    super.init()
    addSubview(label)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let text = label.sizeThatFits(Size(width: .infinity, height: .infinity))
    return Size(width: text.width + Self.padding * 2, height: size.height)
  }

  override func layoutSubviews() {
    let width = max(frame.width - Self.padding * 2, 0)
    let height = label.sizeThatFits(Size(width: width, height: .infinity)).height
    label.frame = Rect(
      x: Self.padding, y: ((frame.height - height) / 2).rounded(), width: width, height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let tint = state.contains(.highlighted) ? 0.16 : 0.08 * hoverProgress(in: &list)
    list.fill(bounds.expanded(by: -4), theme[.warning].opacity(tint), cornerRadius: 6)
  }
}
