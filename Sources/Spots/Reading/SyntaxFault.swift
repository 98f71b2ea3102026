/// Why a document cannot be read any further. Thrown where the fault is found; the reader turns
/// it into the last diagnostic.
struct SyntaxFault: Error {
  /// Where the offending text starts, in bytes from the start of the document.
  var offset: Int
  var message: String
  var code: Diagnostic.Code = .syntax
  /// A place the message refers to, appended as `at line …, column …`.
  var related: Int?
}
