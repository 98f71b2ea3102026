import Spots

/// What the window shows in front of a screen: faults of the file, brief notes, badges, and a hint
/// where there is nothing to show; the keys and the inspector, when asked for. Owned by a page;
/// nothing of it takes input.
final class WindowFurniture: View {
  let banner = ErrorBanner()
  let note = Note()
  let badge = Badge()
  let hint = EmptyHint()
  let progress = ProgressLine()
  private var inspector: InspectorOverlay?
  private var help: KeyboardHelp?

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
    inspector?.frame = bounds
    help?.frame = bounds
    // A banner never covers more than a fifth of the window.
    let bannerWidth = min(room, 720)
    let height = banner.height(width: bannerWidth, limit: frame.height / 5)
    banner.frame = Rect(
      x: ((frame.width - bannerWidth) / 2).rounded(), y: Self.margin, width: bannerWidth,
      height: height)
    let badgeSize = badge.sizeThatFits(Size(width: room, height: frame.height))
    let top = banner.isHidden ? Self.margin : banner.frame.maxY + 8
    // Reading ends at the left in a screen from right to left.
    let isMirrored = environment?.isRightToLeft ?? false
    badge.frame = Rect(
      x: isMirrored ? Self.margin : frame.width - Self.margin - badgeSize.width, y: top,
      width: badgeSize.width,
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
    // What is under the pointer may have moved.
    inspector?.setNeedsLayout()
    return [note.update(at: now), progress.update(at: now)].compactMap { $0 }.min()
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

  /// Whether the keys are listed in front of everything.
  var showsHelp: Bool {
    get { help != nil }
    set {
      guard newValue != showsHelp else { return }
      help?.removeFromSuperview()
      help = newValue ? KeyboardHelp() : nil
      if let help { addSubview(help) }
      setNeedsLayout()
    }
  }

  /// Marks what `locate` finds, asked at every frame; nothing when it is nil.
  func show(inspector locate: (@MainActor () -> InspectorOverlay.Target?)?) {
    inspector?.removeFromSuperview()
    inspector = locate.map { locate in
      let overlay = InspectorOverlay()
      overlay.locate = locate
      return overlay
    }
    if let inspector { addSubview(inspector) }
    setNeedsLayout()
  }

  func show(hint text: String?) {
    hint.isHidden = text == nil
    hint.text = text ?? ""
    setNeedsLayout()
  }
}
