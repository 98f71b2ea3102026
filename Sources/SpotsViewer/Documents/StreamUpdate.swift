import Spots
import SpotsSDL
import Synchronization

/// A document or a change from a stream, read as far as that can be done off the main thread.
package struct StreamUpdate: Sendable {
  enum Content: Sendable {
    case document(ScreenFile)
    /// A change, or what is wrong with it.
    case change(Result<ScreenPatch, PatchError>, warnings: [Diagnostic])
    /// A change of the pages, and the screen that it opens, if it opens one.
    case pages(PageChange, ScreenFile?)
    /// The stream has ended, and so does the window.
    case end
  }

  /// The line of the stream on which it begins, from 1.
  let number: Int
  private(set) var content: Content
  /// The name of the page that it is about; nil for the one in front.
  var page: String?
  /// The positions of the images that a change names, by name.
  var images: [String: SourceMap.Position] = [:]
  /// What is wrong with messages of A2UI, as messages for their server.
  fileprivate(set) var faults: [JSONValue] = []
  /// The number of bytes it was read from.
  let size: Int
}

extension StreamUpdate {
  /// Adds warnings to those about a change.
  fileprivate mutating func note(_ warnings: [Diagnostic]) {
    guard case .change(let result, let known) = content else { return }
    content = .change(result, warnings: known + warnings)
  }
}

/// The reader of a stream, for any thread.
package final class StreamLines: Sendable {
  private let reader: Mutex<StreamUpdateReader>

  init(_ source: DocumentSource, kinds: KnownKinds, data: DataLoader) {
    reader = Mutex(StreamUpdateReader(source, kinds: kinds, data: data))
  }

  package func read(_ text: StreamedText) -> StreamUpdate { reader.withLock { $0.read(text) } }
  func finish() -> StreamUpdate? { reader.withLock { $0.finish() } }
}

/// Reads the lines of one stream.
package struct StreamUpdateReader: Sendable {
  private let source: DocumentSource
  private let kinds: KnownKinds
  /// The files of data that documents may name.
  private let data: DataLoader
  /// The server that the stream comes from; nil for a descriptor.
  var origin: ScreenOrigin?
  /// The reader of the last document, which knows its nibs.
  private var reader: ScreenReader
  /// The surfaces of a stream of A2UI; nil before there is one of its messages.
  private var surfaces: A2UIStream?

  package init(
    _ source: DocumentSource, kinds: KnownKinds,
    data: DataLoader
  ) {
    (self.source, self.kinds, self.data) = (source, kinds, data)
    reader = ScreenReader(itemKinds: kinds.items, componentKinds: kinds.components)
  }

  package mutating func read(_ text: StreamedText) -> StreamUpdate {
    let isOther = surfaces == nil || reader.readPatch(text.bytes) != nil
    guard A2UIStream.isLikely(text.bytes) || !isOther else { return readLine(text) }
    var surfaces = surfaces ?? A2UIStream(words: Words(kinds.language))
    let update = surfaces.receive(text.bytes)
    self.surfaces = surfaces
    return read(update, at: text.line)
  }

  /// The faults of surfaces that the end of the stream shows; nil for none.
  package mutating func finish() -> StreamUpdate? {
    guard let faults = surfaces?.finish(), !faults.isEmpty else { return nil }
    return read(A2UIStream.Update(faults: faults), at: 0)
  }

  /// The change of the screen that the effect of messages of A2UI is.
  private mutating func read(_ update: A2UIStream.Update, at line: Int) -> StreamUpdate {
    let bytes = update.line ?? Array(#"{"patch":[]}"#.utf8)
    var read = readLine(StreamedText(line: line, bytes: bytes), isTranslated: true)
    read.note(update.faults.map(\.diagnostic))
    read.faults = update.faults.map(\.json)
    return read
  }

  private mutating func readLine(
    _ text: StreamedText, isTranslated: Bool = false
  ) -> StreamUpdate {
    let content: StreamUpdate.Content
    var (page, images) = (String?.none, [String: SourceMap.Position]())
    reader.firstLine = text.line
    let patch = reader.readPatch(text.bytes)
    if case .success(let change)? = patch?.result { page = change.page }
    if case .success(let change)? = patch?.result, let pages = change.pageChange {
      content = .pages(pages, pages.document.map { file($0.bytes, text.line) })
    } else if let patch {
      content = .change(patch.result, warnings: patch.warnings)
      images = reader.imagePositions(in: text.bytes)
    } else {
      let file = file(text.bytes, text.line, isTranslated: isTranslated)
      reader = file.reader
      content = .document(file)
    }
    return StreamUpdate(
      number: text.line, content: content, page: page, images: images, size: text.bytes.count)
  }

  private func file(_ bytes: [UInt8], _ line: Int, isTranslated: Bool = false) -> ScreenFile {
    ScreenFile(
      source, bytes: bytes, kinds: kinds, onDemand: true, origin: origin,
      isTranslated: isTranslated, firstLine: line
    ).withData(by: data, of: bytes)
  }
}
