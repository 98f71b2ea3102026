import Dispatch
import SpotsSDL
import Synchronization

/// Follows a document on a server: fetches it at the start, when asked to, and every so often.
final class WebFeed: ContentFeed {
  private struct State {
    /// The version delivered last.
    var known: ScreenFile?
    var task: FetchTask?
    /// Counts fetches, so that the answer to one that was given up is told apart.
    var round = 0
    /// Whether the present question has no answer yet.
    var isAsking = false
    var isPaused = false
    var isStopped = false
    /// Whether the server was public once. From then on it may not be in a private network, though
    /// its name were given another address.
    var isPublic = false
  }

  private let path: String
  private let loader: ScreenLoader
  private let trustedHosts: Set<String>
  private let interval: Double?
  private let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void
  private let state = Mutex(State())

  /// Begins to fetch the document at `path`, a web address.
  ///
  /// - Parameters:
  ///   - interval: Seconds from one answer to the next question; nil asks once.
  ///   - trusting: Hosts that may be in private networks.
  ///   - deliver: Takes each delivery, on some thread.
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

  /// Asks the server again. A paused feed asks when it is resumed.
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
      self?.take(delivery, round)
    }
    let isPresent = state.withLock { state in
      if state.round == round { state.task = task }
      return state.round == round
    }
    if !isPresent { task.cancel() }
  }

  /// Gives up the question under way, and asks none until `resume()`. Costs nothing meanwhile.
  func pause() {
    let task = state.withLock { state in
      state.isPaused = true
      // A server that is asked every so often is asked as soon as the answer is of use again.
      state.isAsking = state.isAsking || interval != nil
      state.round += 1
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  /// Goes on after `pause()`, with the question that was given up.
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

  private func take(_ delivery: FeedDelivery<ScreenFile>, _ round: Int) {
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

  /// Asks again, unless somebody else did meanwhile.
  private func refresh(after round: Int) {
    if state.withLock({ $0.round == round }) { refresh() }
  }
}
