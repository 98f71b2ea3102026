@testable import SpotsViewer

extension ViewerContext {
  /// For the light theme at one pixel per point; what is wrong is not reported.
  convenience init(test path: String) throws {
    var options = ViewerOptions()
    options.theme = .light
    try self.init(source: DocumentSource(path), options: options, scale: 1) { _ in }
  }
}
