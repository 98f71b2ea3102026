import Spots
import SpotsSDL

/// How the desktop wants its programs to look: what its portal has answered and, where it has not,
/// what the files of GTK and KDE say.
package struct DesktopAppearance {
  var settings = DesktopSettings()
  /// Whether the scale of the window leaves out what the desktop wants of text alone.
  var scalesText = true

  /// The appearance by the answers of the last time. A program without a session bus has none, as
  /// they may be those of another desktop.
  static func last() -> DesktopAppearance {
    DesktopAppearance(
      settings: SessionBus.address == nil ? DesktopSettings() : DesktopSettings.kept())
  }

  /// The appearance by the answers of the last time, in a window.
  @MainActor
  static func last(for window: Window) -> DesktopAppearance {
    var last = last()
    last.scalesText = !window.isScaledByText
    return last
  }

  var isDark: Bool { settings.prefersDark ?? SystemAppearance.prefersDark() }

  private var hasHighContrast: Bool {
    settings.prefersHighContrast ?? SystemAppearance.prefersHighContrast()
  }

  /// The theme in the desktop's contrast and with its accent; `isDark` nil is as the desktop is.
  func theme(isDark: Bool? = nil) -> Theme {
    let theme: Theme
    switch (hasHighContrast, isDark ?? self.isDark) {
    case (false, false): theme = .light
    case (false, true): theme = .dark
    case (true, false): theme = .highContrast
    case (true, true): theme = .highContrastDark
    }
    return settings.accentColor.map(theme.accented) ?? theme
  }

  var reducesMotion: Bool { settings.reducesMotion ?? SystemAppearance.reducesMotion() }

  /// The most time from one click to the next of a double-click, in seconds; nil when neither the
  /// portal nor the files say.
  var doubleClickTime: Double? {
    (settings.doubleClickTime ?? SystemAppearance.doubleClickTime()).map { Double($0) / 1000 }
  }

  /// How far a pressed pointer moves before it drags, in points; nil likewise.
  var dragThreshold: Double? {
    (settings.dragThreshold ?? SystemAppearance.dragThreshold()).map(Double.init)
  }

  /// The factor for all text, besides the scale of the window.
  var textScale: Double { scalesText ? settings.textScale ?? 1 : 1 }

  /// The family the user chose for text; nil for none, or one that stands for any of its kind.
  var fontFamily: String? {
    guard let font = settings.font else { return SystemAppearance.fontFamily() }
    return SystemAppearance.known(PangoFont(font).family)
  }

  /// The families for text, the best first: the one the user chose, then ones made for interfaces.
  var fontFamilies: [String] {
    (fontFamily.map { [$0] } ?? []) + FontBook.interfaceFamilies
  }
}
