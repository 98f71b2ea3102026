// The small notices in front of a screen: a hint where there is nothing to show, a note that fades
// out by itself, and a line that moves while the window waits.

import Spots

/// A placeholder for a screen that shows nothing: the icon of an empty page above a sentence.
final class EmptyHint: View {
  var text = "" {
    didSet {
      label.text = text
      setNeedsLayout()
    }
  }
  let label = Label(.callout, .secondary, lineLimit: 0)

  private static let icon = Size(width: 44, height: 56)

  required init() {
    super.init()
    label.alignment = .center
    addSubview(label)
  }

  override func layoutSubviews() {
    let width = min(max(frame.width - 48, 0), 420)
    let height = label.sizeThatFits(Size(width: width, height: .infinity)).height
    label.frame = Rect(
      x: ((frame.width - width) / 2).rounded(), y: (frame.height / 2).rounded() + 16,
      width: width, height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let page = Rect(
      x: ((frame.width - Self.icon.width) / 2).rounded(),
      y: (frame.height / 2).rounded() - Self.icon.height - 4, width: Self.icon.width,
      height: Self.icon.height)
    list.fill(page, theme[.surface], cornerRadius: 8)
    list.append(.stroke(page, theme[.separator], width: 1.5, cornerRadius: 8))
    for (index, width) in [20.0, 24, 14].enumerated() {
      list.fill(
        Rect(x: page.x + 10, y: page.y + 16 + Double(index) * 10, width: width, height: 3),
        theme[.secondary].opacity(0.5), cornerRadius: 1.5)
    }
  }
}

/// A short message at the bottom of the window that fades out by itself.
final class Note: View {
  private let label = Label(.callout, .background, lineLimit: 0)
  private var shownAt: Double?

  private static let stays = 2.0
  private static let fades = 0.2
  private static let height = 36.0
  private static let padding = 18.0

  required init() {
    super.init()
    addSubview(label)
  }

  var text: String { label.text }

  func show(_ text: String, at now: Double) {
    label.text = text
    shownAt = now
    isHidden = false
    opacity = 1
    setNeedsLayout()
  }

  /// - Returns: The time of the next change; nil when no note is shown.
  func update(at now: Double) -> Double? {
    guard let shownAt else { return nil }
    let fading = (now - shownAt - Self.stays) / Self.fades
    if fading >= 1 {
      self.shownAt = nil
      isHidden = true
      return nil
    }
    opacity = 1 - max(fading, 0)
    return fading < 0 ? shownAt + Self.stays : now
  }

  override var accessiblePart: AccessiblePart? {
    AccessiblePart(Accessibility(role: .notification, label: text), frame: bounds)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let text = label.sizeThatFits(
      Size(width: max(size.width - Self.padding * 2, 0), height: .infinity))
    return Size(width: text.width + Self.padding * 2, height: max(Self.height, text.height + 16))
  }

  override func layoutSubviews() {
    let text = label.sizeThatFits(
      Size(width: max(frame.width - Self.padding * 2, 0), height: .infinity))
    label.frame = Rect(
      x: Self.padding, y: ((frame.height - text.height) / 2).rounded(),
      width: max(frame.width - Self.padding * 2, 0), height: text.height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(
      .shadow(
        bounds, Color.black.opacity(0.2), blur: 12, offset: 3, cornerRadius: frame.height / 2))
    list.fill(bounds, theme[.primary], cornerRadius: min(frame.height / 2, 18))
  }
}

/// An indeterminate progress bar along the top edge, shown while the window waits for content.
final class ProgressLine: View {
  /// The frame time at which waiting began, in seconds; nil when not waiting.
  private var start: Double?
  private var now = 0.0

  static let height = 3.0
  /// The time the bar takes from one end to the other, in seconds.
  private static let period = 1.4
  /// The length of the bar, as a fraction of the width.
  private static let length = 0.3

  var isWaiting: Bool {
    get { start != nil }
    set {
      guard newValue != isWaiting else { return }
      start = newValue ? now : nil
      isHidden = !newValue
      setNeedsDisplay()
    }
  }

  override var accessiblePart: AccessiblePart? {
    AccessiblePart(
      Accessibility(role: .progressBar, label: "Loading"), frame: bounds, states: .busy)
  }

  /// - Returns: The time of the next change; nil when not waiting.
  func update(at now: Double) -> Double? {
    self.now = now
    guard isWaiting else { return nil }
    setNeedsDisplay()
    return now + 1.0 / 30
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme, let start else { return }
    list.fill(bounds, theme[.accent].opacity(0.2))
    let turns = max(now - start, 0) / Self.period
    let place = (turns - turns.rounded(.down)) * (1 + Self.length) - Self.length
    let bar = Rect(
      x: place * frame.width, y: 0, width: Self.length * frame.width, height: frame.height)
    list.fill(bar.intersection(bounds), theme[.accent])
  }
}
