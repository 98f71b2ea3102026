import Spots

extension SpotsController {
  /// A controller that shows the screen in the file at `path`; see `init(json:)`. Files named
  /// `.jsonc` or `.json5` may hold comments and trailing commas.
  ///
  /// The file is read once, at once, and not followed. Pictures come from the folders of the
  /// environment.
  ///
  /// - Parameter size: Of the viewport, in points, until the controller is in a window.
  /// - Throws: `FileError` when the file cannot be read, `ChangeFault.invalidScreen` when it holds
  ///   no screen.
  public convenience init(
    path: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) throws {
    try self.init(
      json: try FileBytes.read(path), dialect: ScreenReader.dialect(forFileName: path),
      size: size, configuration: configuration, environment: environment)
  }
}
