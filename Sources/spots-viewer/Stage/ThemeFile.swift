import Spots
import SpotsSDL

/// Colours by role in a file: the object a screen has under `theme`, alone.
///
/// What it does not name is as in the light theme, or as in the dark one when its background is
/// dark.
struct ThemeFile: Sendable {
  let path: String
  let fingerprint: Fingerprint
  let reading: ThemeReading

  init(path: String, bytes: [UInt8]) {
    self.path = path
    fingerprint = Fingerprint(bytes)
    reading = ThemeReading(bytes, dialect: ScreenReader.dialect(forFileName: path))
  }

  /// Reads the file at `path`, for a program that cannot go on without it.
  static func open(_ path: String) throws(Failure) -> ThemeFile {
    do throws(FileError) {
      return ThemeFile(path: path, bytes: try FileBytes.read(path))
    } catch {
      throw .environment("\(path.printable()): \(error)")
    }
  }

  /// nil when the file is not JSON.
  var colors: [ColorRole: Color]? { reading.colors }

  var theme: Theme? {
    colors.map { colors in
      let isDark = colors[.background].map(Self.isDark) ?? false
      return (isDark ? Theme.dark : .light).overridden(by: colors)
    }
  }

  /// Whether light text stands on `color`.
  private static func isDark(_ color: Color) -> Bool {
    // How bright the three look, one beside the other (ITU-R BT.601).
    0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue) < 128
  }
}
