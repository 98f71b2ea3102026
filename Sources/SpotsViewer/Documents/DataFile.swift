import Spots
import SpotsSDL

/// A file of a screen's data as it was read.
package struct DataFile: Sendable {
  let path: String
  let fingerprint: Fingerprint
  /// Nil when the file is no data at all.
  package let data: DataValue?
  let diagnostics: [Diagnostic]

  init(path: String, format: DataValue.Format?, bytes: [UInt8]) {
    self.path = path
    fingerprint = Fingerprint(bytes)
    (data, diagnostics) = DataValue.read(bytes, format ?? DataValue.Format(fileName: path))
  }

  func report(to report: ViewerMessage.Handler) {
    if !diagnostics.isEmpty { report(.diagnostics(diagnostics, path: path)) }
  }
}
