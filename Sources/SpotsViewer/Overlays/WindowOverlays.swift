import Spots
import SpotsSDL

/// The overlay in front of a screen: the way back, error banner, notes, status bar, progress line
/// and hint; the inspector, when asked for. Owned by a page.
final class WindowOverlays: View {
  let banner = ErrorBanner()
  let note = Note()
  let hint = EmptyHint()
  let progress = ProgressLine()
  /// The state of the document, in the status bar; nil hides it.
  var badge: String? { didSet { setNeedsLayout() } }
  /// The title beside the way back.
  var title = "" { didSet { setNeedsLayout() } }
  /// Goes back to another screen; nil while there is none.
  var onBack: (() -> Void)? { didSet { setNeedsLayout() } }
  private var inspector: InspectorOverlay? { didSet { replace(oldValue, with: inspector) } }
  /// Called to list faults.
  var onList: (Panel) -> Void = { _ in }
  private let backBar = Bar()
  private let bar = Bar()
  /// Whether the status bar is shown when it has content.
  var hasStatusBar = true { didSet { setNeedsLayout() } }
  /// The screen's faults. The status bar shows their number until the list has been opened.
  var faults = FaultList() { didSet { if faults != oldValue { setNeedsLayout() } } }
  private var seenFaults = FaultList()

  private static let margin = 12.0

  required init() {
    super.init()
    for view in [backBar, hint, banner, bar, note, progress] {
      addSubview(view)
      view.isHidden = true
    }
    banner.onPress = { [unowned self] in
      if let faults = banner.content?.faults { onList(faults.panel) }
    }
  }

  /// The factor by which text is enlarged, at least 1.
  private var scale: Double { max(environment?.textScale ?? 1, 1) }

  /// The height of the status bar, in points; 0 while it is hidden.
  var barHeight: Double {
    hasStatusBar && (badge != nil || showsFaults) ? 32 * scale : 0
  }
  /// The height of the bar with the way back, in points; 0 while it is hidden.
  var backBarHeight: Double { onBack == nil ? 0 : 44 * scale }

  private var showsFaults: Bool { faults.count > 0 && faults != seenFaults }

  /// The room that the bars take from the screen.
  var insets: EdgeInsets { EdgeInsets(top: backBarHeight, bottom: barHeight) }

  private func showBars() {
    (backBar.isHidden, bar.isHidden) = (backBarHeight == 0, barHeight == 0)
    if backBar.isHidden, bar.isHidden { return }
    var icon = Icon(.chevron, size: 18 * scale, color: .role(.primary))
    icon.isFlipped = true
    let back = Tappable(icon.centered().sized(width: 32 * scale, height: 32 * scale)) {
      [weak self] in self?.onBack?()
    }
    backBar.show(
      [back.accessible(label: "Back"), LabelElement(title, font: .headline).flexed(grow: 1)],
      isAtTop: true)
    func text(_ text: String) -> any Element {
      LabelElement(text, font: .caption, color: .role(.warning)).inset(horizontal: 12, vertical: 6)
    }
    let button = Tappable(text(faults.summary)) { [weak self] in self?.listFaults() }
    bar.show(
      (badge.map { [text($0)] } ?? []) + [Spacer()] + (showsFaults ? [button] : []),
      isAtTop: false)
  }

  override func layoutSubviews() {
    showBars()
    let room = max(frame.width - Self.margin * 2, 0)
    let (top, bottom) = (backBarHeight, frame.height - barHeight)
    backBar.frame = Rect(x: 0, y: 0, width: frame.width, height: top)
    hint.frame = Rect(x: 0, y: top, width: frame.width, height: max(bottom - top, 0))
    bar.frame = Rect(x: 0, y: bottom, width: frame.width, height: barHeight)
    progress.frame = Rect(x: 0, y: 0, width: frame.width, height: ProgressLine.height)
    inspector?.frame = bounds
    // A banner never covers more than a fifth of the window.
    let bannerWidth = min(room, 720)
    let height = banner.isHidden ? 0 : banner.fit(width: bannerWidth, limit: frame.height / 5)
    banner.frame = Rect(
      x: ((frame.width - bannerWidth) / 2).rounded(), y: top + Self.margin, width: bannerWidth,
      height: height)
    let noteSize = note.size(within: room)
    note.frame = Rect(
      x: ((frame.width - noteSize.width) / 2).rounded(),
      y: bottom - Self.margin - noteSize.height, width: noteSize.width, height: noteSize.height)
  }

  /// Advances notes and progress to `now`.
  ///
  /// - Returns: The time of the next change; nil when nothing moves.
  func update(at now: Double) -> Double? {
    // The part under the pointer may have moved.
    inspector?.setNeedsLayout()
    return earlier(note.update(at: now), progress.update(at: now))
  }

  func show(note text: String, at now: Double) {
    note.show(text, at: now)
    setNeedsLayout()
  }

  /// Shows the error banner; nil hides it.
  func show(faults: ErrorBanner.Content?) {
    banner.isHidden = faults == nil
    if let faults { banner.content = faults }
    setNeedsLayout()
  }

  /// Lists the screen's faults, and removes their number from the status bar.
  func listFaults() {
    seenFaults = faults
    setNeedsLayout()
    onList(faults.panel)
  }

  /// Outlines the target that `locate` returns at each frame; nil hides the outline.
  func show(inspector locate: (@MainActor () -> InspectorOverlay.Target?)?) {
    inspector = locate.map { locate in
      let overlay = InspectorOverlay()
      overlay.locate = locate
      return overlay
    }
  }

  private func replace(_ old: View?, with new: View?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    setNeedsLayout()
  }

  func show(hint text: String?) {
    hint.isHidden = text == nil
    hint.text = text ?? ""
    setNeedsLayout()
  }
}
