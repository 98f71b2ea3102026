// The façade: a screen in, input in, draw lists out.
//
// Each piece of state has one owner: `ScreenContent` the components and their changes, `PointerInput`
// and `KeyboardFocus` what the user does, `ScrollNavigator` where the screen is scrolling to,
// `DelegateReports` what delegates have heard. The controller joins them and orders the steps of a
// frame.
//
// Time is a parameter of everything that moves, so that a frame depends on the calls and their times
// and on nothing else.

/// Shows one screen: holds its components, turns input into scrolling and selections, and records
/// frames.
@MainActor
public final class SpotsController {
  /// The views and layouts that are registered for the screen.
  public let configuration: Configuration
  /// What views know of their surroundings; call `environmentDidChange()` after changing it.
  public let environment: Environment
  /// The container of all components.
  public let scrollView = SpotsScrollView()
  /// Views in front of the screen, the last one in front of the others.
  public private(set) var overlays: [View] = []
  /// The item that was activated last; nil when it is gone, or there was none.
  public private(set) var selected: ItemPath? {
    didSet { selectionDidChange(from: oldValue) }
  }

  /// Hears of items that are activated and of views that come and go.
  public weak var componentDelegate: (any ComponentDelegate)?
  /// Hears of vertical scrolling.
  public weak var scrollDelegate: (any ScrollDelegate)?
  /// Hears of carousels that scroll.
  public weak var carouselDelegate: (any CarouselScrollDelegate)?
  /// Hears of the wish for fresh content.
  public weak var refreshDelegate: (any RefreshDelegate)?
  /// Hears how items are being used.
  public weak var viewStateDelegate: (any ViewStateDelegate)?
  /// Hears which item the keyboard acts on.
  public weak var focusDelegate: (any ComponentFocusDelegate)?
  /// Gets the actions of items that are activated, before the delegate.
  public var router: ActionRouter?
  /// Called when something changed that the last frame does not show.
  public var onNeedsFrame: () -> Void = {}

  /// The key under which `cache()` keeps the screen; nil when it does not.
  public let cacheKey: String?
  /// How many items of each component `cache()` keeps, the first ones; nil keeps all.
  public var amountOfItemsToCache: Int?

  /// The height of a strip along the bottom of the window that the screen leaves to overlays, in
  /// points; 0 unless set. Setting it lays the screen out.
  public var bottomInset = 0.0 {
    didSet { if bottomInset != oldValue { relayout(size: root.frame.size, isNew: false) } }
  }

  let pool: ReusePool
  private let root = View()
  private var content: ScreenContent!
  private let navigator: ScrollNavigator
  let keyboard: KeyboardFocus
  private let pointer: PointerInput
  private var reports: DelegateReports!
  /// The list of the last frame, and that of the one before, whose memory is used again.
  private var lastList = DrawList(viewport: .zero)
  private var spareList = DrawList(viewport: .zero)
  /// Whether something changed since views were mounted.
  private(set) var isStale = false
  /// Whether a frame has been shown; what changes before is not animated.
  private(set) var isShown = false
  /// The time of the last frame.
  private var now = 0.0
  /// Whether `selected` changes because its item moved.
  private var isFollowingItems = false
  /// The version of the environment that all components were laid out for.
  private var laidOutVersion: Int

  // MARK: Creating

  /// Creates a controller that shows `screen`.
  ///
  /// - Parameters:
  ///   - size: The viewport, in points, until the controller is in a window.
  ///   - diagnostics: What is wrong with the document the screen was read from.
  ///   - cacheKey: The key under which `cache()` keeps the screen.
  public init(
    screen: Screen = Screen(), size: Size = Size(width: 800, height: 600),
    diagnostics: [Diagnostic] = [], cacheKey: String? = nil,
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.configuration = configuration
    self.environment = environment
    self.cacheKey = cacheKey
    environment.documentColors = screen.theme
    laidOutVersion = environment.version
    pool = ReusePool(registry: configuration, environment: environment)
    navigator = ScrollNavigator(scrollView)
    keyboard = KeyboardFocus(scrollView, navigator)
    pointer = PointerInput(scrollView, navigator, keyboard)
    root.environment = environment
    root.frame = Rect(origin: .zero, size: size)
    scrollView.frame = root.bounds
    scrollView.clipsToBounds = true
    scrollView.stretchesLastComponent = { configuration.stretchLastComponent }
    root.addSubview(scrollView)
    root.addSubview(scrollView.scrollbar)
    root.onNeedsDisplay = { [weak self] in self?.onNeedsFrame() }
    (keyboard.responder, pointer.responder) = (self, self)
    reports = DelegateReports(self)
    content = ScreenContent(
      screen, diagnostics, width: size.width, scrollView: scrollView, pool: pool, host: self
    ) { ScreenReader(configuration: configuration) }
  }

  /// Creates a controller that shows the screen that `json`, UTF-8, describes: `[UInt8]`, `Data`,
  /// `text.utf8` or any other sequence of bytes.
  ///
  /// Theme, title, `next` and the kinds of components work as in the viewer, with the views and
  /// layouts that are registered now. A fault in a part of the screen costs only that part, and is
  /// listed in `diagnostics`.
  ///
  /// - Parameters:
  ///   - dialect: `.jsonc` allows comments and trailing commas.
  ///   - size: The viewport, in points, until the controller is in a window.
  /// - Throws: `ChangeFault.invalidScreen` when it describes no screen at all.
  /// - Complexity: O(bytes); the items of large documents are read when they are shown.
  public convenience init(
    json: some Sequence<UInt8>, dialect: ScreenReader.Dialect = .json,
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment
  ) throws(ChangeFault) {
    let reader = ScreenReader(dialect: dialect, configuration: configuration)
    let reading = reader.readOnDemand(Array(json))
    self.init(
      screen: try reading.shown(), size: size, diagnostics: reading.diagnostics,
      configuration: configuration, environment: environment)
  }

  /// Creates a controller that shows the screen that the text `json` describes; see `init(json:)` for
  /// bytes.
  public convenience init(
    json: String, dialect: ScreenReader.Dialect = .json,
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment
  ) throws(ChangeFault) {
    try self.init(
      json: json.utf8, dialect: dialect, size: size, configuration: configuration,
      environment: environment)
  }

  /// Creates a controller that shows `components`, from top to bottom.
  public convenience init(
    components: [ComponentModel], size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.init(
      screen: Screen(components: components), size: size, configuration: configuration,
      environment: environment)
  }

  /// Creates a controller that shows what the last `cache()` kept under `cacheKey`; nothing when that
  /// is more than three days ago.
  ///
  /// - Parameter environment: Its `screens` keep the screen.
  /// - Complexity: O(bytes kept): they are read and parsed now.
  public convenience init(
    cacheKey: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.init(
      screen: environment.screens?.screen(for: cacheKey) ?? Screen(), size: size,
      cacheKey: cacheKey, configuration: configuration, environment: environment)
  }

  // MARK: Content

  /// What is shown.
  public var screen: Screen { content.screen }

  /// The components, from top to bottom.
  public var components: [Component] { scrollView.components }

  /// The errors and warnings in the JSON the screen was last read from, by position. An error costs
  /// only the part it is in. Empty for screens made in code.
  ///
  /// Faults inside the items of a large document (256 KiB and more) are not included, since items
  /// are read when they are shown; `ScreenReader.diagnostics(of:)` finds them.
  public var diagnostics: [Diagnostic] { content.diagnostics }

  /// The window's title; nil when the screen names none.
  public var title: String? { screen.title }

  /// The page that follows the last one on the screen: a path or web address, relative to that page;
  /// nil when none follows. `appendPage` shows it.
  public var next: String? { screen.next }

  /// Changes the content in one step:
  ///
  ///     try controller.change(animation: .fade) {
  ///       try $0[2].append(Item(title: "New"))
  ///       try $0[2].delete(at: 0)
  ///     }
  ///
  /// Changes are made in the order of the calls, before the call returns unless views are being
  /// measured or recorded. Delegates hear of each once.
  ///
  /// - Returns: For those who wait for the end of the motion: `await controller.change(…).finished()`.
  /// - Throws: What `body` throws; nothing has changed then.
  @discardableResult
  public func change(
    animation: Animation = .automatic, _ body: (ScreenEdit) throws -> Void
  ) rethrows -> ContentChange {
    try content.change(animation: animation, body)
  }

  /// Shows `screen` in place of the present one. What is the same in both keeps its views, selection
  /// and offsets, and the item at the top of the window stays there.
  @discardableResult
  public func reload(_ screen: Screen, animation: Animation = .automatic) -> ContentChange {
    change(animation: animation) { $0.reload(screen) }
  }

  /// Shows the screen that `json`, UTF-8, describes, and returns when that is done.
  ///
  /// It is read on another thread while the main actor goes on, the items of large documents only
  /// when they are shown. Documents are shown in the order of the calls, each in place of all that
  /// was changed until it was read; also when the task is canceled meanwhile.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reload(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await content.change(json: Array(json), animation: animation) {
      edit, reading throws(ChangeFault) in try edit.reload(reading)
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one, and returns when
  /// that is done; see `reload(json:)`.
  public func reloadIfNeeded(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await content.change(json: Array(json), animation: animation) {
      edit, reading throws(ChangeFault) in try edit.reload(reading, ifNeeded: true)
    }
  }

  /// Shows the components of the page that `json`, UTF-8, describes behind the present ones, and
  /// returns when that is done; it is read as by `reload(json:)`. Call it when the end is reached,
  /// with what `next` names:
  ///
  ///     func controllerDidReachEnd(_ controller: SpotsController) async {
  ///       guard let next = controller.next else { return }
  ///       do {
  ///         try await controller.appendPage(json: try await bytes(at: next))
  ///       } catch {
  ///         print(error)
  ///       }
  ///     }
  ///
  /// - Throws: `invalidScreen` when it describes no screen; the present one stays.
  public func appendPage(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await content.change(json: Array(json), animation: animation) {
      edit, reading throws(ChangeFault) in edit.append(try reading.shown())
    }
  }

  /// Keeps the present screen under the controller's cache key.
  ///
  /// - Returns: Whether it is kept: not without a key, or where it cannot be written.
  /// - Complexity: O(items kept).
  @discardableResult
  public func cache() -> Bool {
    guard let cacheKey, let store = environment.screens else { return false }
    return store.save(screen.limited(toItems: amountOfItemsToCache), for: cacheKey)
  }

  /// Removes what is kept under the controller's cache key, and nothing else.
  public func clearCache() {
    if let cacheKey { environment.screens?.removeScreen(for: cacheKey) }
  }

  // MARK: Look-ups

  /// The component at `index`; nil when there is none.
  public func component(at index: Int) -> Component? {
    components.indices.contains(index) ? components[index] : nil
  }

  /// The component at `path`; nil when there is none, or when it is inside a composite item that has
  /// no view.
  public func component(at path: ComponentPath) -> Component? {
    scrollView.component(of: path.part(.header))
  }

  /// The item, header or footer at `path`; nil when there is none.
  public func item(at path: ItemPath) -> Item? { scrollView.item(at: path) }

  /// The view of an item, header or footer; nil when it is not in the window.
  public func view(at path: ItemPath) -> View? {
    scrollView.component(of: path)?.view(of: path.last.part)
  }

  /// The name of the view type that shows the part at `path`; nil when there is none.
  public func viewName(at path: ItemPath) -> String? {
    guard let item = item(at: path) else { return nil }
    let role: ViewRole =
      switch path.last.part {
      case .item: .item
      case .header: .header
      case .footer: .footer
      }
    return pool.viewName(forKind: item.kind, role: role)
  }

  /// The item, header or footer at a point of the window, the innermost one; nil between them.
  public func path(at point: Point) -> ItemPath? {
    scrollView.target(at: environment.isRightToLeft ? point.mirrored(in: size.width) : point)?.path
  }

  /// The frame of an item, header or footer in the window; a part of it, or all, may lie outside. nil
  /// when there is none, or when it is inside a composite item that has no view.
  public func frame(of path: ItemPath) -> Rect? {
    guard let frame = scrollView.contentFrame(of: path)?.offsetBy(y: -contentOffset) else {
      return nil
    }
    return environment.isRightToLeft ? frame.mirrored(in: size.width) : frame
  }

  /// The path of the first item that satisfies `isWanted`; items inside composite ones are left out.
  public func path(
    ofFirst isWanted: (_ path: ItemPath, _ item: Item) -> Bool
  ) -> ItemPath? {
    for (index, component) in components.enumerated() {
      for (number, item) in component.model.items.enumerated() {
        let path = ItemPath(component: index, item: number)
        if isWanted(path, item) { return path }
      }
    }
    return nil
  }

  /// The items of the screen's components that have views, from top to bottom.
  public var visiblePaths: [ItemPath] {
    scrollView.mounted.flatMap { component in
      component.visibleIndexes.map { ItemPath(component: component.index, item: $0) }
    }
  }

  // MARK: Selection and input

  /// The part the keyboard acts on; nil when none is marked.
  public var focused: ItemPath? { keyboard.focused }

  /// Makes an item the selected one, as a click does, but without activating it.
  ///
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func select(_ path: ItemPath) -> Bool {
    guard path.last.item != nil, item(at: path) != nil else { return false }
    selected = path
    return true
  }

  /// Leaves no item selected.
  public func deselect() { selected = nil }

  /// Whether a click at the pointer's position would activate something that has an action, as a
  /// link or a button does, or turn to the page of a dot; false while the pointer drags.
  public var isPointerOverAction: Bool { pointer.isOverAction }

  /// Handles what the user did.
  ///
  /// - Parameter now: In seconds; see `frame(at:)`.
  /// - Returns: Whether it meant something to the screen; keys that did not are free for others.
  @discardableResult
  public func handle(_ event: InputEvent, at now: Double) -> Bool {
    scrollView.axis.advance(to: now)
    switch event {
    case .pointerMoved, .pointerLeft: break
    default: navigator.cancel()
    }
    switch environment.isRightToLeft ? event.mirrored(in: size.width) : event {
    case .pointerMoved(let point): pointer.moved(to: point, at: now)
    case .pointerPressed(let point, .left, let clicks):
      pointer.pressed(at: point, clicks: clicks, at: now)
    case .pointerReleased(let point, .left): pointer.released(at: point, at: now)
    case .pointerPressed, .pointerReleased: return false
    case .pointerLeft: pointer.left(at: now)
    case .wheel(let point, let delta, let precise, let modifiers):
      pointer.wheel(point, delta: delta, precise: precise, modifiers: modifiers, at: now)
    case .keyPressed(let key, let modifiers):
      return keyboard.keyPressed(key, modifiers, at: now)
    }
    return true
  }

  private func selectionDidChange(from old: ItemPath?) {
    guard selected != old else { return }
    scrollView.refreshStates()
    onNeedsFrame()
    if isFollowingItems, selected != nil { return }
    componentDelegate?.controller(self, didChangeSelection: selected)
  }

  // MARK: Scrolling

  /// The vertical offset, in points from the top of the content.
  public var contentOffset: Double { scrollView.axis.offset }

  /// All that can be scrolled to, in points: as wide as the viewport, at least as high.
  public var contentSize: Size { Size(width: size.width, height: scrollView.contentHeight) }

  /// The images that come into view next if scrolling continues in the last direction, nearest first;
  /// none before the screen was scrolled.
  ///
  /// - Complexity: O(*n*) in the items within one window height, which are read if they have not been
  ///   yet.
  public func imagesAhead() -> [String] {
    reports.scrollsUpwards.map { scrollView.imagesAhead(upwards: $0) } ?? []
  }

  /// The visible part of a component, which must exist.
  public func placement(of component: Int) -> ContainerLayout.Placement {
    scrollView.layout.placement(of: component, offset: contentOffset, viewport: size)
  }

  /// Scrolls to `offset`, in points, clamped to the content.
  ///
  /// - Parameter animated: Whether the screen glides there, from the next frame on.
  public func scroll(to offset: Double, animated: Bool = false) {
    scroll(to: .offset(offset), animated)
  }

  /// Scrolls an item to a place of the viewport, and its carousel so that the item is in the middle; a
  /// carousel that snaps, to where it rests with the item.
  ///
  /// - Parameter animated: Whether the screen glides there, from the next frame on.
  /// - Throws: `ChangeFault.noComponent` or `.noItem` when there is no such item.
  public func scroll(
    to path: ItemPath, position: ScrollPosition = .top, animated: Bool = false
  ) throws(ChangeFault) {
    guard path.item != nil, item(at: path) != nil else {
      let count = try existingComponent(at: path.component).model.items.count
      throw .noItem(index: path.item ?? 0, count: count)
    }
    scroll(to: .item(path, position), animated)
  }

  /// Scrolls to the end of the content.
  ///
  /// - Parameter animated: Whether the screen glides there, from the next frame on.
  public func scrollToBottom(animated: Bool = false) { scroll(to: .bottom, animated) }

  /// Scrolls a carousel to `offset`, in points, clamped to its content, without animation.
  ///
  /// - Throws: `ChangeFault.noComponent` when there is none at the index.
  public func scroll(carousel index: Int, to offset: Double) throws(ChangeFault) {
    let scroll = try existingComponent(at: index).scroll
    scroll.beginGesture()
    scroll.axis.jump(to: offset)
    setNeedsLayout()
  }

  private func scroll(to destination: ScrollNavigator.Destination, _ isAnimated: Bool) {
    willScroll()
    if isAnimated {
      navigator.goWithNextFrame(to: destination)
    } else {
      navigator.go(to: destination, at: nil)
    }
  }

  private func willScroll() {
    navigator.cancel()
    setNeedsLayout()
  }

  private func setNeedsLayout() {
    isStale = true
    onNeedsFrame()
  }

  /// Shows the screen as when it was opened: everything is scrolled to its beginning, nothing is
  /// selected, and no item has the keyboard.
  public func startOver() {
    deselect()
    keyboard.clear()
    for component in components { component.startOver() }
    scroll(to: 0)
    scrollView.refreshStates()
  }

  // MARK: Layout

  /// The viewport, in points: the window without the strip at its bottom.
  public var size: Size {
    Size(width: root.frame.width, height: max(root.frame.height - bottomInset, 1))
  }

  /// Lays out, once, for a window of another size and for what has changed in the environment since
  /// the last layout; what is at the top of the window stays there. Does nothing when neither changed.
  ///
  /// - Parameter size: In points. The window stays as it is where a side is not above 0.
  public func resize(to size: Size) {
    let old = root.frame.size
    let new = size.width > 0 && size.height > 0 ? size : old
    let isEnvironmentNew = environment.version != laidOutVersion
    guard new != old || isEnvironmentNew else { return }
    if isEnvironmentNew { root.setNeedsLayoutThroughout() }
    relayout(size: new, isNew: new.width != old.width || isEnvironmentNew)
  }

  /// Lays out again after a change to the environment, or to data that views take from elsewhere:
  /// every item is measured and configured again.
  public func environmentDidChange() {
    root.setNeedsLayoutThroughout()
    relayout(size: root.frame.size, isNew: true)
  }

  /// Lays out again after the sizes of images have become known that were not when views asked for
  /// them. What is at the top of the window stays there.
  public func imageSizesDidChange() {
    environment.imageSizesDidChange()
    environmentDidChange()
  }

  /// Shows everything anew after views or nibs were registered while the screen is shown.
  public func registrationsDidChange() {
    for component in components { component.unmount() }
    pool.removeAll()
    environmentDidChange()
  }

  /// Measures every item, so that nothing is an estimate.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items on the screen.
  public func prepareAll() {
    scrollView.prepareAll()
    onNeedsFrame()
  }

  /// Shows or hides a component; a hidden one takes no room.
  ///
  /// - Throws: `ChangeFault.noComponent` when there is none at the index.
  public func setHidden(_ isHidden: Bool, component index: Int) throws(ChangeFault) {
    let component = try existingComponent(at: index)
    guard component.isHidden != isHidden else { return }
    var anchor = scrollView.currentAnchor()
    component.isHidden = isHidden
    // When what was at the top is hidden, the next component comes in its place.
    if isHidden, anchor?.component == index {
      anchor = ScrollAnchor(component: index, item: nil, inside: 0)
    }
    finishLayout(keeping: anchor, isNew: false)
  }

  private func existingComponent(at index: Int) throws(ChangeFault) -> Component {
    guard let component = component(at: index) else {
      throw .noComponent(index: index, count: components.count)
    }
    return component
  }

  /// - Parameter isNew: Whether every component has to be laid out again.
  private func relayout(size: Size, isNew: Bool) {
    let anchor = scrollView.currentAnchor()
    keyboard.keepInSight()
    root.frame = Rect(origin: .zero, size: size)
    scrollView.frame = Rect(origin: .zero, size: self.size)
    finishLayout(keeping: anchor, isNew: isNew)
  }

  private func finishLayout(keeping anchor: ScrollAnchor?, isNew: Bool) {
    scrollView.dropAnchor()
    if isNew {
      laidOutVersion = environment.version
      scrollView.layOutComponents()
    } else {
      scrollView.restack()
    }
    if let anchor { scrollView.restore(anchor) }
    for view in overlays { view.setNeedsLayout() }
    setNeedsLayout()
    reports.deliver()
  }

  // MARK: Overlays

  /// Puts `view` in front of the screen, as large as the window.
  public func addOverlay(_ view: View) {
    overlays.append(view)
    root.addSubview(view)
    view.frame = root.bounds
  }

  /// Removes a view that was put in front of the screen.
  public func removeOverlay(_ view: View) {
    overlays.removeAll { $0 === view }
    view.removeFromSuperview()
  }

  // MARK: Frames

  /// Moves everything to where it is at `now`, and records it.
  ///
  /// - Parameter now: In seconds, of any clock that only goes forward.
  /// - Returns: What the window shows, and when the next frame is due although nothing happens: nil
  ///   when everything is at rest.
  public func frame(at now: Double) -> (list: DrawList, next: Double?) {
    (self.now, isShown) = (now, true)
    pointer.endWheelGesture(at: now)
    navigator.begin(at: now)
    var isMoving = advanceMotions(to: now)
    layOutAndReport()
    isMoving = navigator.advance(at: now, layOut: layOutAndReport) || isMoving
    reports.reportScrolling(at: now, isTurning: pointer.isTurning)
    content.finishChanges()
    // Delegates may have changed the screen.
    if isStale { layOutAndReport() }
    let scrollbar = scrollView.scrollbar.update(
      offset: contentOffset, length: contentSize.height, viewport: size, at: now)
    let list = content.uninterrupted { record(at: now) }
    // A change that came while the list was recorded is shown by the next frame.
    if isMoving || isStale || content.beginsMotion || environment.isMoving { return (list, now) }
    return (list, earlier(scrollbar, pointer.gestureEnd))
  }

  /// Moves what is in motion.
  ///
  /// - Returns: Whether something still moves.
  private func advanceMotions(to now: Double) -> Bool {
    scrollView.axis.advance(to: now)
    var isMoving = scrollView.axis.isMoving && !scrollView.axis.isDragging
    isMoving = content.advance(to: now) || isMoving
    for component in scrollView.allMounted {
      let scroll = component.scroll
      let wasMoving = scroll.axis.isMoving
      scroll.axis.advance(to: now)
      // More may come in a gesture of the wheel, and what has the keyboard must be seen.
      let mayRest = !pointer.isTurning(component) && !navigator.isRevealing
      if wasMoving, !scroll.axis.isMoving, mayRest { scroll.comeToRest(at: now) }
      if scroll.axis.isMoving, !scroll.axis.isDragging { isMoving = true }
    }
    return isMoving
  }

  private func layOutAndReport() {
    content.uninterrupted { layOutVisible() }
    pointer.updateHover()
    reports.deliver()
  }

  private func record(at now: Double) -> DrawList {
    var list = DrawList(viewport: .zero)
    swap(&list, &spareList)
    list.restart(viewport: root.bounds)
    (environment.frameTime, environment.isMoving) = (now, false)
    defer { environment.frameTime = nil }
    if environment.isRightToLeft {
      list.mirrored(width: size.width, recordScreen)
    } else {
      recordScreen(into: &list)
    }
    for view in overlays {
      view.frame = root.bounds
      view.record(into: &list)
    }
    (spareList, lastList) = (lastList, list)
    return list
  }

  private func recordScreen(into list: inout DrawList) {
    scrollView.record(into: &list)
    scrollView.scrollbar.record(into: &list)
  }
}

// MARK: - What the owners need

extension SpotsController: ScreenContentHost {
  var containerPath: ItemPath? { nil }
  var isDisabled: Bool { false }
  var owningScreen: (any ComponentScreen)? { self }

  func state(of path: ItemPath) -> ViewState {
    var state: ViewState = []
    if pointer.hover == path, pointer.pressed == nil || pointer.pressed == path {
      state.insert(.hover)
    }
    if pointer.pressed == path, pointer.hover == path { state.insert(.highlighted) }
    if selected == path { state.insert(.selected) }
    if focused == path { state.insert(.focused) }
    return state
  }

  func report(_ event: ViewEvent, _ view: View, _ item: Item, at path: ItemPath) {
    reports.viewDid(event, view, item, at: path)
  }

  func layOutVisible() {
    isStale = false
    let height = scrollView.layout.contentHeight
    scrollView.measureVisible()
    reports.contentHeightDidChange(from: height)
    scrollView.mountVisible(at: now)
  }

  func contentDidMove(origins: [Int?], diffs: [Int: ItemDiff]) {
    func moved(_ path: ItemPath) -> ItemPath? {
      guard let new = origins.firstIndex(of: path.component) else { return nil }
      var moved = ItemPath(component: new, part: path.part)
      guard case .item(let item) = path.part else { return moved }
      if let diff = diffs[new] {
        guard let index = diff.newIndex(of: item) else { return nil }
        moved.first.part = .item(index)
      }
      moved.nested = path.nested
      return self.item(at: moved) == nil ? nil : moved
    }
    isFollowingItems = true
    selected = selected.flatMap(moved)
    isFollowingItems = false
    navigator.follow(moved)
    keyboard.follow(origins: origins, diffs: diffs, moved)
    pointer.follow(moved)
  }

  func contentNeedsLayout() {
    setNeedsLayout()
    // The screen may have brought other colors, which views may keep.
    if environment.version != laidOutVersion { environmentDidChange() }
  }

  func contentDidChange() {
    reports.deliver()
    componentDelegate?.controllerComponentsDidChange(self)
  }
}

extension SpotsController: ComponentScreen {
  func change(
    _ component: Component, animation: Animation, _ body: (ComponentEdit) throws -> Void
  ) throws -> ContentChange {
    guard let index = content.upcomingIndex(of: component) else { throw ChangeFault.notOnScreen }
    return try change(animation: animation) { try body($0[index]) }
  }
}

extension SpotsController: InputResponder {
  func activate(_ path: ItemPath) {
    let path = scrollView.usable(path)
    guard let item = item(at: path), path.last.item != nil || item.action != nil, !item.isDisabled
    else { return }
    if path.last.item != nil { selected = path }
    onNeedsFrame()
    if let action = item.action, let router, router.route(action) { return }
    componentDelegate?.controller(self, itemSelected: item, at: path)
  }

  func askForRefresh() -> Bool { reports.askForRefresh() }

  func statesDidChange() { scrollView.refreshStates() }

  func focusDidChange(to path: ItemPath?) {
    focusDelegate?.controller(self, didFocus: path)
  }

  func setNeedsFrame() { onNeedsFrame() }
}

extension Screen {
  /// The screen with the first `count` items of each component; nil leaves all.
  fileprivate func limited(toItems count: Int?) -> Screen {
    guard let count else { return self }
    var screen = self
    for index in components.indices where components[index].items.count > max(count, 0) {
      screen.components[index].items = ItemList(components[index].items.prefix(max(count, 0)))
    }
    return screen
  }
}
