import Glibc

/// Environment variables for SDL and the libraries below it, set only while SDL starts.
///
/// Two say what desktops know the windows by, for which SDL has no functions. The next saves a
/// quarter of the time to the first frame from the second start on, the last the start of a program
/// that would launch a session bus. No other thread may read the environment while it changes: the
/// threads a window needs start after the change, and finish before it is undone.
struct StartEnvironment {
  private var added: [String] = []

  /// - Parameter identifier: What desktops know the windows by.
  init(identifier: String) {
    for system in ["X11", "WAYLAND"] { add("SDL_VIDEO_\(system)_WMCLASS", identifier) }
    // Under X11, how characters are composed of several keys is read from thousands of lines,
    // unless Xlib has a folder for what it made of them. A path with an equals sign would mean
    // something else.
    if let folder = CacheFolder.standard("compose"), !folder.path.contains("="), folder.exists() {
      add("XCOMPOSECACHE", folder.path)
    }
    // Without a session bus, libdbus runs a program to launch one.
    if !Self.hasSessionBus { add("DBUS_SESSION_BUS_ADDRESS", "disabled:") }
  }

  /// Removes the variables, so that programs started later do not inherit them.
  func restore() {
    for name in added { unsetenv(name) }
  }

  private mutating func add(_ name: String, _ value: String) {
    guard getenv(name) == nil, setenv(name, value, 0) == 0 else { return }
    added.append(name)
  }

  private static var hasSessionBus: Bool {
    guard getenv("DBUS_SESSION_BUS_ADDRESS") == nil else { return true }
    guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
    return access(String(cString: folder) + "/bus", F_OK) == 0
  }
}
