import ArgumentParser
import SpotsSDL

/// Where a screen's pictures may come from.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder of pictures; without it the nearest folder named Assets beside or above the screen.",
      valueName: "dir"))
  var assets: String?

  @Option(
    help: ArgumentHelp(
      "A further folder that pictures and screens may be read from; repeatable.",
      valueName: "dir"))
  var allowPath: [String] = []

  /// Warns of folders that are not there.
  func reportMissingFolders() {
    [assets].compactMap(\.self).reportMissingFolders(option: "--assets")
    allowPath.reportMissingFolders(option: "--allow-path")
  }

  /// Finds the pictures of the screen at `path`: in its own folder, the assets folder, and those
  /// allowed besides.
  func locator(path: String, trust: PrivateServers = PrivateServers()) -> ImageLocator {
    ImageLocator(roots: roots(path: path), allowed: allowPath, trust: trust)
  }

  /// What may be read when the user opens the screen at `path`.
  func access(path: String) -> DocumentAccess {
    let roots = WebAddress(path) == nil ? roots(path: path) : []
    return DocumentAccess(named: path, folders: ReadableFolders(roots + allowPath))
  }

  private func roots(path: String) -> [String] {
    [ScreenFile.folder(of: path)]
      + [assets ?? ScreenFile.assetsFolder(above: path)].compactMap(\.self)
  }
}

extension [String] {
  /// Warns of each path, as an option names it, that has no folder.
  func reportMissingFolders(option: String) {
    for path in self where !FolderEntries.isFolder(path) {
      StandardError.warn("\(option): there is no folder '\(path)'")
    }
  }
}
