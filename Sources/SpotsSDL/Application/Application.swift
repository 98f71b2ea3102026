// Everything a small program needs: an environment, a controller for a screen file, and a window.

import Glibc
import Spots

extension Environment {
  /// Creates an environment for a window, with the fonts of this machine and images from folders.
  ///
  /// - Parameters:
  ///   - theme: The colors, which those of a screen's document override; nil follows the desktop:
  ///     light or dark, its contrast and its accent.
  ///   - textScale: Multiplies the size of text; nil follows the desktop.
  ///   - fontFamily: The family of all text except code; nil is the desktop's, or else the first of
  ///     `FontBook.interfaceFamilies` that is installed, or else the system's sans-serif.
  ///   - imageFolders: The folders that images may come from.
  ///   - fetcher: Fetches images from the network, for example `CurlFetcher.shared`; nil shows
  ///     none.
  /// - Throws: When no font is installed.
  public static func desktop(
    theme: Theme? = nil, textScale: Double? = nil, fontFamily: String? = nil,
    imageFolders: [String] = [], fetcher: (any Fetcher)? = nil
  ) throws(SDLError) -> Environment {
    let desktop = DesktopAppearance.last()
    let fonts = try FontBook(
      family: fontFamily,
      preferences: fontFamily == nil ? desktop.fontFamilies : FontBook.interfaceFamilies, scale: 1)
    let images = ImageStore(locator: ImageLocator(roots: imageFolders), mailbox: Mailbox())
    images.keepsDecodedImages = true
    if let fetcher { images.web = WebImages(fetcher: fetcher, mailbox: images.mailbox) }
    var environment = Environment(
      theme: theme ?? desktop.theme(), textScale: textScale ?? desktop.textScale, text: fonts,
      images: images)
    environment.reducesMotion = desktop.reducesMotion
    environment.followed = .motion
    if theme == nil { environment.followed.insert(.colors) }
    if textScale == nil { environment.followed.insert(.textScale) }
    if fontFamily == nil { environment.followed.insert(.fonts) }
    environment.screens = StateCache.standard.map(StateFiles.init)
    environment.valueStore = ValueFiles.standard
    environment.clipboard = DesktopClipboard()
    environment.now = { Clock.local }
    environment.language = .user
    environment.numbers = .user
    environment.isInteractive = true
    return environment
  }
}

extension SpotsController {
  /// Creates a controller that shows the screen in the file at `path`; see `init(json:)`. Files
  /// named `.jsonc` or `.json5` may hold comments and trailing commas.
  ///
  /// The file is read once, immediately, and not watched. Its path is the key of the controller's
  /// `values`, and its folder becomes the first one in which the environment's `ImageStore` looks
  /// for images, for every screen with that environment.
  ///
  /// - Parameters:
  ///   - path: The path of a JSON file.
  ///   - size: The viewport, in points, until the controller is in a window.
  ///   - configuration: The views and layouts that are registered for the screen.
  ///   - environment: The surroundings that views adapt to; a `desktop` one can find images.
  /// - Throws: `ScreenFileError`.
  public convenience init(
    path: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) throws {
    let json = try ScreenFileError.naming(path) { try FileBytes.read(path) }
    let dialect = ScreenReader.dialect(forFileName: path)
    let reading = ScreenReader(dialect: dialect, configuration: configuration).readOnDemand(json)
    let screen = try ScreenFileError.naming(path) { try reading.shown() }
    // Laying out the screen looks up its images.
    if let images = environment.images as? ImageStore {
      images.locator = images.locator.lookingFirst(in: Path.folder(of: path))
    }
    self.init(
      screen: screen, size: size, diagnostics: reading.diagnostics, configuration: configuration,
      environment: environment)
    values.key = SymbolicLinks.resolve(path)
  }
}

/// A program that shows one screen in one window.
///
/// ```swift
/// let controller = try SpotsController(path: "contacts.json", environment: .desktop())
/// try Application(controller).run()
/// ```
@MainActor
public final class Application {
  /// The controller of the screen in the window.
  public let controller: SpotsController
  /// Hidden until `run` presents the first frame.
  public let window: Window
  /// A queue in which other threads leave work for the main thread.
  public let mailbox: Mailbox
  /// The window's title; nil uses the screen's.
  private let title: String?
  private let program: ProgramIdentity
  private var desktop: DesktopAppearance
  private var timers: [(interval: Double, due: Double, action: () -> Void)] = []
  /// Whether anything has changed since the last frame; true before the first.
  public private(set) var needsFrame = true
  /// Whether it has been said that columns are stacked.
  private var hasToldColumns = false
  /// True once the user has closed the window or `close` was called.
  public private(set) var isClosed = false

  /// Creates a program and its window, which `run` shows.
  ///
  /// - Parameters:
  ///   - controller: Its environment must be a `desktop` one.
  ///   - title: The window's title; nil uses the screen's, also after the screen changes, with the
  ///     program's name.
  ///   - size: In points; nil uses the controller's.
  ///   - program: The identity by which desktops know the program.
  /// - Throws: When there is no display, or the environment has no fonts.
  public init(
    _ controller: SpotsController, title: String? = nil, size: Size? = nil,
    program: ProgramIdentity = ProgramIdentity()
  ) throws(SDLError) {
    let environment = controller.environment
    guard let fonts = environment.text as? FontBook else {
      throw SDLError(message: "the controller has no fonts; make it with Environment.desktop()")
    }
    self.controller = controller
    self.title = title
    self.program = program
    let images = environment.images as? ImageStore
    mailbox = images?.mailbox ?? Mailbox()
    images?.reducesMotion = environment.reducesMotion
    DecoderStart.expect(controller.screen)
    window = try Window(
      title: title ?? program.title(ofScreen: controller.title ?? ""),
      size: size ?? controller.size, program: program)
    window.painter = Painter(fonts: fonts, images: images)
    desktop = .last(for: window)
    // The window's scale may already have the factor for text.
    if environment.followed.contains(.textScale) {
      controller.environment.textScale = desktop.textScale
    }
    resize(to: window.size, scale: window.scale)
    controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    images?.patienceForSizes = WindowLoop.patienceForSizes
    images?.sourcesAhead = { [weak controller] in controller?.imagesAhead() ?? [] }
    images?.onLateSize = { [weak self] in self?.needsFrame = true }
    tellFaults()
  }

  /// Says on standard error what is not shown as the program asks for, where the program does not
  /// listen itself.
  private func tellFaults() {
    if let images = controller.environment.images as? ImageStore, images.onFailure == nil {
      images.onFailure = { Self.warn("image '\($0.printable(limit: 200))': \($1)") }
    }
    guard controller.configuration.onModelError == nil else { return }
    controller.configuration.onModelError = { kind, message in
      Self.warn("kind '\(kind.printable(limit: 200))': \(message)")
    }
  }

  private static func warn(_ sentence: String) {
    // A reader that does not read must not hold the window up.
    var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) == 1, room.revents & Int16(POLLOUT) != 0 else { return }
    FileBytes.write(Array("warning: \(sentence)\n".utf8), to: STDERR_FILENO)
  }

  /// Calls `action` every `seconds`, at least 0.01, while the program runs.
  public func every(_ seconds: Double, _ action: @escaping () -> Void) {
    let interval = max(seconds.isNaN ? 1 : seconds, 0.01)
    timers.append((interval, Clock.now + interval, action))
    needsFrame = true
  }

  /// Shows the window until the user closes it.
  ///
  /// - Throws: When SDL cannot show it, or the calling thread is not the one the program began on,
  ///   as in an `async` main: no other work for the main actor would be done.
  public func run() throws(SDLError) {
    try WindowLoop.checkThread()
    defer { controller.values.keep() }
    let portal = followDesktop()
    defer { portal?.end() }
    try WindowLoop(window: window, mailbox: mailbox).run(self)
  }

  /// Asks the desktop for what the environment leaves to it, and follows that.
  private func followDesktop() -> SettingsPortal? {
    window.doubleClickTime = desktop.doubleClickTime
    guard !controller.environment.followed.isEmpty else { return nil }
    return SettingsPortal(known: desktop.settings, mailbox: mailbox) { [weak self] in
      self?.adopt($0)
    }
  }

  private func adopt(_ settings: DesktopSettings) {
    desktop.settings = settings
    window.doubleClickTime = desktop.doubleClickTime
    var environment = controller.environment
    let followed = environment.followed
    if followed.contains(.colors) { environment.theme = desktop.theme() }
    if followed.contains(.textScale) { environment.textScale = desktop.textScale }
    if followed.contains(.motion) { environment.reducesMotion = desktop.reducesMotion }
    (environment.images as? ImageStore)?.reducesMotion = environment.reducesMotion
    let fonts = environment.text as? FontBook
    if followed.contains(.fonts), let fonts, fonts.preferences != desktop.fontFamilies {
      fonts.preferences = desktop.fontFamilies
      // The same texts look different.
      window.invalidate()
    }
    controller.environment = environment
    controller.environmentDidChange()
    needsFrame = true
  }

  private func runTimers(at now: Double) {
    for index in timers.indices where timers[index].due <= now {
      // Calls that were missed are not made up for.
      timers[index].due = now + timers[index].interval
      timers[index].action()
    }
  }
}

extension Application: WindowContent {
  /// The color for `background` in the controller's theme.
  public var background: Color { controller.environment.theme[.background] }
  /// The shape that the controller asks for.
  public var pointerShape: PointerShape { controller.pointerShape }
  /// The controller's text input area.
  public var textInputArea: TextInputArea? { controller.textInputArea }

  /// Runs timers that are due, then records the controller's frame; `next` is nil at rest.
  public func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    runTimers(at: now)
    let images = controller.environment.images as? ImageStore
    if let images, images.beginFrame() { controller.imageSizesDidChange() }
    let frame = controller.renderFrame(at: now)
    if controller.scrollView.areColumnsStacked, !hasToldColumns {
      hasToldColumns = true
      let width = Int(controller.size.width.rounded())
      Self.warn("the columns are stacked, since \(width) points are too few for them side by side")
    }
    let title = title ?? program.title(ofScreen: controller.title ?? "")
    if window.title != title { window.title = title }
    // Recording moves and configures views, which is no reason to record again.
    needsFrame = false
    return (frame.list, (timers.map(\.due) + [frame.next].compactMap { $0 }).min())
  }

  /// Handles Ctrl+Q, Ctrl+W, F11 and, in full screen, Escape; the controller handles all other
  /// input.
  public func handle(_ input: InputEvent, at now: Double) {
    switch input {
    case .keyPressed(.character("q"), .control), .keyPressed(.character("w"), .control): close()
    case .keyPressed(.function(11), []): window.isFullScreen.toggle()
    case .keyPressed(.escape, []) where window.isFullScreen: window.isFullScreen = false
    default: controller.handle(input, at: now)
    }
  }

  /// Lays the controller out at `size`, in points, with `scale` pixels per point.
  public func resize(to size: Size, scale: Double) {
    controller.environment.scale = scale
    controller.resize(to: size)
    needsFrame = true
  }

  /// The controller of the screen in the window.
  public var describedController: SpotsController? { controller }

  /// Makes `run` return.
  public func close() { isClosed = true }
}
