/// The surface of a cell or of a row, which shows how the cell is being used.
@MainActor
package struct CellSurface {
  private let view: View

  /// The surface of `view`, for its `draw(in:)`.
  package init(of view: View) { self.view = view }

  /// Draws the background of a row: edge to edge, or with rounded outer corners in a group. A bar
  /// in the accent color marks the selected row.
  package func drawRow(in list: inout DrawList) {
    guard let theme = view.environment?.theme, !view.cellStyle.isPartOfRow else { return }
    let radius = view.cellStyle.groupRadius
    var ground = view.bounds
    // Corners that stay square are moved outside the row and clipped.
    if radius > 0, !view.cellStyle.isFirst {
      ground.y -= radius * 2
      ground.height += radius * 2
    }
    if radius > 0, !view.cellStyle.isLast { ground.height += radius * 2 }
    list.clipped(to: view.bounds) { list in
      let surface =
        view.cellStyle.isLifted
        ? theme.raisedSurface : theme.surface(view.state, hover: view.hoverProgress(in: &list))
      list.fill(ground, surface, cornerRadius: radius)
      if radius > 0 { drawOutline(of: ground, in: &list, cornerRadius: radius) }
      // The ring of the keyboard focus takes the place of the bar.
      if view.state.contains(.selected), !view.state.contains(.focused) {
        // The bar follows the group's rounded corners.
        list.clipped(to: Rect(x: 0, y: 0, width: 3, height: view.frame.height)) {
          $0.fill(ground, theme[.accent], cornerRadius: radius)
        }
      }
    }
  }

  /// Draws the background of a free-standing cell: rounded, and raised more under the pointer.
  package func drawCell(in list: inout DrawList, cornerRadius: Double) {
    guard let theme = view.environment?.theme else { return }
    let hover = view.hoverProgress(in: &list)
    // As much as `stateScrim` shades the pictures on it.
    let color =
      view.cellStyle.isLifted ? theme.raisedSurface : theme.surface(view.state, hover: hover / 2)
    drawRaised(color, in: &list, cornerRadius: cornerRadius, lift: lift(in: &list))
  }

  /// How far the pointer raises the surface, 0 to 1; a press lets it down again.
  func lift(in list: inout DrawList) -> Double {
    view.state.contains(.highlighted) ? 0 : view.hoverProgress(in: &list)
  }

  /// Fills the view as a surface above the background, with a near and a far shadow in light
  /// themes. In dark ones, and in high contrast, `drawOutline` takes their place.
  ///
  /// - Parameters:
  ///   - color: nil leaves the area empty.
  ///   - lift: 0 to 1: how far the surface is raised above its usual height.
  func drawRaised(
    _ color: Color?, in list: inout DrawList, cornerRadius: Double, lift: Double = 0
  ) {
    guard let theme = view.environment?.theme else { return }
    if !theme.hasOutlines {
      list.append(
        .shadow(
          view.bounds, Color.black.opacity(0.08 + 0.12 * lift), blur: 2 + 7 * lift,
          offset: 1 + 2 * lift, cornerRadius: cornerRadius))
      list.append(
        .shadow(
          view.bounds, Color.black.opacity(0.06), blur: 12, offset: 4, cornerRadius: cornerRadius))
    }
    if let color { list.fill(view.bounds, color, cornerRadius: cornerRadius) }
  }

  /// Draws an outline of one device pixel in dark themes, where no shadow would be seen, and of one
  /// point in high contrast; in front, so that no picture covers it.
  ///
  /// - Parameters:
  ///   - surface: The view's bounds unless given.
  ///   - lift: 0 to 1: how far the surface is raised above its usual height.
  func drawOutline(
    of surface: Rect? = nil, in list: inout DrawList, cornerRadius: Double, lift: Double = 0
  ) {
    guard let environment = view.environment, environment.theme.hasOutlines else { return }
    let theme = environment.theme
    let color = theme[.separator].mixed(with: theme[.secondary], 0.3 * lift)
    let width = theme.isHighContrast ? max(environment.hairline, 1) : environment.hairline
    list.append(.stroke(surface ?? view.bounds, color, width: width, cornerRadius: cornerRadius))
  }

  /// Draws a line one device pixel high from `x` to `end`, below any row that ends with one.
  package func drawSeparator(in list: inout DrawList, from x: Double, to end: Double) {
    guard let environment = view.environment, !view.cellStyle.isLast, view.cellStyle.hasSeparator
    else { return }
    let line = environment.hairline
    list.fill(
      Rect(x: x, y: view.frame.height - line, width: max(end - x, 0), height: line),
      environment.theme[.separator])
  }
}

extension Theme {
  /// The color of a surface in `state`; `hover`, 0 to 1, mixes in the hover color.
  func surface(_ state: ViewState, hover: Double) -> Color {
    if state.contains(.highlighted) { return self[.surfacePressed] }
    if state.contains(.selected) {
      return self[.selection].mixed(with: self[.primary], 0.04 * hover)
    }
    return self[.surface].mixed(with: self[.surfaceHover], hover)
  }
}
