import Spots

/// Looks for colors of a document that are hard to read, in the light theme and in the dark one.
struct ThemeReview {
  let colors: [ColorRole: Color]
  /// The place of what has the theme.
  var pointer = ""

  /// The minimum contrast of text (WCAG 2.2, 1.4.3).
  private static let leastContrast = 4.5

  /// The colors of text, each with a color it is drawn on.
  private static let pairs: [(text: ColorRole, ground: ColorRole)] =
    [ColorRole.primary, .secondary, .accent, .error, .warning].flatMap { text in
      [ColorRole.background, .surface].map { (text, $0) }
    } + [(.onAccent, .accent), (.error, .errorSurface), (.primary, .selection)]

  /// The minimum contrast of the ring around the focus (WCAG 2.2, 1.4.11).
  private static let leastRingContrast = 3.0

  var findings: [Finding] {
    guard !colors.isEmpty else { return [] }
    var worst: [ColorRole: (contrast: Double, message: String)] = [:]
    for theme in [Theme.light, .dark] {
      let shown = theme.showing(documentColors: colors)
      for pair in Self.pairs + (colors[.focusRing] == nil ? [] : [(.focusRing, .background)]) {
        let isRing = pair.text == .focusRing
        let least = isRing ? Self.leastRingContrast : Self.leastContrast
        guard let role = [pair.text, pair.ground].first(where: { colors[$0] != nil }) else {
          continue
        }
        // The contrast of a translucent color depends on what is behind it.
        guard shown[pair.text].alpha == 255, shown[pair.ground].alpha == 255 else { continue }
        let contrast = shown[pair.text].contrast(with: shown[pair.ground])
        guard contrast < least, contrast < worst[role]?.contrast ?? .infinity else {
          continue
        }
        let ratio = (contrast * 10).rounded(.down) / 10
        worst[role] = (
          contrast,
          "'\(pair.text.rawValue)' has a contrast of \(ratio) to 1 with '\(pair.ground.rawValue)' "
            + "in the \(theme.isDark ? "dark" : "light") theme; \(isRing ? "it" : "text") needs "
            + "\(least)"
        )
      }
    }
    return worst.map {
      Finding("\(pointer)/theme/\($0.key.rawValue)", .lowContrast, $0.value.message)
    }
  }
}
