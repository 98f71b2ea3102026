import CSDL2
import CWayland
import Glibc

/// SDL's driver for the window system on which the program opens its windows.
@MainActor
enum VideoDriver {
  /// Starts SDL with the driver the user asks for in `SDL_VIDEODRIVER`, or else with the one under
  /// which windows look right. Each call needs an `SDL_QuitSubSystem`.
  ///
  /// - Throws: When no window system can be reached; the error says what was tried.
  static func start(_ sockets: Sockets = .current) throws(SDLError) {
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")
    // Text that is being composed comes whole, not in pieces of 31 bytes.
    SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1")
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
    // Without acceleration SDL gives access to the pixels the window system shows, instead of a
    // copy that goes through OpenGL.
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
    // SDL 3 behind SDL 2's interface shows fractional scales only with this hint.
    SDL_SetHint("SDL_VIDEO_WAYLAND_SCALE_TO_DISPLAY", "0")
    SDL_SetMainReady()
    let wish = SDL_GetHint(SDL_HINT_VIDEODRIVER).map { String(cString: $0) } ?? ""
    let order =
      wish.isEmpty
      ? order(sockets, desktop: { .current }, hasDecorator: { loaded_wayland_has_decorator() == 1 })
      : wish
    // SDL 2.26 crashes without a seat.
    if order == "wayland", sockets.connection == nil, WaylandDesktop.current?.hasSeat == false {
      throw SDLError(message: "there is no display: the Wayland compositor has no seat for input")
    }
    if wish.isEmpty, let order {
      // With a lower priority, a variable that is set but empty would win.
      SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, order, SDL_HINT_OVERRIDE)
    }
    // The next start decides again.
    defer { if wish.isEmpty { SDL_ResetHint(SDL_HINT_VIDEODRIVER) } }
    guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw failure(wish, sockets) }
    // Without a display SDL takes a driver that shows nothing.
    if wish.isEmpty, ["offscreen", "dummy", "evdev"].contains(current) {
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      throw failure(wish, sockets)
    }
    DisplayErrors.ignore()
    SDL_StopTextInput()
  }

  /// SDL's name for the driver in use.
  static var current: String {
    SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
  }

  /// Calls `create`, which creates a window, with flags that keep SDL from loading OpenGL for it.
  ///
  /// Nothing here draws with OpenGL, but SDL 2.26 to 2.30.2 load it for every Wayland window that
  /// is not for Vulkan; 2.30.10 and later versions do not. That takes 50 MB, and longer than
  /// everything else before the first frame. For Vulkan they only ask whether it can draw, which a
  /// stand-in library answers. If that cannot be loaded, OpenGL is. Delete this, with the library,
  /// once Debian 12, whose SDL is 2.26, is not supported any more.
  static func withoutOpenGL(_ create: (_ flags: UInt32) -> OpaquePointer?) -> OpaquePointer? {
    guard current == "wayland", loadsOpenGL, loadVulkan() else { return create(0) }
    // The window keeps it loaded for as long as it exists.
    defer { SDL_Vulkan_UnloadLibrary() }
    return create(SDL_WINDOW_VULKAN.rawValue) ?? create(0)
  }

  private static func loadVulkan() -> Bool {
    let file = loaded_wayland_vulkan()
    guard file >= 0 else { return false }
    defer { close(file) }
    return SDL_Vulkan_LoadLibrary("/proc/self/fd/\(file)") == 0
  }

  private static var loadsOpenGL: Bool {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return version.major == 2 && (version.minor, version.patch) < (30, 10)
  }

  /// The window systems that the environment names.
  struct Sockets {
    /// The name of a Wayland compositor's socket.
    var wayland: String?
    /// The descriptor of a connection to a compositor that the program inherits. It serves one
    /// client, so nothing else may use it.
    var connection: String?
    /// The name of an X11 display.
    var x11: String?

    /// Those that the environment names.
    static var current: Sockets {
      func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
      }
      return Sockets(
        wayland: variable("WAYLAND_DISPLAY"), connection: variable("WAYLAND_SOCKET"),
        x11: variable("DISPLAY"))
    }
  }

  /// The drivers to try, the best first; nil leaves the choice to SDL, where there is no
  /// compositor.
  ///
  /// Under Wayland everything is sharp at every scale, but a window without a title bar can hardly
  /// be moved or closed. X11 programs have title bars everywhere; where a display's scale is not 1,
  /// compositors blur them.
  ///
  /// - Parameters:
  ///   - desktop: The compositor's properties; nil when it does not answer. Called when both window
  ///     systems are there, unless there is a connection that only SDL may use.
  ///   - hasDecorator: Whether libdecor is installed, with which SDL draws title bars itself.
  static func order(
    _ sockets: Sockets, desktop: () -> WaylandDesktop?, hasDecorator: () -> Bool
  ) -> String? {
    guard sockets.wayland != nil || sockets.connection != nil else { return nil }
    guard sockets.x11 != nil else { return "wayland" }
    guard sockets.connection == nil else { return "wayland,x11" }
    guard let desktop = desktop(), desktop.hasSeat else { return "x11" }
    let isRight = desktop.drawsTitleBars || desktop.isScaled && hasDecorator()
    return isRight ? "wayland,x11" : "x11,wayland"
  }

  /// The error for when no window system can be reached. It says what was tried.
  static func failure(_ wish: String, _ sockets: Sockets) -> SDLError {
    let places = [
      sockets.connection.map { "Wayland at WAYLAND_SOCKET=\($0)" }
        ?? sockets.wayland.map { "Wayland at WAYLAND_DISPLAY=\($0)" },
      sockets.x11.map { "X11 at DISPLAY=\($0)" },
    ].compactMap(\.self)
    if !wish.isEmpty {
      return SDLError(
        message: "there is no display: SDL cannot open '\(wish)', which SDL_VIDEODRIVER asks for")
    }
    if places.isEmpty {
      return SDLError(message: "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set")
    }
    return SDLError(
      message: "there is no display: \(places.joined(separator: " and "))"
        + " \(places.count > 1 ? "do" : "does") not answer")
  }
}

/// The properties of a Wayland compositor on which windows depend.
struct WaylandDesktop {
  /// Whether it draws title bars around windows.
  var drawsTitleBars: Bool
  /// Whether a display has a scale other than 1.
  var isScaled: Bool
  /// Whether it has a seat: a pointer and a keyboard, or a place for them.
  var hasSeat = true

  /// The compositor that the environment names; nil when it does not answer within a second.
  /// Usually takes less than a millisecond.
  @MainActor static var current: WaylandDesktop? {
    var desktop = loaded_wayland_desktop()
    guard loaded_wayland_ask(&desktop, 1000) == 1 else { return nil }
    return WaylandDesktop(
      drawsTitleBars: desktop.draws_title_bars != 0, isScaled: desktop.is_scaled != 0,
      hasSeat: desktop.has_seat != 0)
  }
}
