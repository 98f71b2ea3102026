import Spots

extension Environment {
  /// Surroundings with the fonts of this machine and the pictures of some folders, to show a screen
  /// in a window.
  ///
  /// - Parameters:
  ///   - fontFamily: Of all text but code; nil is the system's sans-serif.
  ///   - imageFolders: Where pictures may come from.
  ///   - fetcher: Gets pictures from the network, for example `CurlFetcher.shared`; without it
  ///     there are none.
  /// - Throws: When there is no font.
  public static func desktop(
    theme: Theme = .light, textScale: Double = 1, fontFamily: String? = nil,
    imageFolders: [String] = [], fetcher: (any Fetcher)? = nil
  ) throws(SDLError) -> Environment {
    let fonts = try FontBook(family: fontFamily, scale: 1)
    let images = ImageStore(locator: ImageLocator(roots: imageFolders), mailbox: Mailbox())
    images.keepsDecodedPictures = true
    if let fetcher { images.web = WebPictures(fetcher: fetcher, mailbox: images.mailbox) }
    let environment = Environment(
      theme: theme, textScale: textScale, text: fonts, images: images)
    environment.screens = StateCache.standard.map(StateFiles.init)
    return environment
  }
}

/// A program that shows one screen in one window.
///
///     let controller = try SpotsController(path: "contacts.json", environment: .desktop())
///     try Application(controller).run()
@MainActor
public final class Application {
  public let controller: SpotsController
  public let window: Window
  /// Where other threads leave work for the main thread.
  public let mailbox: Mailbox
  /// The window's title; nil uses the screen's.
  private let title: String?
  private var timers: [(interval: Double, due: Double, action: () -> Void)] = []
  public private(set) var needsFrame = true
  public private(set) var isClosed = false

  /// The programs that ran. Windows go with their program: under X11 a message to one that is
  /// destroyed before would end it with an error.
  private static var finished: [Application] = []

  /// - Parameters:
  ///   - controller: Its environment must be a `desktop` one.
  ///   - title: Of the window; nil takes the screen's, follows it when the screen changes, and is
  ///     the program's name where the screen has none.
  ///   - size: In points; nil takes the controller's.
  /// - Throws: When there is no display.
  public init(
    _ controller: SpotsController, title: String? = nil, size: Size? = nil
  ) throws(SDLError) {
    let environment = controller.environment
    guard let fonts = environment.text as? FontBook else {
      throw SDLError(message: "the controller has no fonts; make it with Environment.desktop()")
    }
    self.controller = controller
    self.title = title
    let images = environment.images as? ImageStore
    mailbox = images?.mailbox ?? Mailbox()
    images?.reducesMotion = environment.reducesMotion
    DecoderStart.expect(controller.screen)
    window = try Window(
      title: title ?? controller.title ?? Self.programName, size: size ?? controller.size)
    window.painter = Painter(fonts: fonts, images: images)
    resize(to: window.size, scale: window.scale)
    controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    images?.patienceForSizes = WindowLoop.patienceForSizes
    images?.sourcesAhead = { [weak controller] in controller?.imagesAhead() ?? [] }
    images?.onLateSize = { [weak self] in self?.needsFrame = true }
  }

  private static var programName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Calls `action` every `seconds`, at least a hundredth, from now on while the program runs.
  public func every(_ seconds: Double, _ action: @escaping () -> Void) {
    let interval = max(seconds.isNaN ? 1 : seconds, 0.01)
    timers.append((interval, Clock.now + interval, action))
    needsFrame = true
  }

  /// Shows the window until the user closes it.
  ///
  /// - Throws: When SDL cannot show it.
  public func run() throws(SDLError) {
    Self.finished.append(self)
    try WindowLoop(window: window, mailbox: mailbox).run(self)
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
  public var background: Color { controller.environment.theme[.background] }
  public var pointerShape: PointerShape { controller.isPointerOverAction ? .hand : .arrow }

  public func frame(at now: Double) -> (list: DrawList, next: Double?) {
    runTimers(at: now)
    let images = controller.environment.images as? ImageStore
    if let images, images.beginFrame() { controller.imageSizesDidChange() }
    let frame = controller.frame(at: now)
    let title = title ?? controller.title ?? Self.programName
    if window.title != title { window.title = title }
    // Recording moves and configures views, which is no reason to record again.
    needsFrame = false
    return (frame.list, (timers.map(\.due) + [frame.next].compactMap { $0 }).min())
  }

  public func handle(_ input: InputEvent, at now: Double) {
    switch input {
    case .keyPressed(.character("q"), .control), .keyPressed(.character("w"), .control): close()
    case .keyPressed(.function(11), []): window.isFullScreen.toggle()
    case .keyPressed(.escape, []) where window.isFullScreen: window.isFullScreen = false
    default: controller.handle(input, at: now)
    }
  }

  public func resize(to size: Size, scale: Double) {
    controller.environment.scale = scale
    controller.resize(to: size)
    needsFrame = true
  }

  public func close() { isClosed = true }
}
