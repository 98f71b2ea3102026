import Spots
import SpotsSDL

/// The overlay in front of a screen: the way back, error banner, notes, status bar, progress line
/// and hint; the inspector and panels, when asked for. Owned by a page. Only the bars, the banner
/// and panels handle input.
final class WindowOverlays: View {
  let banner = ErrorBanner()
  let note = Note()
  /// The state of the document, in the status bar.
  var badge: Label { bar.badge }
  let hint = EmptyHint()
  let progress = ProgressLine()
  private var inspector: InspectorOverlay? { didSet { replace(oldValue, with: inspector) } }
  private var panel: Panel? { didSet { replace(oldValue, with: panel) } }
  private let bar = StatusBar()
  private let backBar = BackBar()
  /// Whether the status bar is shown when it has content.
  var hasStatusBar = true { didSet { barDidChange() } }
  /// The screen's faults. The status bar shows their number until the list has been opened.
  var faults = FaultList() { didSet { if faults != oldValue { faultsDidChange() } } }
  private var seenFaults = FaultList()
  /// The press of the pointer that has not ended yet; nil when there is none.
  private var press: Press?
  /// Whether the present series of clicks began on this page, with no panel open. A second click
  /// that was meant for what was there before presses no button.
  private var ownsClicks = false

  private enum Press {
    case button(View)
    /// A part of a bar that does nothing.
    case bar
    /// The screen, so that buttons do not react until it is released.
    case screen

    var button: View? { if case .button(let view) = self { view } else { nil } }
    var isOnScreen: Bool { if case .screen = self { true } else { false } }
  }

  private static let margin = 12.0

  required init() {
    super.init()
    for view in [hint, backBar, banner, bar, note, progress] {
      addSubview(view)
      view.isHidden = true
    }
  }

  /// The height of the status bar, in points; 0 while it is hidden.
  var barHeight: Double {
    bar.isHidden ? 0 : StatusBar.height(textScale: environment?.textScale ?? 1)
  }

  /// The height of the bar with the way back, in points; 0 while it is hidden.
  var backBarHeight: Double {
    backBar.isHidden ? 0 : BackBar.height(textScale: environment?.textScale ?? 1)
  }

  /// The room that the bars take from the screen.
  var insets: EdgeInsets { EdgeInsets(top: backBarHeight, bottom: barHeight) }

  /// The title beside the way back.
  var title: String {
    get { backBar.title }
    set { backBar.title = newValue }
  }

  /// Shows the way back to another screen.
  func showWayBack(_ onBack: @escaping () -> Void) {
    backBar.isHidden = false
    backBar.onBack = onBack
    setNeedsLayout()
  }

  /// Gives the keyboard to the way back, if there is one.
  func focusWayBack() { backBar.isFocused = !backBar.isHidden }

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
    bar.faults.isHidden = faults.count == 0 || faults == seenFaults
    bar.faults.text = faults.summary
    barDidChange()
  }

  private func barDidChange() {
    bar.isHidden = !hasStatusBar || bar.isEmpty
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
      return panel
    }
  }

  /// Lists the screen's faults, and removes their number from the status bar.
  func listFaults() {
    seenFaults = faults
    faultsDidChange()
    show(list: FaultPanel(faults: faults))
  }

  // MARK: Reading

  override var accessibleParts: [AccessiblePart] {
    let back = AccessiblePart(
      Accessibility(role: .button, label: "Back"), frame: frame(of: backBar.button),
      states: backBar.isFocused ? [.focusable, .focused] : .focusable
    ) { [weak self] in self?.backBar.onBack() }
    let listed = panel?.accessiblePart { [weak self] in self?.show(list: nil) }
    let inspected = inspector?.target.map {
      AccessiblePart(Accessibility(label: $0.lines.joined(separator: ", ")), frame: $0.frame)
    }
    return [
      isShown(backBar) ? back : .absent, text(title, of: backBar.label),
      button(banner, .alert, [banner.content?.title, banner.content?.footnote]),
      text(hint.text, of: hint.label), text(badge.text, of: badge),
      button(bar.faults, .button, [bar.faults.text]),
      text(note.text, of: note, .notification),
      text("Loading", of: progress, .progressBar, .busy), inspected ?? .absent, listed ?? .absent,
    ]
  }

  private func frame(of view: View) -> Rect {
    let origin = view.superview.map { $0 === self ? .zero : $0.frame.origin } ?? .zero
    return view.frame.offsetBy(x: origin.x, y: origin.y)
  }

  private func text(
    _ text: String, of view: View, _ role: AccessibleRole = .text, _ states: AccessibleStates = []
  ) -> AccessiblePart {
    guard isShown(view), !text.isEmpty else { return .absent }
    return AccessiblePart(
      Accessibility(role: role, label: text), frame: frame(of: view), states: states)
  }

  private func button(_ view: View, _ role: AccessibleRole, _ texts: [String?]) -> AccessiblePart {
    guard isShown(view) else { return .absent }
    let label = texts.compactMap { $0 }.joined(separator: ", ")
    return AccessiblePart(Accessibility(role: role, label: label), frame: frame(of: view)) {
      [weak self] in self?.perform(view)
    }
  }

  // MARK: Input

  /// Whether the pointer is over a button of a bar or the banner, and therefore over no part of the
  /// screen.
  var isPointerOverButton: Bool {
    panel == nil && buttons.contains { isShown($0) && $0.state.contains(.hover) }
  }

  /// Handles input to a panel, the banner or a bar.
  ///
  /// - Returns: Whether the input is consumed. The bars consume presses even beside their buttons.
  func handle(_ input: InputEvent) -> Bool {
    guard let panel else { return handleBars(input) }
    // Closing and zooming work while a panel is open.
    if case .keyPressed(.character, .control) = input { return false }
    if !panel.handle(input) { show(list: nil) }
    return true
  }

  /// Forgets a press, and the series of clicks it belongs to. Its end was, or will be, handled by
  /// another page or a panel.
  func cancelPress() {
    (press, ownsClicks) = (nil, false)
    refreshButtons(at: nil)
  }

  private func handleBars(_ input: InputEvent) -> Bool {
    switch input {
    case .pointerMoved(let point):
      refreshButtons(at: point)
      return press.map { !$0.isOnScreen } ?? false
    case .pointerLeft:
      refreshButtons(at: nil)
      return false
    case .pointerPressed(let point, .left, let clicks, _, _):
      backBar.isFocused = false
      if clicks <= 1 { ownsClicks = true }
      let press = press(at: point)
      self.press = press
      refreshButtons(at: point)
      return !press.isOnScreen
    case .pointerReleased(let point, .left):
      guard let released = press else { return false }
      press = nil
      refreshButtons(at: point)
      if let button = released.button, button === self.button(at: point) { perform(button) }
      return !released.isOnScreen
    case .keyPressed(let key, let modifiers): return backBar.handle(key, modifiers)
    default: return false
    }
  }

  private var buttons: [View] { [backBar.button, banner, bar.faults] }

  private func isShown(_ button: View) -> Bool {
    !button.isHidden && button.superview?.isHidden == false
  }

  /// The button that is shown at `point`.
  private func button(at point: Point) -> View? {
    buttons.first { button in
      guard isShown(button), let parent = button.superview else { return false }
      let origin = parent === self ? .zero : parent.frame.origin
      return button.frame.offsetBy(x: origin.x, y: origin.y).contains(point)
    }
  }

  /// The press that begins at `point`.
  private func press(at point: Point) -> Press {
    if let button = button(at: point) { return ownsClicks ? .button(button) : .bar }
    let isInBar = [backBar, bar].contains { !$0.isHidden && $0.frame.contains(point) }
    return isInBar ? .bar : .screen
  }

  /// - Parameter point: The pointer's place; nil when it is outside the window.
  private func refreshButtons(at point: Point?) {
    let over = point.flatMap(button)
    for view in buttons {
      var state: ViewState = []
      if over === view {
        switch press {
        case nil: state = .hover
        case .button(let held) where held === view: state = [.hover, .highlighted]
        default: break
        }
      }
      view.state = state
    }
  }

  private func perform(_ button: View) {
    if button === backBar.button { return backBar.onBack() }
    guard button === banner else { return listFaults() }
    if let faults = banner.content?.faults { show(list: FaultPanel(faults: faults)) }
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
