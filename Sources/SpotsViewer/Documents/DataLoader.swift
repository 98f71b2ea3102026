import Dispatch
import Spots
import SpotsSDL
import Synchronization

/// Gets the data beside a screen from wherever it is.
package struct DataLoader: Sendable {
  /// Data that the user has named for a screen, in place of what its document says.
  package struct Given: Sendable {
    /// The screen, as the user gave it.
    let screen: String
    let place: DocumentSource

    package init(screen: DocumentSource?, data: String) {
      (self.screen, place) = (screen?.path ?? "", DocumentSource(data))
    }
  }

  let access: DocumentAccess
  let fetcher: any Fetcher
  let allowedHosts: Set<String>
  var given: Given?
  /// Whether servers and streams are waited for. A window shows the screen, and their data later.
  var waits = false
  /// Whether all rows of a large file are awaited.
  var awaitsRows = false
  /// Whether only the top of the screen is shown, for which the first rows may do.
  var showsTop = false

  /// The number of rows that are more than fit into a window.
  private static let firstRows = 1000

  /// The data for a screen, where the user has named some; nil leaves it to the document.
  private func given(for file: ScreenFile) -> DocumentSource? {
    given.flatMap { $0.screen == file.path ? $0.place : nil }
  }

  /// Where the data of a screen is; nil where its document has it, or there is none.
  func place(of file: ScreenFile) -> DocumentSource? {
    given(for: file) ?? (file.isTable ? file.source : nil)
      ?? file.dataSource.flatMap { file.source(of: $0.from) }
  }

  private func format(of file: ScreenFile) -> DataValue.Format? {
    switch given(for: file) {
    case nil, .stream?: file.dataSource?.format
    case .file?, .web?, .program?: nil
    }
  }

  /// Reads the schema that a screen names for its data; nil for none, and on servers.
  func schema(for file: ScreenFile) throws(FileError) -> DataSchema? {
    guard case .file(let path)? = file.schemaPlace else { return nil }
    let bytes = try access.read(path)
    guard bytes.count <= Self.largestSchema else {
      throw .tooLarge(limit: Self.largestSchema)
    }
    guard let schema = DataSchema(bytes) else { throw .unreachable("is no JSON Schema") }
    return schema
  }

  private static let largestSchema = 1 << 20

  /// Reads the data of a screen now; nil where there is none, or it comes later.
  func read(for file: ScreenFile) throws(FileError) -> DataFile? {
    let format = format(of: file)
    switch place(of: file) {
    case .file(let path)?:
      let syntax = lines(path, of: file)
      let lines = LineFile(descriptor: try open(path, for: file), syntax ?? .json)
      guard syntax != nil, lines.size >= LineFile.leastSize else {
        return DataFile(
          path: path, format: format, schema: file.dataSchema, bytes: try lines.bytes())
      }
      let mayHaveMore = !awaitsRows || showsTop && file.reading.screen?.needsFirstRowsOnly == true
      while lines.findMore() { if mayHaveMore, lines.count >= Self.firstRows { break } }
      return DataFile(path: path, lines)
    case .stream(let path, let descriptor)? where waits:
      return DataFile(stream: path, format: format, bytes: StreamReader.readAll(descriptor))
    case .web(let path, let address)? where waits:
      let isDone = DispatchSemaphore(value: 0)
      let answer = Mutex<FetchAnswer?>(nil)
      let task = fetcher.start(request(for: file, address)) { result in
        answer.withLock { $0 = result }
        isDone.signal()
      }
      withExtendedLifetime(task) { isDone.wait() }
      do throws(FetchError) {
        return try answer.withLock { $0 }.flatMap { answer throws(FetchError) in
          DataFile(
            path: path, format: format, schema: file.dataSchema, response: try answer.get())
        }
      } catch {
        throw .unreachable("\(error)")
      }
    case .stream?, .web?, .program?, nil: return nil
    }
  }

  private func open(_ path: String, for file: ScreenFile) throws(FileError) -> Int32 {
    guard given(for: file) != nil else { return try access.open(path) }
    // Files that the user names may be anywhere.
    SourceFiles.add(path)
    return try FileBytes.open(path)
  }

  /// The values of the lines in a file; nil where its rows are no lines.
  private func lines(_ path: String, of file: ScreenFile) -> LineSyntax? {
    (format(of: file) ?? DataValue.Format(fileName: path)).lines
  }

  private typealias FetchAnswer = Result<FetchResponse, FetchError>

  private func request(for file: ScreenFile, _ address: WebAddress) -> FetchRequest {
    let own = given(for: file)?.trustedHosts ?? file.origin?.trustedHosts ?? []
    var request = FetchRequest(
      address, trust: PrivateServers(allowed: allowedHosts, own: own), isUrgent: true)
    request.validators = file.data?.validators
    return request
  }

  /// Follows the data of a screen; nil where there is nothing to follow.
  ///
  /// - Parameters:
  ///   - watches: Whether changes are noticed. Data that is not there yet is awaited all the same.
  ///   - interval: Seconds between two requests to a server; nil for one request.
  ///   - deliver: Called with each delivery, on any thread.
  func follow(
    for file: ScreenFile, watches: Bool, every interval: Double?,
    deliver: @escaping @Sendable (FeedDelivery<DataFile>) -> Void
  ) throws(FileError) -> (any ContentFeed)? {
    switch place(of: file) {
    case .file(let path)? where lines(path, of: file) != nil:
      guard watches || file.data?.lines != nil else { return nil }
      return try LineFeed(
        path, lines(path, of: file) ?? .json, shown: file.data, watches: watches,
        open: { () throws(FileError) in try open(path, for: file) }, deliver: deliver)
    case .file(let path)? where watches:
      return try FileFeed(
        [.file(path)], shown: file.data?.fingerprint,
        read: { _ throws(FileError) in
          guard let data = try read(for: file) else { throw .missing }
          return (data, data.fingerprint, data.data != nil)
        }, deliver: deliver)
    case .stream(let path, let descriptor)?:
      return try DataStreamFeed(path, descriptor, format(of: file), deliver: deliver)
    case .web(let path, let address)?:
      let format = format(of: file)
      return WebDataFeed(
        request(for: file, address), fetcher, every: watches ? interval : nil,
        read: {
          DataFile(path: path, format: format, schema: file.dataSchema, response: $0)
        }, deliver: deliver)
    case .file?, .program?, nil: return nil
    }
  }
}

/// Follows data on a server: fetches it at the start, on request, and at an interval.
private final class WebDataFeed: ContentFeed {
  /// Guarded by the mutex; answers arrive on other threads.
  private struct State {
    var request: FetchRequest
    var task: FetchTask?
    /// The number of the latest fetch, which distinguishes its answer from those of canceled ones.
    var round = 0
    var isPaused = false
  }

  private let fetcher: any Fetcher
  private let interval: Double?
  private let read: @Sendable (FetchResponse) -> DataFile?
  private let deliver: @Sendable (FeedDelivery<DataFile>) -> Void
  private let state: Mutex<State>
  private let queue = WorkQueue()

  init(
    _ request: FetchRequest, _ fetcher: any Fetcher, every interval: Double?,
    read: @escaping @Sendable (FetchResponse) -> DataFile?,
    deliver: @escaping @Sendable (FeedDelivery<DataFile>) -> Void
  ) {
    (self.fetcher, self.interval, self.read, self.deliver) = (fetcher, interval, read, deliver)
    state = Mutex(State(request: request))
    ask()
  }

  deinit { state.withLock { $0.task }?.cancel() }

  func refresh() { ask() }

  func pause() { state.withLock { ($0.isPaused, $0.round) = (true, $0.round + 1) } }

  func resume() {
    state.withLock { $0.isPaused = false }
    ask()
  }

  private func ask() {
    let (round, request, old) = state.withLock { state in
      state.round += 1
      defer { state.task = nil }
      return (state.isPaused ? nil : state.round, state.request, state.task)
    }
    old?.cancel()
    guard let round else { return }
    let task = fetcher.start(request) { [weak self, queue] result in
      // Reading much data must not delay other fetches.
      queue.async { [weak self] in self?.receive(result, round) }
    }
    state.withLock { if $0.round == round { $0.task = task } }
  }

  private func receive(_ result: Result<FetchResponse, FetchError>, _ round: Int) {
    guard state.withLock({ $0.round == round }) else { return }
    switch result {
    case .failure(let error): deliver(.unreachable(error))
    case .success(let response):
      if let data = read(response) {
        state.withLock { $0.request.validators = response.validators }
        deliver(data.data == nil ? .broken(data) : .good(data))
      } else {
        deliver(.unchanged)
      }
    }
    guard let interval else { return }
    DelayedCall(after: interval) { [weak self] in
      if let self, state.withLock({ $0.round == round }) { ask() }
    }
  }
}

/// Follows data on a stream of this process: lines of JSON or text, whose rows are there as they
/// come, or any other JSON, at its end.
private final class DataStreamFeed: ContentFeed {
  private struct State {
    var rows = RowList()
    var faults: [Diagnostic] = []
    /// What has come since the last delivery.
    var waiting: [UInt8] = []
    /// The line with which that begins.
    var line = 1
    var isScheduled = false
  }

  /// How long lines are collected, in seconds, and how many bytes of them at most.
  private static let (pause, room) = (0.05, 4 << 20)

  private let path: String
  private let syntax: LineSyntax
  private let state = Mutex(State())
  private let deliver: @Sendable (FeedDelivery<DataFile>) -> Void

  init(
    _ path: String, _ descriptor: Int32, _ format: DataValue.Format?,
    deliver: @escaping @Sendable (FeedDelivery<DataFile>) -> Void
  ) throws(FileError) {
    (self.path, self.deliver, syntax) = (path, deliver, format?.lines ?? .json)
    try BackgroundThread.startOrThrow { [self] in
      var (rest, first, areLines, count) = ([UInt8](), [UInt8](), format.map { $0.lines != nil }, 0)
      while let bytes = StreamReader.readSome(descriptor) {
        count += bytes.count
        // Rows stay in memory, so that a stream without an end must not go on forever.
        guard count <= FileBytes.limit else {
          flush()
          return deliver(.unreadable(.tooLarge(limit: FileBytes.limit)))
        }
        let end = areLines == false ? nil : bytes.lastIndex(of: UInt8(ascii: "\n"))
        let before = rest.count
        rest += bytes
        guard let end else { continue }
        let lines = Array(rest[...(before + end)])
        if areLines == nil { (areLines, first) = (DataFile.areLines(lines), lines) }
        if areLines == true {
          rest.removeFirst(lines.count)
          add(lines)
        }
      }
      add(areLines == true ? rest : [])
      flush()
      // A single line may be all of the data, rather than a row.
      guard areLines != true || format == nil && state.withLock({ $0.rows.count == 1 }) else {
        return
      }
      let data = DataFile(
        stream: path, format: format, bytes: areLines == true ? first + rest : rest)
      deliver(data.data == nil ? .broken(data) : .good(data))
    }
  }

  private func add(_ lines: [UInt8]) {
    guard !lines.isEmpty else { return }
    let (isFull, schedules) = state.withLock { state in
      state.waiting += lines
      defer { state.isScheduled = true }
      return (state.waiting.count >= Self.room, !state.isScheduled)
    }
    if isFull {
      flush()
    } else if schedules {
      DelayedCall(after: Self.pause) { [weak self] in self?.flush() }
    }
  }

  private func flush() {
    let file = state.withLock { state -> DataFile? in
      state.isScheduled = false
      guard !state.waiting.isEmpty else { return nil }
      let (rows, faults) = RowList.lines(of: state.waiting, syntax, firstLine: state.line)
      state.rows.append(contentsOf: rows)
      state.faults = Array((state.faults + faults).prefix(RowList.mostFaults))
      state.line += state.waiting.count { $0 == UInt8(ascii: "\n") }
      state.waiting = []
      return DataFile(path: path, rows: state.rows, diagnostics: state.faults)
    }
    if let file { deliver(.good(file)) }
  }

  /// A stream is read once.
  func refresh() {}
  func pause() {}
  func resume() {}
}
