import Spots
import SpotsSDL

/// A message for the person or program that started the viewer: something is wrong with a document,
/// an image or the machine. The viewer goes on.
public enum ViewerMessage: Sendable, CustomStringConvertible {
  /// The diagnostics of the document at a path.
  case diagnostics([Diagnostic], path: String)
  /// The file at a path, which a document needs, cannot be read.
  case unreadable(path: String, reason: String)
  /// A fault that has no place in a document, on one line.
  case warning(String)

  /// Lines for a terminal or a log, each with its line feed: `path:line:column: severity: message`,
  /// `path: reason` and `warning: text`.
  public var description: String { text(showsExcerpt: false) }

  /// The lines.
  ///
  /// - Parameter showsExcerpt: Whether the line of the document and a caret follow each diagnostic.
  package func text(showsExcerpt: Bool) -> String {
    switch self {
    case .diagnostics(let diagnostics, let path):
      DiagnosticText(path: path, showsExcerpt: showsExcerpt).text(diagnostics)
    case .unreadable(let path, let reason): "\(path.printable()): \(reason)\n"
    case .warning(let text): "warning: \(text)\n"
    }
  }

  /// Takes the messages of a viewer, on any thread.
  package typealias Handler = @Sendable (ViewerMessage) -> Void
}

/// Why a viewer cannot start or go on: no display, no font, a file that cannot be read.
public struct ViewerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, in one sentence without a final period.
  public let description: String

  /// - Parameter description: The reason, in one sentence without a final period.
  package init(_ description: String) {
    self.description = description
  }

  /// Returns the result of `body`, or throws the description of its error.
  static func describing<Result>(_ body: () throws -> Result) throws(ViewerError) -> Result {
    do {
      return try body()
    } catch {
      throw ViewerError("\(error)")
    }
  }
}
