/// The live, mutable state of a screen, which persists across changes of its content.
///
/// Each part has one owner: `ScreenContent` the components and their changes, `PointerInput` and
/// `KeyboardFocus` what the user does, which `ScreenInput` gives to them, `PopupLayer` the menu
/// that is open, `FilterInput` the bar above the screen, `PointerRest` the tooltip,
/// `ScrollNavigator` where the screen is scrolling to, `Selection` what is selected, `Answers` what
/// is answered, `ItemCommands` what else users do with items, `DelegateReports` what delegates have
/// heard, `RootView` what is drawn. This class joins them and orders the steps of a frame. Owned by
/// the controller; lives as long as it does.
@MainActor
final class PresentationState {
  var environment: Environment {
    didSet { (root.environment, pool.environment) = (environment, environment) }
  }
  let scrollView = SpotsScrollView()
  let pool: ReusePool
  let root: RootView
  let navigator: ScrollNavigator
  let keyboard: KeyboardFocus
  let pointer: PointerInput
  let controls: ViewInteraction
  /// The controls of overlays.
  let overlayControls: ViewInteraction
  let values = InputValues()
  let progress = ActionProgress()
  let identities = ItemIdentities()
  let announcements = Announcements()
  let rest: PointerRest
  /// The item whose answer the keyboard was on in the last frame.
  private var answered: ItemPath?
  /// The control there, as `KeyboardFocus` counts them.
  private var answeredControl: Int?
  /// Whether the keyboard was there because the screen was opened.
  private var wasOpening = false
  private(set) var selection: Selection!
  private(set) var items: ItemCommands!
  private(set) var answers: Answers!
  private(set) var content: ScreenContent!
  private(set) var reports: DelegateReports!
  private(set) var filtering: FilterInput!
  private(set) var input: ScreenInput!
  private unowned var controller: SpotsController!
  var popups: PopupLayer { root.popupLayer }
  /// Whether something changed since views were mounted.
  private(set) var isStale = false
  /// Whether a frame has been shown; earlier changes are not animated.
  private(set) var isShown = false
  /// The time of the last frame.
  private var now = 0.0
  /// The version of the environment that all components were laid out for.
  private var laidOutVersion: Int

  /// - Parameter size: The window's, in points.
  init(
    _ screen: Screen, size: Size, _ configuration: Configuration, _ environment: Environment
  ) {
    var environment = environment
    environment.adopt(screen)
    environment.values = values
    self.environment = environment
    laidOutVersion = environment.version
    pool = ReusePool(registry: configuration, environment: environment)
    navigator = ScrollNavigator(scrollView)
    keyboard = KeyboardFocus(scrollView, navigator)
    controls = ViewInteraction(scrollView)
    pointer = PointerInput(scrollView, navigator, keyboard, controls)
    root = RootView(scrollView, size: size)
    rest = PointerRest(scrollView, root.tooltip)
    overlayControls = ViewInteraction(root.overlayLayer)
    root.environment = environment
  }

  /// Shows `screen` for `controller`, which owns this object.
  func begin(
    _ controller: SpotsController, _ screen: Screen, _ diagnostics: [Diagnostic],
    _ configuration: Configuration
  ) {
    self.controller = controller
    root.onNeedsDisplay { [weak self] in self?.controller.onNeedsFrame() }
    root.onControlEffect { [weak self] in self?.control($0, did: $1) }
    announcements.onChange = { [weak self] in self?.controller.onNeedsFrame() }
    scrollView.stretchesLastComponent = { configuration.stretchLastComponent }
    pointer.onEffect = { [weak self] in self?.perform($0) }
    keyboard.onEffect = pointer.onEffect
    (selection, reports) = (Selection(controller), DelegateReports(controller))
    answers = Answers(controller, values)
    items = ItemCommands(controller)
    filtering = FilterInput(controller, self)
    input = ScreenInput(controller, self)
    content = ScreenContent(
      screen, diagnostics, width: root.frame.width, scrollView: scrollView, pool: pool, host: self
    ) { ScreenReader(configuration: configuration) }
  }

  /// Replaces the environment of the views, to which the document's colors are added.
  func surround(_ environment: Environment) {
    var environment = environment
    environment.adopt(content.screen)
    environment.values = values
    self.environment = environment
  }

  // MARK: Frames

  /// Moves everything to where it is at `now`, and records it; see
  /// `SpotsController.renderFrame(at:)`.
  func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    (self.now, isShown) = (now, true)
    filtering.begin(at: now)
    pointer.endWheelGesture(at: now)
    navigator.begin(at: now)
    var isMoving = advanceMotions(to: now)
    isMoving = pointer.advanceHeld(to: now) || isMoving
    layOutAndReport()
    isMoving = navigator.advance(at: now, layOut: layOutAndReport) || isMoving
    reports.reportScrolling(at: now, isTurning: pointer.isTurning)
    reports.reportValues(values)
    answers.tellObservers()
    content.finishChanges()
    // Delegates may have changed the screen.
    if isStale { layOutAndReport() }
    let wasHidden = scrollView.scrollbar.isHidden
    let scrollbar = scrollView.scrollbar.update(
      offset: scrollView.verticalScroll.offset, length: scrollView.contentHeight,
      viewport: root.viewport,
      at: now)
    if scrollView.scrollbar.isHidden != wasHidden { pointer.updateHover() }
    let tooltip = rest.update(at: now)
    let keeping = answers.keeping.update(at: now)
    isMoving = popups.advance(to: now) || isMoving
    let spoken = filtering.update(at: now)
    let list = content.uninterrupted { root.record(at: now) }
    // A change that came while the list was recorded is shown by the next frame.
    if isMoving || isStale || content.beginsMotion || list.isMoving { return (list, now) }
    let next = earlier(earlier(scrollbar, pointer.gestureEnd), earlier(tooltip, spoken))
    return (list, earlier(earlier(next, keeping), list.nextChange))
  }

  /// Moves what is in motion.
  ///
  /// - Returns: Whether something still moves.
  private func advanceMotions(to now: Double) -> Bool {
    scrollView.verticalScroll.advance(to: now)
    var isMoving = scrollView.verticalScroll.isMoving && !scrollView.verticalScroll.isDragging
    isMoving = content.advance(to: now) || isMoving
    for component in scrollView.allMounted {
      let scroll = component.scroll
      let wasMoving = scroll.horizontalScroll.isMoving
      scroll.horizontalScroll.advance(to: now)
      // The wheel gesture may go on, and what has the keyboard must stay visible.
      let mayRest = !pointer.isTurning(component) && !navigator.isRevealing
      if wasMoving, !scroll.horizontalScroll.isMoving, mayRest { scroll.comeToRest(at: now) }
      if scroll.horizontalScroll.isMoving, !scroll.horizontalScroll.isDragging { isMoving = true }
    }
    return isMoving
  }

  private func layOutAndReport() {
    isStale = false
    content.uninterrupted { layOutVisible() }
    pointer.updateHover()
    showKeyboard()
    reports.deliver()
  }

  // MARK: Controls

  /// Gives the keyboard to the control of the focused item too; one that is not the item's main
  /// control has a ring of its own.
  private func showKeyboard() {
    defer { wasOpening = keyboard.isOpening }
    controls.setKeyboard(
      keyboard.control, isMarked: keyboard.isActive && keyboard.controlIndex != nil,
      stays: keyboard.path == answered && keyboard.controlIndex == answeredControl)
    answeredControl = keyboard.controlIndex
    guard keyboard.path != answered else { return }
    // A screen that was merely opened has not asked for an answer yet, so it reports no faults.
    let item = wasOpening ? nil : answered.flatMap(scrollView.item)
    answered = keyboard.path
    if let item { answers.left(item) }
  }

  /// Forgets the item last answered, so that leaving it by starting over shows no fault.
  func forgetAnswered() { answered = nil }

  private func control(_ control: Control, did effect: ControlEffect) {
    guard case .event(let event) = effect else {
      if case .popup(let popup) = effect { popups.open(popup, beside: .view(control)) }
      return
    }
    guard let path = control.itemPath, let item = scrollView.item(at: path) else { return }
    switch event {
    case .valueChanged(let value): answers.set(value, of: item, at: path)
    case .valueChanging(let value): answers.set(value, of: item, at: path, isUnfinished: true)
    case .activated(let action): selection.send(action ?? item.action, of: item, at: path)
    }
  }

  /// The action of the item at a path has ended; nil stands for all.
  func endProgress(at path: ItemPath? = nil) {
    if progress.end(path) { statesDidChange() }
    controller.onNeedsFrame()
  }

  // MARK: Scrolling

  /// - Parameter isAnimated: Whether the screen glides there, from the next frame on.
  func scroll(to destination: ScrollNavigator.Destination, _ isAnimated: Bool) {
    willScroll()
    if isAnimated {
      navigator.goWithNextFrame(to: destination)
    } else {
      navigator.go(to: destination, at: nil)
    }
  }

  /// Scrolls as little as is needed for a part to be seen, from the next frame on.
  func reveal(_ path: ItemPath) {
    willScroll()
    navigator.reveal(path, at: nil)
  }

  private func willScroll() {
    navigator.cancel()
    setNeedsLayout()
  }

  func setNeedsLayout() {
    isStale = true
    controller.onNeedsFrame()
  }

  // MARK: Layout

  /// Lays out for a window of another size; see `SpotsController.resize(to:)`.
  func resize(to size: Size) {
    let old = root.frame.size
    let new = size.width > 0 && size.height > 0 ? size : old
    let isEnvironmentNew = environment.version != laidOutVersion
    guard new != old || isEnvironmentNew else { return }
    if isEnvironmentNew { root.setNeedsLayoutThroughout() }
    relayout(size: new, isNew: new.width != old.width || isEnvironmentNew)
  }

  /// Measures and configures everything again.
  func environmentDidChange() {
    root.setNeedsLayoutThroughout()
    relayout(size: root.frame.size, isNew: true)
  }

  /// Makes all views anew.
  func registrationsDidChange() {
    scrollView.unmountAll()
    pool.removeAll()
    environmentDidChange()
  }

  /// Lays out again, leaving these strips at the top and the bottom to overlays, in points.
  func setOverlayInsets(_ insets: EdgeInsets) {
    guard insets != root.overlayInsets else { return }
    root.overlayInsets = insets
    relayout(size: root.frame.size, isNew: false)
  }

  /// Shows the screen as it was when opened; see `SpotsController.startOver()`.
  func startOver() {
    answers.reset()
    rewind()
  }

  /// Shows `screen` as if it was opened now. The answers to the present one are set aside, for when
  /// it is shown again.
  func open(_ screen: Screen) {
    forgetAnswered()
    keyboard.clear()
    showKeyboard()
    values.finish()
    reports.reportValues(values)
    values.leave(content.screen)
    rewind()
    controller.reload(screen, animation: .none)
    answers.restoreLeft(of: screen)
  }

  private func rewind() {
    selection.clear()
    endProgress()
    filtering.startOver()
    keyboard.clear()
    for component in scrollView.components { component.startOver() }
    scroll(to: .offset(0), false)
    scrollView.refreshStates()
  }

  /// Shows or hides a component of the screen.
  func setHidden(_ isHidden: Bool, _ component: Component) {
    guard component.isHidden != isHidden else { return }
    var anchor = scrollView.currentAnchor()
    component.isHidden = isHidden
    // When what was at the top is hidden, the next component comes in its place.
    if isHidden, let index = anchor?.component, scrollView.components[index] === component {
      anchor = ScrollAnchor(component: index, item: nil, inside: 0)
    }
    finishLayout(keeping: anchor, isNew: false)
  }

  /// Replaces the bar above the screen; nil removes it.
  func setFilterBar(_ bar: FilterBar?) {
    root.filterBar = bar
    relayout(size: root.frame.size, isNew: false)
  }

  /// - Parameter isNew: Whether every component has to be laid out again.
  private func relayout(size: Size, isNew: Bool) {
    let anchor = scrollView.currentAnchor()
    keyboard.keepInSight()
    root.resize(to: size)
    finishLayout(keeping: anchor, isNew: isNew)
  }

  /// Takes over the components' heights and keeps `anchor` where it is.
  func finishLayout(keeping anchor: ScrollAnchor?, isNew: Bool) {
    scrollView.dropAnchor()
    if isNew {
      laidOutVersion = environment.version
      scrollView.layOutComponents()
    } else {
      scrollView.restack()
    }
    if let anchor { scrollView.restore(anchor) }
    for view in root.overlays { view.setNeedsLayout() }
    setNeedsLayout()
    reports.deliver()
  }
}

extension PresentationState: ScreenContentHost {
  var containerPath: ItemPath? { nil }
  var isDisabled: Bool { false }
  var owningScreen: (any ComponentScreen)? { self }

  func state(of path: ItemPath) -> ViewState {
    var state: ViewState = []
    if pointer.hover == path, pointer.pressed == nil || pointer.pressed == path {
      state.insert(.hover)
    }
    if pointer.pressed == path, pointer.hover == path { state.insert(.highlighted) }
    if !state.isEmpty, path.last.item != nil, let item = scrollView.item(at: path),
      item.action == nil, selection.policy(at: path, of: item) == .none
    {
      // A click means nothing.
      state = []
    }
    if selection.contains(path) { state.insert(.selected) }
    if progress.contains(path) { state.insert(.busy) }
    if focused == path && keyboard.controlIndex == nil || filtering.marked == path {
      state.insert(.focused)
    }
    return state
  }

  func report(_ event: ViewEvent, _ view: View, _ item: Item, at path: ItemPath) {
    reports.viewDid(event, view, item, at: path)
  }

  func layOutVisible() {
    let height = scrollView.layout.contentHeight
    scrollView.measureVisible()
    reports.contentHeightDidChange(from: height)
    scrollView.mountVisible(at: now)
  }

  func contentWillChange(to screen: Screen) {
    values.document = screen.components
    filtering.contentWillChange(to: screen.components)
  }

  func contentDidMove(_ move: ContentMove) {
    selection.follow(move)
    progress.follow { move($0) }
    identities.follow(move)
    navigator.follow(move)
    let isAnswering = answered == keyboard.path
    keyboard.follow(move)
    if let path = answered {
      answered = isAnswering ? keyboard.path : move(path)
      if answered == nil { values.finish() }
    }
    pointer.follow(move)
    if !items.follow(move) { pointer.dropItem() }
    answers.follow(move)
    announcements.follow(move, in: scrollView)
  }

  func adoptEnvironment(of screen: Screen) { environment.adopt(screen) }

  func contentNeedsLayout() {
    setNeedsLayout()
    // The screen may have brought other colors, and views may have kept the old ones.
    if environment.version != laidOutVersion { environmentDidChange() }
  }

  func contentWillBeChanged() { items.editing.withdraw() }

  func contentDidChange(_ change: ScreenChange) {
    reports.deliver()
    if change.isProvisional { return }
    answers.keeping.screenDidChange()
    // A new document ends all actions under way.
    if change.diff.touched == nil { endProgress() }
    controller.componentDelegate?.controllerComponentsDidChange(controller)
  }
}

extension PresentationState: ComponentScreen {
  var selected: ItemPath? { selection.path }
  var focused: ItemPath? { keyboard.focused }

  func component(at path: ComponentPath) -> Component? {
    scrollView.component(of: path.part(.header))
  }

  func openFilter(of component: Component, staysOpen: Bool) {
    filtering.open(for: component, staysOpen: staysOpen)
  }

  func look(for text: String, in component: Component) {
    filtering.look(for: text, in: component)
  }

  func change(
    _ component: Component, animation: Animation, _ body: (ComponentEdit) throws -> Void
  ) throws -> ContentChange {
    guard let index = content.upcomingIndex(of: component) else { throw ChangeError.notOnScreen }
    return try content.change(animation: animation) { try body($0[index]) }
  }
}

// MARK: Input

extension PresentationState {
  private func perform(_ effect: InputEffect) {
    switch effect {
    case .statesChanged:
      statesDidChange()
      controller.onNeedsFrame()
    case .focusChanged(let path):
      if isShown, let path { rest.focused(path) }
      controller.focusDelegate?.controller(controller, didFocus: path)
    case .refresh: _ = reports.askForRefresh()
    case .activate(let path): activate(path)
    case .endLine(let path, let now):
      if !answers.pressMainButton() { keyboard.goOn(from: path, at: now) }
    default: items.perform(effect, at: now)
    }
  }

  /// Activates a part, as a key does.
  func activate(_ path: ItemPath) {
    let usable = scrollView.usable(path)
    let mounted = scrollView.component(of: usable)?.mounted(usable.last.part, inner: 0)?.item
    if let mounted, let control = mounted.view.mainControl {
      if control.isEnabled, environment.isEnabled(mounted.item) { control.activate() }
    } else {
      selection.activate(path)
    }
  }

  /// Shows which parts are hovered, pressed, selected, focused and busy now.
  func statesDidChange() {
    scrollView.refreshStates()
    showKeyboard()
  }

  /// Brings the field that has the keyboard onto the screen, if it is out of sight.
  func bringFieldBack() {
    guard let path = keyboard.fieldOutOfSight else { return }
    navigator.go(to: .item(path, .center), at: nil)
    layOutAndReport()
    _ = navigator.advance(at: now, layOut: layOutAndReport)
  }
}
