import CSDL2
import Glibc

/// The scale the desktop asks for, where the window system does not report one.
///
/// X11 itself has no scale; desktops announce theirs through `GDK_SCALE` or the X resource
/// `Xft.dpi`, where 96 means 1.
@MainActor
enum DesktopScale {
  /// Pixels per point, from 1 to 4, for `window`.
  static func current(of window: OpaquePointer) -> Double {
    guard let driver = SDL_GetCurrentVideoDriver(), String(cString: driver) == "x11" else {
      return 1
    }
    if let text = getenv("GDK_SCALE"), let scale = Double(String(cString: text)) {
      return limited(scale)
    }
    guard let resources = X11Window(window)?.resources, let dpi = dotsPerInch(in: resources) else {
      return 1
    }
    return limited(dpi / 96)
  }

  /// The value of `Xft.dpi` in the text of the X resource database.
  static func dotsPerInch(in resources: String) -> Double? {
    for line in resources.split(whereSeparator: \.isNewline) where line.hasPrefix("Xft.dpi:") {
      let value = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
      return Double(value)
    }
    return nil
  }

  private static func limited(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, 1), 4) : 1
  }
}
