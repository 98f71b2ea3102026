import CSDL2
import SpotsViews

/// A window on the desktop that shows draw lists.
///
/// It stays hidden until the first list is presented, so it is never seen empty. After that, only
/// the differences between two lists are painted.
@MainActor
public final class Window {
  /// Paints the presented lists. Images that arrive later are painted by the next `present`.
  public var painter: Painter? {
    didSet {
      painter?.fonts.scale = scale * zoom
      painter?.images?.onChange = { [weak presenter] in presenter?.imageChanged($0) }
      invalidate()
    }
  }

  /// Shown without its control characters and its overrides of the writing direction.
  public var title: String {
    didSet { showTitle() }
  }

  /// The factor by which draw lists are enlarged: points of the window per point of a list.
  public var zoom = 1.0 {
    didSet {
      painter?.fonts.scale = scale * zoom
      invalidate()
    }
  }

  /// Pixels per point of the window.
  public var scale: Double { sizes.scale }
  /// In points of the window.
  public var size: Size { sizes.size }

  /// The pointer's shape over the window.
  public var pointerShape: PointerShape {
    get { pointerShapes.shown }
    set { pointerShapes.show(newValue) }
  }

  /// Where typed text goes, in points of the window; nil while nothing takes text, so that input
  /// methods are off and keys enter no text.
  public var textInputArea: TextInputArea? {
    get { textInput.area }
    set { textInput.move(to: newValue, unitsPerPoint: sizes.unitsPerPoint) }
  }

  /// The number of files that a window and its contents have open at the same time: connections to
  /// the display, fonts, and images while they are read.
  private static let descriptors = 11

  let handle: OpaquePointer
  package let program: ProgramIdentity
  private let sizes: WindowSize
  private let presenter: FramePresenter
  private var pointerShapes = PointerShapes()
  private var textInput = TextInput()
  /// Creates a window, hidden until its first frame.
  ///
  /// Changes environment variables while SDL starts, so no other thread may read any meanwhile.
  ///
  /// - Parameters:
  ///   - title: What its title bar and the desktop's lists of windows show.
  ///   - size: In points, limited to the display. The user cannot make the window smaller than 240
  ///     × 180 points, or than `size` where that is less.
  ///   - scale: Pixels per point, clamped to 0.25 … 16; nil uses the desktop's.
  ///   - program: The name and icon by which desktops know the window.
  ///   - isMaximized: Whether it is maximized, and has `size` once the user restores it.
  /// - Throws: When there is no display, or the system lets the program open too few files.
  public init(
    title: String, size: Size, scale: Double? = nil, program: ProgramIdentity = ProgramIdentity(),
    isMaximized: Bool = false
  ) throws(SDLError) {
    // Before other threads open files.
    guard FreeDescriptors.areThere(Self.descriptors) else {
      throw SDLError(
        message: "too few files can be open; a window needs \(Self.descriptors) (see ulimit -n)")
    }
    let environment = StartEnvironment(identifier: program.identifier)
    defer {
      // Fonts load on another thread, which reads the environment.
      _ = FontConfiguration.shared.config
      environment.restore()
    }
    _ = FontConfiguration.shared
    // SDL 3 under SDL 2's interface has an environment of its own.
    SDL_SetHint("SDL_APP_ID", program.identifier)
    try VideoDriver.start()
    self.title = title
    self.program = program
    let fixedScale = scale.map { min(max($0, 0.25), 16) }
    let room = WindowSize.room(for: size, scale: fixedScale ?? 1)
    handle = try Self.create(title, room, isMaximized: isMaximized)
    sizes = WindowSize(handle, size, fixedScale: fixedScale)
    let target = try Self.target(of: handle)
    presenter = FramePresenter(handle, target)
    sizes.fit(target)
    if target.isShownEmpty {
      SDL_ShowWindow(handle)
      sizes.measure(target)
    }
    sizes.take()
    X11Window(handle)?.prepare(title: Self.cleaned(title))
  }

  private static func create(
    _ title: String, _ room: (width: Int32, height: Int32), isMaximized: Bool
  ) throws(SDLError) -> OpaquePointer {
    // Without ALLOW_HIGHDPI, SDL stretches pointers on displays of a larger scale.
    let flags =
      SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
      | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
      | (isMaximized ? SDL_WINDOW_MAXIMIZED.rawValue : 0)
    let center = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    let handle = VideoDriver.withoutOpenGL { more in
      SDL_CreateWindow(cleaned(title), center, center, room.width, room.height, flags | more)
    }
    if let handle { return handle }
    let error = SDLError("SDL_CreateWindow")
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
    throw error
  }

  private static func target(of window: OpaquePointer) throws(SDLError) -> any FrameTarget {
    guard VideoDriver.current == "wayland" else { return SurfaceTarget(window) }
    if let target = WaylandTarget(window) { return target }
    SDL_DestroyWindow(window)
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
    throw SDLError(
      message: "windows under Wayland need libwayland-client 1.20 or newer, and a compositor with"
        + " shared memory and subsurfaces")
  }

  isolated deinit {
    pointerShapes.release()
    presenter.target.close()
    SDL_DestroyWindow(handle)
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
  }

  /// Whether files can be dropped on the program's windows; true by default. SDL cannot tell them
  /// from other things while they are dragged.
  public var acceptsFiles = true {
    didSet {
      for type in [SDL_DROPFILE, SDL_DROPTEXT] {
        SDL_EventState(type.rawValue, acceptsFiles ? SDL_ENABLE : SDL_DISABLE)
      }
    }
  }

  /// Whether the window covers its whole display.
  public var isFullScreen: Bool {
    get { sizes.isFullScreen }
    set {
      sizes.setFullScreen(newValue)
      uncovered()
    }
  }

  /// Whether the window is maximized, also while it covers its whole display.
  public var isMaximized: Bool { sizes.isMaximized }

  /// The size that the user last gave the window, in points, which is not its current one while it
  /// is maximized or covers its display; nil when the program has chosen the size.
  public var userSize: Size? { sizes.chosenByUser }

  /// Takes the window from the screen for good.
  package func hide() { SDL_HideWindow(handle) }

  /// Has typed text go where `textInputArea` says, after another window had the keyboard.
  package func restoreTextInput() { textInput.restore() }

  private func showTitle() {
    let title = Self.cleaned(title)
    SDL_SetWindowTitle(handle, title)
    X11Window(handle)?.setTitle(title)
  }

  /// Gives the window the icon of its program, once it is decoded on another thread. Does nothing
  /// except under X11.
  package func showIcon(mailbox: Mailbox) {
    guard let bytes = program.icon, X11Window(handle) != nil else { return }
    // Without a thread or a valid PNG file, the window is shown without an icon.
    _ = BackgroundThread.start {
      do throws(SDLError) {
        let icon = try WindowIcon(png: bytes)
        mailbox.post { [weak self] in
          if let self { X11Window(self.handle)?.setIcon(icon) }
        }
      } catch {}
    }
  }

  /// The size of the display without the bars of the desktop, in points.
  package var displaySize: Size { sizes.ofDisplay }

  /// Changes the size of the window, in points, limited to the display.
  public func resize(to size: Size) { sizes.resize(to: size) }

  /// The longest time between the clicks of a double-click, in seconds; nil means SDL's default,
  /// half a second.
  public var doubleClickTime: Double? {
    didSet {
      let milliseconds = doubleClickTime.map { String(Int(($0 * 1000).rounded())) }
      SDL_SetHint(SDL_HINT_MOUSE_DOUBLE_CLICK_TIME, milliseconds)
    }
  }

  /// Puts `text` on the clipboard.
  public func copy(_ text: String) { DesktopClipboard().text = text }

  /// Whether presenting the same list again would change the screen: an image has arrived, or the
  /// window was covered or resized.
  ///
  /// False while the window is minimized or without area, and while the window system lets it wait
  /// for the next frame.
  public var needsPresent: Bool { presenter.needsPresent(in: size) }

  /// Whether the scale includes the factor by which the user wants text enlarged, as the resolution
  /// of X11's fonts does.
  package var isScaledByText: Bool {
    sizes.fixedScale == nil && DesktopScale.isOfText(for: handle)
  }

  /// The window as the portals of the desktop name it, for dialogs that belong to it; empty where
  /// it has no such name.
  package var portalName: String {
    X11Window(handle).map { "x11:" + String($0.identifier, radix: 16) } ?? ""
  }

  /// What programs offer each other through the window's X server; nil under another window system.
  var selection: X11Selection? { X11Window(handle).flatMap { X11Selection($0.display) } }

  /// Whether one of the modifier keys that are held, bits of `SDL_Keymod`, is the layout's AltGr,
  /// which SDL reports as Alt or Super under X11.
  func isAltGr(among held: UInt32) -> Bool { X11Window(handle)?.isAltGr(among: held) ?? false }

  /// Whether the window has the keyboard.
  package var hasFocus: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_INPUT_FOCUS.rawValue != 0 }

  /// The top left corner of the window on the display, in pixels; (0, 0) under Wayland, which does
  /// not tell.
  package var origin: Point {
    guard X11Window(handle) != nil else { return .zero }
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetWindowPosition(handle, &x, &y)
    return Point(x: Double(x), y: Double(y))
  }

  /// Makes the next `present` paint everything.
  public func invalidate() { presenter.invalidate() }

  /// Whether nobody can see the window, as far as the window system reports.
  package var isOutOfSight: Bool { presenter.isOutOfSight }

  /// The number of frames that were painted and shown, without those in which nothing differed.
  package var frameCount: Int { presenter.frameCount }

  /// When the next list may be presented.
  package var turn: FrameTurn { presenter.target.turn }

  /// Calls `request` whenever the window system asks for the next frame, and `rescale` whenever it
  /// gives the window another scale.
  func listen(request: @escaping () -> Void, rescale: @escaping () -> Void) {
    (presenter.target.onRequest, presenter.target.onDensity) = (request, rescale)
  }

  /// Shows `list` over `background`, painting where it differs from the list before.
  ///
  /// Nothing is painted while the window is minimized, has no area or painter, or has to wait for
  /// the window system to ask for a frame. The next call that can paints everything.
  ///
  /// - Throws: When SDL has no surface for the window, or memory is short; trying again later may
  ///   help.
  public func present(_ list: DrawList, background: Color) throws(SDLError) {
    try presenter.present(list, background: background, with: painter, in: size)
  }

  // MARK: Called by the event source

  /// Measures the window again after it was resized or moved to another display.
  func resized() {
    presenter.resized()
    sizes.resized(presenter.target)
    painter?.fonts.scale = scale * zoom
  }

  /// Called when the window was maximized, restored or shown again: parts may be visible again.
  func stateChanged() {
    sizes.stateChanged()
    uncovered()
  }

  /// Makes the next `present` show parts that are visible again.
  func uncovered() { presenter.target.uncovered() }

  /// Converts a place in the window from SDL's units to points.
  func point(x: Double, y: Double) -> Point {
    Point(x: x / sizes.unitsPerPoint, y: y / sizes.unitsPerPoint)
  }

  static func cleaned(_ title: String) -> String {
    var text = ""
    for scalar in title.withoutTerminalSequences.unicodeScalars.prefix(1000) {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// The pointers of the desktop, each created when it is first shown.
@MainActor
struct PointerShapes {
  private var cursors: [PointerShape: OpaquePointer] = [:]
  private(set) var shown = PointerShape.arrow

  /// Shows `shape` from now on. Where the desktop has no such pointer, nothing changes.
  mutating func show(_ shape: PointerShape) {
    guard shape != shown else { return }
    shown = shape
    let cursor = cursors[shape] ?? SDL_CreateSystemCursor(Self.systemCursor(shape))
    guard let cursor else { return }
    cursors[shape] = cursor
    SDL_SetCursor(cursor)
  }

  private static func systemCursor(_ shape: PointerShape) -> SDL_SystemCursor {
    switch shape {
    case .arrow: SDL_SYSTEM_CURSOR_ARROW
    case .hand: SDL_SYSTEM_CURSOR_HAND
    case .beam: SDL_SYSTEM_CURSOR_IBEAM
    case .sideways: SDL_SYSTEM_CURSOR_SIZEWE
    }
  }

  /// Frees the pointers; SDL shows its own from then on.
  mutating func release() {
    for cursor in cursors.values { SDL_FreeCursor(cursor) }
    cursors = [:]
  }
}
