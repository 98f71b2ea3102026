import CSDL2
import Spots

/// A window on the desktop that shows draw lists.
///
/// It stays hidden until something is presented, so that nobody sees it empty. What changed
/// between two lists is painted, nothing else.
@MainActor
public final class Window {
  /// Paints what is presented. Pictures that come in later are painted over by the next `present`.
  public var painter: Painter? {
    didSet {
      painter?.fonts.scale = scale * zoom
      painter?.images?.onChange = { [weak self] in self?.imageChanged($0) }
      invalidate()
    }
  }

  /// Control characters and overrides of the writing direction are left out.
  public var title: String {
    didSet { SDL_SetWindowTitle(handle, Self.cleaned(title)) }
  }

  /// The factor by which draw lists are enlarged: the size of one of their points in points of the
  /// window.
  public var zoom = 1.0 {
    didSet {
      painter?.fonts.scale = scale * zoom
      invalidate()
    }
  }

  /// Pixels per point of the window.
  public private(set) var scale: Double
  /// In points of the window.
  public private(set) var size: Size

  /// The pointer's shape over the window.
  public var pointerShape: PointerShape {
    get { pointerShapes.shown }
    set { pointerShapes.show(newValue) }
  }

  /// How many files a window and what it shows have open at the same time: connections to the
  /// display, fonts, and pictures while they are read.
  private static let descriptors = 11

  let handle: OpaquePointer
  private let fixedScale: Double?
  private var surface: WindowSurface?
  private var shown: DrawList?
  private var repainter = Repainter()
  private var mover: ScreenMover?
  /// Whether the surface lacks what was moved on the screen alone.
  private var isSurfacePartial = false
  /// Pictures that must be painted although the list says the same.
  private var changedPictures: Set<String> = []
  private var isStale = true
  private var isUncovered = false
  private var isVisible = false
  /// The colour with which the window system fills new parts of the window.
  private var desktopBackground: Color?
  private var pointerShapes = PointerShapes()
  /// The smallest size the user can give the window, in points.
  private let minimumSize: Size
  private static let leastSize = Size(width: 240, height: 180)

  /// - Parameters:
  ///   - size: In points; made smaller when the display is. The user cannot make the window smaller
  ///     than 240 × 180 points, or than `size` where that is less.
  ///   - scale: Pixels per point, cut to 0.25 … 16; nil takes the desktop's.
  ///
  /// Changes the environment while SDL starts, so that no other thread of the program may look up
  /// variables meanwhile.
  ///
  /// - Throws: When there is no display, or the system lets the program open too few files.
  public init(title: String, size: Size, scale: Double? = nil) throws(SDLError) {
    // Before other threads open files.
    guard FreeDescriptors.areThere(Self.descriptors) else {
      throw SDLError(
        message: "too few files can be open; a window needs \(Self.descriptors) (see ulimit -n)")
    }
    let environment = StartEnvironment()
    defer {
      // Loading fonts looks at the environment too, on another thread.
      _ = FontConfiguration.shared.config
      environment.restore()
    }
    _ = FontConfiguration.shared
    try Self.start()
    self.title = title
    fixedScale = scale.map { min(max($0, 0.25), 16) }
    self.scale = fixedScale ?? 1
    let flags =
      SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
      | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    let room = Self.room(for: size, scale: self.scale)
    let center = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    guard
      let handle = SDL_CreateWindow(
        Self.cleaned(title), center, center, room.width, room.height, flags)
    else {
      let error = SDLError("SDL_CreateWindow")
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      throw error
    }
    self.handle = handle
    self.size = size
    minimumSize = Size(
      width: min(size.width, Self.leastSize.width), height: min(size.height, Self.leastSize.height))
    mover = X11Window(handle).flatMap(ScreenMover.init)
    measure()
    if fixedScale == nil, self.scale != pixelsPerUnit { fit(size) }
  }

  /// Makes the window, which nobody has seen yet, as large as `size` is in the desktop's scale.
  private func fit(_ size: Size) {
    let room = Self.room(for: size, scale: scale / pixelsPerUnit)
    let center = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    SDL_SetWindowSize(handle, room.width, room.height)
    SDL_SetWindowPosition(handle, center, center)
    measure()
  }

  isolated deinit {
    pointerShapes.release()
    mover = nil
    SDL_DestroyWindow(handle)
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
  }

  /// Whether files can be dropped on the program's windows; true until set. SDL cannot tell them
  /// from other things while they hover.
  public var acceptsFiles = true {
    didSet {
      for type in [SDL_DROPFILE, SDL_DROPTEXT] {
        SDL_EventState(type.rawValue, acceptsFiles ? SDL_ENABLE : SDL_DISABLE)
      }
    }
  }

  /// Whether the window covers its whole display.
  public var isFullScreen: Bool {
    get { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
    set {
      SDL_SetWindowFullscreen(handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }
  }

  /// Gives the window another size, in points; made smaller when the display is.
  public func resize(to size: Size) {
    let room = Self.room(for: size, scale: scale)
    SDL_SetWindowSize(handle, room.width, room.height)
  }

  /// Puts `text` on the clipboard.
  public func copy(_ text: String) {
    SDL_SetClipboardText(text)
  }

  /// Whether presenting the same list again would change what is seen: a picture has come, or the
  /// window was covered or resized.
  ///
  /// False while the window is minimised or has no area.
  public var needsPresent: Bool { (isStale || isUncovered || !changedPictures.isEmpty) && canShow }

  /// Makes the next `present` paint everything.
  public func invalidate() {
    isStale = true
  }

  /// Whether nobody can see the window: it is minimised or hidden.
  var isOutOfSight: Bool {
    let hidden = SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_HIDDEN.rawValue
    return SDL_GetWindowFlags(handle) & hidden != 0
  }

  /// Shows `list` over `background`: paints where it differs from the one shown before.
  ///
  /// Does nothing but remember that it must, while the window is minimised or has no area.
  ///
  /// - Throws: When SDL has no surface for the window; trying again later may help.
  public func present(_ list: DrawList, background: Color) throws(SDLError) {
    shown = list
    guard let painter, canShow else {
      isStale = true
      return
    }
    if background != desktopBackground {
      desktopBackground = background
      X11Window(handle)?.setBackground(background, of: handle)
    }
    let surface = try currentSurface()
    let movesScreen = isVisible && mover?.isReady ?? false
    if isSurfacePartial, isUncovered || !movesScreen { isStale = true }
    if isStale {
      repainter.invalidate()
      isSurfacePartial = false
    }
    isStale = false
    var repaint = update(surface, painter, list, background, movesScreen: movesScreen)
    if !isVisible {
      isVisible = true
      SDL_ShowWindow(handle)
      // That took a while; pictures that came meanwhile are seen from the start.
      if painter.images?.mailbox.drain() ?? false, !changedPictures.isEmpty {
        repaint.areas += update(surface, painter, list, background, movesScreen: false).areas
      }
    }
    if isUncovered { repaint.areas = [surface.canvas.bounds] }
    isUncovered = false
    bringToScreen(repaint, of: surface)
  }

  private func update(
    _ surface: WindowSurface, _ painter: Painter, _ list: DrawList, _ background: Color,
    movesScreen: Bool
  ) -> Repainter.Repaint {
    let changed = changedPictures
    changedPictures.removeAll(keepingCapacity: true)
    return repainter.update(
      list, background: background, changed: changed, with: painter, on: surface.canvas,
      movesScreen: movesScreen)
  }

  private func bringToScreen(_ repaint: Repainter.Repaint, of surface: WindowSurface) {
    for movement in repaint.movements { mover?.move(movement) }
    if !repaint.movements.isEmpty { isSurfacePartial = true }
    guard !repaint.areas.isEmpty || !repaint.movements.isEmpty else { return }
    do throws(SDLError) {
      try surface.update(repaint.areas, of: handle)
    } catch {
      // The window changed its size meanwhile; the event that says so is on its way.
      self.surface = nil
      isStale = true
    }
    if let mover, !mover.endFrame() { isStale = true }
  }

  private func currentSurface() throws(SDLError) -> WindowSurface {
    if let surface { return surface }
    let surface = try WindowSurface(handle)
    self.surface = surface
    return surface
  }

  private var canShow: Bool {
    let flags = SDL_GetWindowFlags(handle)
    return flags & SDL_WINDOW_MINIMIZED.rawValue == 0 && size.width > 0 && size.height > 0
  }

  private func imageChanged(_ source: String) {
    let isShown = shown?.entries.contains {
      if case .image(source, _, _, _, _, _) = $0.command { true } else { false }
    }
    if isShown ?? false { changedPictures.insert(source) }
  }
}

// What the event source tells the window.
extension Window {
  /// The window has another size or stands on another display.
  func resized() {
    surface = nil
    isStale = true
    measure()
    painter?.fonts.scale = scale * zoom
  }

  /// Parts of the window were covered and no longer are; the surface still holds them.
  func uncovered() {
    isUncovered = true
  }

  /// A place in the window, from SDL's units into points.
  func point(x: Double, y: Double) -> Point {
    let factor = pixelsPerUnit / scale
    return Point(x: x * factor, y: y * factor)
  }

  private func measure() {
    if fixedScale == nil {
      let density = pixelsPerUnit
      scale = density == 1 ? DesktopScale.current(of: handle) : density
    }
    limit(to: Self.room(for: minimumSize, scale: scale / pixelsPerUnit))
    let (width, height) = pixels
    size = Size(width: Double(width) / scale, height: Double(height) / scale)
  }

  /// Has the user make the window no smaller than `least`, in SDL's units.
  ///
  /// SDL gives the window the size it knows of whenever this is set, which may be an old one while
  /// the user resizes the window. So it is set only when it changes.
  private func limit(to least: (width: Int32, height: Int32)) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowMinimumSize(handle, &width, &height)
    if (width, height) != least { SDL_SetWindowMinimumSize(handle, least.width, least.height) }
  }

  /// Under Wayland a unit of SDL's may be several pixels.
  private var pixelsPerUnit: Double {
    var units: Int32 = 0
    SDL_GetWindowSize(handle, &units, nil)
    let width = pixels.width
    return units > 0 && width > 0 ? Double(width) / Double(units) : 1
  }

  /// How many pixels there are to paint on. Under Wayland the surface may have fewer than the window
  /// has on the screen: SDL scales it then.
  private var pixels: (width: Int, height: Int) {
    if !Self.hasOwnPixels(driver: Self.driver) {
      do throws(SDLError) {
        let canvas = try currentSurface().canvas
        return (canvas.width, canvas.height)
      } catch {
        // Presenting tells of it.
      }
    }
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSizeInPixels(handle, &width, &height)
    return (Int(width), Int(height))
  }

  private static func start() throws(SDLError) {
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
    SDL_SetMainReady()
    guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw SDLError("SDL_InitSubSystem") }
    guard showsWindows else {
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      throw SDLError(message: "there is no display; are DISPLAY or WAYLAND_DISPLAY set?")
    }
    // Without acceleration SDL hands out the pixels the window system shows, instead of a copy
    // that goes through OpenGL.
    if hasOwnPixels(driver: driver) { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
    SDL_StopTextInput()
  }

  /// Whether somebody may see the windows. Without a display SDL is content with a driver that only
  /// pretends, which is right for those alone who ask for it by name.
  private static var showsWindows: Bool {
    guard SDL_GetHint("SDL_VIDEODRIVER").map({ $0.pointee == 0 }) ?? true else { return true }
    return !["offscreen", "dummy", "evdev"].contains(driver)
  }

  private static var driver: String {
    SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
  }

  /// Whether the windows of a video driver have pixels that SDL can hand out. Those of Wayland have
  /// none: without acceleration they would have no surface at all.
  static func hasOwnPixels(driver: String) -> Bool { driver != "wayland" }

  /// The window's size in SDL's units, not larger than the display.
  private static func room(for size: Size, scale: Double) -> (width: Int32, height: Int32) {
    var display = SDL_Rect(x: 0, y: 0, w: 16_384, h: 16_384)
    SDL_GetDisplayUsableBounds(0, &display)
    let grid = PixelGrid(scale: scale)
    return (
      Int32(min(max(grid.edge(size.width), 1), max(Int(display.w), 1))),
      Int32(min(max(grid.edge(size.height), 1), max(Int(display.h), 1)))
    )
  }

  static func cleaned(_ title: String) -> String {
    var text = ""
    for scalar in title.unicodeScalars.prefix(1000) {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
