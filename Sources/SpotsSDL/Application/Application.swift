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

/// A program with a window, in which screens are opened one over the other.
///
/// ```swift
/// import Spots
/// import SpotsSDL
///
/// Application.launch {
///   let application = try Application {
///     Screen("Contacts") { ComponentModel { Item(title: "Ada", text: "Wrote a program") } }
///   }
///   application.controller.onSelect = { item, _ in
///     application.push(Screen(item.title) { ComponentModel { Item(text: item.text) } })
///   }
///   try application.run()
/// }
/// ```
///
/// The window has a way back from all screens but the first. In a wide window, the screens that one
/// with a `sidebar` opens are beside it. Items with the action `pop` lead back as well, and `close`
/// closes a sheet or the window, unless a router of their screen or the program takes them.
@MainActor
public final class Application {
  /// The controller of the screen in front; of two columns, that of the one that has the keyboard.
  public var controller: SpotsController { content.front }
  /// The controllers of all open screens, the one in front last.
  public var controllers: [SpotsController] { content.controllers }
  /// Hidden until `run` presents the first frame.
  public let window: Window
  /// A queue in which other threads leave work for the main thread.
  public let mailbox: Mailbox
  /// Opens files that are dropped on the window; nil takes none.
  public var onOpen: (([String]) -> Void)? {
    get { content.onOpen }
    set { content.onOpen = newValue }
  }
  /// True once the user has closed the window or `close` was called.
  public var isClosed: Bool { content.isClosed }
  let content: ApplicationContent
  private var desktop: DesktopAppearance
  /// Runs the windows of the program from `run` on; that of the first application.
  private var loop: WindowLoop?
  /// The application that has opened this one.
  private weak var opener: Application?
  /// Those that are open besides this one, or will be.
  private var others: [Application] = []
  private var picking: (dialog: FileDialog, end: (FileDialog.Outcome) -> Void)?

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
    content = ApplicationContent(controller, window, title: title)
    content.onQuit = { [weak self] in self?.quit() }
    if SessionBus.address != nil { controller.environment.filePicker = self }
    content.resize(to: window.size, scale: window.scale)
    images?.patienceForSizes = WindowLoop.patienceForSizes
    images?.sourcesAhead = { [weak content] in content?.front.imagesAhead() ?? [] }
    images?.onLateSize = { [weak content] in content?.needsFrame = true }
    tellFaults(of: controller)
  }

  /// Creates a program and its window for the screen that a closure makes; it is made again when
  /// something `@Observable` that the closure has read has changed.
  ///
  /// - Parameters:
  ///   - size: Of the window, in points.
  ///   - environment: Nil for the desktop's.
  ///   - screen: Makes the screen.
  /// - Throws: When there is no display, or no fonts are installed.
  public convenience init(
    size: Size = Size(width: 800, height: 600), environment: Environment? = nil,
    showing screen: @escaping () -> Screen
  ) throws(SDLError) {
    let environment = if let environment { environment } else { try Environment.desktop() }
    try self.init(SpotsController(size: size, environment: environment, observing: screen))
  }

  /// Says on standard error what is not shown as the program asks for, where the program does not
  /// listen itself.
  private func tellFaults(of controller: SpotsController) {
    if let images = controller.environment.images as? ImageStore, images.onFailure == nil {
      images.onFailure = { Self.warn("image '\($0.printable(limit: 200))': \($1)") }
    }
    guard controller.configuration.onModelError == nil else { return }
    controller.configuration.onModelError = { kind, message in
      Self.warn("kind '\(kind.printable(limit: 200))': \(message)")
    }
  }

  static func warn(_ sentence: String) { say("warning: \(sentence)") }

  private static func say(_ line: String) {
    // A reader that does not read must not hold the window up.
    var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) == 1, room.revents & Int16(POLLOUT) != 0 else { return }
    FileBytes.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
  }

  // MARK: Running

  /// Runs the body of a program. If it throws, as `init` and `run` do without a display, the error
  /// is written to standard error, and the program ends with the status 3.
  public static func launch(_ body: @MainActor () throws -> Void) {
    do {
      try body()
    } catch {
      say("error: \(error)")
      exit(3)
    }
  }

  /// Calls `action` again and again, at intervals of at least ten milliseconds, while the program
  /// runs.
  public func every(_ interval: Duration, _ action: @escaping () -> Void) {
    content.every(max(interval / .seconds(1), 0.01), action)
  }

  /// Shows the window until the user closes it. Questions that are open then are answered with no,
  /// and file dialogs with nothing.
  ///
  /// - Throws: When SDL cannot show it, or the calling thread is not the one the program began on,
  ///   as in an `async` main: no other work for the main actor would be done.
  public func run() throws(SDLError) {
    try WindowLoop.checkThread()
    let portal = followDesktop()
    defer {
      portal?.end()
      end()
    }
    let loop = try WindowLoop(window: window, mailbox: mailbox)
    self.loop = loop
    defer { self.loop = nil }
    for other in others { try show(other, in: loop) }
    try loop.run(content)
  }

  /// Opens the window of another application, which has an environment of its own; `run` of the
  /// first one shows all windows until the user has closed them.
  ///
  /// ```swift
  /// import Spots
  /// import SpotsSDL
  ///
  /// @MainActor func openNote(_ text: String, from application: Application) throws {
  ///   let note = try Application { Screen("Note") { ComponentModel { Item.label(text) } } }
  ///   try application.open(note)
  /// }
  /// ```
  ///
  /// - Throws: When SDL has no surface for the window, or both have one environment.
  public func open(_ other: Application) throws(SDLError) {
    guard let opener else {
      guard other !== self, other.opener == nil else { return }
      guard other.mailbox !== mailbox else {
        throw SDLError(message: "a window needs an environment of its own")
      }
      other.opener = self
      others.append(other)
      if let loop { try show(other, in: loop) }
      return
    }
    try opener.open(other)
  }

  private func show(_ other: Application, in loop: WindowLoop) throws(SDLError) {
    let portal = other.followDesktop()
    let new = try WindowLoop(window: other.window, mailbox: other.mailbox)
    try loop.open(new, other.content) { [weak self] in
      portal?.end()
      other.end()
      self?.others.removeAll { $0 === other }
    }
  }

  func end() {
    content.end()
    picking?.dialog.end()
    picking?.end(.canceled)
  }

  /// Closes the window; `run` returns once all of the program's are closed.
  public func close() { content.close() }

  private func quit() {
    let first = opener ?? self
    first.close()
    first.loop?.quit()
  }

  // MARK: Screens

  /// Opens a screen over the one in front, with the same views and surroundings: in the whole
  /// window or, as a sheet, so that the screen below stays in sight.
  ///
  /// - Returns: The controller of the new screen.
  @discardableResult
  public func push(_ screen: Screen, asSheet isSheet: Bool = false) -> SpotsController {
    let new = SpotsController(
      screen: screen, size: controller.size, configuration: controller.configuration,
      environment: controller.environment)
    push(new, asSheet: isSheet)
    return new
  }

  /// Opens the screen of another controller, which gets the surroundings of the one in front.
  /// Does nothing if it is open already.
  public func push(_ controller: SpotsController, asSheet isSheet: Bool = false) {
    guard !controllers.contains(where: { $0 === controller }) else { return }
    content.push(controller, asSheet: isSheet)
  }

  /// Goes back to the screen below; does nothing on the first one.
  public func pop() { content.pop() }

  /// Calls `action` for every action that matches a pattern, on any of the program's screens,
  /// unless the screen's own router takes it; see `ActionRouter`.
  ///
  /// - Throws: When the pattern has a fault.
  public func on(
    _ pattern: String, _ action: @escaping (_ values: [String: String]) -> Void
  ) throws(ActionRouter.PatternError) {
    try content.router.on(pattern, action)
  }

  // MARK: Questions

  /// Asks a question in the middle of the window. Return means yes unless that destroys something,
  /// Escape means no.
  ///
  /// - Returns: Whether the user said yes.
  public func ask(_ question: Confirmation, isDestructive: Bool = false) async -> Bool {
    await withCheckedContinuation { answer in
      controller.input.ask(question, isDestructive: isDestructive) { answer.resume(returning: $0) }
    }
  }

  /// Has the user pick files or folders in the desktop's dialog.
  ///
  /// - Parameters:
  ///   - choice: What is picked.
  ///   - filters: The files that are offered, each with a name and patterns such as `*.png`.
  /// - Returns: Absolute paths; none if the user picks nothing.
  /// - Throws: When the desktop has no such dialog, or one is open.
  public func choose(
    _ choice: FileDialog.Choice, filters: [FileDialog.Filter] = []
  ) async throws(SDLError) -> [String] {
    guard !isPicking else { throw SDLError(message: "a file dialog is open") }
    let request = FileDialog.Request(
      choice, window: window.portalName, filters: filters, words: controller.environment.words)
    let outcome = await withCheckedContinuation { ending in
      let end: @MainActor @Sendable (FileDialog.Outcome) -> Void = { [weak self] in
        self?.picking = nil
        ending.resume(returning: $0)
      }
      picking = (FileDialog(request, mailbox: mailbox, onEnd: end), end)
    }
    content.needsFrame = true
    switch outcome {
    case .chosen(let paths): return paths
    case .canceled: return []
    case .failed(let reason): throw SDLError(message: reason.rawValue)
    }
  }

  /// Whether a file dialog is open.
  var isPicking: Bool { picking != nil }

  // MARK: The desktop

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
    content.adopt(environment)
  }
}

extension Application: FilePicker {
  /// Has the user pick what a field of a form asks for.
  public func pick(_ kind: FilePickerKind, onPick: @escaping @MainActor (String) -> Void) {
    Task {
      do throws(SDLError) {
        if let path = try await choose(kind == .folder ? .folder : .file).first { onPick(path) }
      } catch {
        Self.warn("\(error)")
      }
    }
  }
}
