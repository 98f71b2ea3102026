import Dispatch
import SpotsSDL
import Synchronization

/// Follows a document on a server: fetches it at the start, on request, and at an interval.
final class WebFeed: ContentFeed {
  /// Guarded by the mutex; answers arrive on other threads.
  private struct State {
    /// The version delivered last.
    var known: ScreenFile?
    var task: FetchTask?
    /// The number of the latest fetch, which tells its answer from those of canceled ones.
    var round = 0
    /// Whether a request has no answer yet.
    var isAsking = false
    var isPaused = false
    var isStopped = false
    /// Whether the server has had a public address. From then on its name is not trusted to lead
    /// into a private network.
    var isPublic = false
  }

  private let path: String
  private let loader: ScreenLoader
  private let trustedHosts: Set<String>
  private let interval: Double?
  private let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void
  private let state = Mutex(State())

  /// Starts to fetch the document at `path`, a web address.
  ///
  /// - Parameters:
  ///   - interval: Seconds from an answer to the next request; nil for no requests at an interval.
  ///   - trusting: Hosts that may be in private networks.
  ///   - deliver: Called with each delivery, on any thread.
  init(
    _ path: String, loader: ScreenLoader, trusting: Set<String>, every interval: Double? = nil,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) {
    self.path = path
    self.loader = loader
    self.interval = interval
    self.deliver = deliver
    trustedHosts = trusting
    refresh()
  }

  deinit {
    stop()
  }

  /// Requests the document again. A paused feed does so when it is resumed.
  func refresh() {
    let (round, known, old, isPublic) = state.withLock { state in
      state.round += 1
      state.isAsking = !state.isStopped
      defer { state.task = nil }
      return (
        state.isPaused || state.isStopped ? nil : state.round, state.known, state.task,
        state.isPublic
      )
    }
    old?.cancel()
    guard let round else { return }
    let trusting = isPublic ? [] : trustedHosts
    let task = loader.load(path, known: known, trusting: trusting) { [weak self] delivery in
      self?.receive(delivery, round)
    }
    let isPresent = state.withLock { state in
      if state.round == round { state.task = task }
      return state.round == round
    }
    if !isPresent { task.cancel() }
  }

  /// Cancels the current request, and makes none until `resume()`. A paused feed costs nothing.
  func pause() {
    let task = state.withLock { state in
      state.isPaused = true
      // With an interval, the document is requested as soon as the feed is resumed.
      state.isAsking = state.isAsking || interval != nil
      state.round += 1
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  /// Continues after `pause()`, and repeats a request that was canceled.
  func resume() {
    let isAsking = state.withLock { state in
      state.isPaused = false
      return state.isAsking
    }
    if isAsking { refresh() }
  }

  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      state.round += 1
      return state.task
    }
    task?.cancel()
  }

  private func receive(_ delivery: FeedDelivery<ScreenFile>, _ round: Int) {
    let isPresent = state.withLock { state in
      guard state.round == round else { return false }
      switch delivery {
      case .good(let file), .broken(let file):
        state.known = file
        state.isPublic = state.isPublic || file.origin?.isPrivate == false
      default: break
      }
      (state.task, state.isAsking) = (nil, false)
      return true
    }
    guard isPresent else { return }
    deliver(delivery)
    if case .good(let file) = delivery { loader.keep(file) }
    guard let interval else { return }
    ScreenLoader.queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      self?.refresh(after: round)
    }
  }

  /// Requests the document again, unless there was another request meanwhile.
  private func refresh(after round: Int) {
    if state.withLock({ $0.round == round }) { refresh() }
  }
}
