/// The background of an item, which also shows its state.
public enum ItemSurface: String, Hashable, Sendable, CaseIterable {
  /// A row's background in lists, a card's elsewhere.
  case automatic
  /// A card's background everywhere.
  case card
  /// No background; the view shows its state itself, if at all.
  case none
}

extension Theme {
  /// The color of a surface in `state`; `hover`, 0 to 1, mixes in the hover color.
  fileprivate func surface(_ state: ViewState, hover: Double) -> Color {
    if state.contains(.highlighted) { return self[.surfacePressed] }
    if state.contains(.selected) { return self[.selection] }
    return self[.surface].mixed(with: self[.surfaceHover], hover)
  }
}

extension View {
  /// Draws the background of a row: edge to edge, or with rounded outer corners in a group. A bar
  /// in the accent color marks the selected row.
  func drawRowSurface(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let radius = place.groupRadius
    var ground = bounds
    // Corners that stay square are moved outside the row and clipped.
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

  /// Draws the background of a free-standing cell: rounded, with a soft shadow in light themes.
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

  /// Draws a near and a far shadow, which spread further in proportion to `lift`.
  func drawSoftShadow(in list: inout DrawList, cornerRadius: Double, lift: Double = 1) {
    list.append(
      .shadow(
        bounds, Color.black.opacity(0.08), blur: 2 * lift, offset: 1, cornerRadius: cornerRadius))
    list.append(
      .shadow(
        bounds, Color.black.opacity(0.06), blur: 12, offset: 4 * lift, cornerRadius: cornerRadius))
  }

  /// Draws a line one device pixel high from `x` to the right edge, below any row but the last.
  func drawSeparator(in list: inout DrawList, from x: Double) {
    guard let environment, !place.isLast else { return }
    let line = environment.hairline
    list.fill(
      Rect(x: x, y: frame.height - line, width: frame.width - x, height: line),
      environment.theme[.separator])
  }
}
