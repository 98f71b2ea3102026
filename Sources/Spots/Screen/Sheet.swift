/// A screen that has a part of the window. As a sheet it is in front of another one: at the bottom
/// of a narrow window, in the middle of a wider one, as high as its content. As a column it is
/// beside another one.
@MainActor
package struct Sheet {
  private let layout: ScreenLayout

  init(_ layout: ScreenLayout) { self.layout = layout }

  /// Shows the screen in front of the picture of another one; nil fills the window again.
  package func show(behind backdrop: DrawList?) { layout.show(behind: backdrop) }

  /// Shows the screen in a column, from one place to another in points from where lines begin; nil
  /// fills the window.
  package func show(in column: Range<Double>?) { layout.show(in: column) }

  /// Says whether keys go to another screen of the window.
  package func setAway(_ isAway: Bool) { layout.setAway(isAway) }

  /// The part of the window that the screen has, in points, before it is mirrored.
  package var area: Rect { layout.root.area }

  /// The part of the window that the content has, without bars, in points.
  package var contentArea: Rect { layout.root.mirrored(layout.scrollView.frame) }

  // MARK: Place and looks

  /// The greatest width, in points.
  private static let width = 560.0
  private static let leastHeight = 120.0
  /// How much of the window's height it may have.
  private static let share = 0.85
  private static let radius = 12.0
  /// How far below its place it begins to rise, in points.
  private static let rise = 40.0

  /// - Parameter height: The height of all that is on it, in points.
  static func area(in root: RootView, content height: Double) -> Rect {
    let (window, scale) = (root.frame.size, max(root.environment?.textScale ?? 1, 1))
    let size = Size(
      width: min(width * scale, window.width),
      height: min(max(height, leastHeight), (window.height * share).rounded()))
    let free = window.height - size.height
    // At both sides of a narrow window, there is no room to see what is behind.
    let y = window.width < size.width + 2 * rise ? free : (free / 2).rounded()
    return Rect(origin: Point(x: ((window.width - size.width) / 2).rounded(), y: y), size: size)
  }

  /// Records the shade over what is behind, and the sheet.
  ///
  /// - Parameter risen: How far it has come to its place, from 0 to 1.
  static func record(
    _ root: RootView, risen: Double, into list: inout DrawList,
    _ content: (inout DrawList) -> Void
  ) {
    guard let environment = root.environment else { return }
    let (theme, area) = (environment.theme, root.area)
    list.fill(root.bounds, Color.black.opacity((theme.isDark ? 0.6 : 0.4) * risen))
    list.translated(to: Point(y: (1 - risen) * rise)) { list in
      let shade = Color.black.opacity(0.3)
      list.append(.shadow(area, shade, blur: 32, offset: 8, cornerRadius: radius))
      list.fill(area, theme[.background], cornerRadius: radius)
      list.append(
        .stroke(area, theme[.separator], width: environment.hairline, cornerRadius: radius))
      list.clipped(to: area, content)
    }
  }
}
