import Glibc

/// What the environment tells of the machine.
enum Surroundings {
  /// Whether it names a display to open windows on.
  static var nameDisplay: Bool {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"]
    return names.contains { getenv($0).map { $0.pointee != 0 } ?? false }
  }
}
