import Glibc

/// Variables that spare the libraries below SDL work nobody needs, set only while SDL starts.
///
/// The first saves a quarter of the time to the first frame, the second the start of a program where
/// one is installed for it. No other thread may look at the environment while it changes: what a
/// window needs threads for begins after and is over before.
struct StartEnvironment {
  private var added: [String] = []

  init() {
    // Windows here take no text, so that nobody needs the thousands of lines about how characters
    // are composed.
    add("XCOMPOSEFILE", "/dev/null")
    // Where there is no session bus, libdbus runs programs until there is one.
    if !Self.hasSessionBus { add("DBUS_SESSION_BUS_ADDRESS", "disabled:") }
  }

  /// Programs started from here on see none of it.
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
