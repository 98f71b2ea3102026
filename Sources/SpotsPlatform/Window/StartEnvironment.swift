import Glibc

/// Environment variables for SDL and the libraries below it, set only while SDL starts.
///
/// Two set the name by which desktops know the windows, which no function of SDL does. The next
/// saves a quarter of the time to the first frame from the second start on; the last avoids running
/// a program to launch a session bus. No other thread may read the environment while it changes:
/// the threads a window needs start after the change, and finish before it is undone. Delete the
/// first two with SDL 2: SDL 3 has a function for the name.
struct StartEnvironment {
  private var added: [String] = []
  /// The values of those that were set before.
  private var replaced: [String: String] = [:]

  /// - Parameter identifier: The name by which desktops know the windows.
  init(identifier: String) {
    for system in ["X11", "WAYLAND"] { add("SDL_VIDEO_\(system)_WMCLASS", identifier) }
    // Under X11, the rules for composing characters from several keys are parsed from thousands
    // of lines, unless Xlib has a folder to keep the result in. A path with an equals sign would
    // mean something else.
    if let folder = CacheFolder.standard("compose"), !folder.path.contains("="), folder.exists() {
      add("XCOMPOSECACHE", folder.path)
    }
    // Without a session bus, libdbus runs a program to launch one; if a bus accepts connections but
    // never answers, SDL waits forever.
    if !Self.hasSessionBus { replace("DBUS_SESSION_BUS_ADDRESS", with: "disabled:") }
  }

  /// Sets the variables to what they were, so that programs started later do not inherit them.
  func restore() {
    for name in added { unsetenv(name) }
    for (name, value) in replaced { setenv(name, value, 1) }
  }

  private mutating func add(_ name: String, _ value: String) {
    guard getenv(name) == nil, setenv(name, value, 0) == 0 else { return }
    added.append(name)
  }

  private mutating func replace(_ name: String, with value: String) {
    guard let old = getenv(name).map({ String(cString: $0) }) else { return add(name, value) }
    if setenv(name, value, 1) == 0 { replaced[name] = old }
  }

  private static var hasSessionBus: Bool {
    SessionBus.address.map { SessionBus.answers(at: $0, within: patience) } ?? false
  }

  /// How long a bus may take to answer, in seconds.
  private static let patience = 1.0
}
