import Spots

/// What the window shows in front of a screen: faults of the file, brief notes, badges, and a hint
/// where there is nothing to show. Owned by a page; nothing of it takes input.
final class WindowFurniture: View {
  let banner = ErrorBanner()
  let note = Note()
  let badge = Badge()
  let hint = EmptyHint()
  let progress = ProgressLine()

  private static let margin = 12.0

  required init() {
    super.init()
    for view in [hint, banner, badge, note, progress] {
      addSubview(view)
      view.isHidden = true
    }
  }

  override func layoutSubviews() {
    let room = max(frame.width - Self.margin * 2, 0)
    hint.frame = bounds
    progress.frame = Rect(x: 0, y: 0, width: frame.width, height: ProgressLine.height)
    // A banner never covers more than a fifth of the window.
    let bannerWidth = min(room, 720)
    let height = banner.height(width: bannerWidth, limit: frame.height / 5)
    banner.frame = Rect(
      x: ((frame.width - bannerWidth) / 2).rounded(), y: Self.margin, width: bannerWidth,
      height: height)
    let badgeSize = badge.sizeThatFits(Size(width: room, height: frame.height))
    let top = banner.isHidden ? Self.margin : banner.frame.maxY + 8
    badge.frame = Rect(
      x: frame.width - Self.margin - badgeSize.width, y: top, width: badgeSize.width,
      height: badgeSize.height)
    let noteSize = note.sizeThatFits(Size(width: room, height: frame.height))
    note.frame = Rect(
      x: ((frame.width - noteSize.width) / 2).rounded(),
      y: frame.height - Self.margin - noteSize.height, width: noteSize.width,
      height: noteSize.height)
  }

  /// Shows the state at `now`.
  ///
  /// - Returns: When something changes next by itself; nil when nothing does.
  func update(at now: Double) -> Double? {
    [note.update(at: now), progress.update(at: now)].compactMap { $0 }.min()
  }

  func show(note text: String, at now: Double) {
    note.show(text, at: now)
    setNeedsLayout()
  }

  func show(badge text: String?) {
    badge.isHidden = text == nil
    badge.text = text ?? ""
    setNeedsLayout()
  }

  /// Shows what is wrong with a file, or nothing.
  func show(faults: ErrorBanner.Content?) {
    banner.isHidden = faults == nil
    if let faults { banner.content = faults }
    setNeedsLayout()
  }

  func show(hint text: String?) {
    hint.isHidden = text == nil
    hint.text = text ?? ""
    setNeedsLayout()
  }
}
