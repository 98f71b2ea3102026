/// A color for every role.
public struct Theme: Hashable, Sendable {
  /// Whether text is light on dark surfaces; cards and boxes then have a thin outline in place of a
  /// shadow, which would not be seen.
  public var isDark: Bool
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
}
