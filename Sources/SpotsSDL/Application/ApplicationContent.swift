import Spots

/// The screens of a program, one over the other, as its window shows them.
@MainActor
final class ApplicationContent: WindowContent {
  private struct Page {
    let controller: SpotsController
    var isSheet = false
    /// The selected part of the page below, which may have opened this one.
    var opener: ItemPath?
  }

  private var pages: [Page]
  private let columns = ApplicationColumns()
  /// Takes actions that the router of their screen does not.
  var router = ActionRouter()
  private let window: Window
  /// The window's title; nil uses that of the screen in front.
  private let title: String?
  private var timers: [(interval: Double, due: Double, action: () -> Void)] = []
  /// Whether anything has changed since the last frame; true before the first.
  var needsFrame = true
  private(set) var isClosed = false
  var onOpen: (([String]) -> Void)?
  /// Closes all windows of the program.
  var onQuit: () -> Void = {}
  /// Whether it has been said that columns are stacked.
  private var hasToldColumns = false

  init(_ controller: SpotsController, _ window: Window, title: String?) {
    pages = [Page(controller: controller)]
    (self.window, self.title) = (window, title)
    connect(controller)
    controller.beginAnswering(isQuestion: false)
  }

  /// The controller of the screen in front, or of the column that has the keyboard.
  var front: SpotsController {
    let page = pages[pages.count - 1]
    return page.isSheet ? page.controller : columns.active ?? page.controller
  }
  var controllers: [SpotsController] { pages.map(\.controller) }
  /// The screens that are seen: that in front or two columns and, in front of those, sheets.
  private var inSight: [SpotsController] {
    let base = pages.lastIndex { !$0.isSheet } ?? 0
    let behind = columns.all.isEmpty ? [pages[base].controller] : columns.all
    return behind + pages[(base + 1)...].map(\.controller)
  }

  private func arrange() {
    columns.arrange(pages.filter { !$0.isSheet }.map(\.controller), in: contentSize.width)
    guard pages[pages.count - 1].isSheet else { return }
    for controller in controllers { controller.sheet.setAway(controller !== front) }
  }

  /// Calls `action` every `interval` seconds.
  func every(_ interval: Double, _ action: @escaping () -> Void) {
    timers.append((interval, Clock.now + interval, action))
    needsFrame = true
  }

  private func connect(_ controller: SpotsController) {
    controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    controller.input.onLeave { [weak self] in self?.leave($0) ?? false }
  }

  /// Carries out the actions of the program, `pop` and `close`, and returns whether `action` is one
  /// that can be.
  private func leave(_ action: String) -> Bool {
    if router.route(action) { return true }
    switch action {
    case "pop" where pages.count > 1: pop()
    case "close": if pages[pages.count - 1].isSheet { pop() } else { close() }
    default: return false
    }
    return true
  }

  // MARK: Pages

  func push(_ controller: SpotsController, asSheet isSheet: Bool) {
    let below = front
    below.handle(.pointerCancelled, at: Clock.now)
    // Beside a sidebar there is one screen at a time.
    while !isSheet, below === columns.leading, pages[pages.count - 1].controller !== below {
      remove()
    }
    controller.environment = below.environment
    connect(controller)
    controller.toolbar.wayBack = Toolbar.WayBack(title: isSheet ? nil : below.title ?? "") {
      [weak self] in self?.pop()
    }
    controller.wrapsFocus = false
    if isSheet { controller.sheet.show(behind: DrawList(viewport: .zero)) }
    pages.append(Page(controller: controller, isSheet: isSheet, opener: below.selected))
    controller.resize(to: contentSize)
    arrange()
    controller.beginAnswering(isQuestion: isSheet)
    controller.enter(isReturn: false)
    needsFrame = true
  }

  func pop() {
    guard pages.count > 1 else { return }
    let left = remove()
    arrange()
    for controller in inSight { adopt(left.controller.environment, controller) }
    if let opener = left.opener, front.selected == opener {
      front.selection[opener.componentPath] = RangeSet()
    }
    if !left.isSheet { front.enter(isReturn: true) }
    needsFrame = true
  }

  @discardableResult
  private func remove() -> Page {
    let left = pages.removeLast()
    end(left.controller)
    left.controller.onNeedsFrame = {}
    return left
  }

  /// Ends all screens, which stay open.
  func end() { for controller in controllers { end(controller) } }

  /// Answers the question that is open with no, and has the answers kept.
  private func end(_ controller: SpotsController) {
    controller.handle(.pointerCancelled, at: Clock.now)
    controller.values.keep()
  }

  /// Has the screens in sight adopt surroundings that have changed.
  func adopt(_ environment: Environment) {
    for controller in inSight {
      adopt(environment, controller)
      controller.environmentDidChange()
    }
    arrange()
    needsFrame = true
  }

  private func adopt(_ environment: Environment, _ controller: SpotsController) {
    controller.environment = environment
    controller.resize(to: contentSize)
  }

  private var contentSize: Size {
    Size(width: window.size.width / window.zoom, height: window.size.height / window.zoom)
  }

  // MARK: The window

  var background: Color { front.environment.theme[.background] }
  var pointerShape: PointerShape { pointed.pointerShape }
  private var pointed: SpotsController {
    pages[pages.count - 1].isSheet ? front : columns.pointed ?? front
  }
  var textInputArea: TextInputArea? { front.textInputArea }
  var describedController: SpotsController? { front }
  var acceptsFiles: Bool { onOpen != nil }

  func open(_ paths: [String], at now: Double) { if !paths.isEmpty { onOpen?(paths) } }

  func close() { isClosed = true }

  /// Runs timers that are due, then records what is in sight; `next` is nil at rest.
  func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    runTimers(at: now)
    arrange()
    let images = front.environment.images as? ImageStore
    if let images, images.beginFrame() {
      for controller in inSight { controller.imageSizesDidChange() }
    }
    for controller in inSight { controller.toolbar.title = controller.title ?? "" }
    let frame = ScreenStack.render(inSight, at: now)
    tellColumns()
    let title = title ?? window.program.title(ofScreen: front.title ?? "")
    if window.title != title { window.title = title }
    // Recording moves and configures views, which is no reason to record again.
    needsFrame = false
    return (frame.list, (timers.map(\.due) + [frame.next].compactMap { $0 }).min())
  }

  private func tellColumns() {
    guard front.scrollView.areColumnsStacked, !hasToldColumns else { return }
    hasToldColumns = true
    let width = Int(front.size.width.rounded())
    Application.warn(
      "the columns are stacked, since \(width) points are too few for them side by side")
  }

  private func runTimers(at now: Double) {
    for index in timers.indices where timers[index].due <= now {
      // Calls that were missed are not made up for.
      timers[index].due = now + timers[index].interval
      timers[index].action()
    }
  }

  /// Handles Ctrl+Q, Ctrl+W, F6, F11 and, where the screen does nothing with them, the ways back;
  /// the screen in front handles all other input.
  func handle(_ input: InputEvent, at now: Double) {
    switch input {
    case .keyPressed(.character("q"), .control): onQuit()
    case .keyPressed(.character("w"), .control): close()
    case .keyPressed(.function(11), []): window.isFullScreen.toggle()
    case .keyPressed(.function(6), []): columns.switchColumn(at: now)
    case .pointerPressed(_, .back, _, _, _): goBack()
    case .pointerPressed(let point, _, _, _, _)
    where pages[pages.count - 1].isSheet && !front.sheet.contains(point):
      pop()
    default: if !target(of: input, at: now).handle(input, at: now) { goBack(for: input) }
    }
  }

  private func target(of input: InputEvent, at now: Double) -> SpotsController {
    guard !pages[pages.count - 1].isSheet else { return front }
    return columns.target(of: input, in: contentSize.width, at: now) ?? front
  }

  /// Something is always open beside a sidebar, once something was.
  private func goBack() { if pages.last?.controller.toolbar.hidesWayBack == false { pop() } }

  private func goBack(for input: InputEvent) {
    switch input {
    case .keyPressed(.escape, []) where window.isFullScreen: window.isFullScreen = false
    case .keyPressed(.escape, []), .keyPressed(.backspace, []), .keyPressed(.left, .alt): goBack()
    default: break
    }
  }

  /// Lays the screens in sight out at `size`, in points, with `scale` pixels per point.
  func resize(to size: Size, scale: Double) {
    arrange()
    for controller in inSight {
      controller.environment.scale = scale
      controller.resize(to: size)
    }
    needsFrame = true
  }
}
