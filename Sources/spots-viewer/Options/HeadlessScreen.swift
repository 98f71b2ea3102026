import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// A screen laid out without a window: what `inspect` prints and `render` paints.
@MainActor
struct HeadlessScreen {
  let context: ViewerContext
  let file: ScreenFile
  let controller: SpotsController
  /// The first screen that a sidebar leads to; nil for a screen that is none.
  private let beside: SpotsController?
  /// The vertical offset to show, in points, as far as the content scrolls.
  private let offset: Double
  /// Whether nothing is shown but the top, so that what is below need not be measured.
  private let showsTop: Bool
  /// The size of the window that the screen was laid out for first, in points.
  let size: Size

  /// Reads the file, reports what is wrong with it, and lays it out.
  ///
  /// - Parameter isPicture: Whether only what is in the viewport matters.
  /// - Throws: `ViewerError` when the file cannot be read; `ExitCode` when it holds no screen.
  init(path: String, options: ScreenOptions, isPicture: Bool = false) throws {
    let source = DocumentSource(path)
    let context = try options.headlessContext(source)
    context.loader.showsTop = isPicture && options.offset <= 0
    context.environment.now = { Clock.local }
    let file = try context.loader.open(source)
    file.report(to: StandardError.write)
    guard let screen = file.reading.screen else {
      // The diagnostics have said why.
      throw ExitCode(ExitStatus.screenErrors.rawValue)
    }
    Self.reportMissingImages(of: file, in: context)
    self.init(
      file, screen, size: options.viewport, offset: options.offset,
      environment: context.environment, context: context)
  }

  /// Lays out the screen of a file.
  init(
    _ file: ScreenFile, _ screen: Screen, size: Size, offset: Double, environment: Environment,
    context: ViewerContext
  ) {
    self.context = context
    self.file = file
    (self.offset, self.size, showsTop) = (offset, size, context.loader.showsTop)
    context.adopt(file)
    controller = SpotsController(
      screen: screen, data: file.data?.data, size: size,
      configuration: PageNibs(file.nibs).configuration, environment: environment)
    beside =
      screen.sidebar == nil
      ? nil : Self.firstStep(of: file, from: controller, size: size, environment, context)
    placeColumns(in: size)
    if !showsTop { controller.prepareAll() }
    controller.scroll(to: offset)
  }

  /// The first of the document's screens that an item leads to.
  private static func firstStep(
    of file: ScreenFile, from controller: SpotsController, size: Size, _ environment: Environment,
    _ context: ViewerContext
  ) -> SpotsController? {
    guard let (_, action) = SplitView.firstStep(in: controller),
      case .step(let name, _) = ActionMeaning(action),
      let step = file.screen(named: name, data: context.loader.data),
      let screen = step.reading.screen
    else { return nil }
    return SpotsController(
      screen: screen, data: step.data?.data, size: size,
      configuration: controller.configuration, environment: environment)
  }

  /// Shows both columns where the window is wide enough.
  private func placeColumns(in window: Size) {
    let end = beside.flatMap { _ in
      controller.screen.sidebar?.end(
        in: window.width, chosen: nil, textScale: controller.environment.textScale)
    }
    controller.beside = end == nil ? nil : beside
    if end == nil {
      controller.deselect()
    } else if let (path, _) = SplitView.firstStep(in: controller) {
      controller.select(path)
    }
    controller.sheet.show(in: end.map { 0..<$0 })
    beside?.sheet.show(in: end.map { $0..<window.width })
  }

  /// Shows the screen at another size and in another environment.
  func show(size: Size, in environment: Environment) {
    controller.environment = environment
    beside?.environment = environment
    placeColumns(in: size)
    beside?.resize(to: size)
    controller.resize(to: size)
    if !showsTop { controller.prepareAll() }
    controller.scroll(to: offset)
  }

  var exitStatus: ExitStatus { file.hasErrors ? .screenErrors : .success }

  /// The draw list of the screen at rest, after everything that shows recent motion has faded.
  func frame() -> DrawList {
    _ = controller.renderFrame(at: 0)
    let list = controller.renderFrame(at: 60).list
    guard let beside = controller.beside else { return list }
    beside.sheet.show(behind: list)
    _ = beside.renderFrame(at: 0)
    return beside.renderFrame(at: 60).list
  }

  /// The screen as it is described to screen readers.
  var accessible: AccessibleScreen {
    // The parts inside composite items exist only once they have been shown.
    _ = frame()
    return AccessibleScreen(controller)
  }

  /// Warns about the pictures of `file` that fail to load from now on, such as during its layout,
  /// and about those that failed for an earlier screen.
  static func reportMissingImages(of file: ScreenFile, in context: ViewerContext) {
    let report = { (image: String, reason: String) in
      let warning = file.warning(ofImage: image, reason: reason)
      StandardError.write(.diagnostics([warning], path: file.path))
    }
    let known = context.imageFailures
    for image in file.images(among: Set(known.keys)).sorted() {
      if let reason = known[image] { report(image, reason) }
    }
    context.onImageFailure = report
  }

  /// Paints the screen, and again as images arrive, for `timeout` seconds at the most.
  ///
  /// - Parameter other: The size that it was last shown at; nil for the first one.
  func picture(size other: Size? = nil, timeout: Double) throws -> OffscreenCanvas {
    try context.picture(
      size: other ?? size, timeout: timeout,
      background: controller.environment.theme[.background], frame: frame)
  }
}
