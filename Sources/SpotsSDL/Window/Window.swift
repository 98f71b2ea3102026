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
      painter?.fonts.scale = scale
      painter?.images?.onChange = { [weak self] in self?.imageChanged($0) }
      invalidate()
    }
  }

  /// Control characters and overrides of the writing direction are left out.
  public var title: String {
    didSet { SDL_SetWindowTitle(handle, Self.cleaned(title)) }
  }

  /// Pixels per point.
  public private(set) var scale: Double
  /// In points.
  public private(set) var size: Size

  let handle: OpaquePointer
  private let fixedScale: Double?
  private var surface: WindowSurface?
  private var shown: (list: DrawList, background: Color)?
  /// What must be painted although the list says the same, in points.
  private var stale: [Rect] = []
  private var isStale = true
  private var isUncovered = false
  private var isVisible = false

  /// - Parameters:
  ///   - size: In points; made smaller when the display is.
  ///   - scale: Pixels per point, cut to 0.25 … 16; nil takes the desktop's.
  /// - Throws: When there is no display.
  public init(title: String, size: Size, scale: Double? = nil) throws(SDLError) {
    try Self.start()
    self.title = title
    fixedScale = scale.map { min(max($0, 0.25), 16) }
    self.scale = fixedScale ?? DesktopScale.current
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
    measure()
  }

  isolated deinit {
    SDL_DestroyWindow(handle)
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
  }

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
  public var needsPresent: Bool { (isStale || isUncovered || !stale.isEmpty) && canShow }

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
    let isOtherBackground = shown?.background != background
    let before = shown?.list
    shown = (list, background)
    guard let painter, canShow else {
      isStale = true
      return
    }
    let surface = try currentSurface()
    var areas: [PixelRect]
    if isStale || isOtherBackground {
      areas = [surface.canvas.bounds]
    } else {
      let viewport = Rect(origin: .zero, size: size)
      let changed = before.map { damage(from: $0, to: list, viewport: viewport) } ?? [viewport]
      areas = (changed + stale).map(painter.grid.outerRect)
    }
    areas = areas.map { $0.intersection(surface.canvas.bounds) }.filter { !$0.isEmpty }
    painter.paint(list, background: background, areas: areas, on: surface.canvas)
    if isUncovered { areas = [surface.canvas.bounds] }
    (stale, isStale, isUncovered) = ([], false, false)
    bringToScreen(areas, of: surface)
  }

  private func bringToScreen(_ areas: [PixelRect], of surface: WindowSurface) {
    if !isVisible {
      isVisible = true
      SDL_ShowWindow(handle)
    }
    guard !areas.isEmpty else { return }
    do throws(SDLError) {
      try surface.update(areas, of: handle)
    } catch {
      // The window changed its size meanwhile; the event that says so is on its way.
      self.surface = nil
      isStale = true
    }
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
    for entry in shown?.list.entries ?? [] {
      guard case .image(source, let rect, _, _, _, _) = entry.command else { continue }
      stale.append(rect.intersection(entry.clip))
    }
    // Hundreds of pictures at once are a whole window's worth.
    if stale.count > 64 { stale = [stale.reduce(.zero) { $0.union($1) }] }
  }
}

// What the event source tells the window.
extension Window {
  /// The window has another size or stands on another display.
  func resized() {
    surface = nil
    isStale = true
    measure()
    painter?.fonts.scale = scale
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
      scale = density == 1 ? DesktopScale.current : density
    }
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSizeInPixels(handle, &width, &height)
    size = Size(width: Double(width) / scale, height: Double(height) / scale)
  }

  /// Under Wayland a unit of SDL's may be several pixels.
  private var pixelsPerUnit: Double {
    var (width, pixels): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(handle, &width, nil)
    SDL_GetWindowSizeInPixels(handle, &pixels, nil)
    return width > 0 && pixels > 0 ? Double(pixels) / Double(width) : 1
  }

  private static func start() throws(SDLError) {
    // Without acceleration SDL hands out the pixels the window system shows, instead of a copy
    // that goes through OpenGL.
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
    SDL_SetMainReady()
    guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw SDLError("SDL_InitSubSystem") }
    guard showsWindows else {
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      throw SDLError(message: "there is no display; are DISPLAY or WAYLAND_DISPLAY set?")
    }
    SDL_EnableScreenSaver()
    SDL_StopTextInput()
  }

  /// Whether somebody may see the windows. Without a display SDL is content with a driver that only
  /// pretends, which is right for those alone who ask for it by name.
  private static var showsWindows: Bool {
    guard SDL_GetHint("SDL_VIDEODRIVER").map({ $0.pointee == 0 }) ?? true else { return true }
    let driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
    return !["offscreen", "dummy", "evdev"].contains(driver)
  }

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
