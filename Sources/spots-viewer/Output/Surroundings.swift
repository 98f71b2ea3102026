import Glibc

/// Facts about the machine from the environment variables.
enum Surroundings {
  /// Whether there is a display to open windows on.
  static var haveDisplay: Bool {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"]
    return names.contains { getenv($0).map { $0.pointee != 0 } ?? false }
  }
}
