import Spots

extension SpotsController {
  /// Creates a controller that shows the screen in the file at `path`; see `init(json:)`. Files
  /// named `.jsonc` or `.json5` may hold comments and trailing commas.
  ///
  /// The file is read once, immediately, and not watched. Its folder becomes the first one in which
  /// the environment's `ImageStore` looks for pictures, for every screen with that environment.
  ///
  /// - Parameter size: The viewport's size, in points, until the controller is in a window.
  /// - Throws: `FileError` when the file cannot be read, `ChangeFault.invalidScreen` when it holds
  ///   no screen.
  public convenience init(
    path: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) throws {
    let json = try FileBytes.read(path)
    // Laying the screen out looks its pictures up.
    if let images = environment.images as? ImageStore {
      let (folder, locator) = (Self.folder(of: path), images.locator)
      images.locator = ImageLocator(
        roots: [folder] + locator.roots.filter { $0 != folder }, allowed: locator.allowed,
        trust: locator.trust)
    }
    try self.init(
      json: json, dialect: ScreenReader.dialect(forFileName: path),
      size: size, configuration: configuration, environment: environment)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
