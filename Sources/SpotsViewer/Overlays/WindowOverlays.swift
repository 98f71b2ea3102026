import Spots
import SpotsSDL

/// The overlay in front of a screen: the way back, error banner, notes, status bar, progress line
/// and hint; the inspector and panels, when asked for. Owned by a page. Only the bars, the banner
/// and panels handle input.
final class WindowOverlays: View {
  let banner = ErrorBanner()
  let note = Note()
  /// The state of the document, in the status bar.
  let badge = Label(.caption, .warning)
  let hint = EmptyHint()
  let progress = ProgressLine()
  private var inspector: InspectorOverlay? { didSet { replace(oldValue, with: inspector) } }
  private var panel: Panel? { didSet { replace(oldValue, with: panel) } }
  private let faultsButton = StatusButton()
  private lazy var bar = Bar(badge, faultsButton, isAtTop: false)
  private let backBar = Bar(Label(.headline), BackButton(), isAtTop: true)
  /// Whether the status bar is shown when it has content.
  var hasStatusBar = true { didSet { barDidChange() } }
  /// The screen's faults. The status bar shows their number until the list has been opened.
  var faults = FaultList() { didSet { if faults != oldValue { faultsDidChange() } } }
  private var seenFaults = FaultList()
  private lazy var interaction = ViewInteraction(self)

  private static let margin = 12.0

  required init() {
    super.init()
    for view in [backBar, hint, banner, bar, note, progress] {
      addSubview(view)
      view.isHidden = true
    }
    (badge.isHidden, faultsButton.isHidden) = (true, true)
    banner.onPress = { [unowned self] in
      if let faults = banner.content?.faults { show(list: FaultPanel(faults: faults)) }
    }
    faultsButton.onPress = { [unowned self] in listFaults() }
  }

  /// The height of the status bar, in points; 0 while it is hidden.
  var barHeight: Double { bar.height }
  /// The height of the bar with the way back, in points; 0 while it is hidden.
  var backBarHeight: Double { backBar.height }

  /// The room that the bars take from the screen.
  var insets: EdgeInsets { EdgeInsets(top: backBarHeight, bottom: barHeight) }

  /// The title beside the way back.
  var title: String {
    get { backBar.label.text }
    set { backBar.label.text = newValue }
  }

  /// Shows the way back to another screen.
  func showWayBack(_ onBack: @escaping () -> Void) {
    backBar.isHidden = false
    backBar.button.onPress = onBack
    setNeedsLayout()
  }

  /// Gives the keyboard to the first or the last button, if there is one.
  func takeKeyboard(isForward: Bool) { interaction.moveKeyboard(isForward: isForward) }

  override func layoutSubviews() {
    let room = max(frame.width - Self.margin * 2, 0)
    let (top, bottom) = (backBarHeight, frame.height - barHeight)
    backBar.frame = Rect(x: 0, y: 0, width: frame.width, height: top)
    hint.frame = Rect(x: 0, y: top, width: frame.width, height: max(bottom - top, 0))
    bar.frame = Rect(x: 0, y: bottom, width: frame.width, height: barHeight)
    progress.frame = Rect(x: 0, y: 0, width: frame.width, height: ProgressLine.height)
    inspector?.frame = bounds
    panel?.frame = bounds
    // A banner never covers more than a fifth of the window.
    let bannerWidth = min(room, 720)
    let height = banner.height(width: bannerWidth, limit: frame.height / 5)
    banner.frame = Rect(
      x: ((frame.width - bannerWidth) / 2).rounded(), y: top + Self.margin, width: bannerWidth,
      height: height)
    let noteSize = note.sizeThatFits(Size(width: room, height: frame.height))
    note.frame = Rect(
      x: ((frame.width - noteSize.width) / 2).rounded(),
      y: bottom - Self.margin - noteSize.height, width: noteSize.width,
      height: noteSize.height)
  }

  /// Advances notes and progress to `now`.
  ///
  /// - Returns: The time of the next change; nil when nothing moves.
  func update(at now: Double) -> Double? {
    // The part under the pointer may have moved.
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
    barDidChange()
  }

  private func faultsDidChange() {
    faultsButton.isHidden = faults.count == 0 || faults == seenFaults
    faultsButton.text = faults.summary
    barDidChange()
  }

  private func barDidChange() {
    bar.isHidden = !hasStatusBar || badge.isHidden && faultsButton.isHidden
    bar.setNeedsLayout()
    setNeedsLayout()
  }

  /// Shows the error banner; nil hides it.
  func show(faults: ErrorBanner.Content?) {
    banner.isHidden = faults == nil
    if let faults { banner.content = faults }
    setNeedsLayout()
  }

  /// The content of the open panel; nil when none is open.
  var listed: (any PanelContent)? { panel?.content }

  /// Opens a panel with `content` in place of the current one; nil closes it.
  func show(list content: (any PanelContent)?) {
    cancelPress()
    panel = content.map { content in
      let panel = Panel()
      panel.content = content
      panel.onClose = { [unowned self] in show(list: nil) }
      return panel
    }
  }

  /// Lists the screen's faults, and removes their number from the status bar.
  func listFaults() {
    seenFaults = faults
    faultsDidChange()
    show(list: FaultPanel(faults: faults))
  }

  // MARK: Input

  /// Whether the pointer is over a button of a bar or the banner, and therefore over no part of the
  /// screen.
  var isPointerOverButton: Bool {
    panel == nil && interaction.pointer.hovered?.state.contains(.hover) == true
  }

  /// Handles input to a panel, the banner or a bar.
  ///
  /// - Returns: Whether the input is consumed. The bars consume presses even beside their buttons.
  func handle(_ input: InputEvent) -> Bool {
    if let panel {
      // Closing and zooming work while a panel is open.
      if case .keyPressed(.character, .control) = input { return false }
      if !panel.handle(input) { show(list: nil) }
      return true
    }
    switch input {
    case .keyPressed(let key, let modifiers): return interaction.keyPressed(key, modifiers)
    case .pointerPressed: interaction.setKeyboard(nil, isMarked: false)
    default: break
    }
    return interaction.handle(input, at: 0)
  }

  /// Forgets a press, and the series of clicks it belongs to. Its end was, or will be, handled by
  /// another page or a panel.
  func cancelPress() { interaction.cancel() }

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
