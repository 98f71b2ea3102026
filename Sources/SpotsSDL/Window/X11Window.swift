import CSDL2
import Glibc
import Spots

/// The X11 window behind an SDL window, for what SDL has no functions for.
///
/// SDL has loaded libX11 and connected to the server, so nothing is linked here.
@MainActor
struct X11Window {
  /// The connection, and the server's number for the window.
  let display: UnsafeMutableRawPointer
  let identifier: UInt

  /// Nil under another window system.
  init?(_ window: OpaquePointer) {
    var info = SpotsSysWMinfo()
    info.version.major = UInt8(SDL_MAJOR_VERSION)
    info.version.minor = UInt8(SDL_MINOR_VERSION)
    info.version.patch = UInt8(SDL_PATCHLEVEL)
    guard SDL_GetWindowWMInfo(window, &info) == SDL_TRUE,
      info.subsystem == Int32(SPOTS_SYSWM_X11), let display = info.display
    else { return nil }
    self.display = display
    identifier = info.window
  }

  /// The text of the X resource database; nil when there is none.
  var resources: String? {
    typealias Read = @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
    let read: Read? = Self.function("XResourceManagerString")
    return read?(display).map { String(cString: $0) }
  }

  /// Makes the server keep the window's pixels when its size changes, and fill new parts with
  /// `color` until the program has painted them.
  func setBackground(_ color: Color, of window: OpaquePointer) {
    typealias Change =
      @convention(c) (UnsafeMutableRawPointer, UInt, UInt, UnsafeMutableRawPointer) -> CInt
    guard let format = SDL_AllocFormat(SDL_GetWindowPixelFormat(window)) else { return }
    defer { SDL_FreeFormat(format) }
    var attributes = Attributes()
    attributes.backgroundPixel = UInt(SDL_MapRGB(format, color.red, color.green, color.blue))
    attributes.bitGravity = Attributes.northWest
    let change: Change? = Self.function("XChangeWindowAttributes")
    _ = change?(display, identifier, Attributes.backgroundPixelAndBitGravity, &attributes)
  }

  /// `XSetWindowAttributes` of X11/Xlib.h.
  private struct Attributes {
    var backgroundPixmap: UInt = 0
    var backgroundPixel: UInt = 0
    var borderPixmap: UInt = 0
    var borderPixel: UInt = 0
    var bitGravity: CInt = 0
    var windowGravity: CInt = 0
    var backingStore: CInt = 0
    var backingPlanes: UInt = 0
    var backingPixel: UInt = 0
    var saveUnder: CInt = 0
    var eventMask: Int = 0
    var propagationMask: Int = 0
    var overrideRedirect: CInt = 0
    var colormap: UInt = 0
    var cursor: UInt = 0

    /// CWBackPixel and CWBitGravity.
    static let backgroundPixelAndBitGravity: UInt = 1 << 1 | 1 << 4
    /// NorthWestGravity.
    static let northWest: CInt = 1
  }

  /// A function of libX11 as a C function pointer; nil when there is none of that name. It stays
  /// valid while the window exists, since SDL keeps the library loaded.
  static func function<Function>(_ name: String) -> Function? {
    guard let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    defer { dlclose(library) }
    return dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
  }
}
