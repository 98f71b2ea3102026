import SpotsSDL
import Synchronization

/// Follows a document, whatever its source, and delivers it whenever it has changed.
///
/// Releasing the feed stops it; a delivery in progress may still arrive.
protocol ContentFeed: AnyObject, Sendable {
  /// Gets the document again and delivers it, or `unchanged`.
  func refresh()
  /// Costs nothing until it is resumed.
  func pause()
  /// Follows again, beginning with what has changed since `pause`.
  func resume()
}

/// The outcome of getting a document.
package enum FeedDelivery<Document: Sendable>: Sendable {
  case good(Document)
  /// The document cannot be shown; its diagnostics say why.
  case broken(Document)
  case missing
  /// The file exists but cannot be read.
  case unreadable(FileError)
  /// The document cannot be fetched.
  case unreachable(FetchError)
  /// The version delivered last is still current.
  case unchanged
}

/// Follows files: reads what they hold when they have changed, and delivers it once for each change
/// of content.
///
/// The first delivery is the initial content, good or not, unless that is already on show. Later,
/// good content is delivered as soon as a save is over, and everything else 400 ms after the last
/// change, so that a half-written file, or one about to be replaced, is never delivered. Saving the
/// same bytes again delivers nothing.
final class FileFeed<Document: Sendable>: ContentFeed {
  typealias Delivery = FeedDelivery<Document>
  /// What was read: a document, what identifies its content, and whether it can be shown.
  typealias Reading = (document: Document, fingerprint: Fingerprint, isGood: Bool)

  private let watcher: FileWatcher
  private let watched: Set<Watched>

  /// Starts to follow files, which need not exist.
  ///
  /// - Parameters:
  ///   - shown: The content already on show, which is not delivered again; nil delivers the initial
  ///     content.
  ///   - isSame: Whether the files are certain to be as they were when they were last read; if so,
  ///     they are not read at the start.
  ///   - read: Reads them, on the thread that watches, where `deliver` is called as well; it learns
  ///     whether the user, or the start, asks for that.
  ///   - deliver: Called with each delivery, in order.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  init(
    _ watched: Set<Watched>, shown: Fingerprint? = nil, method: FileWatcher.Method = .events,
    isSame: @escaping @Sendable () -> Bool = { false },
    read: @escaping @Sendable (_ isAsked: Bool) throws(FileError) -> Reading,
    deliver: @escaping @Sendable (Delivery) -> Void
  ) throws(FileError) {
    self.watched = watched
    let state = Mutex(FeedState<Document>(shown: shown))
    watcher = try FileWatcher(watched, method: method) { signal, now in
      state.withLock { state in
        if signal != .started || !isSame() { state.note(signal, at: now) }
        if state.beginsReading(at: now) {
          let reading = Result { () throws(FileError) in try read(state.isAsked) }
          let delivery = state.receive(reading.map(\.fingerprint)) { Self.delivery(of: reading) }
          if let delivery { deliver(delivery) }
        }
        if let delivery = state.releaseHeld(at: .now) { deliver(delivery) }
        return state.deadline
      }
    }
  }

  /// Reads the files again and delivers their content immediately, changed or not, good or not.
  func refresh() { watcher.wake() }

  /// Looks whether the files have changed, without a sign from the kernel.
  func lookAgain() { watcher.wake(with: .saved) }

  func pause() { watcher.watch([]) }

  func resume() {
    watcher.watch(watched)
    watcher.wake(with: .started)
  }

  /// Stops following. Returns immediately; a delivery in progress may still arrive. Releasing the
  /// feed does the same.
  func stop() { watcher.stop() }

  private static func delivery(
    of reading: Result<Reading, FileError>
  ) -> (delivery: Delivery, isGood: Bool) {
    switch reading {
    case .success(let reading) where reading.isGood: (.good(reading.document), true)
    case .success(let reading): (.broken(reading.document), false)
    case .failure(.missing): (.missing, false)
    case .failure(let error): (.unreadable(error), false)
    }
  }
}
