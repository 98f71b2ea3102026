/// Why a document cannot be read any further. Thrown where the fault is found; the reader turns
/// it into the last diagnostic.
struct SyntaxFault: Error {
  /// The byte offset at which the offending text starts.
  var offset: Int
  var message: String
  var code: Diagnostic.Code = .syntax
  /// The byte offset of a position that the message ends with, as `at line …, column …`.
  var related: Int?
}
