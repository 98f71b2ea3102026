import Glibc
import Spots
import SpotsSDL

/// What was dropped on a window: the screens, and what there is to say about the rest.
struct Drop {
  /// The paths of files that are screens by their names.
  let screens: [String]
  /// A note about what does not open; nil when everything does.
  let note: String?

  /// - Parameter paths: Empty when something other than files was dropped.
  init(_ paths: [String]) {
    screens = paths.filter { Self.isScreen($0) }
    let others = paths.filter { !Self.isScreen($0) }
    let reason = "only .json files open"
    guard let first = others.first else {
      note = paths.isEmpty ? "What was dropped is not a screen: \(reason)" : nil
      return
    }
    let name = Path.name(of: first).printable(limit: 80)
    note =
      switch others.count {
      case 1 where Self.isFolder(first): "\(name) is a folder, not a screen: \(reason)"
      case 1: "\(name) is not a screen: \(reason)"
      case 2: "\(name) and another file are not screens: \(reason)"
      default: "\(name) and \(others.count - 1) others are not screens: \(reason)"
      }
  }

  private static func isScreen(_ path: String) -> Bool {
    ScreenName.hasSuffix(path) && !isFolder(path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
