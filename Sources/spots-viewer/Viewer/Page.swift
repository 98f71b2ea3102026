import Spots
import SpotsSDL

/// One screen of the navigation stack: its file, its controller and its overlay.
///
/// Lives from when it is opened until the user goes back from it. A covered page follows nothing,
/// so that a deep stack costs no threads and no descriptors.
@MainActor
final class Page {
  /// As the user or the action named it.
  let name: String
  let path: String
  let controller: SpotsController
  let furniture = WindowFurniture()
  private(set) var title: String
  /// The version of the file that was read last.
  private(set) var file: ScreenFile
  /// The pages that follow it.
  let tail = PageTail()
  /// Follows the document; nil while it is not followed.
  var feed: (any ContentFeed)?
  /// Hosts in private networks that the document may come from.
  let trustedHosts: Set<String>
  /// Whether the document, or a cached version of it, has arrived.
  private(set) var hasContent: Bool
  /// Called when the next delivery of the document has been handled.
  var onFresh: [@MainActor () -> Void] = []
  /// Why the last attempt to get the document failed; nil when it succeeded.
  var unavailability: String?
  /// Whether the last attempt to get the document succeeded.
  private(set) var isAvailable = true
  /// Pending checks for changes to the pages of the tail, by path.
  let tailAnswers = LatestAnswers()
  /// The faults of a large document, once its items have been checked.
  private var itemFaults: [Diagnostic]?
  /// The faults of pictures that cannot be shown, by source.
  private var pictureFaults: [String: (path: String, fault: Diagnostic)] = [:]
  private let stage: Stage
  private let nibs: PageNibs
  private var nibWatch: NibWatch?
  private var tailWatch: FileWatcher?
  private var hasGoodVersion = false

  /// - Parameter isEmpty: Whether `file` is a placeholder for a document that has not arrived.
  init(
    name: String, file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = [], size: Size,
    stage: Stage
  ) {
    self.name = name
    self.file = file
    self.stage = stage
    path = file.path
    trustedHosts = trusting
    hasContent = !isEmpty
    title = Self.title(of: file.path)
    let screen = file.reading.screen ?? Screen()
    stage.adopt(screen, of: file)
    nibs = PageNibs(file.nibs)
    controller = SpotsController(
      screen: screen, size: size, configuration: nibs.configuration,
      environment: stage.environment)
    controller.addOverlay(furniture)
    take(file)
    if isEmpty {
      hasGoodVersion = false
      furniture.show(hint: "Loading \(ScreenFile.name(of: path).printable(limit: 80))")
    }
  }

  /// The document that a component on the screen comes from, and the component's index there.
  func document(ofComponent index: Int) -> (file: ScreenFile, component: Int) {
    // The screen may be an earlier version of the file.
    var rest = index - (controller.components.count - tail.components.count)
    guard rest >= 0 else { return (file, index) }
    for next in tail.files {
      let count = next.reading.screen?.components.count ?? 0
      if rest < count { return (next, rest) }
      rest -= count
    }
    return (file, index)
  }

  /// The document that names a picture; the first one when none does.
  func file(naming image: String) -> ScreenFile {
    ([file] + tail.files).first { $0.names(image: image) } ?? file
  }

  /// Whether the page waits for its document.
  var isLoading: Bool {
    get { furniture.progress.isWaiting }
    set { furniture.progress.isWaiting = newValue }
  }

  /// Watches the nibs until `endFollowing()`. `onChange` is called on the main thread.
  func watchNibs(onChange: @escaping @MainActor @Sendable () -> Void) throws(FileError) {
    let mailbox = stage.mailbox
    nibWatch = try NibWatch(file.nibs, path: path, kinds: stage.kinds) {
      mailbox.post(onChange)
    }
  }

  /// Watches the files of the tail until `endFollowing()`. `onChange` is called on the main thread.
  func watchTail(onChange: @escaping @MainActor @Sendable () -> Void) throws(FileError) {
    let paths = tail.files.filter { $0.origin == nil }.map { Watched.file($0.path) }
    if let tailWatch { return tailWatch.watch(Set(paths)) }
    guard !paths.isEmpty else { return }
    var change = QuietTime()
    let mailbox = stage.mailbox
    tailWatch = try FileWatcher(Set(paths)) { signal, now in
      guard change.isOver(signal, at: now) else { return change.end }
      mailbox.post(onChange)
      return nil
    }
  }

  /// Releases the threads, descriptors and watches of the page until it is followed again.
  func endFollowing() {
    if let web = feed as? WebFeed { web.pause() } else { feed = nil }
    (nibWatch, tailWatch) = (nil, nil)
  }

  /// Gets the document again, changed or not.
  func refresh() {
    if feed is WebFeed { isLoading = true }
    feed?.refresh()
  }

  /// Shows a new version of the file; if it holds no screen, the last good one stays.
  ///
  /// - Returns: Whether there was a screen to show.
  func show(_ file: ScreenFile) -> Bool {
    self.file = file
    hasContent = true
    let isRegistered = nibs.update(file.nibs)
    tail.follow(file)
    if let screen = file.reading.screen {
      stage.adopt(screen, of: file)
      showAll(animation: hasGoodVersion ? .automatic : .none)
    }
    if isRegistered { controller.registrationsDidChange() }
    take(file)
    return file.reading.screen != nil
  }

  /// Shows the screen and the pages that follow it.
  func showAll(animation: Animation) {
    guard var screen = file.reading.screen else { return }
    screen.components += tail.components
    controller.reload(screen, animation: animation)
  }

  /// Shows that the document is unavailable and, while there is nothing else to show, why.
  func showUnavailable(_ word: String, _ reason: String? = nil) {
    isAvailable = false
    furniture.show(badge: [word, keptNote].compactMap { $0 }.joined(separator: " · "))
    guard !hasContent else { return }
    let words = [word, reason?.printable(limit: 200)].compactMap { $0 }.joined(separator: ": ")
    furniture.show(hint: "\(words). F5 tries again.")
  }

  /// Shows that the document is available, and the age of a cached one.
  func showAvailable() {
    isAvailable = true
    furniture.show(badge: keptNote)
  }

  /// The age of a screen from the cache; nil for any other.
  private var keptNote: String? {
    file.origin?.cacheTime.map { "saved \(Age(since: $0))" }
  }

  /// Records that a picture of the document at `path` cannot be shown.
  func pictureFailed(_ source: String, _ fault: Diagnostic, path: String) {
    pictureFaults[source] = (path, fault)
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
    for next in tail.files { faults.append(next.reading.diagnostics, path: next.path) }
    for (_, failed) in pictureFaults.sorted(by: { $0.key < $1.key }) {
      faults.append([failed.fault], path: failed.path)
    }
    furniture.faults = faults
  }

  /// Removes the faults of pictures that can be shown now or are no longer named.
  private func checkPictures() {
    for source in pictureFaults.keys {
      guard file.reading.areItemsChecked, let reason = stage.images.failure(of: source),
        let naming = ([file] + tail.files).first(where: { $0.names(image: source) })
      else {
        pictureFaults[source] = nil
        continue
      }
      pictureFaults[source] = (naming.path, naming.warning(ofImage: source, reason: reason))
    }
  }

  private func take(_ file: ScreenFile) {
    itemFaults = nil
    checkPictures()
    listFaults()
    let reading = file.reading
    unavailability = nil
    showAvailable()
    let errors = reading.diagnostics.filter { $0.severity == .error }
    if let screen = reading.screen {
      hasGoodVersion = true
      title = screen.title ?? Self.title(of: path)
      let isEmpty = screen.components.allSatisfy {
        $0.items.isEmpty && !$0.layout.showEmptyComponent
      }
      furniture.show(hint: isEmpty ? Self.hint(screen, path) : nil)
      furniture.show(faults: faults(of: file.nibs))
    } else {
      let name = ScreenFile.name(of: path).printable(limit: 80)
      let faults = ErrorBanner.Content(
        errors: errors, file: name, hasGoodVersion: hasGoodVersion)
      furniture.show(faults: faults)
      let next = WebAddress(path) == nil ? "Edit it and save." : "F5 tries again."
      if !hasGoodVersion { furniture.show(hint: "\(name) is not a screen. \(next)") }
    }
  }

  /// The errors of the first file that is not a valid nib; nil when all are.
  private func faults(of files: NibFiles) -> ErrorBanner.Content? {
    guard let broken = files.files.first(where: { $0.reading.nib == nil }) else { return nil }
    return ErrorBanner.Content(
      errors: broken.reading.diagnostics.filter { $0.severity == .error },
      file: ScreenFile.name(of: broken.path).printable(),
      hasGoodVersion: nibs.hasGoodVersion(of: broken.path))
  }

  /// The window's title for a screen that names none.
  private static func title(of path: String) -> String {
    if let address = WebAddress(path) { return address.name }
    return StreamFeed.descriptor(ofPath: path) == nil ? ScreenFile.name(of: path) : "Spots"
  }

  private static func hint(_ screen: Screen, _ path: String) -> String {
    if StreamFeed.descriptor(ofPath: path) != nil { return "Waiting for a screen." }
    if WebAddress(path) != nil { return "There is nothing on this screen." }
    let what = screen.components.isEmpty ? "No components yet." : "No items yet."
    return "\(what) Edit \(ScreenFile.name(of: path).printable()) and save."
  }
}
