/// What lies behind an item, and shows how it is being used.
public enum ItemSurface: String, Hashable, Sendable, CaseIterable {
  /// A row's in lists, a card's elsewhere.
  case automatic
  /// A card's everywhere.
  case card
  case none
}

extension Theme {
  /// The colour of a surface in `state`, with as much of the pointer's mark as `hover` says.
  fileprivate func surface(_ state: ViewState, hover: Double) -> Color {
    if state.contains(.highlighted) { return self[.surfacePressed] }
    if state.contains(.selected) { return self[.selection] }
    return self[.surface].mixed(with: self[.surfaceHover], hover)
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
      list.fill(ground, theme.surface(state, hover: hoverProgress), cornerRadius: radius)
      if state.contains(.selected) {
        list.fill(Rect(x: 0, y: 0, width: 3, height: frame.height), theme[.accent])
      }
    }
  }

  /// The ground of a free-standing cell: rounded, with a soft shadow in light themes.
  func drawCellSurface(in list: inout DrawList, cornerRadius: Double) {
    guard let theme = environment?.theme else { return }
    let hover = hoverProgress
    if !theme.isDark {
      let lift = state.contains(.highlighted) ? 1 : 1 + hover
      drawSoftShadow(in: &list, cornerRadius: cornerRadius, lift: lift)
    }
    list.fill(bounds, theme.surface(state, hover: hover), cornerRadius: cornerRadius)
    if state.contains(.selected) {
      list.append(.stroke(bounds, theme[.accent], width: 2, cornerRadius: cornerRadius))
    }
  }

  /// What stands a little above the ground throws a near and a far shadow; `lift` times as high, it
  /// throws them further.
  func drawSoftShadow(in list: inout DrawList, cornerRadius: Double, lift: Double = 1) {
    list.append(
      .shadow(
        bounds, Color.black.opacity(0.08), blur: 2 * lift, offset: 1, cornerRadius: cornerRadius))
    list.append(
      .shadow(
        bounds, Color.black.opacity(0.06), blur: 12, offset: 4 * lift, cornerRadius: cornerRadius))
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
