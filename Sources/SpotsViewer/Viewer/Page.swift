import Glibc
import Spots
import SpotsSDL

/// One screen of the navigation stack: its file, its controller and its overlay.
///
/// Lives from when it is opened until the user goes back from it. A covered page follows nothing,
/// so that a deep stack costs no threads and no descriptors.
@MainActor
package final class Page {
  /// As the user or the action named it.
  let name: String
  package let path: String
  package let controller: SpotsController
  let overlays = WindowOverlays()
  /// That of the screen, or of its file; empty for a stream that names none.
  private(set) var title: String
  /// The version of the file that was read last.
  package private(set) var file: ScreenFile
  /// The pages that follow it.
  let followingPages: FollowingPages
  /// Follows the document; nil while it is not followed.
  var feed: (any ContentFeed)?
  /// Shows what the document's stream sends; nil for a document that is not a stream.
  var stream: PageStream?
  /// Whether a server has answered with a stream of events.
  private(set) var isStream = false
  /// Hosts in private networks that the document may come from.
  let trustedHosts: Set<String>
  /// When the page was opened, in milliseconds since 1970.
  let openTime = Clock.date
  /// Whether the user picked the document, rather than an action of another screen.
  var isChosen = false
  /// Whether the document, or a cached version of it, has arrived.
  private(set) var hasContent: Bool
  /// Called when the next delivery of the document has been handled.
  private var onDelivered: [@MainActor () -> Void] = []
  /// Why the last attempt to get the document failed; nil when it succeeded.
  private var unavailability: String?
  /// Whether the last attempt to get the document succeeded.
  private(set) var isAvailable = true
  /// The faults of a large document, once its items have been checked.
  private var itemFaults: [Diagnostic]?
  /// The faults of images that cannot be shown, by source.
  private var imageFaults: [String: (path: String, fault: Diagnostic)] = [:]
  /// Where lines of a stream named images.
  private var imageLines: [String: (path: String, position: SourceMap.Position)] = [:]
  private let context: ViewerContext
  private let nibs: PageNibs
  private var nibWatch: FileWatcher?
  private var followingWatch: FileWatcher?
  private var hasGoodVersion = false
  /// The preferred families that the page is laid out with.
  private var fontFamilies: [String]
  /// Answers of an earlier visit, until the document is there to take them.
  private var awaitedValues = KeptValues()
  /// Whether sizes of images have become known while another page was in front.
  var hasLateImageSizes = false

  /// - Parameter isEmpty: Whether `file` is a placeholder for a document that has not arrived.
  init(
    name: String, file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = [], size: Size,
    context: ViewerContext
  ) {
    self.name = name
    self.file = file
    self.context = context
    fontFamilies = context.fonts.preferences
    followingPages = FollowingPages(report: context.report)
    path = file.path
    trustedHosts = trusting
    hasContent = !isEmpty
    title = ScreenName.title(ofPath: file.path)
    let screen = file.reading.screen ?? Screen()
    context.adopt(file)
    nibs = PageNibs(file.nibs, base: context.options.configuration)
    controller = SpotsController(
      screen: screen, size: size, configuration: nibs.configuration,
      environment: context.environment)
    controller.values.key = ScreenName.identity(ofPath: path)
    controller.addOverlay(overlays)
    showState(of: file)
    beginAnswering()
    if isEmpty {
      hasGoodVersion = false
      overlays.show(hint: "Loading \(Path.name(of: path).printable(limit: 80))")
    }
  }

  /// Gives items the values the user gave them earlier, once the document is there.
  func restore(_ values: KeptValues) {
    if hasContent { controller.values.restore(values) } else { awaitedValues = values }
  }

  /// The document that a component on the screen comes from, and the component's index there.
  func document(ofComponent index: Int) -> (file: ScreenFile, component: Int) {
    // The screen may be an earlier version of the file.
    var rest = index - (controller.components.count - followingPages.components.count)
    guard rest >= 0 else { return (file, index) }
    for next in followingPages.files {
      let count = next.reading.screen?.components.count ?? 0
      if rest < count { return (next, rest) }
      rest -= count
    }
    return (file, index)
  }

  /// Notes where lines of a stream name images, by name.
  package func note(imagePositions new: [String: SourceMap.Position], path: String) {
    if imageLines.count > 50_000 { imageLines = [:] }
    for (image, position) in new { imageLines[image] = (path, position) }
  }

  /// The warning that an image cannot be shown, and the path of the document that names it; that of
  /// the first one when none does.
  func fault(ofImage image: String, reason: String) -> (path: String, fault: Diagnostic) {
    let naming = ([file] + followingPages.files).first { $0.names(image: image) }
    return fault(ofImage: image, reason: reason, in: naming ?? file)
  }

  private func fault(
    ofImage image: String, reason: String, in naming: ScreenFile
  ) -> (path: String, fault: Diagnostic) {
    let line = imageLines[image]
    return (
      line?.path ?? naming.path,
      naming.warning(ofImage: image, reason: reason, line: line?.position)
    )
  }

  /// Whether the page waits for its document.
  package internal(set) var isLoading: Bool {
    get { overlays.progress.isWaiting }
    set {
      guard newValue != isLoading else { return }
      overlays.progress.isWaiting = newValue
      controller.announcements.add(newValue ? "Loading \(title)" : "\(title) loaded")
    }
  }

  /// Watches the nibs until `endFollowing()`. `onChange` is called on the main thread.
  func watchNibs(onChange: @escaping @MainActor @Sendable () -> Void) throws(FileError) {
    let (path, kinds, mailbox) = (path, context.kinds, context.mailbox)
    let places = NibFiles.places(screen: path, folders: kinds.viewFolders)
    var versions = file.nibs.versions
    nibWatch = try FileWatcher(Set(places.map { .folder($0, suffix: NibFiles.suffix) })) {
      let seen = NibFiles(screen: path, kinds: kinds).versions
      if seen != versions { mailbox.post(onChange) }
      versions = seen
    }
  }

  /// Watches the files of the pages that follow until `endFollowing()`. `onChange` is called on the
  /// main thread.
  func watchFollowingPages(onChange: @escaping @MainActor @Sendable () -> Void) throws(FileError) {
    var paths = followingPages.files.filter { $0.origin == nil }.map { Watched.file($0.path) }
    if followingPages.failure != nil, let next = followingPages.next(after: file)?.path,
      WebAddress(next) == nil
    {
      paths.append(.file(next))
    }
    if let followingWatch { return followingWatch.watch(Set(paths)) }
    guard !paths.isEmpty else { return }
    let mailbox = context.mailbox
    followingWatch = try FileWatcher(Set(paths)) { mailbox.post(onChange) }
  }

  /// Releases the threads, descriptors and watches of the page until it is followed again.
  func endFollowing() {
    if let web = feed as? WebFeed { web.pause() } else { feed = nil }
    (nibWatch, followingWatch) = (nil, nil)
  }

  /// Gets the document again, changed or not.
  func refresh() {
    if feed is WebFeed { isLoading = true }
    feed?.refresh()
  }

  /// Shows a new version of the file; if it holds no screen, the last good one stays.
  ///
  /// - Parameter isStreamed: Whether it may be another screen, which begins at its top.
  /// - Returns: Whether there was a screen to show.
  func show(_ file: ScreenFile, isStreamed: Bool = false) -> Bool {
    let (old, wasBlank) = (controller.screen, isBlank)
    self.file = file
    hasContent = true
    let isRegistered = nibs.update(file.nibs)
    followingPages.follow(file)
    if file.reading.screen != nil {
      context.adopt(file)
      let isAnother = isStreamed && file.reading.screen?.isVersion(of: old) == false
      showAll(animation: hasGoodVersion ? .automatic : .none, isAnother: isAnother)
      if isAnother || wasBlank { beginAnswering() }
      restore(awaitedValues)
      awaitedValues = KeptValues()
    }
    if isRegistered { controller.registrationsDidChange() }
    showState(of: file)
    return file.reading.screen != nil
  }

  /// Adopts the theme, the fonts, the scales and the other settings of the desktop and the user,
  /// which may have changed while another page was in front. Layouts follow with the next
  /// `resize(to:)`.
  func adoptEnvironment() {
    let current = context.environment
    var environment = controller.environment
    environment.theme = context.theme
    environment.scale = current.scale
    environment.textScale = current.textScale
    environment.reducesMotion = current.reducesMotion
    environment.dragThreshold = current.dragThreshold
    environment.clipboard = current.clipboard
    environment.valueStore = current.valueStore
    environment.today = current.today
    environment.isInteractive = current.isInteractive
    if context.fonts.preferences != fontFamilies { environment.fontsDidChange() }
    fontFamilies = context.fonts.preferences
    controller.environment = environment
  }

  /// Lays out for a window of another size, and for all that has changed since the last layout.
  func resize(to size: Size) {
    controller.resize(to: size)
    guard hasLateImageSizes else { return }
    hasLateImageSizes = false
    controller.imageSizesDidChange()
  }

  /// Makes the screen leave room for the bars that are shown. Lays out when that has changed.
  func makeRoomForBars() { controller.overlayInsets = overlays.insets }

  /// Shows the screen and the pages that follow it.
  ///
  /// - Parameter isAnother: Whether it is another screen than the one shown before.
  func showAll(animation: Animation, isAnother: Bool = false) {
    guard var screen = file.reading.screen else { return }
    screen.components += followingPages.components
    if isAnother {
      controller.open(screen)
    } else {
      controller.reload(screen, animation: animation)
    }
  }

  /// Changes what is on the screen, and with it the document, which is shown again when the nibs
  /// change.
  func change(_ body: (ScreenEdit) -> Void) {
    let wasBlank = isBlank
    controller.change(animation: hasGoodVersion && hasContent ? .automatic : .none, body)
    hasContent = true
    if wasBlank { beginAnswering() }
    var screen = controller.screen
    screen.components.removeLast(min(followingPages.components.count, screen.components.count))
    file = file.changed(to: screen)
    if file.reading.screen != nil { showTitle(of: screen) }
  }

  /// Whether nothing has been shown yet.
  private var isBlank: Bool { !hasContent || controller.screen.components.isEmpty }

  private func beginAnswering() {
    controller.beginAnswering(isQuestion: context.options.isDialog)
  }

  /// Shows the last page that follows after what is on the screen, which users may have edited.
  func showLastFollowing() {
    guard let screen = followingPages.files.last?.reading.screen else { return }
    controller.change(animation: .none) { $0.append(screen) }
  }

  // MARK: Panels

  /// Lists the keys.
  func showKeys() {
    cancelPressOnScreen()
    overlays.show(list: KeyboardHelp())
  }

  /// Lists the faults.
  func showFaults() {
    cancelPressOnScreen()
    overlays.listFaults()
  }

  /// Forgets what the pointer holds, before a panel, the inspector or another page gets its
  /// release.
  func cancelPress() {
    cancelPressOnScreen()
    overlays.cancelPress()
  }

  private func cancelPressOnScreen() {
    controller.handle(.pointerCancelled, at: context.now)
  }

  // MARK: Availability

  /// Calls `completion` when the next delivery of the document has been handled.
  func whenDelivered(_ completion: @escaping @MainActor () -> Void) {
    onDelivered.append(completion)
  }

  /// Calls the completions that wait for a delivery of the document, which has been handled.
  func deliveryWasHandled() {
    let waiting = onDelivered
    onDelivered = []
    for completion in waiting { completion() }
  }

  /// Shows the outcome of getting the document when there is no new version of it.
  func receive(_ delivery: FeedDelivery<ScreenFile>) {
    switch delivery {
    case .good, .broken: break
    case .unchanged where hasContent: becameAvailable()
    case .unchanged:
      let reason = "the server sent nothing"
      becameUnavailable("Not available", reason, told: reason)
    case .missing: becameUnavailable("File missing", told: "no such file")
    case .unreadable(let reason):
      becameUnavailable("Cannot read: \(reason.printable())", told: reason)
    case .unreachable(let error):
      // Either a server that refuses, or a network that fails.
      let reason = "\(error)"
      becameUnavailable(context.isOffline ? "Offline" : "Not available", reason, told: reason)
    }
  }

  /// Shows that a server's stream has begun, or goes on after the connection was lost.
  func streamDidBegin() {
    isLoading = false
    isStream = true
    if hasContent {
      becameAvailable()
    } else {
      unavailability = nil
      showAvailable()
      overlays.show(hint: Self.waitingHint)
    }
    deliveryWasHandled()
  }

  /// Whether a stream has begun that has shown nothing yet.
  var isWaitingForLines: Bool { isStream && !hasContent }

  /// Shows that the document is available again, in the version on show.
  private func becameAvailable() {
    if unavailability != nil { context.onEvent(.reloaded) }
    unavailability = nil
    showAvailable()
  }

  /// Shows that the document is unavailable, as described by `word`.
  ///
  /// - Parameters:
  ///   - reason: The details for standard error and, if there is nothing else to show, the window.
  ///   - told: The reason for the events. Both are reported once, until the document is available.
  private func becameUnavailable(_ word: String, _ reason: String? = nil, told: String) {
    if told != unavailability {
      context.onEvent(.unavailable(path: path, reason: told))
      if let reason {
        context.report(.warning("\(path.printable()): \(reason.printable())"))
      }
    }
    unavailability = told
    isAvailable = false
    overlays.show(badge: [word, keptNote].compactMap { $0 }.joined(separator: " · "))
    guard !hasContent else { return }
    let words = [word, reason?.printable(limit: 200)].compactMap { $0 }.joined(separator: ": ")
    overlays.show(hint: "\(words). F5 tries again.")
  }

  /// Shows that the document is available, and the age of a cached one.
  private func showAvailable() {
    isAvailable = true
    overlays.show(badge: keptNote)
  }

  /// The age of a screen from the cache; nil for any other.
  private var keptNote: String? {
    file.origin?.cacheTime.map { "saved \(Age(since: $0))" }
  }

  // MARK: Faults and notes

  /// Shows a note at the bottom of the window for a while.
  package func show(note text: String) { overlays.show(note: text, at: context.now) }

  /// Announces the new version to screen readers, and shows a note about errors it has despite
  /// being shown.
  func noteReload(of file: ScreenFile) {
    let announcements = controller.announcements
    if !announcements.hasWaitingNews { announcements.add("\(title) reloaded") }
    let errors = file.reading.diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else { return }
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    let name = Path.name(of: file.path).printable(limit: 40)
    let message = first.message.printable(limit: 120)
    show(note: "\(name):\(first.line):\(first.column): \(message)\(more)")
  }

  /// Records that an image of the document at `path` cannot be shown.
  func imageFailed(_ source: String, _ fault: Diagnostic, path: String) {
    imageFaults[source] = (path, fault)
    listFaults()
  }

  /// Forgets the faults of images that have been found meanwhile.
  func imagesDidChange() {
    guard !imageFaults.isEmpty else { return }
    checkImages()
    listFaults()
  }

  /// Records the diagnostics of a large document, unless the page shows another version by now.
  func itemsChecked(_ diagnostics: [Diagnostic], of file: ScreenFile) {
    guard file.path == path, file.fingerprint == self.file.fingerprint else { return }
    itemFaults = diagnostics
    listFaults()
  }

  /// Collects the faults of everything on show. A document without a screen has a banner instead.
  private func listFaults() {
    var faults = FaultList()
    if file.reading.screen != nil {
      faults.append(itemFaults ?? file.reading.diagnostics, path: path)
    }
    for (path, error) in file.nibs.faults { faults.append(unreadable: path, "\(error)") }
    for nib in file.nibs.files { faults.append(nib.reading.diagnostics, path: nib.path) }
    for next in followingPages.files { faults.append(next.reading.diagnostics, path: next.path) }
    for (_, failed) in imageFaults.sorted(by: { $0.key < $1.key }) {
      faults.append([failed.fault], path: failed.path)
    }
    overlays.faults = faults
  }

  /// Finds the faults of images that the version on show names and that are known to be missing,
  /// whichever page they were requested for first.
  private func checkImages() {
    // The last good version stays on show when this one holds no screen.
    guard file.reading.screen != nil else { return }
    imageFaults = [:]
    guard file.reading.areItemsChecked else { return }
    let failures = context.imageFailures
    let failed = Set(failures.keys)
    for naming in [file] + followingPages.files {
      for source in naming.images(among: failed) where imageFaults[source] == nil {
        guard let reason = failures[source] else { continue }
        imageFaults[source] = fault(ofImage: source, reason: reason, in: naming)
      }
    }
  }

  /// Shows the state of a version of the file: its title, its faults, and that it is available.
  private func showState(of file: ScreenFile) {
    itemFaults = nil
    checkImages()
    listFaults()
    let reading = file.reading
    unavailability = nil
    showAvailable()
    let errors = reading.diagnostics.filter { $0.severity == .error }
    if let screen = reading.screen {
      hasGoodVersion = true
      showTitle(of: screen)
      overlays.show(faults: faults(of: file.nibs))
    } else {
      let name = Path.name(of: path).printable(limit: 80)
      let faults = ErrorBanner.Content(
        errors: errors, file: name, hasGoodVersion: hasGoodVersion)
      overlays.show(faults: faults)
      let next = WebAddress(path) == nil ? "Edit it and save." : "F5 tries again."
      if !hasGoodVersion { overlays.show(hint: "\(name) is not a screen. \(next)") }
    }
  }

  /// Shows the title of the screen, and a hint if there is nothing else on it.
  private func showTitle(of screen: Screen) {
    title = screen.title ?? ScreenName.title(ofPath: path)
    let isEmpty = screen.components.allSatisfy {
      $0.items.isEmpty && !$0.layout.showEmptyComponent
    }
    overlays.show(hint: isEmpty && !file.isOwn ? hint(screen) : nil)
  }

  /// The errors of the first file that is not a valid nib; nil when all are.
  private func faults(of files: NibFiles) -> ErrorBanner.Content? {
    guard let broken = files.files.first(where: { $0.reading.nib == nil }) else { return nil }
    return ErrorBanner.Content(
      errors: broken.reading.diagnostics.filter { $0.severity == .error },
      file: Path.name(of: broken.path).printable(),
      hasGoodVersion: nibs.hasGoodVersion(of: broken.path))
  }

  private static let waitingHint = "Waiting for a screen."

  private func hint(_ screen: Screen) -> String {
    if isStream || StreamReader.descriptor(ofPath: path) != nil { return Self.waitingHint }
    if WebAddress(path) != nil { return "There is nothing on this screen." }
    let what = screen.components.isEmpty ? "No components yet." : "No items yet."
    return "\(what) Edit \(Path.name(of: path).printable()) and save."
  }
}
