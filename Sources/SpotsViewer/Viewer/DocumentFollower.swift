import Spots
import SpotsSDL
import Synchronization

/// Gets a document from its source, and follows it and the files that belong to it.
@MainActor
final class DocumentFollower {
  /// What happens to a document.
  enum Event: Sendable {
    /// Its source has answered.
    case delivered(FeedDelivery<ScreenFile>)
    /// Its nibs have changed.
    case nibsChanged(NibFiles)
    /// Its data has been read.
    case dataDelivered(FeedDelivery<DataFile>)
    /// A server has begun to send a stream, or goes on after the connection was lost.
    case streamBegan
    /// Lines of a stream wait in `lines`; if that is full, the stream waits, too.
    case linesCame(isFull: Bool)
  }

  /// The lines of a stream that wait to be shown; nil where none can come.
  private(set) var lines: LineQueue<StreamUpdate>?
  /// Reads lines of a stream of this process, and lines from elsewhere about the same document.
  let reader: StreamLines
  private let source: DocumentSource
  private let context: ViewerContext
  private let onEvent: (Event) -> Void
  private var feed: (any ContentFeed)?
  private var nibFeed: (any ContentFeed)?
  private var dataFeed: (any ContentFeed)?
  private var dataPlace: DocumentSource?

  /// - Parameters:
  ///   - file: The version of the document on show.
  ///   - isShown: Whether it is one, rather than a placeholder.
  ///   - trusting: Hosts in private networks that the document may come from.
  ///   - isMade: Whether the document itself comes from elsewhere, so that only what belongs to it
  ///     is followed.
  ///   - onEvent: Called with everything that happens to the document.
  init(
    _ file: ScreenFile, isShown: Bool, trusting: Set<String>, isMade: Bool = false,
    context: ViewerContext, onEvent: @escaping (Event) -> Void
  ) {
    (source, self.context, self.onEvent) = (file.source, context, onEvent)
    reader = StreamLines(source, kinds: context.kinds, data: context.loader.data)
    watching { () throws(FileError) in
      if !isMade { try followDocument(shown: isShown ? file : nil, trusting) }
      guard isOn else { return }
      let kinds = context.kinds
      nibFeed = try NibFiles.follow(source, kinds, shown: file.nibs) { [post] delivery in
        if case .good(let nibs) = delivery { post(.nibsChanged(nibs)) }
      }
    }
    followData(of: file)
  }

  /// Follows the data of a version of the document.
  func followData(of file: ScreenFile) {
    guard file.dataPlace != dataPlace else { return }
    dataPlace = file.dataPlace
    watching { () throws(FileError) in
      dataFeed = try context.loader.data.follow(
        for: file, watches: isOn, every: context.options.pollInterval
      ) { [post] in post(.dataDelivered($0)) }
    }
  }

  isolated deinit { lines?.close() }

  /// Whether changes of files are followed.
  private var isOn: Bool { context.options.isFollowing && !source.isProgram }

  /// Passes an event on to the main thread.
  private var post: @Sendable (Event) -> Void {
    { [weak self, mailbox = context.mailbox] event in
      mailbox.post { self?.onEvent(event) }
    }
  }

  private func followDocument(
    shown: ScreenFile?, _ trusting: Set<String>
  ) throws(FileError) {
    let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void = { [post] in post(.delivered($0)) }
    switch source {
    case .stream(_, let descriptor): try read(descriptor)
    case .web:
      feed = WebFeed(
        source, loader: context.loader, trusting: trusting,
        every: isOn ? context.options.pollInterval : nil, stream: isOn ? eventStream() : nil,
        deliver: deliver)
    case .file:
      feed = try context.loader.follow(source, shown: shown, watches: isOn, deliver: deliver)
    case .program where source.isStart:
      feed = try StartMaker.follow(
        context.recent, kinds: context.kinds, words: context.words, deliver: deliver)
    case .program: break
    }
  }

  /// Costs nothing until `resume()`, but for a stream of this process, which goes on.
  func pause() {
    feed?.pause()
    nibFeed?.pause()
    dataFeed?.pause()
  }

  /// Follows again, beginning with the changes since `pause()`.
  func resume() {
    feed?.resume()
    nibFeed?.resume()
    dataFeed?.resume()
  }

  /// Gets the document again, changed or not.
  func refresh() {
    feed?.refresh()
    dataFeed?.refresh()
  }

  private func watching(_ body: () throws(FileError) -> Void) {
    do throws(FileError) {
      try body()
    } catch {
      let verb = source.isStream ? "read" : "watch"
      context.report(.warning("\(source.path.printable()): cannot \(verb): \(error)"))
    }
  }

  // MARK: Streams

  private func makeLines() -> LineQueue<StreamUpdate> {
    let queue = LineQueue<StreamUpdate> { [post] in post(.linesCame(isFull: $0)) }
    lines = queue
    return queue
  }

  private func read(_ descriptor: Int32) throws(FileError) {
    let (queue, waitForReader) = (makeLines(), context.waitForReader)
    try StreamReader.start(descriptor: descriptor) { [reader] text in
      guard let text else {
        if let last = reader.finish() { queue.add(last, size: last.size) }
        return queue.add(StreamUpdate(number: 0, content: .end, size: 0), size: 0)
      }
      waitForReader()
      let update = reader.read(text)
      queue.add(update, size: update.size)
    }
  }

  /// Takes what a server sends as a stream of events.
  private func eventStream() -> WebFeed.Stream {
    WebFeed.Stream(lines: makeLines(), waitForReader: context.waitForReader) { [post] in
      post(.streamBegan)
    }
  }
}
