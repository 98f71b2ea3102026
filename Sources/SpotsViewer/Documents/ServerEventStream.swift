import Spots
import SpotsSDL
import Synchronization

/// The lines that a server sends as events, on their way from the fetching thread to a page, over
/// one connection after another. The server waits while the page is behind.
final class ServerEventStream: Sendable {
  /// Guarded by the mutex, since the fetching thread and the queue use it.
  private struct State {
    /// The number of the latest connection, which distinguishes its bytes from those of others.
    var connection = 0
    /// The identifier of the last event that was read.
    var identifier = ""
    /// How long to wait before connecting again, in seconds.
    var retryTime = 1.0
    /// How many connections in a row have brought no event.
    var failures = 0
    /// How many bytes wait to be read.
    var waiting = 0
    /// Resumes the connection; nil unless it waits for room.
    var resume: (@Sendable () -> Void)?
  }

  /// The state of the reading, used on the queue alone.
  private struct Reading {
    var parser = ServerEventParser()
    var reader: StreamUpdateReader
    /// How many lines were read, over all connections.
    var count = 0
  }

  /// The most bytes that may wait to be read.
  private static let room = 256 << 10
  /// The seconds before connecting again: the range servers may ask for, and the longest wait while
  /// connections keep failing.
  private static let (retryTimes, longestWait) = (0.1...3600.0, 60.0)

  let lines: LineQueue<StreamUpdate>
  private let waitForReader: @Sendable () -> Void
  private let largestEvent: Int
  private let onBegin: @Sendable () -> Void
  private let state = Mutex(State())
  private let reading: Mutex<Reading>
  /// Reads one piece after another, and costs no thread while there is none.
  private let queue = WorkQueue()

  /// - Parameters:
  ///   - path: The address of the page.
  ///   - lines: Takes what is read.
  ///   - waitForReader: Returns once the answers to earlier lines have been read.
  ///   - largestEvent: The most bytes of an event; a larger one changes nothing.
  ///   - onBegin: Called on any thread when a connection has begun.
  init(
    path: String, kinds: KnownKinds, lines: LineQueue<StreamUpdate>,
    waitForReader: @escaping @Sendable () -> Void = {},
    largestEvent: Int = ServerEventParser.largestEvent, onBegin: @escaping @Sendable () -> Void
  ) {
    (self.lines, self.waitForReader, self.onBegin) = (lines, waitForReader, onBegin)
    self.largestEvent = largestEvent
    reading = Mutex(Reading(reader: StreamUpdateReader(path: path, kinds: kinds)))
  }

  /// Asks for a connection, after whose beginning `didBegin` is called. What comes over earlier
  /// ones is ignored from now on.
  func request(
    didBegin: @escaping @Sendable (FetchResponse) -> Void
  ) -> StreamRequest {
    let (number, identifier) = state.withLock { state in
      state.connection += 1
      (state.waiting, state.resume) = (0, nil)
      return (state.connection, state.identifier)
    }
    let resume = Mutex<@Sendable () -> Void>({})
    return StreamRequest(
      lastEvent: identifier, isEndless: true,
      onBegin: { [weak self] response, resumed in
        resume.withLock { $0 = resumed }
        didBegin(response)
        self?.begin(response, number)
      },
      onBytes: { [weak self] bytes in
        self?.take(bytes, number, resume: resume.withLock { $0 }) ?? .enough
      })
  }

  /// Ignores what still comes over the present connection.
  func disconnect() {
    state.withLock { $0.connection += 1 }
  }

  /// Ignores what still comes over the present connection, and makes the next one start over,
  /// rather than continue after the last event.
  func startOver() {
    state.withLock { state in
      state.connection += 1
      (state.identifier, state.failures) = ("", 0)
    }
  }

  /// Ignores all lines that have not been shown, and those that still come.
  func close() {
    disconnect()
    lines.close()
  }

  /// Calls `completion` once everything received so far has been read.
  func whenRead(_ completion: @escaping @Sendable () -> Void) {
    queue.async(completion)
  }

  /// How long to wait before connecting again, in seconds: as the server asked, and longer the more
  /// connections have failed.
  func nextWait() -> Double {
    state.withLock { state in
      defer { state.failures += 1 }
      let most = max(state.retryTime, Self.longestWait)
      return (0..<state.failures).reduce(state.retryTime) { wait, _ in min(wait * 2, most) }
    }
  }

  // MARK: The fetching thread

  private func begin(_ response: FetchResponse, _ number: Int) {
    guard state.withLock({ $0.connection == number }) else { return }
    let origin = ScreenOrigin(address: response.address, isPrivate: response.isPrivate)
    queue.async { [self] in
      // All events of earlier connections have been read.
      let identifier = state.withLock { $0.identifier }
      reading.withLock { reading in
        reading.parser = ServerEventParser(
          identifier: identifier, limit: largestEvent, areLines: response.areLines)
        reading.reader.origin = origin
      }
    }
    onBegin()
  }

  private func take(
    _ bytes: UnsafeRawBufferPointer, _ number: Int, resume: @escaping @Sendable () -> Void
  ) -> StreamRequest.Demand {
    let demand = state.withLock { state -> StreamRequest.Demand in
      guard state.connection == number else { return .enough }
      if state.waiting > 0, state.waiting + bytes.count > Self.room {
        state.resume = resume
        return .noRoom
      }
      state.waiting += bytes.count
      return .taken
    }
    guard case .taken = demand else { return demand }
    let piece = Array(bytes)
    queue.async { [self] in read(piece, number) }
    return demand
  }

  // MARK: The queue

  private func read(_ bytes: [UInt8], _ number: Int) {
    let (events, identifier, retryTime) = reading.withLock { reading in
      (reading.parser.append(bytes), reading.parser.identifier, reading.parser.retryTime)
    }
    guard add(events, number) else { return }
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.connection == number else { return nil }
      state.identifier = identifier
      if let retryTime { state.retryTime = retryTime.clamped(to: Self.retryTimes) }
      state.waiting -= bytes.count
      guard state.waiting < Self.room / 2 else { return nil }
      defer { state.resume = nil }
      return state.resume
    }
    resume?()
  }

  /// Adds the last of JSON Lines, which may lack its line feed, at the end of the present
  /// connection.
  func finish() {
    let number = state.withLock { $0.connection }
    queue.async { [self] in
      if let last = reading.withLock({ $0.parser.finish() }) { _ = add([last], number) }
    }
  }

  /// Adds the lines among events.
  ///
  /// - Returns: False once there is another connection.
  private func add(_ events: [ServerEvent], _ number: Int) -> Bool {
    for event in events where event.isLine {
      waitForReader()
      let isPresent = state.withLock { state in
        guard state.connection == number else { return false }
        // From here on the line is on its way, whatever becomes of the connection.
        (state.identifier, state.failures) = (event.identifier, 0)
        return true
      }
      guard isPresent else { return false }
      add(event)
    }
    return true
  }

  private func add(_ event: ServerEvent) {
    let line = reading.withLock { reading in
      reading.count = event.line ?? reading.count + 1
      guard let data = event.data else {
        let reason = "the event is larger than \(largestEvent >> 20) MiB"
        return StreamUpdate(
          number: reading.count, content: .change(.failure(PatchError("", reason)), warnings: []),
          size: 0)
      }
      return reading.reader.read(StreamedText(line: reading.count, bytes: data))
    }
    lines.add(line, size: line.size)
  }
}

/// Takes the first line of a stream as a document, where the stream is not followed.
final class FirstEvent: Sendable {
  private let parser = Mutex(ServerEventParser())
  private let found = Mutex<ServerEvent?>(nil)

  /// The document, or why there is none.
  var result: Result<[UInt8], FetchError> {
    let rest = parser.withLock { $0.finish() }
    guard let event = found.withLock({ $0 }) ?? rest else { return .failure(.cutOff) }
    return event.data.map { .success($0) }
      ?? .failure(.tooLarge(limit: ServerEventParser.largestEvent))
  }

  var request: StreamRequest {
    StreamRequest(
      isEndless: false,
      onBegin: { [self] response, _ in
        parser.withLock { $0 = ServerEventParser(areLines: response.areLines) }
      },
      onBytes: { [self] bytes in
        let events = parser.withLock { $0.append(Array(bytes)) }
        guard let first = events.first(where: \.isLine) else { return .taken }
        found.withLock { $0 = first }
        return .enough
      })
  }
}
