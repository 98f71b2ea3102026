// The façade: a screen in, input in, draw lists out.
//
// Time is a parameter of everything that moves, so that a frame depends on what was called with
// which time and on nothing else.

/// Shows one screen: holds its components, turns input into scrolling and selections, and records
/// frames.
@MainActor
public final class SpotsController {
  public let configuration: Configuration
  public let environment: Environment
  public private(set) var screen: Screen
  /// The errors and warnings found in the JSON the screen was last read from, by position. An error
  /// costs only the part it is in. Empty for screens made in code.
  ///
  /// Faults inside the items of a large document (256 KiB and more) are not included, since items
  /// are read when they are shown; `ScreenReader.diagnostics(of:)` finds them.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// From top to bottom.
  public private(set) var components: [Component] = []
  /// The container of all components.
  public let scrollView = SpotsScrollView()
  /// Views in front of the screen, the last one in front of the others.
  public private(set) var overlays: [View] = []

  /// The window's title; nil when the screen names none.
  public var title: String? { screen.title }
  /// The page that follows the last one on the screen: a path or web address, relative to that
  /// page; nil when none follows. `appendPage` shows it.
  public var next: String? { screen.next }

  public weak var componentDelegate: (any ComponentDelegate)?
  public weak var scrollDelegate: (any ScrollDelegate)?
  public weak var carouselDelegate: (any CarouselScrollDelegate)?
  public weak var refreshDelegate: (any RefreshDelegate)?
  public weak var viewStateDelegate: (any ViewStateDelegate)?
  public weak var focusDelegate: (any ComponentFocusDelegate)?
  /// Gets the actions of items that are activated, before the delegate.
  public var router: ActionRouter?

  /// What the screen is kept under from one run to the next; nil when it is not.
  public internal(set) var cacheKey: String?
  /// How many items of each component `cache()` keeps, the first ones; nil keeps all.
  public var amountOfItemsToCache: Int?

  /// Called when something changed that the screen does not show yet.
  public var onNeedsFrame: () -> Void = {}

  /// The height of a strip along the bottom of the window that the screen leaves to views in front
  /// of it, in points; 0 unless set. The screen is laid out anew when it changes.
  public var bottomInset = 0.0 { didSet { if bottomInset != oldValue { layOutViewport() } } }

  let pool: ReusePool
  let root = View()
  var pointer = PointerTracking()
  var keyboard = KeyboardFocus() { didSet { focusDidChange(from: oldValue) } }
  /// The item that was activated last.
  public internal(set) var selected: ItemPath? { didSet { selectionDidChange(from: oldValue) } }
  var endDetector = EndDetector()
  var isRefreshing = false
  /// Whether the delegate has not come to an end with having reached the beginning.
  var isAtBeginning = false
  var lastOffset = 0.0
  /// Which way the screen was scrolled last; nil before it was.
  var scrollsUpwards: Bool?
  /// Where the screen is on its way to, as long as it is not there.
  var destination: Destination?
  /// Where it is to go from the next frame on.
  var waitingDestination: Destination?
  /// What delegates have to be told once views are in place.
  var pendingReports: [() -> Void] = []
  /// The list of the last frame, and that of the one before, which nobody needs any more.
  private var lastList = DrawList(viewport: .zero)
  private var spareList = DrawList(viewport: .zero)
  /// Whether something changed since views were mounted.
  var isStale = false
  /// Changes that wait for the end of what must not be interrupted.
  let changes = ChangeQueue()
  /// Who waits for the end of a change.
  let completions = ChangeCompletions()
  /// Whether a motion is to begin with the next frame.
  var beginsMotion = false
  /// Documents that are being read.
  let documents = DocumentQueue()
  /// The time of the last frame.
  private(set) var now = 0.0
  /// Whether there was a frame; what changes before is not to be seen.
  private(set) var isShown = false
  /// Whether paths change because their items moved.
  var isFollowingItems = false
  /// The version of the environment that all components were laid out for.
  var laidOutVersion: Int

  /// - Parameters:
  ///   - size: The viewport, in points.
  public init(
    screen: Screen = Screen(), size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.screen = screen
    self.configuration = configuration
    self.environment = environment
    environment.documentColors = screen.theme
    laidOutVersion = environment.version
    pool = ReusePool(configuration: configuration, environment: environment)
    root.environment = environment
    root.frame = Rect(origin: .zero, size: size)
    scrollView.frame = root.bounds
    scrollView.clipsToBounds = true
    scrollView.stretchesLastComponent = { configuration.stretchLastComponent }
    root.addSubview(scrollView)
    root.addSubview(scrollView.scrollbar)
    root.onNeedsDisplay = { [weak self] in self?.onNeedsFrame() }
    let isCentred = Self.isCentred(screen)
    components = screen.components.map { makeComponent($0, isCentred: isCentred) }
    scrollView.setComponents(components)
    adopt(components)
  }

  // MARK: Content

  /// Makes `change` the content.
  ///
  /// - Parameter remembers: Whether the change is to be seen.
  func take(_ change: ScreenChange, remembers: Bool) {
    let anchor = scrollView.currentAnchor()
    let old = components
    var diffs: [Int: ItemDiff] = [:]
    let isCentred = Self.isCentred(change.screen)
    components = zip(change.screen.components, change.origins).enumerated().map { index, pair in
      guard let origin = pair.1 else { return makeComponent(pair.0, isCentred: isCentred) }
      if change.touches(index) {
        diffs[index] = old[origin].apply(pair.0, known: change.diff, remembers: remembers)
        old[origin].reload(change.reloads)
      }
      old[origin].setCentred(isCentred)
      return old[origin]
    }
    screen = change.screen
    adopt(components)
    changes.adopted()
    environment.documentColors = screen.theme
    scrollView.setComponents(components)
    movePaths(origins: change.origins, diffs: diffs)
    scrollView.dropAnchor()
    if let moved = anchor?.moved(origins: change.origins, diffs: diffs) {
      scrollView.restore(moved)
    }
    isStale = true
    onNeedsFrame()
    // The screen may have brought other colours, which views may keep.
    if environment.version != laidOutVersion { environmentDidChange() }
  }

  private func makeComponent(_ model: ComponentModel, isCentred: Bool) -> Component {
    Component(model: model, width: root.frame.width, isCentred: isCentred, pool: pool)
  }

  private static func isCentred(_ screen: Screen) -> Bool {
    screen.components.allSatisfy { $0.kind == .list }
  }

  private func adopt(_ components: [Component]) {
    for (index, component) in components.enumerated() {
      component.index = index
      component.owner = self
    }
  }

  /// The item, header or footer at `path`; nil when there is none.
  public func item(at path: ItemPath) -> Item? {
    guard components.indices.contains(path.component) else { return nil }
    var item = components[path.component].model.part(path.part)
    for step in path.nested {
      guard let children = item?.children, children.indices.contains(step.component) else {
        return nil
      }
      item = children[step.component].part(step.part)
    }
    return item
  }

  // MARK: Overlays

  /// Puts `view` in front of the screen, as large as the window.
  public func addOverlay(_ view: View) {
    overlays.append(view)
    root.addSubview(view)
    view.frame = root.bounds
  }

  /// Takes a view away that was put in front of the screen.
  public func removeOverlay(_ view: View) {
    overlays.removeAll { $0 === view }
    view.removeFromSuperview()
  }

  // MARK: Frames

  /// Moves everything to where it is at `now`, and records it.
  ///
  /// - Returns: What the window shows, and when the next frame is due although nothing happens: nil
  ///   when everything is at rest.
  public func frame(at now: Double) -> (list: DrawList, next: Double?) {
    self.now = now
    isShown = true
    endWheelGesture(at: now)
    beginScrolling(at: now)
    var isMoving = advance(to: now)
    update()
    if keyboard.isRevealing { isMoving = continueRevealing(at: now) || isMoving }
    if destination != nil { isMoving = continueToDestination(at: now) || isMoving }
    reportCarousels()
    reportScrolling(at: now)
    completions.call(at: now)
    // Whoever was told may have changed the screen.
    if isStale { update() }
    let scrollbar = scrollView.scrollbar.update(
      offset: contentOffset, length: contentSize.height, viewport: size, at: now)
    let list = uninterrupted { record(at: now) }
    // A change that came while it was recorded is to be seen as well.
    if isMoving || isStale || beginsMotion || environment.isMoving { return (list, now) }
    return (list, earlier(scrollbar, pointer.wheelGesture?.until))
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

  /// Measures and mounts what can be seen.
  func update() {
    isStale = false
    uninterrupted { place() }
    updateHover()
    deliverReports()
  }

  /// Measures and mounts what can be seen; nobody is told yet.
  func place() {
    let height = scrollView.stack.contentHeight
    scrollView.measureVisible()
    endDetector.correct(height, to: scrollView.stack.contentHeight)
    scrollView.mountVisible(at: now)
  }

  /// Whether nothing holds a carousel where it is: in a gesture of the wheel more may come, and what
  /// the keyboard is on is to be seen.
  private func mayRest(_ carousel: Component) -> Bool {
    pointer.wheelGesture?.carousel !== carousel && !keyboard.isRevealing
  }

  /// - Returns: Whether something still moves.
  private func advance(to now: Double) -> Bool {
    scrollView.axis.advance(to: now)
    var isMoving = scrollView.axis.isMoving && !scrollView.axis.isDragging
    let isChanging = scrollView.advanceMotions(to: now)
    beginsMotion = false
    completions.advance(to: now, isMoving: isChanging)
    isMoving = isChanging || isMoving
    for component in scrollView.allMounted {
      let wasMoving = component.horizontal.isMoving
      component.horizontal.advance(to: now)
      if wasMoving, !component.horizontal.isMoving, mayRest(component) {
        component.comeToRest(at: now)
      }
      if component.horizontal.isMoving, !component.horizontal.isDragging { isMoving = true }
    }
    return isMoving
  }
}
