import SpotsSDL

/// Follows a document, whatever its source, and delivers it whenever it has changed.
///
/// Releasing the feed stops it.
protocol ContentFeed: AnyObject, Sendable {
  /// Gets the document again and delivers it, or `unchanged`.
  func refresh()
  /// Stops following. Returns immediately; a delivery in progress may still arrive.
  func stop()
}

/// The outcome of getting a document.
package enum FeedDelivery<Document: Sendable>: Sendable {
  case good(Document)
  /// The document cannot be shown; its diagnostics say why.
  case broken(Document)
  case missing
  /// The file exists but cannot be read, for the given reason.
  case unreadable(String)
  /// The document cannot be fetched.
  case unreachable(FetchError)
  /// The version delivered last is still current.
  case unchanged
}

/// Follows a file: reads and parses it when it has changed, and delivers it once for each change of
/// content.
///
/// The first delivery is the initial content, good or not, unless that is already on show. Later,
/// good content is delivered as soon as a save is over, and everything else 400 ms after the last
/// change, so that a half-written file, or one about to be replaced, is never delivered. Saving the
/// same bytes again delivers nothing.
final class FileFeed<Document: Sendable>: ContentFeed {
  typealias Delivery = FeedDelivery<Document>

  private let watcher: FileWatcher

  /// Starts to follow the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - shown: The content already on show, which is not delivered again; nil delivers the initial
  ///     content.
  ///   - signature: The file's signature from before `shown` was read, if it was settled; while it
  ///     still matches, the file is not read at the start.
  ///   - read: Reads the file at the path.
  ///   - parse: Turns the bytes into a document and tells whether it can be shown. Runs on the
  ///     watcher's thread, like `deliver`.
  ///   - deliver: Called with each delivery, in order.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  init(
    path: String, shown: Fingerprint? = nil, signature: FileSignature? = nil,
    method: FileWatcher.Method = .events,
    read: @escaping @Sendable (String) throws(FileError) -> [UInt8] = {
      (path) throws(FileError) in try FileBytes.read(path)
    },
    parse: @escaping @Sendable ([UInt8]) -> (document: Document, isGood: Bool),
    deliver: @escaping @Sendable (Delivery) -> Void
  ) throws(FileError) {
    var state = FeedState<Document>(shown: shown)
    watcher = try FileWatcher([.file(path)], method: method) { signal, now in
      let isUnchanged = signal == .started && signature == FileSignature(path: path)
      if !isUnchanged { state.note(signal, at: now) }
      if state.beginsReading(at: now) {
        let content = Result { () throws(FileError) in try read(path) }
        if let delivery = Self.delivery(of: content, in: &state, parse) { deliver(delivery) }
      }
      if let delivery = state.releaseHeld(at: .now) { deliver(delivery) }
      return state.deadline
    }
  }

  /// Reads the file again and delivers its content immediately, changed or not, good or not.
  func refresh() {
    watcher.wake()
  }

  /// Stops following. Returns immediately; a delivery in progress may still arrive. Releasing the
  /// feed does the same.
  func stop() {
    watcher.stop()
  }

  private static func delivery(
    of content: Result<[UInt8], FileError>, in state: inout FeedState<Document>,
    _ parse: ([UInt8]) -> (document: Document, isGood: Bool)
  ) -> Delivery? {
    switch content {
    case .success(let bytes):
      state.receive(.bytes(Fingerprint(bytes))) {
        let (document, isGood) = parse(bytes)
        return (isGood ? .good(document) : .broken(document), isGood)
      }
    case .failure(let error):
      state.receive(.failure(error)) {
        (error == .missing ? .missing : .unreadable("\(error)"), false)
      }
    }
  }
}
