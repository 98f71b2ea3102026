/// A color for every role.
public struct Theme: Hashable, Sendable {
  /// Whether text is light on dark surfaces; cards and boxes then have a thin outline in place of a
  /// shadow, which would not be seen.
  public var isDark: Bool
  /// Whether text has a contrast of at least 7 to 1, and outlines one of 3 to 1, in place of
  /// shadows and tints. The colors of a document do not apply then, since they promise no contrast.
  public var isHighContrast = false
  private var colors: [ColorRole: Color]

  /// The color of `role`.
  public subscript(role: ColorRole) -> Color {
    get { colors[role] ?? .black }
    set { colors[role] = newValue }
  }

  /// This theme with some of its colors replaced.
  public func overridden(by overrides: [ColorRole: Color]) -> Theme {
    var copy = self
    copy.colors.merge(overrides) { $1 }
    return copy
  }

  /// The theme with the colors of a document, unless it has high contrast. The accent is adjusted
  /// until text in it can be read, since one color does not suit light and dark themes alike.
  package func showing(documentColors: [ColorRole: Color]) -> Theme {
    if isHighContrast { return self }
    let theme = overridden(by: documentColors)
    guard let accent = documentColors[.accent], accent.alpha == 255 else { return theme }
    var others = documentColors
    others[.accent] = nil
    return theme.accented(by: accent).overridden(by: others)
  }

  /// Whether cards and boxes have outlines in place of shadows.
  var hasOutlines: Bool { isDark || isHighContrast }

  /// The color of what is seen by its outline, such as a field: as light as a contrast of 3 to 1
  /// allows, or that of text in high contrast.
  var outline: Color {
    isHighContrast
      ? self[.secondary] : self[.secondary].mixed(with: self[.surface], isDark ? 0.4 : 0.3)
  }

  /// The surface of what is in front of the screen, such as a menu, which a shadow alone would not
  /// show in the dark.
  package var raisedSurface: Color {
    isDark && !isHighContrast ? self[.surface].mixed(with: self[.primary], 0.06) : self[.surface]
  }

  /// The theme with the same contrast and the other brightness: the built-in dark one for any light
  /// theme, and the other way around.
  public var withOtherBrightness: Theme {
    if isHighContrast { return isDark ? .highContrast : .highContrastDark }
    return isDark ? .light : .dark
  }

  /// The opacity, 0 to 1, of the accent that fills a button whose text is in the accent: at rest,
  /// under the pointer and pressed.
  public var buttonTints: (rest: Double, over: Double, pressed: Double) {
    if isHighContrast { return (0, 0.06, 0.12) }
    return isDark ? (0.14, 0.22, 0.34) : (0.09, 0.14, 0.22)
  }

  /// The least contrast between text and what is behind it.
  private var leastContrast: Double { isHighContrast ? 7 : 4.5 }

  /// The surfaces of rows and cards in every state but selected.
  private static let grounds = [
    ColorRole.background, .surface, .surfaceHover, .surfacePressed,
  ]

  /// This theme with `color`, taken as opaque, as its accent.
  ///
  /// Text and marks in the accent have at least the contrast text needs, on every surface and on
  /// buttons: the color is mixed with just enough black in light themes, or white in dark ones.
  /// Selected items have a tint of it.
  public func accented(by color: Color) -> Theme {
    let color = Color(red: color.red, green: color.green, blue: color.blue)
    var theme = self
    theme[.selection] = selection(tintedBy: color)
    let grounds = (Self.grounds + [.selection]).map { theme[$0] }
    let accent = Self.first(from: color, to: isDark ? .white : .black) { accent in
      let button = theme[.background].mixed(with: accent, buttonTints.over)
      return (grounds + [button]).allSatisfy { accent.contrast(with: $0) >= leastContrast }
    }
    let shade = accent.mixed(with: .black, 0.88)
    let isShaded = shade.contrast(with: accent) > Color.white.contrast(with: accent)
    theme[.accent] = accent
    theme[.focusRing] = accent
    theme[.onAccent] = Self.first(from: isShaded ? shade : .white, to: isShaded ? .black : .white) {
      $0.contrast(with: accent) >= leastContrast
    }
    return theme
  }

  /// The surface tinted with as much of `color` as leaves text readable.
  private func selection(tintedBy color: Color) -> Color {
    let tinted = self[.surface].mixed(with: color, isDark ? 0.3 : 0.18)
    return Self.first(from: tinted, to: self[.surface]) { tint in
      [.primary, .secondary].allSatisfy { self[$0].contrast(with: tint) >= leastContrast }
    }
  }

  /// The first color on the way from one to another that `suits`; the last one if none does.
  static func first(
    from start: Color, to end: Color, where suits: (Color) -> Bool
  ) -> Color {
    let steps = 32
    for step in 0..<steps {
      let color = start.mixed(with: end, Double(step) / Double(steps))
      if suits(color) { return color }
    }
    return end
  }

  /// Dark text on light surfaces; the default of an environment.
  public static let light = Theme(
    isDark: false,
    colors: [
      .background: Color(0xF5F5F7), .surface: Color(0xFFFFFF), .surfaceHover: Color(0xEAECF0),
      .surfacePressed: Color(0xDDE0E7), .selection: Color(0xDCE6FB), .primary: Color(0x1B1C1F),
      .secondary: Color(0x5C6068), .accent: Color(0x2458D6), .onAccent: Color(0xFFFFFF),
      .focusRing: Color(0x2458D6), .separator: Color(0xDADDE3), .error: Color(0xB3261E),
      .errorSurface: Color(0xFCEBEA), .warning: Color(0x8A5A00),
    ])

  /// Light text on dark surfaces.
  public static let dark = Theme(
    isDark: true,
    colors: [
      .background: Color(0x141518), .surface: Color(0x22252A), .surfaceHover: Color(0x31353C),
      .surfacePressed: Color(0x3B4048), .selection: Color(0x26365C), .primary: Color(0xF1F2F4),
      .secondary: Color(0xA6ABB5), .accent: Color(0x8AB0FF), .onAccent: Color(0x0B1B3D),
      .focusRing: Color(0x8AB0FF), .separator: Color(0x3C4047), .error: Color(0xFFB4AB),
      .errorSurface: Color(0x44211F), .warning: Color(0xF2C46D),
    ])

  /// Black text on white, for users who need high contrast.
  public static let highContrast = Theme(
    isDark: false, isHighContrast: true,
    colors: [
      .background: Color(0xFFFFFF), .surface: Color(0xFFFFFF), .surfaceHover: Color(0xECEEF2),
      .surfacePressed: Color(0xD9DDE4), .selection: Color(0xD3E2FF), .primary: Color(0x000000),
      .secondary: Color(0x33363D), .accent: Color(0x0B3A9E), .onAccent: Color(0xFFFFFF),
      .focusRing: Color(0x0B3A9E), .separator: Color(0x6A6F78), .error: Color(0x8C0C10),
      .errorSurface: Color(0xFFF1F0), .warning: Color(0x5C3A00),
    ])

  /// White text on black, for users who need high contrast.
  public static let highContrastDark = Theme(
    isDark: true, isHighContrast: true,
    colors: [
      .background: Color(0x000000), .surface: Color(0x000000), .surfaceHover: Color(0x24272C),
      .surfacePressed: Color(0x363A41), .selection: Color(0x12306B), .primary: Color(0xFFFFFF),
      .secondary: Color(0xDDE0E6), .accent: Color(0xB8D0FF), .onAccent: Color(0x04122E),
      .focusRing: Color(0xB8D0FF), .separator: Color(0x9BA1AC), .error: Color(0xFFC7C1),
      .errorSurface: Color(0x3A0F0D), .warning: Color(0xFFDC94),
    ])
}
