import Spots
import SpotsSDL

/// A document or a change from a stream, read as far as that can be done off the main thread.
package struct StreamUpdate: Sendable {
  enum Content: Sendable {
    case document(ScreenFile)
    /// A change, or what is wrong with it.
    case change(Result<ScreenPatch, PatchError>, warnings: [Diagnostic])
    /// The stream has ended, and so does the window.
    case end
  }

  /// The line of the stream on which it begins, from 1.
  let number: Int
  let content: Content
  /// The positions of the images that a change names, by name.
  var images: [String: SourceMap.Position] = [:]
  /// The number of bytes it was read from.
  let size: Int
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

  package init(
    _ source: DocumentSource, kinds: KnownKinds,
    data: DataLoader
  ) {
    (self.source, self.kinds, self.data) = (source, kinds, data)
    reader = ScreenReader(itemKinds: kinds.items, componentKinds: kinds.components)
  }

  package mutating func read(_ text: StreamedText) -> StreamUpdate {
    let content: StreamUpdate.Content
    var images: [String: SourceMap.Position] = [:]
    reader.firstLine = text.line
    if let patch = reader.readPatch(text.bytes) {
      content = .change(patch.result, warnings: patch.warnings)
      images = reader.imagePositions(in: text.bytes)
    } else {
      let file = ScreenFile(
        source, bytes: text.bytes, kinds: kinds, onDemand: true, origin: origin,
        firstLine: text.line
      ).withData(by: data, of: text.bytes)
      reader = file.reader
      content = .document(file)
    }
    return StreamUpdate(
      number: text.line, content: content, images: images, size: text.bytes.count)
  }
}
