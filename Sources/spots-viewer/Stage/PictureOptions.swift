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
    help: ArgumentHelp("A further folder pictures may be read from; repeatable.", valueName: "dir"))
  var allowPath: [String] = []

  /// Finds the pictures of the screen at `path`: in its own folder, the assets folder, and those
  /// allowed besides.
  func locator(path: String) -> ImageLocator {
    var roots = [ScreenFile.folder(of: path)]
    if let assets = assets ?? ScreenFile.assetsFolder(above: path) { roots.append(assets) }
    return ImageLocator(roots: roots, allowed: allowPath)
  }
}
