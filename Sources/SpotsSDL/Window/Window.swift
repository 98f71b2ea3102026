import CSDL2
import Spots

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
      painter?.images?.onChange = { [weak self] in self?.imageChanged($0) }
      invalidate()
    }
  }

  /// Shown without control characters and overrides of the writing direction.
  public var title: String {
    didSet { SDL_SetWindowTitle(handle, Self.cleaned(title)) }
  }

  /// The factor by which draw lists are enlarged: the points of the window in one of their points.
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

  /// The number of files that a window and its contents have open at the same time: connections to
  /// the display, fonts, and images while they are read.
  private static let descriptors = 11

  let handle: OpaquePointer
  private let fixedScale: Double?
  private var surface: WindowSurface?
  private var shown: DrawList?
  private var repainter = Repainter()
  private var mover: ScreenMover?
  /// Whether pixels were moved on the screen alone, which leaves the surface out of date.
  private var isSurfacePartial = false
  /// Sources of images to repaint although the list is the same.
  private var changedImages: Set<String> = []
  private var isStale = true
  private var isUncovered = false
  private var isVisible = false
  /// The color with which the window system fills new parts of the window.
  private var desktopBackground: Color?
  private var pointerShapes = PointerShapes()
  /// The smallest size the user can give the window, in points.
  private let minimumSize: Size
  private static let leastSize = Size(width: 240, height: 180)

  /// - Parameters:
  ///   - size: In points, limited to the display. The user cannot make the window smaller than 240
  ///     × 180 points, or than `size` where that is less.
  ///   - scale: Pixels per point, clamped to 0.25 … 16; nil uses the desktop's.
  ///
  /// Changes environment variables while SDL starts, so no other thread may read any meanwhile.
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
      // Fonts load on another thread, which reads the environment.
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

  /// Resizes the window, which is still hidden, to `size` in the desktop's scale.
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
    get { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
    set {
      SDL_SetWindowFullscreen(handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }
  }

  /// Changes the size of the window, in points, limited to the display.
  public func resize(to size: Size) {
    let room = Self.room(for: size, scale: scale)
    SDL_SetWindowSize(handle, room.width, room.height)
  }

  /// Puts `text` on the clipboard.
  public func copy(_ text: String) {
    SDL_SetClipboardText(text)
  }

  /// Whether presenting the same list again would change the screen: an image has arrived, or the
  /// window was covered or resized.
  ///
  /// False while the window is minimized or has no area.
  public var needsPresent: Bool { (isStale || isUncovered || !changedImages.isEmpty) && canShow }

  /// Whether the scale contains the factor by which the user wants text enlarged, as the resolution
  /// of X11's fonts does.
  package var isScaledByText: Bool {
    fixedScale == nil && pixelsPerUnit == 1 && DesktopScale.isOfText(for: handle)
  }

  /// Makes the next `present` paint everything.
  public func invalidate() {
    isStale = true
  }

  /// Whether the window is minimized or hidden.
  var isOutOfSight: Bool {
    let hidden = SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_HIDDEN.rawValue
    return SDL_GetWindowFlags(handle) & hidden != 0
  }

  /// Shows `list` over `background`, painting where it differs from the list before.
  ///
  /// While the window is minimized, or has no area or painter, nothing is painted, and the next
  /// call that can paints everything.
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
      // That took a while; images that arrived meanwhile are visible from the start.
      if painter.images?.mailbox.drain() ?? false, !changedImages.isEmpty {
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
    let changed = changedImages
    changedImages.removeAll(keepingCapacity: true)
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
      // The window changed its size meanwhile; the event for it is on its way.
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
    if isShown ?? false { changedImages.insert(source) }
  }

  // MARK: Called by the event source

  /// Measures the window again after it was resized or moved to another display.
  func resized() {
    surface = nil
    isStale = true
    measure()
    painter?.fonts.scale = scale * zoom
  }

  /// Makes the next `present` copy the whole surface, for parts that are visible again.
  func uncovered() {
    isUncovered = true
  }

  /// Converts a place in the window from SDL's units to points.
  func point(x: Double, y: Double) -> Point {
    let factor = pixelsPerUnit / scale
    return Point(x: x * factor, y: y * factor)
  }

  // MARK: Sizes

  private func measure() {
    if fixedScale == nil {
      let density = pixelsPerUnit
      scale = density == 1 ? DesktopScale.current(of: handle) : density
    }
    limit(to: Self.room(for: minimumSize, scale: scale / pixelsPerUnit))
    let (width, height) = pixels
    size = Size(width: Double(width) / scale, height: Double(height) / scale)
  }

  /// Sets the smallest size the user can give the window, in SDL's units.
  ///
  /// Setting it makes SDL apply the size it last knew of, which may be out of date while the user
  /// resizes the window. So it is set only when it changes.
  private func limit(to least: (width: Int32, height: Int32)) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowMinimumSize(handle, &width, &height)
    if (width, height) != least { SDL_SetWindowMinimumSize(handle, least.width, least.height) }
  }

  /// Pixels per SDL unit, which may be more than 1 under Wayland.
  private var pixelsPerUnit: Double {
    var units: Int32 = 0
    SDL_GetWindowSize(handle, &units, nil)
    let width = pixels.width
    return units > 0 && width > 0 ? Double(width) / Double(units) : 1
  }

  /// The size of the surface, in pixels. Under Wayland it may be less than the window's on the
  /// screen; SDL then scales it.
  private var pixels: (width: Int, height: Int) {
    if !Self.hasOwnPixels(driver: Self.driver) {
      do throws(SDLError) {
        let canvas = try currentSurface().canvas
        return (canvas.width, canvas.height)
      } catch {
        // `present` reports it.
      }
    }
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSizeInPixels(handle, &width, &height)
    return (Int(width), Int(height))
  }

  // MARK: SDL

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
    // Without acceleration SDL gives access to the pixels the window system shows, instead of a
    // copy that goes through OpenGL.
    if hasOwnPixels(driver: driver) { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
    SDL_StopTextInput()
  }

  /// Whether windows can be visible. Without a display SDL falls back to a driver that shows
  /// nothing, which is accepted only when it was requested by name.
  private static var showsWindows: Bool {
    guard SDL_GetHint("SDL_VIDEODRIVER").map({ $0.pointee == 0 }) ?? true else { return true }
    return !["offscreen", "dummy", "evdev"].contains(driver)
  }

  private static var driver: String {
    SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
  }

  /// Whether SDL can give access to the pixels of a driver's windows. Those of Wayland have none:
  /// without acceleration they would have no surface at all.
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

/// The pointer's shape over a window.
public enum PointerShape: CaseIterable, Sendable {
  /// The usual pointer of the desktop.
  case arrow
  /// For anything a click follows or triggers, such as links and buttons.
  case hand

  fileprivate var systemCursor: SDL_SystemCursor {
    switch self {
    case .arrow: SDL_SYSTEM_CURSOR_ARROW
    case .hand: SDL_SYSTEM_CURSOR_HAND
    }
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
    let cursor = cursors[shape] ?? SDL_CreateSystemCursor(shape.systemCursor)
    guard let cursor else { return }
    cursors[shape] = cursor
    SDL_SetCursor(cursor)
  }

  /// Frees the pointers; SDL shows its own from then on.
  mutating func release() {
    for cursor in cursors.values { SDL_FreeCursor(cursor) }
    cursors = [:]
  }
}
