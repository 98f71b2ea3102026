// Fetching with libcurl: the fetcher, which any thread may use, and the loop of its own thread.

import CCurl
import Dispatch
import Glibc
import Synchronization

/// Fetches with libcurl on one thread, which starts with the first fetch and sleeps in between.
///
/// Supports http and https only, without decompression. The address of every server is checked when
/// it is resolved, also after each redirect, but by a proxy. Cookies go back to the server that set
/// them, in the same run.
public final class CurlFetcher: Fetcher {
  /// The only fetcher of its kind: all fetches share one thread and its connections.
  public static let shared = CurlFetcher()

  struct Order: Sendable {
    var number: Int
    var request: FetchRequest
    var completion: Completion
  }

  /// Messages for the thread, which it reads when it is woken.
  struct Inbox {
    var orders: [Order] = []
    var canceled: Set<Int> = []
    /// The orders whose streams have room again.
    var resumed: Set<Int> = []
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
  public func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask {
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
        state.inbox.canceled.insert(number)
      }
      wake()
    }
  }

  /// Continues a stream that waits for room.
  func resume(_ number: Int) {
    state.withLock { _ = $0.inbox.resumed.insert(number) }
    wake()
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

  /// Fails every fetch for lack of a library, including those ordered in the meantime.
  private func refuseAll() {
    while let order = takeRefused() { order.completion(.failure(.noLibrary)) }
  }

  /// The next order to refuse; nil when there is none, and the next order starts the thread again.
  private func takeRefused() -> Order? {
    state.withLock { state in
      guard state.inbox.orders.isEmpty else { return state.inbox.orders.removeFirst() }
      state.isStarted = false
      (state.inbox.canceled, state.inbox.resumed) = ([], [])
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

  /// Stops the thread, waiting at most 0.1 seconds for it to end.
  private func end() {
    state.withLock { $0.inbox.isEnding = true }
    wake()
    _ = ended.wait(timeout: .now() + .milliseconds(100))
  }
}

/// The loop of the fetching thread: starts orders, a few at a time, follows redirects, and reports
/// the results. Used on that thread alone.
final class CurlLoop {
  /// A fetch and its current transfer.
  private struct Fetch {
    let order: CurlFetcher.Order
    var address: WebAddress
    /// The order's own, reduced once a public server has answered.
    var trust: PrivateServers
    var redirects = 0
    var deadline: Double
    var transfer: CurlTransfer
  }

  /// The most fetches at the same time, not counting urgent ones.
  private static let parallel = 48
  /// The most transfers from one server, so that an unresponsive server leaves room for others.
  private static let parallelPerServer = 6

  private let multi: UnsafeMutableRawPointer
  private let takeInbox: () -> CurlFetcher.Inbox
  private var waiting: [CurlFetcher.Order] = []
  private var running: [UnsafeMutableRawPointer: Fetch] = [:]
  /// The cookies of each server, as libcurl shares them between requests.
  private var cookies: [String: UnsafeMutableRawPointer] = [:]
  private static let mostServersWithCookies = 1024

  init(multi: UnsafeMutableRawPointer, takeInbox: @escaping () -> CurlFetcher.Inbox) {
    self.multi = multi
    self.takeInbox = takeInbox
    // Connections kept for reuse.
    loaded_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.parallelPerServer)
  }

  /// Returns when the program is about to end.
  func run() {
    while true {
      let inbox = takeInbox()
      if inbox.isEnding { return }
      cancel(inbox.canceled)
      resume(inbox.resumed)
      waiting += inbox.orders
      startWaiting()
      var count: Int32 = 0
      loaded_curl_multi_perform(multi, &count)
      if finish() { continue }
      // libcurl wakes up by itself for its time-outs.
      loaded_curl_multi_poll(multi, .max)
    }
  }

  private func cancel(_ numbers: Set<Int>) {
    guard !numbers.isEmpty else { return }
    waiting.removeAll { numbers.contains($0.number) }
    for (easy, fetch) in running where numbers.contains(fetch.order.number) {
      loaded_curl_multi_remove(multi, easy)
      running[easy] = nil
    }
  }

  private func resume(_ numbers: Set<Int>) {
    guard !numbers.isEmpty else { return }
    for (easy, fetch) in running where numbers.contains(fetch.order.number) {
      loaded_curl_resume(easy)
    }
  }

  private func startWaiting() {
    guard !waiting.isEmpty else { return }
    var load: [String: Int] = [:]
    for fetch in running.values where !fetch.order.request.isUrgent {
      load[fetch.address.server, default: 0] += 1
    }
    var room = Self.parallel - load.values.reduce(0, +)
    var later: [CurlFetcher.Order] = []
    for order in waiting {
      let (request, server) = (order.request, order.request.address.server)
      let mayStart = room > 0 && load[server, default: 0] < Self.parallelPerServer
      guard request.isUrgent || mayStart else {
        later.append(order)
        continue
      }
      if !request.isUrgent {
        room -= 1
        load[server, default: 0] += 1
      }
      let deadline = Clock.now + request.limits.totalTime
      ask(order, request.address, request.trust, redirects: 0, deadline: deadline)
    }
    waiting = later
  }

  private func ask(
    _ order: CurlFetcher.Order, _ address: WebAddress, _ trust: PrivateServers, redirects: Int,
    deadline: Double
  ) {
    let request = order.request
    guard deadline > Clock.now else {
      return order.completion(.failure(.timedOut(seconds: request.limits.totalTime)))
    }
    let (number, mayBePrivate) = (order.number, trust.includes(address))
    if ProxySettings().proxy(for: address) != nil, !mayBePrivate, ProxySettings.refuses(address) {
      return order.completion(.failure(.privateHost(address.host)))
    }
    let transfer = CurlTransfer(
      address, for: request, mayBePrivate: mayBePrivate, cookies: cookies(of: address),
      timeLeft: deadline - Clock.now
    ) { CurlFetcher.shared.resume(number) }
    guard let transfer, loaded_curl_multi_add(multi, transfer.easy) == CURLM_OK else {
      return order.completion(.failure(.other("out of memory")))
    }
    running[transfer.easy] = Fetch(
      order: order, address: address, trust: trust, redirects: redirects, deadline: deadline,
      transfer: transfer)
  }

  private func cookies(of address: WebAddress) -> UnsafeMutableRawPointer? {
    if let known = cookies[address.server] { return known }
    guard cookies.count < Self.mostServersWithCookies else { return nil }
    cookies[address.server] = loaded_curl_cookies()
    return cookies[address.server]
  }

  /// Handles the transfers that have ended.
  ///
  /// - Returns: Whether there were any.
  private func finish() -> Bool {
    var hasFinished = false
    var code = CURLE_OK
    while let easy = loaded_curl_multi_finished(multi, &code) {
      hasFinished = true
      loaded_curl_multi_remove(multi, easy)
      guard let fetch = running.removeValue(forKey: easy) else { continue }
      judge(fetch, code)
    }
    return hasFinished
  }

  private func judge(_ fetch: Fetch, _ code: CURLcode) {
    let (transfer, complete) = (fetch.transfer, fetch.order.completion)
    if let error = transfer.error(code, host: fetch.address.host) {
      return complete(.failure(error))
    }
    let answer = transfer.answer
    if fetch.order.request.post != nil {
      guard [307, 308].contains(answer.status),
        answer.location.flatMap(fetch.address.resolve)?.server == fetch.address.server
      else { return complete(Self.answer(to: fetch)) }
      return redirect(fetch, to: answer.location)
    }
    switch answer.status {
    // A request without validators names no version that could be current.
    case 304 where fetch.order.request.validators?.isEmpty ?? true:
      complete(.failure(.status(304)))
    case 200, 304:
      let isSame = answer.status == 304
      complete(
        .success(
          FetchResponse(
            address: fetch.address, body: isSame || transfer.isStream ? nil : transfer.body,
            validators: isSame ? fetch.order.request.validators ?? Validators() : answer.validators,
            isPrivate: transfer.isPrivate, isStream: transfer.isStream)))
    case 301, 302, 303, 307, 308: redirect(fetch, to: answer.location)
    default: complete(.failure(.status(answer.status)))
    }
  }

  /// The answer to what was sent, or why there is none.
  private static func answer(to fetch: Fetch) -> Result<FetchResponse, FetchError> {
    let (transfer, status) = (fetch.transfer, fetch.transfer.answer.status)
    var response = FetchResponse(
      address: fetch.address, body: status == 204 ? nil : transfer.body,
      validators: transfer.answer.validators, isPrivate: transfer.isPrivate, status: status)
    if PostRequest.answers.contains(status) { return .success(response) }
    // Others would have it sent again.
    guard [301, 302, 303].contains(status) else { return .failure(.status(status)) }
    guard let target = transfer.answer.location.flatMap(fetch.address.resolve) else {
      return .failure(.badRedirect)
    }
    (response.body, response.target) = (nil, target)
    return .success(response)
  }

  private func redirect(_ fetch: Fetch, to location: String?) {
    let (order, limit) = (fetch.order, fetch.order.request.limits.redirects)
    guard let target = location.flatMap(fetch.address.resolve) else {
      return order.completion(.failure(.badRedirect))
    }
    guard fetch.redirects < limit else {
      return order.completion(.failure(.tooManyRedirects(limit: limit)))
    }
    let trust = fetch.transfer.isPrivate ? fetch.trust : fetch.trust.afterPublicAnswer
    ask(order, target, trust, redirects: fetch.redirects + 1, deadline: fetch.deadline)
  }
}
