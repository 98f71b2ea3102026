import Spots
import SpotsPlatform

/// How the desktop wants its programs to look: what its portal has answered and, where it has not,
/// what the files of GTK and KDE say.
package struct DesktopAppearance {
  package var settings = DesktopSettings()
  /// Whether the desktop's factor for text is not yet part of the window's scale.
  package var scalesText = true

  /// The appearance according to the answers kept last time. Without a session bus they are not
  /// used, as they may be those of another desktop.
  package static func last() -> DesktopAppearance {
    DesktopAppearance(
      settings: SessionBus.address == nil ? DesktopSettings() : DesktopSettings.kept())
  }

  /// The appearance according to the answers kept last time, for a window.
  @MainActor
  package static func last(for window: Window) -> DesktopAppearance {
    var last = last()
    last.scalesText = !window.isScaledByText
    return last
  }

  package var isDark: Bool { settings.prefersDark ?? SystemAppearance.prefersDark() }

  private var hasHighContrast: Bool {
    settings.prefersHighContrast ?? SystemAppearance.prefersHighContrast()
  }

  /// The theme in the desktop's contrast and with its accent; `isDark` nil follows the desktop.
  package func theme(isDark: Bool? = nil) -> Theme {
    let theme: Theme
    switch (hasHighContrast, isDark ?? self.isDark) {
    case (false, false): theme = .light
    case (false, true): theme = .dark
    case (true, false): theme = .highContrast
    case (true, true): theme = .highContrastDark
    }
    return settings.accentColor.map(theme.accented) ?? theme
  }

  package var reducesMotion: Bool { settings.reducesMotion ?? SystemAppearance.reducesMotion() }

  /// The longest time between the clicks of a double-click, in seconds; nil when neither the portal
  /// nor the files say.
  package var doubleClickTime: Double? {
    (settings.doubleClickTime ?? SystemAppearance.doubleClickTime()).map { Double($0) / 1000 }
  }

  /// How far a pressed pointer moves before it drags, in points; nil in the same cases.
  package var dragThreshold: Double? {
    (settings.dragThreshold ?? SystemAppearance.dragThreshold()).map(Double.init)
  }

  /// The factor for all text, besides the scale of the window.
  package var textScale: Double { scalesText ? settings.textScale ?? 1 : 1 }

  /// The family the user chose for text; nil for none, or a generic one.
  package var fontFamily: String? {
    guard let font = settings.font else { return SystemAppearance.fontFamily() }
    return SystemAppearance.known(PangoFont(font).family)
  }

  /// The families for text, the best first: the one the user chose, then ones made for interfaces.
  package var fontFamilies: [String] {
    (fontFamily.map { [$0] } ?? []) + FontBook.interfaceFamilies
  }
}
