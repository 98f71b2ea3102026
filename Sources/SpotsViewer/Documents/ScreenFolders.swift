import Glibc
import SpotsSDL

/// The folders from which screens, and the images they name, may be read.
package struct ScreenFolders: Sendable {
  /// The folder of images; nil is the nearest folder named `Assets` beside the screen or above it.
  package var assets: String?
  /// Further folders that images and screens may be read from.
  package var allowed: [String]

  package init(assets: String? = nil, allowed: [String] = []) {
    self.assets = assets
    self.allowed = allowed
  }

  /// Finds the images of the screen at `path`: in its own folder, the assets folder, and those
  /// that are allowed.
  package func locator(path: String, trust: PrivateServers = PrivateServers()) -> ImageLocator {
    ImageLocator(roots: imageFolders(path: path), allowed: allowed, trust: trust)
  }

  /// The files that may be read when the user opens a screen; nil opens none.
  package func access(_ source: DocumentSource?) -> DocumentAccess {
    let path = source?.path
    let roots = source?.address == nil ? path.map(imageFolders) ?? [] : []
    return DocumentAccess(named: path, folders: ReadableFolders(roots + allowed))
  }

  /// The folders in which the images of the screen at `path` are looked for.
  func imageFolders(path: String) -> [String] {
    [Path.folder(of: path)]
      + [assets ?? Self.assetsFolder(above: path)].compactMap(\.self)
  }

  /// The paths at which a folder of images may appear, or disappear, while the screen at `path` is
  /// shown.
  ///
  /// Folders that all users may write to are left out: files come and go there all the time.
  func places(ofImageFolder path: String) -> [String] {
    if let assets { return [assets] }
    return Self.assetsFolders(above: path).filter { place in
      var status = stat()
      return stat(Path.folder(of: place), &status) == 0 && status.st_mode & S_ISVTX == 0
    }
  }

  /// The nearest folder named `Assets` beside the file at `path` or above it.
  private static func assetsFolder(above path: String) -> String? {
    assetsFolders(above: path).last.flatMap { FolderEntries.isFolder($0) ? $0 : nil }
  }

  /// The paths of folders named `Assets` beside the file at `path` and above it, up to the first
  /// one that exists.
  private static func assetsFolders(above path: String) -> [String] {
    guard var folder = SymbolicLinks.resolve(Path.folder(of: path)) else { return [] }
    var places: [String] = []
    while true {
      let place = Path.join(folder, "Assets")
      places.append(place)
      guard folder != "/", !FolderEntries.isFolder(place) else { return places }
      folder = Path.folder(of: folder)
    }
  }
}
