import Spots
import SpotsSDL

/// One picture of a screen at six widths in four appearances, or in several languages, to look at
/// them side by side.
@MainActor
enum RenderSheet {
  /// In points, from left to right.
  private nonisolated static let widths = [360.0, 600, 800, 1280, 1920, 3840]
  /// Between the pictures and around them, in points.
  private nonisolated static let gap = 40.0
  /// Pixels per point.
  nonisolated static let defaultScale = 0.5
  /// The factor by which the text of the last row is enlarged.
  nonisolated static let enlargement = 2.0

  /// The size of a sheet of screens that are `height` points high.
  ///
  /// - Parameter rows: The number of languages; 0 for the four appearances.
  nonisolated static func size(height: Double, rows: Int) -> Size {
    let rows = rows == 0 ? 4 : rows
    let width = widths.reduce(gap) { $0 + $1 + gap }
    return Size(width: width, height: gap + (height + gap) * Double(rows))
  }

  /// The environments from top to bottom: `base`, and three that differ from it in one respect
  /// each, the brightness, the direction and the size of text.
  private static func environments(_ base: Environment) -> [Environment] {
    var environments = Array(repeating: base, count: 4)
    environments[1].theme = base.theme.withOtherBrightness
    environments[2].isRightToLeft.toggle()
    environments[3].textScale *= enlargement
    return environments
  }

  /// Paints all pictures, waiting at most `timeout` seconds for the images of each.
  ///
  /// - Parameter others: The same screen in the languages of the rows; none for the appearances.
  static func picture(
    of screen: HeadlessScreen, in others: [HeadlessScreen] = [], timeout: Double
  ) throws -> OffscreenCanvas {
    let height = screen.size.height
    let base = screen.context.environment
    let size = size(height: height, rows: others.count)
    let sheet = try OffscreenCanvas(size: size, scale: base.scale)
    sheet.paint(
      DrawList(viewport: .zero), background: Color(red: 128, green: 128, blue: 128),
      with: screen.context.painter)
    var y = gap
    let rows =
      others.isEmpty
      ? environments(base).map { (screen, $0) } : others.map { ($0, $0.context.environment) }
    for (screen, environment) in rows {
      var x = gap
      for width in widths {
        let size = Size(width: width, height: height)
        screen.show(size: size, in: environment)
        let picture = try screen.picture(size: size, timeout: timeout)
        sheet.copy(picture, x: Int(x * base.scale), y: Int(y * base.scale))
        x += width + gap
      }
      y += height + gap
    }
    return sheet
  }
}
