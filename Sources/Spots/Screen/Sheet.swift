/// A screen that has a part of the window. As a sheet it is in front of another one: at the bottom
/// of a narrow window, in a wider one in its middle or beside the part that has opened it, as high
/// as its content. As a column it is beside another one.
@MainActor
package struct Sheet {
  private let layout: ScreenLayout

  init(_ layout: ScreenLayout) { self.layout = layout }

  /// Shows the screen in front of the picture of another one; nil fills the window again.
  package func show(behind backdrop: DrawList?) { layout.show(behind: backdrop) }

  /// Shows a sheet beside a part of the screen behind it, whose frame is that in the window, unless
  /// the window is compact.
  package func show(beside anchor: Rect) { layout.show(beside: layout.root.mirrored(anchor)) }

  /// Whether the sheet is beside a part of the screen behind it.
  package var isBeside: Bool { layout.root.isBeside }

  /// Shows the screen in a column, from one place to another in points from where lines begin; nil
  /// fills the window.
  package func show(in column: Range<Double>?) { layout.show(in: column) }

  /// Says whether keys go to another screen of the window.
  package func setAway(_ isAway: Bool) { layout.setAway(isAway) }

  /// The part of the window that the screen has, in points, before it is mirrored.
  package var area: Rect { layout.root.area }

  /// Whether a point of the window is in the part of it that the screen has.
  package func contains(_ point: Point) -> Bool {
    layout.root.area.contains(layout.root.mirrored(point))
  }

  /// The part of the window that the content has, without bars, in points.
  package var contentArea: Rect { layout.root.mirrored(layout.scrollView.frame) }

  // MARK: Place and looks

  /// The greatest widths, in points: of a sheet, and of one beside a part.
  private static let (width, widthBeside) = (560.0, 360.0)
  /// The distances from the part that it is beside, and from the window's edges.
  private static let (gap, margin) = (4.0, 8.0)
  private static let leastHeight = 120.0
  /// How much of the window's height it may have.
  private static let share = 0.85
  private static let radius = 12.0
  /// How far below its place it begins to rise, in points.
  private static let rise = 40.0

  /// - Parameter height: The height of all that is on it, in points.
  static func area(in root: RootView, content height: Double) -> Rect {
    let (window, scale) = (root.frame.size, root.textGrowth)
    let size = Size(
      width: min(width * scale, window.width),
      height: min(max(height, leastHeight), (window.height * share).rounded()))
    let free = window.height - size.height
    // At both sides of a narrow window, there is no room to see what is behind.
    let y = window.width < size.width + 2 * rise ? free : (free / 2).rounded()
    return Rect(origin: Point(x: ((window.width - size.width) / 2).rounded(), y: y), size: size)
  }

  /// - Parameters:
  ///   - anchor: What it is beside, below it if there is as much room as above.
  ///   - height: The height of all that is on it, in points.
  static func area(in root: RootView, beside anchor: Rect, content height: Double) -> Rect {
    let (window, scale) = (root.frame.size, root.textGrowth)
    let width = min(widthBeside * scale, window.width - 2 * margin)
    let (above, below) = (anchor.y - gap - margin, window.height - anchor.maxY - gap - margin)
    // With too little room on either side, it covers the part.
    let room = max(max(above, below), min(leastHeight, window.height - 2 * margin))
    let size = Size(width: width, height: min(height, room))
    let isBelow = below >= size.height || below >= above
    let y = isBelow ? anchor.maxY + gap : anchor.y - gap - size.height
    // Beside a row, where the sign at its end is.
    let x = anchor.width > width ? anchor.maxX - width : anchor.midX - width / 2
    return Rect(
      origin: Point(
        x: min(max(x, margin), window.width - margin - width).rounded(),
        y: min(max(y, margin), window.height - margin - size.height).rounded()),
      size: size)
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
    let isBeside = root.isBeside
    let shade = isBeside ? 0 : theme.isDark ? 0.6 : 0.4
    list.fill(root.bounds, Color.black.opacity(shade * risen))
    let shadow = Color.black.opacity(0.3)
    list.translated(to: Point(y: (1 - risen) * (isBeside ? gap : rise))) { list in
      list.append(.shadow(area, shadow, blur: 32, offset: 8, cornerRadius: radius))
      list.fill(area, theme[.background], cornerRadius: radius)
      list.append(
        .stroke(area, theme[.separator], width: environment.hairline, cornerRadius: radius))
      list.clipped(to: area, content)
    }
  }
}
