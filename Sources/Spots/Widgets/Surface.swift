// What lies behind the content of rows and cells, by state.

extension Theme {
  /// The colour of a surface in `state`.
  func surface(_ state: ViewState) -> Color {
    if state.contains(.highlighted) { return self[.surfacePressed] }
    if state.contains(.selected) { return self[.selection] }
    return self[state.contains(.hover) ? .surfaceHover : .surface]
  }
}

extension View {
  /// The ground of a row: edge to edge, or with rounded outer corners in a group; a bar in the
  /// accent colour marks the selected one.
  func drawRowSurface(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let radius = place.groupRadius
    var ground = bounds
    // Corners that are not to be round are pushed outside of the row and cut off.
    if radius > 0, !place.isFirst {
      ground.y -= radius * 2
      ground.height += radius * 2
    }
    if radius > 0, !place.isLast { ground.height += radius * 2 }
    list.clipped(to: bounds) { list in
      list.fill(ground, theme.surface(state), cornerRadius: radius)
      if state.contains(.selected) {
        list.fill(Rect(x: 0, y: 0, width: 3, height: frame.height), theme[.accent])
      }
    }
  }

  /// The ground of a free-standing cell: rounded, with a soft shadow in light themes.
  func drawCellSurface(in list: inout DrawList, cornerRadius: Double) {
    guard let theme = environment?.theme else { return }
    if !theme.isDark {
      let isLifted = state.contains(.hover) && !state.contains(.highlighted)
      let lift = isLifted ? 2.0 : 1
      list.append(
        .shadow(
          bounds, Color.black.opacity(0.08), blur: 2 * lift, offset: 1, cornerRadius: cornerRadius))
      list.append(
        .shadow(
          bounds, Color.black.opacity(0.06), blur: 12, offset: 4 * lift,
          cornerRadius: cornerRadius))
    }
    list.fill(bounds, theme.surface(state), cornerRadius: cornerRadius)
    if state.contains(.selected) {
      list.append(.stroke(bounds, theme[.accent], width: 2, cornerRadius: cornerRadius))
    }
  }

  /// The line between a row and the next, one device pixel high, from `x` to the right edge.
  func drawSeparator(in list: inout DrawList, from x: Double) {
    guard let environment, !place.isLast else { return }
    let line = environment.hairline
    list.fill(
      Rect(x: x, y: frame.height - line, width: frame.width - x, height: line),
      environment.theme[.separator])
  }
}
