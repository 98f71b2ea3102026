import Spots

/// The reason that a file is no screen or nib, which prints as a sentence with the file's path and,
/// in the file, the place: `contacts.json: no such file`, `contacts.json:3:5: expected ',' or '}'`.
public struct ScreenFileError: Error, CustomStringConvertible, CustomDebugStringConvertible {
  /// As the program gave it.
  public let path: String
  /// A `FileError` when the file cannot be read, `ChangeError.invalidScreen` when it is no screen,
  /// a `Diagnostic` when it is no nib.
  public let reason: any Error

  /// The path, the place if it is one in the file, and the reason.
  public var description: String {
    let text = "\(reason)"
    // The reason that a document is no screen begins with the place.
    let hasPlace = reason is ChangeError || reason is Diagnostic
    return "\(path.printable()):\(hasPlace ? "" : " ")\(text)"
  }

  /// The text that Swift prints for an error that a program does not catch.
  public var debugDescription: String { description }

  /// Returns the result of `body`, or throws its error with the path.
  static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw ScreenFileError(path: path, reason: error)
    }
  }
}

extension Nib {
  /// Reads a nib from a file of JSON, such as a `*.view.json`.
  ///
  /// - Throws: `ScreenFileError`.
  public init(path: String) throws {
    self = try ScreenFileError.naming(path) { try Nib(json: try FileBytes.read(path)) }
  }
}
