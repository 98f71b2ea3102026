/// The live, mutable state of a screen, which persists across changes of its content.
///
/// Each part has one owner: `ScreenContent` the components and their changes, `ScreenLayout` what
/// they are laid out for, `PointerInput` and `KeyboardFocus` what the user does, which
/// `ScreenInput` gives to them, `PopupLayer` the menu that is open, `FilterInput` the bar above the
/// screen, `ScreenTabs` the tab that is shown, `ScreenToolbar` the bar at its top, `PointerRest`
/// the tooltip, `ScrollNavigator` where the screen is scrolling to, `ScreenSelection` what is
/// selected, `ScreenValues` what is answered, `ItemCommands` what else users do with items,
/// `ScreenReports` what programs have heard, `RootView` what is drawn. This class joins them,
/// carries out what they ask for, and orders the steps of a frame. Owned by the controller; lives
/// as long as it does.
@MainActor
final class PresentationState {
  let outlet = ScreenOutlet()
  let scrollView = SpotsScrollView()
  let pool: ReusePool
  let root: RootView
  let content: ScreenContent
  let layout: ScreenLayout
  let navigator: ScrollNavigator
  let (keyboard, pointer): (KeyboardFocus, PointerInput)
  /// The controls of the screen, and those of overlays.
  let controls, overlayControls: ViewInteraction
  let rest: PointerRest
  let values = InputValues()
  let (progress, identities) = (ActionProgress(), ItemIdentities())
  let announcements = Announcements()
  let boundData: BoundData
  let answers: ScreenValues
  private let clock: ScreenClock
  let disclosure: Disclosure
  let items: ItemCommands
  let (reports, selection): (ScreenReports, ScreenSelection)
  let filtering: FilterInput
  let (tabs, toolbar, sections): (ScreenTabs, ScreenToolbar, ScreenSections)
  let input: ScreenInput
  var popups: PopupLayer { root.popupLayer }
  /// The time of the last frame.
  private var now = 0.0

  /// - Parameter size: The window's, in points.
  init(
    _ screen: Screen, data: DataValue?, _ diagnostics: [Diagnostic], size: Size,
    _ configuration: Configuration, _ environment: Environment
  ) {
    var environment = environment
    environment.adopt(screen)
    environment.values = values
    if let time = environment.now()?.seconds { values.time = time - time % 60 }
    pool = ReusePool(registry: configuration, environment: environment)
    root = RootView(scrollView, size: size)
    content = ScreenContent(screen, data: data, diagnostics, scrollView, pool) {
      ScreenReader(configuration: configuration, language: environment.language)
    }
    navigator = ScrollNavigator(scrollView)
    keyboard = KeyboardFocus(scrollView, navigator)
    (controls, overlayControls) = (ViewInteraction(scrollView), ViewInteraction(root.overlayLayer))
    (reports, selection) = (ScreenReports(scrollView, outlet), ScreenSelection(scrollView, outlet))
    layout = ScreenLayout(root, pool, content, keyboard, reports, outlet)
    pointer = PointerInput(scrollView, navigator, keyboard, controls)
    rest = PointerRest(scrollView, root.tooltip)
    boundData = BoundData(content, configuration, outlet)
    answers = ScreenValues(values, content, boundData, layout, keyboard, pool, outlet)
    clock = ScreenClock(values, content, answers, pool)
    disclosure = Disclosure(content, scrollView, keyboard, navigator, outlet)
    items = ItemCommands(
      ItemEditing(content, scrollView, selection, announcements, boundData, outlet), boundData,
      disclosure, scrollView, selection, answers, keyboard, root.popupLayer, progress,
      announcements, outlet)
    filtering = FilterInput(layout, keyboard, navigator, outlet)
    tabs = ScreenTabs(layout, keyboard, navigator, filtering, outlet)
    toolbar = ScreenToolbar(layout, items, filtering, root.popupLayer, outlet)
    sections = ScreenSections(content, layout, navigator)
    input = ScreenInput(
      root: root, navigator: navigator, overlays: overlayControls, filtering: filtering, tabs: tabs,
      pointer: pointer, keyboard: keyboard, controls: controls, items: items, rest: rest,
      reports: reports, outlet: outlet)
    join(stretching: { configuration.stretchLastComponent })
    content.begin()
  }

  /// Has everything that parts ask for carried out here.
  private func join(stretching: @escaping () -> Bool) {
    root.onNeedsDisplay { [outlet] in outlet.needsFrame() }
    root.onControlEffect { [weak self] in self?.control($0, did: $1) }
    announcements.onChange = { [outlet] in outlet.needsFrame() }
    root.newRows.onPress = { [weak self] in self?.scroll(to: .bottom, true) }
    scrollView.stretchesLastComponent = stretching
    outlet.perform = { [weak self] in self?.perform($0) }
    pointer.onEffect = { [outlet] in outlet.perform($0) }
    keyboard.onEffect = pointer.onEffect
    content.onEffect = { [weak self] in self?.perform($0) }
    scrollView.screen = ComponentScreen(
      onEffect: { [weak self] in self?.perform($0) },
      state: { [weak self] in self?.state(of: $0) ?? [] },
      change: { [weak content] component, animation, body in
        guard let content else { throw ChangeError.notOnScreen }
        return try content.change(component, animation: animation, body)
      })
  }

  // MARK: Frames

  /// Moves everything to where it is at `now`, and records it; see
  /// `SpotsController.renderFrame(at:)`.
  func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    self.now = now
    let minute = clock.update(at: now)
    content.occupied = occupied
    content.letRowsGo()
    content.followValues()
    filtering.begin(at: now)
    pointer.wheel.endGesture(at: now)
    navigator.begin(at: now)
    var isMoving = advanceMotions(to: now)
    isMoving = pointer.advanceHeld(to: now) || isMoving
    layOutAndReport()
    isMoving = navigator.advance(at: now, layOut: layOutAndReport) || isMoving
    reports.reportScrolling(at: now, isTurning: pointer.wheel.isTurning)
    answers.tellChanges()
    answers.tellObservers()
    content.finishChanges()
    // Delegates may have changed the screen.
    if content.isStale { layOutAndReport() }
    let wasHidden = scrollView.scrollbar.isHidden
    let scrollbar = scrollView.scrollbar.update(
      offset: scrollView.verticalScroll.offset, length: scrollView.contentHeight,
      viewport: root.viewport, at: now)
    if scrollView.scrollbar.isHidden != wasHidden { pointer.updateHover() }
    let tooltip = rest.update(at: now)
    let keeping = answers.keeping.update(at: now)
    isMoving = popups.advance(to: now) || isMoving
    let spoken = filtering.update(at: now)
    root.updateOverlays()
    sections.update()
    let list = content.uninterrupted { root.record(at: now) }
    // A change that came while the list was recorded is shown by the next frame.
    if isMoving || content.isStale || content.beginsMotion || list.isMoving { return (list, now) }
    let next = earlier(earlier(scrollbar, pointer.gestureEnd), earlier(tooltip, spoken))
    return (list, earlier(earlier(next, keeping), earlier(list.nextChange, minute)))
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
      let mayRest = !pointer.wheel.isTurning(component) && !navigator.isRevealing
      if wasMoving, !scroll.horizontalScroll.isMoving, mayRest { scroll.comeToRest(at: now) }
      if scroll.horizontalScroll.isMoving, !scroll.horizontalScroll.isDragging { isMoving = true }
    }
    return isMoving
  }

  private func layOutAndReport() {
    content.isStale = false
    content.uninterrupted { layOutVisible() }
    pointer.updateHover()
    showKeyboard()
    reports.deliver()
  }

  // MARK: Controls

  /// Gives the keyboard to the control of the focused item too; one that is not the item's main
  /// control has a ring of its own.
  private func showKeyboard() {
    let isMarked = keyboard.isActive && keyboard.controlIndex != nil
    controls.setKeyboard(
      keyboard.isAway ? nil : keyboard.control, isMarked: isMarked, stays: answers.isAtSamePlace)
    if keyboard.isAway { overlayControls.setKeyboard(nil, isMarked: false) }
    answers.keyboardDidMove()
  }

  private func control(_ control: Control, did effect: ControlEffect) {
    switch effect {
    case .popup(let popup): popups.open(popup, beside: .view(control))
    case .sort(let column): control.component.map { sort($0, by: column) }
    case .resize(let column, let width):
      control.component?.content.columns?.resize(column, to: width)
      outlet.needsFrame()
    case .event(let event):
      guard let path = control.itemPath, let item = scrollView.paths.item(at: path) else { return }
      switch event {
      case .valueChanged(let value): answers.set(value, of: item, at: path)
      case .valueChanging(let value): answers.set(value, of: item, at: path, isUnfinished: true)
      case .activated(let action, let payload):
        items.send(action ?? item.action, payload, of: item, at: path)
      }
    }
  }

  /// Sorts the rows of a table by a column: the least value first, then the greatest first, then as
  /// its document says.
  private func sort(_ component: Component, by column: Int) {
    guard let fields = component.content.columns?.sort(by: column) else { return }
    content.sort(component, by: fields)
    let sorting = component.model.sorting
    outlet.tell(.sorted(component.path, column: sorting?.column, sorting?.order ?? .ascending))
  }

  /// The action of the item at a path has ended; nil stands for all.
  func endProgress(at path: ItemPath? = nil) {
    if progress.end(path) { statesDidChange() }
    outlet.needsFrame()
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
    tabs.show(path)
    willScroll()
    navigator.reveal(path, at: nil)
  }

  private func willScroll() {
    navigator.cancel()
    layout.setNeedsLayout()
  }

  // MARK: Starting over

  /// Shows the screen as it was when opened; see `SpotsController.startOver()`.
  func startOver() {
    answers.reset()
    rewind()
  }

  /// Shows `screen` as if it was opened now. The answers to the present one are set aside, for when
  /// it is shown again.
  func open(_ screen: Screen) {
    answers.forgetAnswered()
    keyboard.clear()
    showKeyboard()
    answers.finish()
    values.leave(content.screen)
    rewind()
    _ = content.change(animation: .none) { $0.open(screen) }
    answers.restoreLeft(of: screen)
  }

  func beginAnswering(isQuestion: Bool) {
    if !filtering.hasTarget { answers.begin(isQuestion: isQuestion) }
  }

  private func rewind() {
    selection.clear()
    endProgress()
    filtering.startOver()
    tabs.startOver()
    keyboard.clear()
    for component in scrollView.components { component.startOver() }
    scroll(to: .offset(0), false)
    scrollView.refreshStates()
  }

  private func layOutVisible() {
    let height = scrollView.layout.contentHeight
    scrollView.measureVisible()
    reports.contentHeightDidChange(from: height)
    scrollView.mountVisible(at: now)
  }

  // MARK: States

  /// The parts at which the user is at work: what is pressed, what is marked for the keyboard, and
  /// the field that is typed into.
  private var occupied: [ItemPath] {
    let path = keyboard.path
    let isTyped = path.flatMap(scrollView.paths.item).flatMap(InputKind.init(of:))?.isTyped == true
    return [isTyped ? path : keyboard.focused, pointer.pressed].compactMap(\.self)
  }

  /// How a part is being used.
  private func state(of path: ItemPath) -> ViewState {
    var state: ViewState = []
    if pointer.hover == path, pointer.pressed == nil || pointer.pressed == path {
      state.insert(.hover)
    }
    if pointer.pressed == path, pointer.hover == path { state.insert(.highlighted) }
    if !state.isEmpty, path.last.item != nil, let item = scrollView.paths.item(at: path),
      item.action == nil, disclosure.isExpanded(path) == nil,
      selection.policy(at: path, of: item) == .none
    {
      // A click means nothing.
      state = []
    }
    if selection.contains(path) { state.insert(.selected) }
    if progress.contains(path) { state.insert(.busy) }
    if keyboard.focused == path && keyboard.controlIndex == nil || filtering.marked == path {
      state.insert(.focused)
    }
    return state
  }

  /// Shows which parts are hovered, pressed, selected, focused and busy now.
  func statesDidChange() {
    scrollView.refreshStates()
    showKeyboard()
  }

  // MARK: Effects

  private func perform(_ effect: InputEffect) {
    switch effect {
    case .statesChanged:
      statesDidChange()
      outlet.needsFrame()
    case .focusChanged(let path):
      if content.isShown, let path { rest.focused(path) }
      outlet.tell(.focusChanged(path))
    case .refresh: _ = reports.askForRefresh()
    case .activate(let path): items.press(path)
    case .endLine(let path, let now):
      if !items.pressMainButton() { keyboard.goOn(from: path, at: now) }
    case .endProgress(let path): endProgress(at: path)
    case .turnTab(let count): tabs.turn(by: count)
    case .bringFieldBack: bringFieldBack()
    case .uncover(let path):
      tabs.show(path)
      disclosure.uncover(path)
    case .openActionsAt(let point, let path):
      guard items.openActions(of: path, beside: Rect(origin: point, size: .zero)) else { return }
      popups.pressStays(at: point)
      pointer.cancel(at: now)
    case .click(let path, let choice, let activates):
      items.click(path, choice, activates: activates)
    case .toggle(let path): disclosure.toggle(path)
    case .perform(let action, let path): items.perform(action, of: path)
    case .openActions(let path): items.openActions(of: path)
    case .hold(let path): items.editing.hold(path)
    case .moveHeld(let index): items.editing.show(at: index)
    case .letGo(let isMoved): items.editing.letGo(isMoved: isMoved)
    }
  }

  private func perform(_ effect: ComponentScreen.Effect) {
    switch effect {
    case .event(let event): reports.add(event)
    case .filter(let component, let text): filtering.look(for: text, in: component)
    case .openFilter(let component, let staysOpen):
      filtering.open(for: component, staysOpen: staysOpen)
    }
  }

  private func perform(_ effect: ContentEffect) {
    switch effect {
    case .willBeRequested:
      items.editing.withdraw()
      content.occupied = occupied
    case .willChange(let screen):
      values.document = screen.components
      filtering.contentWillChange(to: screen.components)
      toolbar.adopt(screen.toolbar)
      tabs.adopt(screen.tabs)
    case .adoptEnvironment(let screen): layout.adoptEnvironment(of: screen)
    case .moved(let move): follow(move)
    case .needsLayout:
      layout.setNeedsLayout()
      // The screen may have brought other colors.
      layout.followEnvironment()
    case .layOutVisible: layOutVisible()
    case .changed(let change):
      reports.deliver()
      if change.isProvisional { return }
      answers.restoreKept()
      // A new document ends all actions under way.
      if change.diff.touched == nil { endProgress() }
      outlet.tell(.contentChanged)
    }
  }

  /// Moves everything that is remembered by path along with its item.
  private func follow(_ move: ContentMove) {
    selection.follow(move)
    progress.follow { move($0) }
    identities.follow(move)
    navigator.follow(move)
    tabs.follow(move)
    answers.followKeyboard(move)
    pointer.follow(move)
    if !items.follow(move) { pointer.dropItem() }
    answers.follow(move)
    announcements.follow(move, in: scrollView)
  }

  /// Brings the field that has the keyboard onto the screen, if it is out of sight.
  private func bringFieldBack() {
    guard let path = keyboard.fieldOutOfSight else { return }
    navigator.go(to: .item(path, .center), at: nil)
    layOutAndReport()
    _ = navigator.advance(at: now, layOut: layOutAndReport)
  }
}
