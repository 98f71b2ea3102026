import Spots
import SpotsSDL

/// The screens that come with the program.
struct Gallery: Sendable {
  /// Their folder.
  let folder: String
  /// One for each screen, with its picture; the action is `screen:` and the absolute path.
  let items: [Item]
  /// Where the pictures are, as `ScreenFolders` finds them.
  let pictureFolders: [String]

  /// The screen that shows the others.
  private static let index = "gallery.json"
  /// The component of the index that names them.
  private static let component = "screens"

  /// The path of the index.
  var indexPath: String { folder + "/" + Self.index }

  /// Reads the gallery of the running program. Nil when it has none.
  static func ofProgram() -> Gallery? {
    guard let program = SymbolicLinks.resolve("/proc/self/exe") else { return nil }
    return folders(of: program).lazy.compactMap { Gallery(folder: $0) }.first
  }

  /// Where the gallery of the program at `path` may be: below the prefix it is installed in, or in
  /// the sources it was built from.
  static func folders(of path: String) -> [String] {
    let prefix = Path.folder(of: Path.folder(of: path))
    var folders = [(prefix == "/" ? "" : prefix) + "/share/spots-viewer/Screens"]
    if let build = path.firstRange(of: "/.build/") {
      folders.append(path[..<build.lowerBound] + "/Screens")
    }
    return folders
  }

  /// Reads the gallery in a folder; nil when there is none.
  init?(folder: String) {
    guard let bytes = FileBytes.contents(of: folder + "/" + Self.index),
      let screen = ScreenReader().read(bytes).screen,
      let shown = screen.components.first(where: { $0.identifier == Self.component })
    else { return nil }
    self.folder = folder
    items = shown.items.compactMap { item in
      guard let action = item.action, action.hasPrefix("screen:") else { return nil }
      var item = item
      item.action = "screen:\(folder)/\(action.dropFirst("screen:".count))"
      return item
    }
    pictureFolders = ScreenFolders().imageFolders(path: folder + "/" + Self.index)
  }
}
