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
    var isStopped = false
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

  func refresh() {
    let (round, known, old) = state.withLock { state in
      state.round += 1
      defer { state.task = nil }
      return (state.round, state.known, state.task)
    }
    old?.cancel()
    let task = loader.load(path, known: known, trusting: trustedHosts) { [weak self] delivery in
      self?.take(delivery, round)
    }
    state.withLock { if $0.round == round, !$0.isStopped { $0.task = task } }
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
      case .good(let file), .broken(let file): state.known = file
      default: break
      }
      state.task = nil
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
