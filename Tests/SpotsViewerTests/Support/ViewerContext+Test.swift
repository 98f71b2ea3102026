@testable import Spots
@testable import SpotsViewer

extension ViewerContext {
  /// A session that shows an empty stream, and a reader of its lines.
  static func sessionOfStream(
    hidesSecrets: Bool = false
  ) throws -> (session: Session, reader: StreamUpdateReader) {
    let context = try ViewerContext(test: "-", hidesSecrets: hidesSecrets)
    let session = Session(context: context, size: Size(width: 400, height: 300))
    session.start(.empty(DocumentSource("-"), kinds: context.kinds))
    _ = session.renderFrame(at: 0)
    session.didShow()
    let reader = StreamUpdateReader(
      DocumentSource("-"), kinds: context.kinds, data: context.loader.data)
    return (session, reader)
  }

  /// For the light theme at one pixel per point; what is wrong is not reported.
  convenience init(test path: String, hidesSecrets: Bool = false) throws {
    var options = ViewerOptions()
    (options.theme, options.hidesSecrets) = (.light, hidesSecrets)
    try self.init(source: DocumentSource(path), options: options, scale: 1) { _ in }
  }
}
