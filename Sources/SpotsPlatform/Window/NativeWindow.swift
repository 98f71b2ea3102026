import CSDL2

/// The window system's own window behind an SDL window.
@MainActor
struct NativeWindow {
  /// The connection to the window system.
  let display: UnsafeMutableRawPointer
  /// The server's number for the window under X11; the address of its surface under Wayland.
  let identifier: UInt

  /// Nil when `window` belongs to another window system than `system`.
  init?(_ window: OpaquePointer, system: SpotsWindowSystem) {
    var info = SpotsSysWMinfo()
    // SDL fills in as much as programs built for this version know of.
    info.version.major = UInt8(SDL_MAJOR_VERSION)
    info.version.minor = UInt8(SDL_MINOR_VERSION)
    info.version.patch = UInt8(SDL_PATCHLEVEL)
    guard SDL_GetWindowWMInfo(window, &info) == SDL_TRUE, info.system == system,
      let display = info.display
    else { return nil }
    self.display = display
    identifier = info.window
  }
}
