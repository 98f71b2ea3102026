import Spots
import SpotsSDL

/// The overlay in front of a screen: error banner, notes, status bar, progress line and hint; the
/// inspector, when asked for. Owned by a page.
final class WindowOverlays: View {
  let banner = ErrorBanner()
  let note = Note()
  let hint = EmptyHint()
  let progress = ProgressLine()
  /// The state of the document, in the status bar; nil hides it.
  var badge: String? { didSet { setNeedsLayout() } }
  /// Goes back to another screen; nil while there is none.
  var onBack: (() -> Void)? { didSet { setNeedsLayout() } }
  /// Loads or reads the screen again.
  var onRetry: () -> Void = {}
  /// The room at both sides of the lane that everything on the screen keeps to.
  var laneInsets: () -> EdgeInsets = { .zero }
  /// The height of the bar at the top of the screen, in points.
  var toolbarHeight: () -> Double = { 0 }
  /// The edge to the column before this one; nil where there is none.
  var divider: ColumnDivider? {
    didSet {
      // One that is dragged stays, since the pointer holds it.
      if let old = oldValue, let divider {
        (old.place, old.onMove) = (divider.place, divider.onMove)
        self.divider = old
      } else {
        replace(oldValue, with: divider)
      }
    }
  }
  private var inspector: InspectorOverlay? { didSet { replace(oldValue, with: inspector) } }
  /// Called to list faults.
  var onList: (Panel) -> Void = { _ in }
  private let bar = Bar()
  /// Whether the status bar is shown when it has content.
  var hasStatusBar = true { didSet { setNeedsLayout() } }
  /// Whether the screen is in a sheet.
  var isSheet = false
  /// The screen's faults. The status bar shows their number until the list has been opened.
  var faults = FaultList() { didSet { if faults != oldValue { setNeedsLayout() } } }
  private var seenFaults = FaultList()
  private var bannerHeight = 0.0

  private static let margin = 12.0

  required init() {
    super.init()
    for view in [hint, banner, bar, note, progress] {
      addSubview(view)
      view.isHidden = true
    }
    banner.onPress = { [unowned self] in
      if let faults = banner.content?.faults { onList(faults.panel(in: words)) }
    }
  }

  /// The factor by which text is enlarged, at least 1.
  private var scale: Double { max(environment?.textScale ?? 1, 1) }

  /// The height of the status bar, in points; 0 while it is hidden.
  var barHeight: Double {
    hasStatusBar && (badge != nil || showsFaults) ? 32 * scale : 0
  }
  private var showsFaults: Bool { faults.count > 0 && faults != seenFaults }

  /// The room that the bars and the banner take from the screen. In a low window the banner covers
  /// the screen rather than pushing it out. A sheet, which is as high as its content, makes room
  /// for its note, too.
  var insets: EdgeInsets {
    let top = strip.height
    let noteRoom = isSheet && !note.isHidden ? note.frame.height + 2 * Self.margin : 0
    return EdgeInsets(top: top, bottom: barHeight + noteRoom)
  }

  /// The strip that the banner takes from the screen, below the toolbar.
  private var strip: Rect {
    layoutIfNeeded()
    let height = banner.isHidden ? 0 : bannerHeight + 2 * Self.margin
    return Rect(
      x: 0, y: toolbarHeight(), width: frame.width, height: height <= frame.height / 3 ? height : 0)
  }

  override func draw(in list: inout DrawList) {
    guard let environment, strip.height > 0 else { return }
    let (strip, line) = (strip, environment.hairline)
    list.fill(strip, environment.theme[.background])
    list.fill(
      Rect(x: 0, y: strip.maxY - line, width: strip.width, height: line),
      environment.theme[.separator])
  }

  /// The room beside the bar and the banner at the top, which keep to the lane.
  private var edges: EdgeInsets {
    let (lane, least) = (laneInsets(), min(16, frame.width / 2))
    return EdgeInsets(left: max(lane.left, least), right: max(lane.right, least))
  }

  private func showBar() {
    bar.isHidden = barHeight == 0
    if bar.isHidden { return }
    func text(_ text: String) -> any Element {
      LabelElement(text, font: .caption, color: .role(.warning)).inset(horizontal: 12, vertical: 6)
    }
    let button = Tappable(text(faults.summary(in: words))) { [weak self] in self?.listFaults() }
    bar.show((badge.map { [text($0)] } ?? []) + [Spacer()] + (showsFaults ? [button] : []))
  }

  override func layoutSubviews() {
    showBar()
    let back = onBack.map { [Button(words[.back], onPress: $0)] } ?? []
    let retry = Button(words[.tryAgain], emphasis: .primary) { [weak self] in self?.onRetry() }
    hint.show(hint.content, buttons: back + [retry])
    let room = max(frame.width - Self.margin * 2, 0)
    let (top, bottom) = (toolbarHeight(), frame.height - barHeight)
    let edges = edges
    let lane = Rect(
      x: edges.left, y: top + Self.margin, width: frame.width - edges.left - edges.right, height: 0)
    bar.frame = Rect(x: 0, y: bottom, width: frame.width, height: barHeight)
    progress.frame = Rect(x: 0, y: 0, width: frame.width, height: ProgressLine.height)
    divider?.frame = Rect(x: 0, y: 0, width: ColumnDivider.width, height: frame.height)
    inspector?.frame = bounds
    // A banner never takes more than a fifth of the window.
    bannerHeight = banner.isHidden ? 0 : banner.fit(width: lane.width, limit: frame.height / 5)
    banner.frame = Rect(origin: lane.origin, size: Size(width: lane.width, height: bannerHeight))
    let under = banner.isHidden ? top : banner.frame.maxY
    hint.frame = Rect(x: 0, y: under, width: frame.width, height: max(bottom - under, 0))
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

  func show(note text: String, offer: Note.Offer? = nil, at now: Double) {
    note.show(text, offer: offer, at: now)
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
    onList(faults.panel(in: words))
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

  func show(hint content: EmptyHint.Content?) {
    hint.isHidden = content == nil
    hint.show(content ?? .init(title: ""))
    setNeedsLayout()
  }
}
