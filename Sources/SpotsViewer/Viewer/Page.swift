import Glibc
import Spots
import SpotsSDL

/// One screen of the navigation stack: its document, its controller and its overlay.
///
/// Lives from when it is opened until the user goes back from it. A covered page follows nothing,
/// so that a deep stack costs no threads and no descriptors.
@MainActor
package final class Page {
  /// What a page tells its session.
  enum Event {
    /// Its title, or its content, has changed.
    case changed
    /// The next frame shows something new.
    case needsFrame
    /// The user wants the document again.
    case wantsRefresh
    /// Lines of its stream wait to be shown.
    case linesCame
    /// The user did something on the screen.
    case happened(SpotsEvent)
  }

  /// As the user or the action named it.
  package internal(set) var name: String
  package let controller: SpotsController
  let overlays = WindowOverlays()
  package var progress: ProgressLine { overlays.progress }
  /// Where the document comes from.
  package let source: DocumentSource
  var opening: PageOpening
  /// The pages that follow it.
  let following: FollowingPages
  /// Hosts in private networks that the document may come from.
  let trustedHosts: Set<String>
  /// When the page was opened, in milliseconds since 1970.
  let openTime = Clock.date
  /// Whether the user picked the document, rather than an action of another screen.
  var isChosen = false
  package let status: PageStatus
  /// Called when the next delivery of the document has been handled.
  private var onDelivered: [@MainActor () -> Void] = []
  let context: ViewerContext
  private let onEvent: (Page, Event) -> Void
  private let nibs: PageNibs
  private var follower: DocumentFollower?
  package var reader: StreamLines? { follower?.reader }
  /// Applies the lines of its stream.
  var updater: PageUpdater?
  /// Sends its answers to a server.
  var posting: Posting?
  let undo = UndoStack()
  /// Whether another page is in front.
  private(set) var isCovered = false
  /// The preferred families that the page is laid out with.
  private var fontFamilies: [String]
  /// Answers of an earlier visit, until the document is there to take them.
  private var awaitedValues = KeptValues()
  /// Answers on other pages, until then.
  private var awaitedAnswers = SharedAnswers()
  /// Whether sizes of images have become known while another page was in front.
  private var hasLateImageSizes = false

  /// - Parameters:
  ///   - isEmpty: Whether `file` is a placeholder for a document that has not arrived.
  ///   - onEvent: Called with what the session must know.
  init(
    name: String, file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = [],
    opening: PageOpening = PageOpening(), size: Size, context: ViewerContext,
    onEvent: @escaping (Page, Event) -> Void
  ) {
    (self.name, self.opening, self.context, self.onEvent) = (name, opening, context, onEvent)
    (source, trustedHosts) = (file.source, trusting)
    following = FollowingPages(file, context)
    (fontFamilies, status) = (context.fonts.preferences, PageStatus(.broken, overlays, context))
    context.adopt(file)
    nibs = PageNibs(file.nibs, base: context.options.configuration)
    controller = SpotsController(
      screen: file.reading.screen ?? Screen(), data: file.data?.data, size: size,
      configuration: nibs.configuration, environment: context.environment)
    controller.values.hidesSecrets = context.options.hidesSecrets
    following.onEvent = { [weak self] in self?.receive($0) }
    controller.values.key = source.identity.map { $0 + (opening.isMade ? "#" + opening.key : "") }
    controller.onEvent = { [weak self] in self?.receive($0) ?? false }
    controller.onNeedsFrame = { [weak self] in self?.tell(.needsFrame) }
    controller.addOverlay(overlays)
    overlays.onList = { [weak self] in self?.show($0) }
    overlays.onRetry = { [weak self] in self?.tell(.wantsRefresh) }
    overlays.toolbarHeight = { [weak self] in self?.controller.toolbar.height ?? 0 }
    overlays.laneInsets = { [weak self] in self?.controller.scrollView.laneInsets ?? .zero }
    status.show(files, nibs)
    beginAnswering()
    if isEmpty { status.beginLoading(path) }
    status.report(file)
  }

  /// The version of the document that was read last.
  package private(set) var file: ScreenFile {
    get { following.base }
    set { following.base = newValue }
  }
  /// The path or the address of the document.
  package var path: String { source.path }
  /// The title of the screen, or the name of its file; empty for a stream that names none.
  var title: String { controller.screen.title ?? source.title }
  /// The document, and those of the pages that follow it.
  var files: [ScreenFile] { [file] + following.files }
  /// Whether the document, or a cached version of it, has arrived.
  var hasContent: Bool { status.state != .awaited }
  /// Whether it is a stream, of this process or a server.
  package var isStream: Bool { status.isServerStream || source.isStream }

  func tell(_ event: Event) { onEvent(self, event) }

  /// Gives items the values the user gave them earlier, once the document is there.
  func restore(_ values: KeptValues) {
    if hasContent { controller.values.restore(values) } else { awaitedValues = values }
  }

  /// Gives items the answers that others with their names have, once the document is there.
  func share(_ answers: SharedAnswers) {
    if hasContent { controller.values.share(answers) } else { awaitedAnswers = answers }
  }

  /// The document that a component on the screen comes from, and the component's index there.
  func document(ofComponent index: Int) -> (file: ScreenFile, component: Int) {
    following.document(ofComponent: index, of: controller.components.count)
  }

  /// Whether the page waits for its document, or the page that follows.
  package internal(set) var isLoading = false {
    didSet {
      guard isLoading != oldValue else { return }
      overlays.progress.isLoading = isLoading
      controller.announcements.add(context.words(isLoading ? .isLoading : .loaded, ["name": title]))
    }
  }

  // MARK: Following

  /// Gets the document, and follows it and the files that belong to it. Changes since they were
  /// last followed are delivered first.
  func follow() {
    if let follower {
      follower.resume()
    } else {
      isLoading = isFromServer || !hasContent
      follower = DocumentFollower(
        file, isShown: hasContent, trusting: trustedHosts, isMade: opening.isMade, context: context
      ) { [weak self] in self?.receive($0) }
    }
  }

  /// Gets the document and the pages that follow again, changed or not.
  func refresh() {
    if follower != nil, isFromServer { isLoading = true }
    follower?.refresh()
    following.refresh()
  }

  /// Whether a server is asked for the document.
  private var isFromServer: Bool { source.address != nil && !opening.isMade }

  /// The lines of the stream that wait to be shown; nil where none can come.
  var lines: LineQueue<StreamUpdate>? { follower?.lines }

  private func receive(_ event: DocumentFollower.Event) {
    switch event {
    case .delivered(let delivery): receive(delivery)
    case .nibsChanged where source.isFile && !opening.isMade: follower?.refresh()
    // One that cannot be read again is shown as it is, with the new nibs.
    case .nibsChanged(let nibs): reload(file.with(nibs))
    case .dataDelivered(let delivery): receive(data: delivery)
    case .streamBegan:
      isLoading = false
      status.streamDidBegin(file)
      deliveryWasHandled()
    case .linesCame(let isFull): tell(isFull ? .linesCame : .needsFrame)
    }
  }

  /// Shows the outcome of reading the data beside the document.
  func receive(data delivery: FeedDelivery<DataFile>) {
    let delivery = delivery.following(file.data)
    status.show(delivery, of: file)
    switch delivery {
    case .good(let new):
      file = file.with(new)
      controller.change { if let data = new.data { $0.load(data) } }
      // The banner may have been about the data before.
      status.show(files, nibs)
    case .broken, .missing, .unreadable, .unreachable, .unchanged: break
    }
    tell(.changed)
    tell(.needsFrame)
  }

  private func receive(_ event: FollowingPages.Event) {
    switch event {
    case .awaits(let isAwaited):
      isLoading = isAwaited
      tell(.needsFrame)
    case .appended: showAsInFront { showLastFollowing() }
    case .replaced: showAsInFront { showAll(animation: .automatic) }
    case .failed(let page, let told, let shown): status.nextPageFailed(page.path, told, shown)
    }
  }

  /// Puts another page in front. The stream goes on if that page is part of it.
  func cover(by other: PageOpening? = nil) {
    isCovered = true
    cancelPress()
    following.pause()
    if other?.maker !== self { follower?.pause() }
  }

  /// Puts the page in front again, in a window of `size` points. The item that led away from it is
  /// no longer selected, unless the page that it led to is beside it.
  func uncover(size: Size, isBeside: Bool = false) {
    isCovered = false
    context.adopt(file)
    adoptEnvironment()
    resize(to: size)
    if !isBeside, let path = controller.selected, let action = controller.item(at: path)?.action,
      ItemAccessory.opensScreen(action)
    {
      controller.selection[path.componentPath] = RangeSet()
    }
    controller.enter(isReturn: true)
    following.resume()
  }

  // MARK: Content

  /// Whether a stream has begun that has shown nothing yet.
  var isWaitingForLines: Bool { status.isServerStream && !hasContent }

  /// Shows a new version of the document, and reports its faults; if it holds no screen, the last
  /// good one stays.
  ///
  /// - Parameter isStreamed: Whether it may be another screen, which begins at its top.
  package func reload(_ new: ScreenFile, isStreamed: Bool = false) {
    if !isCovered { context.images.refresh() }
    if new.reading.screen != nil { ActionPerformer.tellWaiting(of: self) }
    let (old, new) = (file, new.keepingRows(of: file))
    // A version that arrives before the first frame is not a reload.
    let isReload = context.isPresented || hasContent && old.origin?.cacheTime == nil
    showAsInFront { show(new, isStreamed: isStreamed) }
    status.report(new, since: old)
    if new.reading.screen != nil, isReload {
      context.onEvent(.reloaded)
      let news = controller.announcements
      if !news.hasWaitingNews { news.add(context.words(.reloaded, ["name": title])) }
      status.noteErrors(of: new)
    }
    tell(.changed)
  }

  private func show(_ new: ScreenFile, isStreamed: Bool) {
    let (old, wasBlank) = (controller.document, isBlank)
    let isRegistered = nibs.update(new.nibs)
    following.follow(new)
    if status.state == .awaited { status.state = .broken }
    if let screen = new.reading.screen {
      context.adopt(new)
      let isAnother = isStreamed && !screen.isVersion(of: old)
      showAll(animation: status.state == .shown ? .automatic : .none, isAnother: isAnother)
      if isAnother || wasBlank { beginAnswering() }
      restore(awaitedValues)
      share(awaitedAnswers)
      (awaitedValues, awaitedAnswers) = (KeptValues(), SharedAnswers())
    }
    if isRegistered { controller.registrationsDidChange() }
    status.show(files, nibs)
  }

  /// Runs `body`, after which the folders and hosts are again those of the document in front.
  private func showAsInFront(_ body: () -> Void) {
    let locator = context.images.locator
    body()
    if isCovered, context.images.locator != locator { context.images.locator = locator }
    tell(.needsFrame)
  }

  /// Shows the screen and the pages that follow it.
  ///
  /// - Parameter isAnother: Whether it is another screen than the one shown before.
  func showAll(animation: Animation, isAnother: Bool = false) {
    guard var screen = file.reading.screen else { return }
    screen.append(following.components)
    if isAnother {
      controller.open(screen)
    } else {
      controller.reload(screen, animation: animation)
    }
    if let data = file.data?.data { controller.change { $0.load(data) } }
    follower?.followData(of: file)
  }

  /// Shows the last page that follows after what is on the screen, which users may have edited.
  private func showLastFollowing() {
    guard let screen = following.files.last?.reading.screen else { return }
    controller.change(animation: .none) { $0.append(screen) }
  }

  /// Changes what is on the screen, and with it the document, which is shown again when the nibs
  /// change.
  func change(_ body: (ScreenEdit) -> Void) {
    let wasBlank = isBlank
    controller.change(animation: status.state == .shown ? .automatic : .none, body)
    if status.state == .awaited { status.state = .broken }
    if wasBlank { beginAnswering() }
    var screen = controller.document
    let following = following.components.count
    screen.components.removeLast(min(following, screen.components.count))
    screen.ownCount = nil
    file = file.changed(to: screen)
    if file.reading.screen != nil { status.showHint(for: screen, source) }
  }

  /// Whether nothing has been shown yet.
  private var isBlank: Bool { !hasContent || controller.screen.components.isEmpty }

  private func beginAnswering() { controller.beginAnswering(isQuestion: context.options.isDialog) }

  /// Adopts the theme, the fonts, the scales and the other settings of the desktop and the user,
  /// which may have changed while another page was in front. Layouts follow with the next
  /// `resize(to:)`.
  func adoptEnvironment() {
    var environment = context.updated(controller.environment)
    if context.fonts.preferences != fontFamilies { environment.fontsDidChange() }
    fontFamilies = context.fonts.preferences
    controller.environment = environment
  }

  /// Lays out for a window of another size, and for all that has changed since the last layout.
  func resize(to size: Size) {
    controller.resize(to: size)
    if hasLateImageSizes { imageSizesDidChange() }
  }

  /// Lays out with new sizes of images, once the page is in front.
  func imageSizesDidChange() {
    hasLateImageSizes = isCovered
    if !isCovered { controller.imageSizesDidChange() }
  }

  /// Makes the screen leave room for the bars that are shown. Lays out when that has changed.
  func makeRoomForBars() { controller.overlayInsets = overlays.insets }

  /// Shows a panel in front of the screen.
  func show(_ panel: Panel) { controller.input.open(panel, at: context.now) }

  /// Forgets what the pointer holds, before the inspector or another page gets its release.
  func cancelPress() { controller.handle(.pointerCancelled, at: context.now) }

  /// Shows a note at the bottom of the window for a while.
  package func show(note text: String) { status.show(note: text) }

  // MARK: The document's state

  /// Shows the outcome of getting the document.
  func receive(_ delivery: FeedDelivery<ScreenFile>) {
    isLoading = false
    switch delivery {
    case .good(let file), .broken(let file): reload(file)
    case .unchanged, .missing, .unreadable, .unreachable: status.show(delivery, of: file)
    }
    deliveryWasHandled()
  }

  private func deliveryWasHandled() {
    let waiting = onDelivered
    onDelivered = []
    for completion in waiting { completion() }
    tell(.needsFrame)
  }

  /// Records the diagnostics of a large document, unless the page shows another version by now.
  func itemsChecked(_ diagnostics: [Diagnostic], of checked: ScreenFile) {
    guard checked.path == path, checked.fingerprint == file.fingerprint else { return }
    status.itemsChecked(diagnostics, of: files)
  }

  /// - Returns: Whether delegates that a program has set are not to hear of it.
  private func receive(_ event: SpotsEvent) -> Bool {
    switch event {
    case .itemSelected, .severalSelected, .itemMoved, .itemsDeleted, .valueChanged, .valueConflict,
      .dataChanged, .submitted, .filtered, .sorted, .tabChosen, .carouselEnded, .expanded:
      tell(.happened(event))
      status.note(event, of: controller)
    case .scrolled:
      let end = controller.contentOffset + 3 * controller.size.height
      if !isCovered, controller.contentSize.height < end { following.retry() }
    case .reachedEnd(let completion):
      context.onEvent(.reachedEnd)
      following.loadNext(waits: context.isScripted, completion: completion)
      return true
    case .refresh(let completion):
      onDelivered.append(completion)
      tell(.wantsRefresh)
      if follower == nil || !isFromServer { deliveryWasHandled() }
      return true
    default: break
    }
    return false
  }
}
