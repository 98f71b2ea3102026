import Spots
import SpotsSDL

/// The pages that follow a screen by way of its `next`: each once, in order. The next one is loaded
/// when the user comes near the end; from then on it is followed.
@MainActor
final class FollowingPages {
  typealias Completion = @MainActor () -> Void

  /// What happens to the pages.
  enum Event {
    /// Whether a page is awaited has changed.
    case awaits(Bool)
    /// The next page has been added at the end.
    case appended
    /// Another version of a page has replaced it.
    case replaced
    /// The next page cannot be shown, for a reason in English and in the window's language.
    case failed(DocumentSource, told: String, shown: String)
  }

  /// The screen that the pages follow.
  var base: ScreenFile
  private(set) var files: [ScreenFile] = []
  private let context: ViewerContext
  var onEvent: (Event) -> Void = { _ in }
  /// Deliver the pages on show, and the next one if it is awaited or was missing; by path.
  private var feeds: [String: any ContentFeed] = [:]
  /// The page that is awaited, and what is called when it has been added or has failed; nil while
  /// none is.
  private var awaited: (source: DocumentSource, completion: Completion)? {
    didSet { onEvent(.awaits(awaited != nil)) }
  }
  /// The frame time of the last failure, in seconds; nil when there was none.
  private var failure: Double?

  /// The least time from a failure to the next request, in seconds.
  private static let pause = 2.0

  init(_ base: ScreenFile, _ context: ViewerContext) {
    (self.base, self.context) = (base, context)
  }

  var components: [ComponentModel] { files.flatMap { $0.reading.screen?.components ?? [] } }

  /// The page after the last one, and the hosts in private networks it may come from. Nil when
  /// there is none, when it is loaded already, and when the screen has as many components as it may
  /// have.
  var next: (source: DocumentSource, trusting: Set<String>)? {
    let last = files.last ?? base
    guard room > 0, let reference = last.reading.screen?.next, !reference.isEmpty,
      let source = last.source(of: reference)
    else { return nil }
    // Pages that name each other in a circle are shown once.
    guard !([base] + files).contains(where: { $0.isAt(source.path) }) else { return nil }
    return (source, last.origin?.trustedHosts ?? [])
  }

  /// The number of components that may still be added.
  private var room: Int {
    let shown = ([base] + files).reduce(0) { $0 + $1.reading.componentCount }
    return max(Screen.maximumComponents - shown, 0)
  }

  /// Appends as much of a page as there is room for; a diagnostic tells where the omitted rest
  /// begins.
  ///
  /// - Returns: Whether `file` is the page that comes next; others are ignored.
  func append(_ file: ScreenFile) -> Bool {
    guard next?.source.path == file.path, !([base] + files).contains(where: { $0.isSame(file) })
    else { return false }
    files.append(file.limited(toComponents: room, report: context.report))
    return true
  }

  /// Replaces a page with a new version. Pages after it that no longer follow are removed.
  func replace(_ file: ScreenFile) {
    guard let index = files.firstIndex(where: { $0.path == file.path }) else { return }
    let room = room + files[index].reading.componentCount
    files[index] = file.limited(toComponents: room, report: context.report)
    keepChain(from: file, at: index + 1)
  }

  /// Removes the pages if they no longer follow `base`, a new version of the screen.
  func follow(_ base: ScreenFile) {
    self.base = base
    keepChain(from: base, at: 0)
  }

  private func keepChain(from file: ScreenFile, at index: Int) {
    if files.indices.contains(index), let screen = file.reading.screen,
      screen.next.flatMap(file.source(of:))?.path != files[index].path
    {
      files.removeSubrange(index...)
    }
    let awaited = awaited?.source ?? failure.flatMap { _ in next?.source }
    let paths = Set(files.map(\.path) + [awaited?.path].compactMap(\.self))
    feeds = feeds.filter { paths.contains($0.key) }
  }

  /// The document that one of `count` components comes from, and the component's index there.
  func document(ofComponent index: Int, of count: Int) -> (file: ScreenFile, component: Int) {
    // The screen may be an earlier version of the first document.
    var rest = index - (count - components.count)
    guard rest >= 0 else { return (base, index) }
    for next in files {
      let count = next.reading.screen?.components.count ?? 0
      if rest < count { return (next, rest) }
      rest -= count
    }
    return (base, index)
  }

  /// Loads the page after the last one, if there is one, and adds it.
  ///
  /// - Parameters:
  ///   - waits: Whether to return only once that is done; the page is not followed then.
  ///   - completion: Called when the page has been added or has failed.
  func loadNext(waits: Bool = false, completion: @escaping Completion = {}) {
    guard awaited == nil, let (source, trusting) = next else {
      return completion()
    }
    failure = nil
    awaited = (source, completion)
    let (loader, mailbox) = (context.loader, context.mailbox)
    guard !waits else {
      let delivery = loader.loadAndWait(source, following: base.path, trusting: trusting)
      return receive(delivery, source)
    }
    let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void = { [weak self] delivery in
      mailbox.post { self?.receive(delivery, source) }
    }
    do throws(FileError) {
      feeds[source.path] =
        source.isFile
        ? try loader.follow(
          source, following: base.path, watches: context.options.isFollowing, deliver: deliver)
        : WebFeed(
          source, loader: loader, following: base.path, trusting: trusting, deliver: deliver)
    } catch {
      receive(.unreadable(error), source)
    }
  }

  /// Requests a page that failed to load again, unless it has just failed.
  func retry() {
    if let failure, context.now - failure >= Self.pause { loadNext() }
  }

  /// Checks the pages for changes, and requests the one that was missing again.
  func refresh() {
    for file in files { feeds[file.path]?.refresh() }
    if failure != nil { loadNext() }
  }

  /// Costs nothing until `resume()`: a covered page has no connection.
  func pause() { for feed in feeds.values { feed.pause() } }

  /// Goes on, with changes since `pause()` and requests that it has canceled.
  func resume() { for feed in feeds.values { feed.resume() } }

  private func receive(_ delivery: FeedDelivery<ScreenFile>, _ source: DocumentSource) {
    let shown = files.first { $0.path == source.path }
    let completion = awaited?.source == source ? awaited?.completion : nil
    if completion != nil { awaited = nil }
    switch delivery {
    case .good(let file) where shown != nil:
      guard file.fingerprint != shown?.fingerprint else { break }
      replace(file)
      onEvent(.replaced)
    case .good(let file):
      context.report(file)
      failure = nil
      if append(file) { onEvent(.appended) }
    case _ where shown != nil: break
    case .broken(let file):
      context.report(file)
      failed(source) { $0[.hasErrors] }
    case .missing, .unchanged: failed(source) { $0[.noSuchFile] }
    case .unreadable(let error): failed(source, error.text)
    case .unreachable(let error): failed(source, error.text)
    }
    completion?()
  }

  private func failed(_ source: DocumentSource, _ reason: (Words) -> String) {
    failure = context.now
    onEvent(.failed(source, told: reason(.english), shown: reason(context.words)))
  }
}
