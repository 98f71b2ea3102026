import Glibc

/// The name and icon by which desktops know a program, which all its windows have in common.
public struct ProgramIdentity: Hashable, Sendable {
  /// The application id of the windows under Wayland, and their class under X11: the name of the
  /// program's desktop file without `.desktop`, in which desktops look up its name and its icon. By
  /// default the name of the executable.
  ///
  /// SDL reads it when the first window is created; later ones get the same.
  public var identifier: String
  /// The program's name, which follows the screen's title in window titles; nil leaves the screen's
  /// title alone.
  public var name: String?
  /// The bytes of a PNG file, which window managers of X11 show in their title bars and lists: a
  /// square with sides of 128 pixels or more. Nil leaves the icon to the desktop file, from which
  /// Wayland compositors always take it.
  public var icon: [UInt8]?

  /// Creates the identity of a program, by default one that is known by its executable alone.
  public init(identifier: String? = nil, name: String? = nil, icon: [UInt8]? = nil) {
    self.identifier = identifier ?? Self.executable
    self.name = name
    self.icon = icon
  }

  /// The title of a window that shows a screen called `screen`, which may be empty.
  public func title(ofScreen screen: String) -> String {
    guard let name, name != screen else { return screen.isEmpty ? Self.executable : screen }
    return screen.isEmpty ? name : "\(screen) — \(name)"
  }

  private static var executable: String { Path.name(of: CommandLine.arguments.first ?? "") }
}
