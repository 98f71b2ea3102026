extension SpotsController {
  /// A controller that shows the screen that `json`, UTF-8, describes: `[UInt8]`, `Data`,
  /// `text.utf8` or any other sequence of bytes.
  ///
  /// Theme, title, `next` and the kinds of components work as in the viewer, with the views and
  /// layouts that are registered when the controller is made. A fault in a part of the screen costs
  /// only that part, and is listed in `diagnostics`.
  ///
  /// - Parameters:
  ///   - dialect: `.jsonc` allows comments and trailing commas.
  ///   - size: Of the viewport, in points, until the controller is in a window.
  /// - Throws: `ChangeFault.invalidScreen` when it is no screen at all.
  /// - Complexity: O(bytes); the items of large documents are read when they are shown.
  public convenience init(
    json: some Sequence<UInt8>, dialect: ScreenReader.Dialect = .json,
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment
  ) throws(ChangeFault) {
    let reader = ScreenReader(dialect: dialect, configuration: configuration)
    let reading = reader.readOnDemand(Array(json))
    self.init(
      screen: try reading.shown(), size: size, configuration: configuration,
      environment: environment)
    diagnostics = reading.diagnostics
  }

  /// A controller that shows the screen that the text `json` describes; see `init(json:)` for bytes.
  ///
  /// - Parameters:
  ///   - dialect: `.jsonc` allows comments and trailing commas.
  ///   - size: Of the viewport, in points, until the controller is in a window.
  /// - Throws: `ChangeFault.invalidScreen` when it is no screen at all.
  public convenience init(
    json: String, dialect: ScreenReader.Dialect = .json,
    size: Size = Size(width: 800, height: 600), configuration: Configuration = .shared,
    environment: Environment
  ) throws(ChangeFault) {
    try self.init(
      json: json.utf8, dialect: dialect, size: size, configuration: configuration,
      environment: environment)
  }

  /// A controller that shows `components`, from top to bottom.
  ///
  /// - Parameter size: Of the viewport, in points, until the controller is in a window.
  public convenience init(
    components: [ComponentModel], size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) {
    self.init(
      screen: Screen(components: components), size: size, configuration: configuration,
      environment: environment)
  }
}

extension ScreenReader {
  /// A reader that takes a document as controllers with `configuration` take it: kinds that are not
  /// registered now are warnings, and a component of such a kind becomes a list or grid.
  @MainActor
  public init(dialect: Dialect = .json, configuration: Configuration) {
    self.init(
      dialect: dialect, itemKinds: Set(configuration.kinds),
      componentKinds: Set(configuration.componentKinds))
  }
}

extension ScreenReading {
  /// The screen, or what keeps it from being one.
  func shown() throws(ChangeFault) -> Screen {
    guard let screen else { throw .invalidScreen(diagnostics) }
    return screen
  }
}
