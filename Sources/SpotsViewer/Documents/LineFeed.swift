import Spots
import SpotsSDL
import Synchronization

/// Follows a file of lines. The rows of a large one stay in it: they are found on another
/// thread and shown as they are found, and of one that gets more, only these are read.
final class LineFeed: ContentFeed {
  private let follower: LineFollower
  private let feed: FileFeed<DataFile>

  /// - Parameters:
  ///   - shown: The data already on show; the rest of its rows is found.
  ///   - watches: Whether changes are noticed.
  ///   - leastSize: The size of files, in bytes, from which on their rows stay there.
  ///   - open: Opens the file.
  ///   - deliver: Called with each delivery, on any thread.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  init(
    _ path: String, _ syntax: LineSyntax, shown: DataFile?, watches: Bool,
    leastSize: Int = LineFile.leastSize,
    open: @escaping @Sendable () throws(FileError) -> Int32,
    deliver: @escaping @Sendable (FeedDelivery<DataFile>) -> Void
  ) throws(FileError) {
    let follower = LineFollower(
      path, syntax, shown: shown, leastSize, open: open, deliver: deliver)
    self.follower = follower
    feed = try FileFeed(
      watches ? [.file(path)] : [], shown: shown.map(Self.fingerprint),
      read: { _ throws(FileError) in
        let data = try follower.look()
        return (data, Self.fingerprint(data), data.data != nil)
      }, deliver: deliver)
  }

  deinit { follower.stop() }

  /// The follower itself delivers the versions of rows that stay in a file.
  private static func fingerprint(_ data: DataFile) -> Fingerprint {
    data.lines == nil ? data.fingerprint : Fingerprint(hashing: "lines")
  }

  func refresh() { feed.refresh() }
  func pause() { feed.pause() }
  func resume() { feed.resume() }
}

/// Finds the rows of a file of lines, and those that are added to it, and begins anew with a
/// file that has changed in any other way.
final class LineFollower: Sendable {
  private typealias Instant = ContinuousClock.Instant

  private struct State {
    /// The data delivered last.
    var shown: DataFile?
    /// The file in which rows are found; nil where all are in memory.
    var file: LineFile?
    var start = Instant.now
    /// The version of the file that has been checked as a whole, and when it may be again.
    var checked: FileVersion?
    var nextCheck = Instant.now
    var isCheckPlanned = false
  }

  private let path: String
  private let syntax: LineSyntax
  private let leastSize: Int
  private let open: @Sendable () throws(FileError) -> Int32
  private let deliver: @Sendable (FeedDelivery<DataFile>) -> Void
  private let state: Mutex<State>
  private let queue = WorkQueue()

  /// How long rows are found before those of a new version are shown in place of more rows of the
  /// one before.
  private static let patience = Duration.milliseconds(500)
  /// The time between the first deliveries; those after them are ever rarer, so that all of them
  /// together take no longer than finding the rows.
  private static let pause = Duration.milliseconds(50)
  /// The part of the time that is spent checking a file that goes on changing: 1 of this.
  private static let leisure = 20

  init(
    _ path: String, _ syntax: LineSyntax, shown: DataFile?, _ leastSize: Int,
    open: @escaping @Sendable () throws(FileError) -> Int32,
    deliver: @escaping @Sendable (FeedDelivery<DataFile>) -> Void
  ) {
    (self.path, self.syntax, self.leastSize) = (path, syntax, leastSize)
    (self.open, self.deliver) = (open, deliver)
    state = Mutex(State(shown: shown, file: shown?.lines))
    if let file = shown?.lines { watch(file) }
  }

  /// Finds no more rows.
  func stop() { state.withLock { $0.file = nil } }

  /// Looks whether the file has changed.
  ///
  /// - Returns: The data on show, which is new where it is in memory. Other news is delivered.
  func look() throws(FileError) -> DataFile {
    let opened = LineFile(descriptor: try open(), syntax)
    let (file, shown) = state.withLock { ($0.file, $0.shown) }
    guard opened.size >= leastSize else {
      let format = syntax == .json ? DataValue.Format.jsonl : .lines
      let data = DataFile(path: path, format: format, bytes: try opened.bytes())
      state.withLock { ($0.file, $0.shown) = (nil, data) }
      return data
    }
    if let file, let shown, file.goesOn(in: opened) {
      queue.async { [weak self] in self?.find(in: file) }
      return shown
    }
    return begin(opened)
  }

  /// Begins to find rows in another file, or in one that has changed.
  ///
  /// - Returns: The data on show.
  @discardableResult
  private func begin(_ file: LineFile) -> DataFile {
    watch(file)
    let shown = state.withLock { state in
      (state.file, state.start, state.checked) = (file, .now, nil)
      return state.shown
    }
    queue.async { [weak self] in self?.find(in: file) }
    if let shown { return shown }
    _ = file.findMore()
    let first = DataFile(path: path, file)
    state.withLock { $0.shown = $0.shown ?? first }
    return first
  }

  private func watch(_ file: LineFile) {
    file.onChange { [weak self, weak file] in
      guard let self, let file else { return }
      queue.async { [weak self] in self?.beginAgain(file) }
    }
  }

  /// Reads a file that has changed in another way than by further lines.
  private func beginAgain(_ file: LineFile) {
    guard isWanted(file) else { return }
    do throws(FileError) {
      _ = begin(LineFile(descriptor: try open(), syntax))
    } catch {
      // The watcher tells of a file that is gone.
    }
  }

  private func isWanted(_ file: LineFile) -> Bool { state.withLock { $0.file === file } }

  // MARK: On the queue

  private func find(in file: LineFile) {
    let start = Instant.now
    var next = start + Self.pause
    file.findAgainAtEnd()
    while isWanted(file) {
      let hasMore = file.findMore()
      let now = Instant.now
      if !hasMore || now >= next {
        show(file, isComplete: !hasMore)
        next = now + max(Self.pause, now - start)
      }
      if !hasMore { return check(file) }
    }
  }

  /// Delivers the rows found so far, if there are any news.
  private func show(_ file: LineFile, isComplete: Bool) {
    let data = DataFile(path: path, file)
    let isNews = state.withLock { state -> Bool in
      guard state.file === file else { return false }
      if let shown = state.shown {
        let isNext = shown.lines === file
        if isNext, shown.data == data.data, shown.diagnostics == data.diagnostics { return false }
        // Rows that are not found yet must not take the user's place away.
        guard
          isNext || isComplete || data.rowCount >= shown.rowCount
            || .now - state.start >= Self.patience
        else { return false }
      }
      state.shown = data
      return true
    }
    if isNews { deliver(.good(data)) }
  }

  /// Checks all that has been found in a file, if it may have changed meanwhile.
  private func check(_ file: LineFile) {
    let now = file.version
    let rest = state.withLock { state -> Duration? in
      let isSettled = now?.isSettled() == true
      guard state.file === file, !state.isCheckPlanned,
        !isSettled || now != state.checked ?? file.opened
      else { return nil }
      return max(state.nextCheck - .now, .zero)
    }
    guard let rest else { return }
    if rest > .zero {
      state.withLock { $0.isCheckPlanned = true }
      DelayedCall(after: rest / .seconds(1)) { [weak self] in
        self?.queue.async { [weak self] in
          self?.state.withLock { $0.isCheckPlanned = false }
          self?.check(file)
        }
      }
      return
    }
    let start = Instant.now
    let isRight = file.isUnchanged { [self] in isWanted(file) }
    state.withLock { state in
      state.checked = now
      state.nextCheck = .now + (.now - start) * Self.leisure
    }
    if !isRight { beginAgain(file) }
  }
}
