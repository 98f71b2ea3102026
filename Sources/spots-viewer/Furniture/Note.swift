import Spots

/// A short message at the bottom of the window that fades out by itself.
final class Note: View {
  private let label = Label(.callout, .background, lineLimit: 3)
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
