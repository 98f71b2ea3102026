import Spots
import SpotsSDL

/// The loaded pages that follow a screen by way of its `next`: each once, in order.
@MainActor
final class FollowingPages {
  typealias Completion = @MainActor () -> Void

  private(set) var files: [ScreenFile] = []
  private let report: ViewerMessage.Handler
  /// Called when the requested page has arrived or failed; nil while none is requested.
  private var completion: Completion?
  /// The completion of a request that `pause()` canceled.
  private var pausedCompletion: Completion?
  /// The pending request for the next page.
  private let request = LatestAnswers()
  /// The pending checks for changes to the pages, by path.
  let checks = LatestAnswers()
  /// The frame time of the last failure, in seconds; nil when there was none.
  var failure: Double?

  /// The least time from a failure to the next request, in seconds.
  private static let pause = 2.0

  init(report: @escaping ViewerMessage.Handler) {
    self.report = report
  }

  var components: [ComponentModel] { files.flatMap { $0.reading.screen?.components ?? [] } }

  /// The page after the last one, and the hosts in private networks it may come from. Nil when
  /// there is none, when it is loaded already, while one is requested, and when the screen has as
  /// many components as it may have.
  func next(after base: ScreenFile) -> (path: String, trusting: Set<String>)? {
    let last = files.last ?? base
    guard completion == nil, room(after: base) > 0, let reference = last.reading.screen?.next,
      !reference.isEmpty,
      let path = last.path(of: reference)
    else { return nil }
    // Pages that name each other in a circle are shown once.
    guard !([base] + files).contains(where: { $0.isAt(path) }) else { return nil }
    return (path, last.origin?.trustedHosts ?? [])
  }

  /// Whether a page that failed to load may be requested again.
  func mayRetry(at now: Double) -> Bool { failure.map { now - $0 >= Self.pause } ?? false }

  /// Begins the request for the next page.
  ///
  /// - Returns: The round, which distinguishes the answer from those to canceled requests.
  func begin(_ completion: @escaping Completion) -> Int {
    self.completion = completion
    return request.begin(Self.key)
  }

  /// Sets the task that runs the request of `round`.
  func asked(_ round: Int, _ task: FetchTask) { request.asked(Self.key, round, task) }

  /// Ends the request of `round`, which is answered.
  ///
  /// - Returns: Its completion, for the caller to call; nil when the request was canceled.
  func end(_ round: Int) -> Completion? {
    guard request.accepts(Self.key, round) else { return nil }
    defer { completion = nil }
    return completion
  }

  /// Cancels the current request, if any, so that a covered page has no connection.
  func pause() {
    guard let completion else { return }
    _ = request.begin(Self.key)
    (pausedCompletion, self.completion) = (completion, nil)
  }

  /// The completion of the request that `pause()` canceled, to repeat it with; nil if there was
  /// none.
  func resume() -> Completion? {
    defer { pausedCompletion = nil }
    return pausedCompletion
  }

  private static let key = "next"

  /// The number of components that may still be added.
  private func room(after base: ScreenFile) -> Int {
    let shown = ([base] + files).reduce(0) { $0 + $1.reading.componentCount }
    return max(Screen.maximumComponents - shown, 0)
  }

  /// Appends as much of a page as there is room for; a diagnostic tells where the omitted rest
  /// begins.
  ///
  /// - Returns: Whether `file` is the page that comes next; others are ignored.
  func append(_ file: ScreenFile, after base: ScreenFile) -> Bool {
    guard next(after: base)?.path == file.path,
      !([base] + files).contains(where: { $0.isSame(file) })
    else { return false }
    files.append(file.limited(toComponents: room(after: base), report: report))
    failure = nil
    return true
  }

  /// Replaces a page with a new version. Pages after it that no longer follow are removed.
  func replace(_ file: ScreenFile, after base: ScreenFile) {
    guard let index = files.firstIndex(where: { $0.path == file.path }) else { return }
    let room = room(after: base) + files[index].reading.componentCount
    files[index] = file.limited(toComponents: room, report: report)
    keepChain(from: file, at: index + 1)
  }

  /// Removes the pages if they no longer follow `base`, a new version of the screen.
  func follow(_ base: ScreenFile) { keepChain(from: base, at: 0) }

  private func keepChain(from file: ScreenFile, at index: Int) {
    guard files.indices.contains(index), let screen = file.reading.screen else { return }
    let next = screen.next.flatMap(file.path(of:))
    if next != files[index].path { files.removeSubrange(index...) }
  }

  isolated deinit {
    _ = request.begin(Self.key)
  }
}

/// Tracks requests by name. Several may be pending and be answered in any order; only the answer to
/// the latest request for a name counts.
@MainActor
final class LatestAnswers {
  private var rounds: [String: Int] = [:]
  private var tasks: [String: FetchTask] = [:]

  /// Begins a request for `name` and cancels the one before it.
  ///
  /// - Returns: The round, which distinguishes its answer from those to earlier requests.
  func begin(_ name: String) -> Int {
    tasks.removeValue(forKey: name)?.cancel()
    rounds[name, default: 0] += 1
    return rounds[name, default: 0]
  }

  /// Sets the task that runs the request of `round`.
  func asked(_ name: String, _ round: Int, _ task: FetchTask) {
    if rounds[name] == round { tasks[name] = task }
  }

  /// Whether `round` is that of the latest request for `name`, which is then over.
  func accepts(_ name: String, _ round: Int) -> Bool {
    guard rounds[name] == round else { return false }
    tasks[name] = nil
    return true
  }
}
