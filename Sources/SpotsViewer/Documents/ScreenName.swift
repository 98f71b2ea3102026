import Spots
import SpotsSDL

/// The file names of screens.
enum ScreenName {
  /// Longer suffixes first.
  private static let suffixes = [".spots.json", ".json", ".jsonc", ".json5"]

  /// Whether the file at `path` has a name that ends as those of screens do.
  static func hasSuffix(_ path: String) -> Bool { suffix(of: path) != nil }

  /// The title of a screen that names none: its file name without the folder and the suffix. Empty
  /// for a stream, which has no name.
  static func title(ofPath path: String) -> String {
    if StreamReader.descriptor(ofPath: path) != nil { return "" }
    let name = WebAddress(path)?.name ?? Path.name(of: path)
    return String(name.dropLast(suffix(of: name)?.count ?? 0))
  }

  /// The key under which a screen is remembered: the path of its file, without links, or its
  /// address. Nil for streams, and for files that are not there.
  static func identity(ofPath path: String) -> String? {
    if StreamReader.descriptor(ofPath: path) != nil { return nil }
    return WebAddress(path)?.description ?? SymbolicLinks.resolve(path)
  }

  /// Also nil for a name that is only a suffix.
  private static func suffix(of path: String) -> String? {
    let name = Path.name(of: path).lowercased()
    return suffixes.first { name.hasSuffix($0) && name.count > $0.count }
  }
}
