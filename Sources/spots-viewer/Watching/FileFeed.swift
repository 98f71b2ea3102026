import SpotsSDL

/// Follows the content of a file: reads it when it changed, parses it and delivers it, once for
/// each change of content.
///
/// The first delivery is what the file holds at the start, good or not, at once, unless it is shown
/// already. After that good content comes as soon as a save is over, and everything else 400 ms after
/// the last change, so that a file that is half-written, or about to be replaced, is never told.
/// Saving the same bytes again tells nothing.
final class FileFeed<Document: Sendable>: ContentFeed {
  typealias Delivery = FeedDelivery<Document>

  private let watcher: FileWatcher

  /// Starts to follow the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - shown: What is shown of the file already, which is then not delivered first; nil has the
  ///     first delivery be what the file holds at the start.
  ///   - signature: The file's signature from before what is shown was read, when it was settled
  ///     then: as long as it is the same, the file need not be read again.
  ///   - read: Reads the file at the path.
  ///   - parse: Makes a document of the bytes and says whether it can be shown. Runs on the
  ///     watcher's thread, as `deliver` does.
  ///   - deliver: Takes each delivery, in order.
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
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
    watcher = try FileWatcher(path: path, method: method) { signal, now in
      let isUnchanged = signal == .started && signature == FileSignature(path: path)
      if !isUnchanged { state.note(signal, at: now) }
      if state.beginsReading(at: now),
        let delivery = Self.take(
          { () throws(FileError) in try read(path) }, into: &state, parse: parse)
      {
        deliver(delivery)
      }
      if let delivery = state.releaseHeld(at: .now) { deliver(delivery) }
      return state.deadline
    }
  }

  /// Reads the file again and delivers what it holds, changed or not, without waiting for it to
  /// become better.
  func refresh() {
    watcher.wake()
  }

  /// Ends following. Returns at once; a delivery under way may still arrive. Releasing the feed
  /// does the same.
  func stop() {
    watcher.stop()
  }

  private static func take(
    _ read: () throws(FileError) -> [UInt8], into state: inout FeedState<Document>,
    parse: ([UInt8]) -> (document: Document, isGood: Bool)
  ) -> Delivery? {
    do throws(FileError) {
      let bytes = try read()
      return state.take(.bytes(Fingerprint(bytes))) {
        let (document, isGood) = parse(bytes)
        return (isGood ? .good(document) : .broken(document), isGood)
      }
    } catch {
      return state.take(.failure(error)) {
        (error == .missing ? .missing : .unreadable("\(error)"), false)
      }
    }
  }
}
