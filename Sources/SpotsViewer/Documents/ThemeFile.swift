import Spots
import SpotsSDL

/// A file of colors by role, the same object as under `theme` in a screen.
///
/// Roles it does not name come from the light theme, or from the dark one when its background is
/// dark.
struct ThemeFile: Sendable {
  let path: String
  let fingerprint: Fingerprint
  let reading: ParsedTheme

  init(path: String, bytes: [UInt8]) {
    self.path = path
    fingerprint = Fingerprint(bytes)
    reading = ParsedTheme(bytes, dialect: ScreenReader.dialect(forFileName: path))
  }

  /// Reads the file at `path`; throws `ViewerError` when that fails.
  static func open(_ path: String) throws(ViewerError) -> ThemeFile {
    SourceFiles.add(path)
    do throws(FileError) {
      return ThemeFile(path: path, bytes: try FileBytes.read(path))
    } catch {
      throw ViewerError("\(path.printable()): \(error)")
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

  /// Whether `color` is dark enough for light text.
  private static func isDark(_ color: Color) -> Bool {
    // The perceived brightness (ITU-R BT.601).
    0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue) < 128
  }
}
