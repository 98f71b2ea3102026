import SpotsSDL
import Synchronization

/// Follows a document on a server: fetches it at the start, on request, and at an interval. Where
/// the server answers with a stream of events, it reads that instead, and connects again when the
/// connection is lost.
final class WebFeed: ContentFeed {
  /// Guarded by the mutex; answers arrive on other threads.
  private struct State {
    /// The version delivered last.
    var known: ScreenFile?
    var task: FetchTask?
    /// The number of the latest fetch, which distinguishes its answer from those of canceled ones.
    var round = 0
    /// Whether a request has no answer yet.
    var isAsking = false
    var isPaused = false
    var isStopped = false
    /// Whether the server has had a public address. From then on its name is not trusted to lead
    /// into a private network.
    var isPublic = false
    /// Whether the address has answered with a stream that has not ended for good.
    var isStream = false
    /// The number of the fetch whose answer is a stream under way.
    var streamRound = 0
    /// Whether the stream is JSON Lines, which have an end.
    var areLines = false
  }

  /// The step after a fetch.
  private enum Step {
    case deliver(FeedDelivery<ScreenFile>, asksAgain: Bool)
    /// Connect again, and report the failure if that has been tried before.
    case reconnect(FeedDelivery<ScreenFile>?)
  }

  private let path: String
  private let loader: ScreenLoader
  private let trustedHosts: Set<String>
  private let interval: Double?
  private let stream: ServerEventStream?
  private let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void
  private let state = Mutex(State())

  /// Starts to fetch the document at `path`, a web address.
  ///
  /// - Parameters:
  ///   - interval: Seconds from an answer to the next request; nil for no repeated requests.
  ///   - trusting: Hosts that may be in private networks.
  ///   - stream: Takes what a server sends as a stream of events; nil takes the first event as the
  ///     document.
  ///   - deliver: Called with each delivery, on any thread.
  init(
    _ path: String, loader: ScreenLoader, trusting: Set<String>, every interval: Double? = nil,
    stream: ServerEventStream? = nil,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) {
    self.path = path
    self.loader = loader
    self.interval = interval
    self.stream = stream
    self.deliver = deliver
    trustedHosts = trusting
    ask()
  }

  deinit {
    stop()
  }

  /// Requests the document again, and a stream from its beginning. A paused feed does so when it is
  /// resumed.
  func refresh() {
    stream?.startOver()
    ask()
  }

  private func ask() {
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
    let request = stream?.request { [weak self] response in self?.begin(response, round) }
    let task = loader.load(path, known: known, trusting: trusting, stream: request) {
      [weak self] delivery in self?.receive(delivery, round)
    }
    let isPresent = state.withLock { state in
      if state.round == round { state.task = task }
      return state.round == round
    }
    if !isPresent { task.cancel() }
  }

  /// Cancels the current request, and makes none until `resume()`, which asks a stream for what
  /// comes after the last event that was read. A paused feed costs nothing.
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
    stream?.disconnect()
  }

  /// Continues after `pause()`, and repeats a request that was canceled.
  func resume() {
    let isAsking = state.withLock { state in
      state.isPaused = false
      return state.isAsking
    }
    if isAsking { ask() }
  }

  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      state.round += 1
      return state.task
    }
    task?.cancel()
    stream?.close()
  }

  private func begin(_ response: FetchResponse, _ round: Int) {
    state.withLock { state in
      guard state.round == round else { return }
      (state.known, state.isStream, state.streamRound) = (nil, true, round)
      state.areLines = response.areLines
      state.isPublic = state.isPublic || !response.isPrivate
    }
  }

  private func receive(_ delivery: FeedDelivery<ScreenFile>, _ round: Int) {
    switch state.withLock({ $0.round == round ? step(after: delivery, &$0) : nil }) {
    case .deliver(let delivery, let asksAgain):
      deliver(delivery)
      if case .good(let file) = delivery { loader.keep(file) }
      if asksAgain, let interval { ask(after: round, seconds: interval) }
    case .reconnect(let failure):
      if let failure { deliver(failure) }
      stream?.whenRead { [weak self] in
        guard let self, let stream else { return }
        ask(after: round, seconds: stream.nextWait())
      }
    case nil: return
    }
  }

  private func step(after delivery: FeedDelivery<ScreenFile>, _ state: inout State) -> Step {
    state.task = nil
    if state.streamRound == state.round {
      stream?.finish()
      guard state.areLines, case .unchanged = delivery else { return .reconnect(nil) }
    }
    switch delivery {
    case .unreachable(let error) where state.isStream && error.isTransient:
      return .reconnect(delivery)
    case .unreachable(.status(204)) where state.isStream:
      // The server says that nothing more will come.
      (state.isStream, state.isAsking) = (false, false)
      return .deliver(.unchanged, asksAgain: false)
    case .good(let file), .broken(let file):
      state.known = file
      state.isPublic = state.isPublic || file.origin?.isPrivate == false
    default: break
    }
    (state.isStream, state.isAsking) = (false, false)
    return .deliver(delivery, asksAgain: true)
  }

  /// Requests the document again in a while, unless there is another request meanwhile.
  private func ask(after round: Int, seconds: Double) {
    DelayedCall(after: seconds) { [weak self] in
      guard let self, state.withLock({ $0.round == round }) else { return }
      ask()
    }
  }
}
