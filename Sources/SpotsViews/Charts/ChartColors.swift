extension Theme {
  /// The colors of series, in turn, as they are in light themes. They differ for people who do not
  /// tell red from green, too.
  private static let seriesColors = [
    Color(0x2458D6), Color(0xD9640F), Color(0x00927A), Color(0xB0459C), Color(0x8A6A00),
    Color(0x3A9BD0), Color(0x6B5BD2),
  ]

  /// The color of a mark in a chart, which can be told from the surface and the lines behind.
  ///
  /// - Parameters:
  ///   - paint: Nil for the color of a series.
  ///   - index: The place of the series among those of the chart.
  func mark(_ paint: Paint?, series index: Int = 0) -> Color {
    var color = self[.accent]
    if let paint, !isHighContrast || paint.isRole {
      color = paint.color(in: self)
    } else if index > 0 {
      let colors = Self.seriesColors
      color = colors[index % colors.count]
      if hasDarkSurface { color = color.mixed(with: .white, 0.3) }
      // A second turn is told from the first.
      if index >= colors.count { color = color.mixed(with: self[.primary], 0.4) }
    }
    let opaque = Color(red: color.red, green: color.green, blue: color.blue)
    let grounds = isHighContrast ? [self[.surface]] : [self[.surface], self[.separator]]
    return Self.first(from: opaque, to: hasDarkSurface ? .white : .black) { color in
      grounds.allSatisfy { color.contrast(with: $0) >= (isHighContrast ? 4.5 : 3) }
    }
  }
}

extension Theme {
  /// Whether white stands out more from surfaces than black, also those of a document.
  var hasDarkSurface: Bool {
    let surface = self[.surface]
    return Color.white.contrast(with: surface) > Color.black.contrast(with: surface)
  }
}

extension Paint {
  fileprivate var isRole: Bool { if case .role = self { true } else { false } }
}
