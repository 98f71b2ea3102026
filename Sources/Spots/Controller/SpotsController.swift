// The façade: a screen in, input in, draw lists out.
//
// The controller is what programs see; `PresentationState` is what lives behind it.
//
// Time is a parameter of everything that moves, so that a frame depends on the calls and their
// times and on nothing else.

/// Shows one screen: holds its components, turns input into scrolling and selections, and records
/// frames.
@MainActor
public final class SpotsController {
  /// The views and layouts that are registered for the screen.
  public let configuration: Configuration
  /// The surroundings of views, with the document's colors. Call
  /// `environmentDidChange()` or `resize(to:)` after changing it.
  public var environment: Environment {
    get { state.layout.environment }
    set { state.layout.surround(newValue) }
  }

  /// Called with everything that happens, before the delegates; returns whether they do not hear of
  /// it, and the completion that the event may have will be called.
  public var onEvent: (SpotsEvent) -> Bool = { _ in false }
  /// Called with an item that the user activates, unless the router takes its action.
  public var onSelect: ((Item, ItemPath) -> Void)?
  /// Called with the values and the action of `submit`.
  public var onSubmit: (([String: JSONValue], _ action: String) -> Void)?
  /// Called with the name of an answer that has changed, and its value.
  public var onChange: ((_ name: String, JSONValue) -> Void)?
  /// Called in place of the delegates when the content was scrolled back to its beginning, when its
  /// end is near, and when the user asks for fresh content; none is called again before it returns.
  public var onReachEnd, onReachBeginning, onRefresh: (() async -> Void)?
  /// Everything that happens from now on; of more than 1 000 events that wait, the oldest are lost.
  public var events: AsyncStream<SpotsEvent> { state.outlet.streams.make() }
  /// Hears of items that are activated and of views that come and go.
  public weak var componentDelegate: (any ComponentDelegate)?
  /// Hears of vertical scrolling.
  public weak var scrollDelegate: (any ScrollDelegate)?
  /// Hears of carousels that scroll.
  public weak var carouselDelegate: (any CarouselScrollDelegate)?
  /// Hears of requests for fresh content.
  public weak var refreshDelegate: (any RefreshDelegate)?
  /// Hears how items are being used.
  public weak var viewStateDelegate: (any ViewStateDelegate)?
  /// Hears which item the keyboard acts on.
  public weak var focusDelegate: (any ComponentFocusDelegate)?
  /// Gets the actions of items that are activated, before `onEvent` and the delegate.
  public var router: ActionRouter?
  /// Called when something changed that the last frame does not show.
  public var onNeedsFrame: () -> Void {
    get { state.outlet.needsFrame }
    set { state.outlet.needsFrame = newValue }
  }

  /// The key under which `cache()` keeps the screen; nil when it does not.
  public let cacheKey: String?
  /// The number of leading items of each component that `cache()` keeps; nil keeps all.
  public var amountOfItemsToCache: Int?

  /// The strips below the toolbar and along the bottom that the screen leaves to overlays.
  public var overlayInsets: EdgeInsets {
    get { state.root.overlayInsets }
    set { state.layout.setOverlayInsets(newValue) }
  }

  /// Whether Tab goes from the last part of the screen to the first, and not to other bars.
  package var wrapsFocus: Bool {
    get { state.keyboard.wraps }
    set { state.keyboard.wraps = newValue }
  }

  package var sheet: Sheet { Sheet(state.layout) }
  /// The screen in the other column of the window, if keys do not go there.
  package weak var beside: SpotsController?

  let state: PresentationState

  /// The data that the screen shows, with the changes since it was loaded; nil without.
  public var data: DataValue? { boundData.value }
  package var boundData: BoundData { state.boundData }

  // MARK: Creating

  /// Creates a controller that shows a screen.
  ///
  /// - Parameters:
  ///   - screen: Empty unless given.
  ///   - data: The data for the screen's holes; nil leaves it to what its document has.
  ///   - size: The viewport, in points, until the controller is in a window.
  ///   - diagnostics: What is wrong with the document the screen was read from.
  ///   - cacheKey: The key under which `cache()` keeps the screen.
  ///   - configuration: The views and layouts that are registered for the screen.
  ///   - environment: The surroundings that views adapt to.
  public init(
    screen: Screen = Screen(), data: DataValue? = nil, size: Size = Size(width: 800, height: 600),
    diagnostics: [Diagnostic] = [], cacheKey: String? = nil,
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.configuration = configuration
    self.cacheKey = cacheKey
    state = PresentationState(
      screen, data: data, diagnostics, size: size, configuration, environment)
    state.outlet.onEvent = { [weak self] event in self.map { tell(event, of: $0) } ?? false }
    state.outlet.answers = { [weak self] item, path in
      self.flatMap { $0.componentDelegate?.controller($0, answers: item, at: path) } ?? true
    }
  }

  /// Creates a controller that shows the screen that JSON describes.
  ///
  /// It works as in the viewer, with the views and layouts that are registered now. A fault in a
  /// part costs only that part, and is listed in `diagnostics`. The JSON is UTF-8.
  ///
  /// - Throws: `ChangeError.invalidScreen` when it describes no screen at all.
  /// - Complexity: O(bytes); the items of large documents are read when they are shown.
  public convenience init(
    json: some Sequence<UInt8>, dialect: ScreenReader.Dialect = .json,
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment
  ) throws(ChangeError) {
    let reading = ScreenReader(
      dialect: dialect, configuration: configuration, language: environment.language
    ).readOnDemand(Array(json))
    self.init(
      screen: try reading.shown(), size: size, diagnostics: reading.diagnostics,
      configuration: configuration, environment: environment)
  }

  /// Creates a controller that shows the screen that the text `json` describes.
  public convenience init(
    json: String, dialect: ScreenReader.Dialect = .json,
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment
  ) throws(ChangeError) {
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

  /// Creates a controller that shows what the last `cache()` kept under `cacheKey`, at most three
  /// days ago, in the environment's ``SpotsViews/Environment/screens``; the key of `values`, too.
  ///
  /// - Complexity: O(bytes kept): they are read and parsed now.
  public convenience init(
    cacheKey: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.init(
      screen: environment.screens?.screen(for: cacheKey) ?? Screen(), size: size,
      cacheKey: cacheKey, configuration: configuration, environment: environment)
    values.key = cacheKey
  }

  /// Creates a controller that shows the screen that a closure makes. It is made again, and what
  /// differs is changed, when something `@Observable` that the closure has read has changed.
  public convenience init(
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment, observing screen: @escaping () -> Screen
  ) {
    self.init(size: size, configuration: configuration, environment: environment)
    state.content.observation = .init(screen) { [weak self] in self?.reload($0, animation: $1) }
  }

  // MARK: Content

  /// The screen as it is shown.
  public var screen: Screen { state.content.screen }
  /// The screen with the holes that its document has for data.
  package var document: Screen { state.content.document }
  /// The container of all components.
  public var scrollView: SpotsScrollView { state.scrollView }
  /// The components, from top to bottom.
  public var components: [Component] { scrollView.components }

  /// The errors and warnings in the JSON the screen was last read from, by position. An error costs
  /// only the part it is in. Empty for screens made in code. Faults inside the items of documents
  /// of 256 KiB and more are not included, since items are read when they are shown;
  /// `ScreenReader.diagnostics(of:)` finds them.
  public var diagnostics: [Diagnostic] { state.content.diagnostics }

  /// The window's title; nil when the screen names none.
  public var title: String? { screen.title }

  /// The path or web address of the page that follows, relative to the last; `appendPage` shows it.
  public var next: String? { screen.next }

  /// Changes the content in one step:
  ///
  /// ```swift
  /// try controller.change(animation: .fade) {
  ///   try $0[2].append(Item(title: "New"))
  ///   try $0[2].delete(at: 0)
  /// }
  /// ```
  ///
  /// Changes are made in the order of the calls, before the call returns unless views are being
  /// measured or recorded. Delegates hear of each once.
  ///
  /// - Returns: A token with which to wait for the end of the motion: `await
  ///   controller.change(…).finished()`.
  /// - Throws: What `body` throws; nothing has changed then.
  @discardableResult
  public func change(
    animation: Animation = .automatic, _ body: (ScreenEdit) throws -> Void
  ) rethrows -> ContentChange {
    try state.content.change(animation: animation, body)
  }

  /// A job that works out a change on another thread; `ScreenEdit.adopt` makes it.
  package func job(for patch: ScreenPatch) -> PatchJob { state.content.job(for: patch) }

  /// Shows `screen` in place of the present one. What is the same in both keeps its views,
  /// selection and offsets, and the item at the top of the window stays there.
  @discardableResult
  public func reload(_ screen: Screen, animation: Animation = .automatic) -> ContentChange {
    change(animation: animation) { $0.reload(screen) }
  }

  /// Shows another screen, as if it was opened now, with what users answered on it before.
  package func open(_ screen: Screen) { state.open(screen) }

  package func beginAnswering(isQuestion: Bool) { state.beginAnswering(isQuestion: isQuestion) }

  /// Shows the screen that `json`, UTF-8, describes, and returns when that is done.
  ///
  /// It is read on another thread while the main actor goes on, the items of large documents only
  /// when they are shown. Documents are shown in the order of the calls, each replacing everything
  /// that was changed until it was read, even if the task is canceled meanwhile.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reload(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeError) {
    try await state.content.change(json: Array(json), animation: animation) {
      edit, reading throws(ChangeError) in try edit.reload(reading)
    }
  }

  /// Does what `reload(json:animation:)` does, unless that describes the present screen.
  public func reloadIfNeeded(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeError) {
    try await state.content.change(json: Array(json), animation: animation) {
      edit, reading throws(ChangeError) in try edit.reload(reading, ifNeeded: true)
    }
  }

  /// Shows the components of the page that `json` describes after the present ones, as
  /// `reload(json:)` does. Call it at the end, with what `next` names.
  ///
  /// - Throws: `invalidScreen` when it describes no screen; the present one stays.
  public func appendPage(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeError) {
    try await state.content.change(json: Array(json), animation: animation) {
      edit, reading throws(ChangeError) in edit.append(try reading.shown())
    }
  }

  /// Keeps the present screen under the controller's cache key.
  ///
  /// - Returns: Whether it was kept; false without a key, or if it cannot be written.
  @discardableResult
  public func cache() -> Bool {
    guard let cacheKey, let store = environment.screens else { return false }
    return store.save(screen.prefix(ofItems: amountOfItemsToCache), for: cacheKey)
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

  /// The component at `path`; nil when there is none, or when it is inside a composite item that
  /// has no view.
  public func component(at path: ComponentPath) -> Component? {
    scrollView.paths.component(of: path.part(.header))
  }

  /// The item, header or footer at `path`; nil when there is none.
  public func item(at path: ItemPath) -> Item? { scrollView.paths.item(at: path) }

  /// The view of an item, header or footer; nil when it is not in the window.
  public func view(at path: ItemPath) -> View? {
    scrollView.paths.component(of: path)?.view(of: path.last.part)
  }

  /// The name of the view type that shows the part at `path`; nil when there is none.
  public func viewName(at path: ItemPath) -> String? {
    guard let item = item(at: path) else { return nil }
    return scrollView.paths.component(of: path)?.viewName(of: item, role: path.last.part.role)
  }

  /// The item, header or footer at a point of the window, the innermost one; nil between them.
  public func path(at point: Point) -> ItemPath? {
    HitTest(scrollView, at: state.root.mirrored(point) - scrollView.frame.origin).path
  }

  /// The frame of an item, header or footer in the window, of which all may lie outside; nil if it
  /// takes no room, is in a composite item without a view, or in the menu of the toolbar.
  public func frame(of path: ItemPath) -> Rect? {
    if path.isInToolbar { return state.toolbar.frame(of: path).map(state.root.mirrored) }
    let (x, y) = (scrollView.frame.x, scrollView.frame.y - contentOffset)
    let frame = scrollView.paths.contentFrame(of: path)
    return frame.map { state.root.mirrored($0.offsetBy(x: x, y: y)) }
  }

  // MARK: Selection and input

  /// The item selected last, among the components that keep one selected; nil when there is none.
  public var selected: ItemPath? { state.selection.path }

  /// The selected items of each component.
  public var selection: ScreenSelection { state.selection }

  /// Expands and collapses headers, and rows with others inside.
  public var disclosure: Disclosure { state.disclosure }

  /// The part the keyboard acts on; nil when none is marked.
  public var focused: ItemPath? { state.keyboard.focused }

  /// Selects an item without activating it; in addition to others where several can be selected.
  ///
  /// - Returns: Whether there is such an item, and items of its component can be selected.
  @discardableResult
  public func select(_ path: ItemPath) -> Bool { state.selection.select(path) }

  /// Deselects all items.
  public func deselect() { state.selection.clear() }

  /// The pointer's shape: a hand over what a click activates, as a link or a button; a beam over
  /// text that can be edited; an arrow elsewhere, and while the pointer drags.
  public var pointerShape: PointerShape { state.input.pointerShape }

  /// Where typed text goes, in points of the window; nil while nothing on the screen takes text.
  public var textInputArea: TextInputArea? { state.input.textInputArea }

  package var input: ScreenInput { state.input }
  /// Handles what the user did at `now`, in seconds.
  ///
  /// - Returns: Whether it meant something to the screen; keys that did not are free for others.
  @discardableResult
  public func handle(_ event: InputEvent, at now: Double) -> Bool {
    state.input.handle(event, at: now)
  }

  /// Gives the keyboard to a part, marks it, and scrolls it into view from the next frame on.
  ///
  /// - Throws: `ChangeError.noComponent` or `.noItem` when there is no such part.
  public func focus(_ path: ItemPath) throws(ChangeError) {
    try scrollView.paths.require(path)
    state.keyboard.focus(path, at: nil)
  }

  /// Asks the refresh delegate for fresh content, as F5 does; returns whether there is one.
  @discardableResult
  public func refresh() -> Bool { state.reports.askForRefresh() }

  /// Ends the progress that the item at `path` shows for its action; nil ends all.
  public func endProgress(at path: ItemPath? = nil) { state.endProgress(at: path) }

  /// Messages that screen readers read, besides what is on the screen.
  public var announcements: Announcements { state.announcements }

  /// The values users give the items of the screen.
  public var values: ScreenValues { state.answers }

  // MARK: Scrolling

  /// The vertical offset, in points from the top of the content.
  public var contentOffset: Double { scrollView.verticalScroll.offset }

  /// The size of the content, in points: as wide as the viewport, and at least as high.
  public var contentSize: Size { Size(width: size.width, height: scrollView.contentHeight) }

  /// The images that come into view next if scrolling goes on, nearest first.
  package func imagesAhead() -> [String] { state.reports.imagesAhead }

  /// Scrolls to `offset`, in points, clamped to the content; animated, from the next frame on.
  public func scroll(to offset: Double, animated: Bool = false) {
    state.scroll(to: .offset(offset), animated)
  }

  /// Scrolls an item to a position in the viewport, and its carousel so that the item is in the
  /// middle or, if the carousel snaps, where it rests with the item; animated, all glide there.
  ///
  /// - Throws: `ChangeError.noComponent` or `.noItem` when there is no such item.
  public func scroll(
    to path: ItemPath, position: ScrollPosition = .top, animated: Bool = false
  ) throws(ChangeError) {
    try scrollView.paths.require(path)
    guard path.item != nil else { throw .noItem(index: 0, count: 0) }
    state.scroll(to: .item(path, position), animated)
  }

  /// Scrolls to the end of the content; animated, the screen glides there from the next frame on.
  public func scrollToBottom(animated: Bool = false) { state.scroll(to: .bottom, animated) }

  /// Scrolls a carousel to `offset`, in points, clamped to its content, without animation.
  ///
  /// - Throws: `ChangeError.noComponent` when there is none at the index.
  public func scroll(carousel index: Int, to offset: Double) throws(ChangeError) {
    try scrollView.existingComponent(at: index).scroll.jump(to: offset)
    state.layout.setNeedsLayout()
  }

  /// Shows the screen, including its values, as it was when opened; nothing has the keyboard.
  public func startOver() { state.startOver() }

  // MARK: Layout

  /// The viewport, in points: the window without the strips at its top and bottom.
  public var size: Size { state.root.viewport }
  package var windowSize: Size { state.root.frame.size }

  /// Lays out, once, for a window of another size and for what has changed in the environment since
  /// the last layout; what is at the top of the window stays there.
  ///
  /// - Parameter size: In points. Ignored unless both sides are above 0.
  public func resize(to size: Size) { state.layout.resize(to: size) }

  /// Measures and configures everything anew: what views take from elsewhere is different.
  public func environmentDidChange() { state.layout.environmentDidChange() }

  /// Lays out again after sizes of images have become known that were not when views asked.
  public func imageSizesDidChange() { state.layout.imageSizesDidChange() }

  /// Shows everything anew after views or nibs were registered while the screen is shown.
  public func registrationsDidChange() { state.layout.registrationsDidChange() }

  /// Measures every item of the screen, so that nothing is an estimate, in O(items).
  public func prepareAll() { state.layout.prepareAll() }

  /// Shows or hides a component; a hidden one takes no room.
  ///
  /// - Throws: `ChangeError.noComponent` when there is none at the index.
  public func setHidden(_ isHidden: Bool, component index: Int) throws(ChangeError) {
    state.layout.setHidden(isHidden, try scrollView.existingComponent(at: index))
  }

  /// The tabs of the screen.
  public var tabs: ScreenTabs { state.tabs }
  package var toolbar: ScreenToolbar { state.toolbar }

  /// Puts `view` in front of earlier overlays, as large as the window and mirrored with the screen.
  public func addOverlay(_ view: View) { state.root.addOverlay(view) }

  /// Has the screen fade and slide in, from the next frame on: from its end, or from its beginning.
  package func enter(isReturn: Bool) { state.root.enter(from: isReturn ? -24 : 24) }

  // MARK: Frames

  /// Moves everything to where it is at `now`, and records it.
  ///
  /// - Parameter now: In seconds, of any clock that only goes forward.
  /// - Returns: What the window shows, and when the next frame is due even if nothing happens: nil
  ///   when everything is at rest.
  public func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    state.renderFrame(at: now)
  }
}
