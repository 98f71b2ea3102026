import CCurl
import Dispatch
import Glibc
import Synchronization

/// Fetches with libcurl, on one thread that is there from the first fetch on and sleeps in between.
///
/// Only http and https; no cookies, no passwords, no proxies, nothing unpacked. The address of
/// every server that is talked to is checked when it is resolved, on each redirect.
public final class CurlFetcher: Fetcher {
  public static let shared = CurlFetcher()

  typealias Completion = @Sendable (Result<FetchResponse, FetchFault>) -> Void

  struct Order: Sendable {
    var number: Int
    var request: FetchRequest
    var completion: Completion
  }

  /// What the thread finds when it is woken.
  struct Inbox {
    var orders: [Order] = []
    var cancelled: Set<Int> = []
    var isEnding = false
  }

  private struct State {
    var inbox = Inbox()
    var lastNumber = 0
    var isStarted = false
    /// What the thread can be woken by; there once it is ready to sleep.
    nonisolated(unsafe) var multi: UnsafeMutableRawPointer?
  }

  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  private init() {}

  public func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
  ) -> FetchTask {
    let (number, isFirst) = state.withLock { state in
      state.lastNumber += 1
      state.inbox.orders.append(
        Order(number: state.lastNumber, request: request, completion: completion))
      defer { state.isStarted = true }
      return (state.lastNumber, !state.isStarted)
    }
    if isFirst { startThread() } else { wake() }
    return FetchTask { [self] in
      state.withLock { state in
        state.inbox.orders.removeAll { $0.number == number }
        state.inbox.cancelled.insert(number)
      }
      wake()
    }
  }

  private func startThread() {
    let code = BackgroundThread.start { [self] in
      guard loaded_curl_open() == 1, let multi = loaded_curl_multi_init() else {
        return refuseAll()
      }
      // Run before those of the library, which take away what the thread may be using.
      atexit { CurlFetcher.shared.end() }
      state.withLock { $0.multi = multi }
      CurlLoop(multi: multi) { [self] in takeInbox() }.run()
      ended.signal()
    }
    if code != 0 { refuseAll() }
  }

  /// Without the library every fetch fails, also those that are ordered meanwhile: each once.
  private func refuseAll() {
    while let order = takeRefused() { order.completion(.failure(.noLibrary)) }
  }

  /// The next order to refuse; nil when there is none, and the next one may try again.
  private func takeRefused() -> Order? {
    state.withLock { state in
      guard state.inbox.orders.isEmpty else { return state.inbox.orders.removeFirst() }
      state.isStarted = false
      state.inbox.cancelled = []
      return nil
    }
  }

  private func takeInbox() -> Inbox {
    state.withLock { state in
      defer { state.inbox = Inbox(isEnding: state.inbox.isEnding) }
      return state.inbox
    }
  }

  private func wake() {
    state.withLock { state in
      if let multi = state.multi { _ = loaded_curl_multi_wakeup(multi) }
    }
  }

  /// Has the thread stop, and waits for it a moment.
  private func end() {
    state.withLock { $0.inbox.isEnding = true }
    wake()
    _ = ended.wait(timeout: .now() + .milliseconds(100))
  }
}
