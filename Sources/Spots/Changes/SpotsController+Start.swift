extension SpotsController {
  /// A controller that shows the screen that `json`, UTF-8, describes.
  ///
  /// What is wrong with a part of the screen costs only that part, as it does in a file; use
  /// `ScreenReader` to hear of it.
  ///
  /// - Parameter size: Of the viewport, in points, until the controller is in a window.
  /// - Throws: `ChangeFault.invalidScreen` when it is no screen at all.
  public convenience init(
    json: [UInt8], size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) throws(ChangeFault) {
    self.init(
      screen: try Self.screen(json), size: size, configuration: configuration,
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
