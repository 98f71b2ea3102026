import Spots
import SpotsSDL
import Synchronization

/// Follows a document on a server: fetches it at the start, on request, and at an interval. Where
/// the server answers with a stream of events, it reads that instead, and connects again when the
/// connection is lost; the server waits while the page is behind.
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
    /// The identifier of the last event that was read.
    var identifier = ""
    /// How long to wait before connecting again, in seconds.
    var retryTime = 1.0
    /// How many connections in a row have brought no event.
    var failures = 0
    /// How many bytes wait to be read.
    var waiting = 0
    /// Whether the connection waits for room.
    var isFull = false
    /// Resumes the connection.
    var resume: @Sendable () -> Void = {}
  }

  /// The step after a fetch.
  private enum Step {
    case deliver(FeedDelivery<ScreenFile>, asksAgain: Bool)
    /// Connect again, and report the failure if that has been tried before.
    case reconnect(FeedDelivery<ScreenFile>?)
  }

  /// What a server sends as a stream of events, on its way to a page.
  struct Stream: Sendable {
    /// Takes what is read.
    let lines: LineQueue<StreamUpdate>
    /// Returns once the answers to earlier lines have been read.
    var waitForReader: @Sendable () -> Void = {}
    /// The most bytes of an event; a larger one changes nothing.
    var largestEvent = ServerEventParser.largestEvent
    /// Called on any thread when a connection has begun.
    let onBegin: @Sendable () -> Void
  }

  /// The state of the reading, used on the queue alone.
  private struct Reading {
    var parser = ServerEventParser()
    var reader: StreamUpdateReader
    /// How many lines were read, over all connections.
    var count = 0

    mutating func read(_ event: ServerEvent, largest: Int) -> StreamUpdate {
      count = event.line ?? count + 1
      if let data = event.data { return reader.read(StreamedText(line: count, bytes: data)) }
      let error = PatchError("", "the event is larger than \(largest >> 20) MiB")
      return StreamUpdate(number: count, content: .change(.failure(error), warnings: []), size: 0)
    }
  }

  /// The most bytes that may wait to be read.
  private static let room = 256 << 10
  /// The seconds before connecting again: the range servers may ask for, and the longest wait while
  /// connections keep failing.
  private static let (retryTimes, longestWait) = (0.1...3600.0, 60.0)

  private let source: DocumentSource
  /// The path of the first page, if this one follows it on the same screen.
  private let first: String?
  private let loader: ScreenLoader
  private let trustedHosts: Set<String>
  private let interval: Double?
  private let stream: Stream?
  private let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void
  private let state = Mutex(State())
  private let reading: Mutex<Reading>
  /// Reads one piece of a stream after another, and costs no thread while there is none.
  private let queue = WorkQueue()

  /// Starts to fetch a document from a server.
  ///
  /// - Parameters:
  ///   - interval: Seconds from an answer to the next request; nil for no repeated requests.
  ///   - trusting: Hosts that may be in private networks.
  ///   - stream: Takes what a server sends as a stream of events; nil takes the first event as the
  ///     document.
  ///   - deliver: Called with each delivery, on any thread.
  init(
    _ source: DocumentSource, loader: ScreenLoader, following first: String? = nil,
    trusting: Set<String>, every interval: Double? = nil, stream: Stream? = nil,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) {
    (self.source, self.first, self.loader) = (source, first, loader)
    (self.interval, self.stream, self.deliver) = (interval, stream, deliver)
    trustedHosts = trusting
    reading = Mutex(
      Reading(reader: StreamUpdateReader(source, kinds: loader.kinds, data: loader.data)))
    ask()
  }

  deinit {
    stop()
  }

  /// Requests the document again, and a stream from its beginning. A paused feed does so when it is
  /// resumed.
  func refresh() {
    state.withLock { ($0.identifier, $0.failures) = ("", 0) }
    ask()
  }

  private func ask() {
    let (round, old, asked) = state.withLock { state in
      state.round += 1
      state.isAsking = !state.isStopped
      (state.waiting, state.isFull) = (0, false)
      defer { state.task = nil }
      return (state.isPaused || state.isStopped ? nil : state.round, state.task, state)
    }
    old?.cancel()
    guard let round else { return }
    let task = loader.load(
      source, following: first, known: asked.known, trusting: asked.isPublic ? [] : trustedHosts,
      stream: stream.map { _ in request(round, after: asked.identifier) }
    ) { [weak self] delivery in self?.receive(delivery, round) }
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
  }

  /// Continues after `pause()`, and repeats a request that was canceled.
  func resume() {
    let isAsking = state.withLock { state in
      state.isPaused = false
      return state.isAsking
    }
    if isAsking { ask() }
  }

  /// Requests nothing more, and drops lines that wait. Releasing the feed does the same.
  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      state.round += 1
      return state.task
    }
    task?.cancel()
    stream?.lines.close()
  }

  private func receive(_ delivery: FeedDelivery<ScreenFile>, _ round: Int) {
    switch state.withLock({ $0.round == round ? step(after: delivery, &$0) : nil }) {
    case .deliver(let delivery, let asksAgain):
      deliver(delivery)
      if case .good(let file) = delivery, first == nil { loader.keep(file) }
      if asksAgain, let interval { ask(after: round, seconds: interval) }
    case .reconnect(let failure):
      if let failure { deliver(failure) }
      // Once everything received so far has been read.
      queue.async { [weak self] in
        guard let self else { return }
        ask(after: round, seconds: nextWait())
      }
    case nil: return
    }
  }

  private func step(after delivery: FeedDelivery<ScreenFile>, _ state: inout State) -> Step {
    state.task = nil
    if state.streamRound == state.round {
      finish(state.round)
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

  /// How long to wait before connecting again, in seconds: as the server asked, and longer the more
  /// connections have failed.
  private func nextWait() -> Double {
    state.withLock { state in
      defer { state.failures += 1 }
      let most = max(state.retryTime, Self.longestWait)
      return (0..<state.failures).reduce(state.retryTime) { wait, _ in min(wait * 2, most) }
    }
  }

  // MARK: Streams, on the fetching thread

  private func request(_ round: Int, after identifier: String) -> StreamRequest {
    StreamRequest(
      lastEvent: identifier, isEndless: true,
      onBegin: { [weak self] response, resume in self?.begin(response, resume, round) },
      onBytes: { [weak self] bytes in self?.take(bytes, round) ?? .enough })
  }

  private func begin(
    _ response: FetchResponse, _ resume: @escaping @Sendable () -> Void, _ round: Int
  ) {
    let isPresent = state.withLock { state in
      guard state.round == round else { return false }
      state.resume = resume
      (state.known, state.isStream, state.streamRound) = (nil, true, round)
      state.areLines = response.areLines
      state.isPublic = state.isPublic || !response.isPrivate
      return true
    }
    guard isPresent, let stream else { return }
    queue.async { [self] in
      // All events of earlier connections have been read.
      let identifier = state.withLock { $0.identifier }
      reading.withLock { reading in
        reading.parser = ServerEventParser(
          identifier: identifier, limit: stream.largestEvent, areLines: response.areLines)
        reading.reader.origin = ScreenOrigin(
          address: response.address, isPrivate: response.isPrivate)
      }
    }
    stream.onBegin()
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ round: Int) -> StreamRequest.Demand {
    let demand = state.withLock { state -> StreamRequest.Demand in
      guard state.round == round else { return .enough }
      if state.waiting > 0, state.waiting + bytes.count > Self.room {
        state.isFull = true
        return .noRoom
      }
      state.waiting += bytes.count
      return .taken
    }
    guard case .taken = demand else { return demand }
    let piece = Array(bytes)
    queue.async { [self] in read(piece, round) }
    return demand
  }

  // MARK: Streams, on the queue

  private func read(_ bytes: [UInt8], _ round: Int) {
    let (events, identifier, retryTime) = reading.withLock { reading in
      (reading.parser.append(bytes), reading.parser.identifier, reading.parser.retryTime)
    }
    guard add(events, round) else { return }
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.round == round else { return nil }
      state.identifier = identifier
      if let retryTime { state.retryTime = retryTime.clamped(to: Self.retryTimes) }
      state.waiting -= bytes.count
      guard state.isFull, state.waiting < Self.room / 2 else { return nil }
      state.isFull = false
      return state.resume
    }
    resume?()
  }

  /// Adds the last of JSON Lines, which may lack its line feed, at the end of a connection.
  private func finish(_ round: Int) {
    queue.async { [self] in
      if let last = reading.withLock({ $0.parser.finish() }) { _ = add([last], round) }
      guard let last = reading.withLock({ $0.reader.finish() }) else { return }
      stream?.lines.add(last, size: last.size)
    }
  }

  /// Adds the lines among events.
  ///
  /// - Returns: False once there is another connection.
  private func add(_ events: [ServerEvent], _ round: Int) -> Bool {
    guard let stream else { return false }
    for event in events where event.isLine {
      stream.waitForReader()
      let isPresent = state.withLock { state in
        guard state.round == round else { return false }
        // From here on the line is on its way, whatever becomes of the connection.
        (state.identifier, state.failures) = (event.identifier, 0)
        return true
      }
      guard isPresent else { return false }
      let line = reading.withLock { $0.read(event, largest: stream.largestEvent) }
      stream.lines.add(line, size: line.size)
    }
    return true
  }
}
