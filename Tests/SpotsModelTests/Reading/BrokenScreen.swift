import SpotsModel
import Testing

/// A document with exactly one fault, and what the reader must say about it.
struct BrokenScreen: CustomTestStringConvertible {
  var bytes: [UInt8]
  var dialect: ScreenReader.Dialect
  var expected: Diagnostic

  init(
    bytes: [UInt8], dialect: ScreenReader.Dialect = .json, line: Int, column: Int,
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ path: String, _ message: String
  ) {
    self.bytes = bytes
    self.dialect = dialect
    expected = Diagnostic(
      severity: severity, code: code, line: line, column: column, path: path, message: message)
  }

  init(
    _ text: String, dialect: ScreenReader.Dialect = .json, line: Int, column: Int,
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ path: String, _ message: String
  ) {
    self.init(
      bytes: Array(text.utf8), dialect: dialect, line: line, column: column, severity, code, path,
      message)
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  static var all: [BrokenScreen] { structure + tokens + values + names }

  func read() -> ParsedScreen {
    ScreenReader(
      dialect: dialect, itemKinds: ["default", "card", "header", "label"],
      componentKinds: ["list", "grid", "carousel"]
    ).read(bytes)
  }
}
