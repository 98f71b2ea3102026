import CCurl
import Dispatch
import Glibc
import Synchronization

/// Fetches with libcurl on one thread, which starts with the first fetch and sleeps in between.
///
/// Only http and https, without cookies, passwords, proxies or decompression. The address of every
/// server is checked when it is resolved, also after each redirect.
public final class CurlFetcher: Fetcher {
  /// The only fetcher of its kind: all fetches share one thread and its connections.
  public static let shared = CurlFetcher()

  typealias Completion = @Sendable (Result<FetchResponse, FetchFault>) -> Void

  struct Order: Sendable {
    var number: Int
    var request: FetchRequest
    var completion: Completion
  }

  /// The news for the thread, which it reads when it is woken.
  struct Inbox {
    var orders: [Order] = []
    var cancelled: Set<Int> = []
    var isEnding = false
  }

  private struct State {
    var inbox = Inbox()
    var lastNumber = 0
    var isStarted = false
    /// The handle that wakes the thread; nil until the thread is ready to sleep.
    nonisolated(unsafe) var multi: UnsafeMutableRawPointer?
  }

  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  private init() {}

  /// Queues a fetch and returns immediately; fails with `.noLibrary` where there is no libcurl.
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
      // Runs before the library's own handlers, which free what the thread may be using.
      atexit { CurlFetcher.shared.end() }
      state.withLock { $0.multi = multi }
      CurlLoop(multi: multi) { [self] in takeInbox() }.run()
      ended.signal()
    }
    if code != 0 { refuseAll() }
  }

  /// Without the library every fetch fails once, including those ordered meanwhile.
  private func refuseAll() {
    while let order = takeRefused() { order.completion(.failure(.noLibrary)) }
  }

  /// The next order to refuse; nil when there is none, and the next order starts the thread again.
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

  /// Stops the thread, and waits for that 0.1 seconds at most.
  private func end() {
    state.withLock { $0.inbox.isEnding = true }
    wake()
    _ = ended.wait(timeout: .now() + .milliseconds(100))
  }
}
