import ArgumentParser
import Spots
import SpotsSDL

/// Parses a file on the command line: a path, or a `file:` URL as launchers pass it.
enum FileArgument {
  /// The files that shells offer for the argument.
  static let completion = CompletionKind.file(extensions: extensions)
  /// The extensions of the names of screens.
  static let extensions = TestFolder.screenSuffixes.map { String($0.dropFirst()) }

  /// The path named by `argument`, which is a `file:` URL or the path itself.
  ///
  /// - Throws: `ValidationError` when the URL names a file of another machine, or no file.
  static func path(_ argument: String) throws -> String {
    guard FileURL.begins(argument) else { return argument }
    do throws(FileURL.Fault) {
      return try FileURL.path(of: argument)
    } catch {
      let name = argument.printable(limit: 200)
      switch error {
      case .elsewhere: throw ValidationError("'\(name)' is on another machine")
      case .malformed: throw ValidationError("'\(name)' names no file")
      }
    }
  }
}
