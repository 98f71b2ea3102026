import Glibc
import SpotsPlatform

/// The settings of the desktop according to files and environment variables, used where its portal
/// has not answered; see `DesktopAppearance`.
enum SystemAppearance {
  /// Whether the user chose a dark appearance: by the GTK theme's name, by GTK's settings, or by
  /// KDE's color scheme.
  static func prefersDark() -> Bool {
    if let theme = variable("GTK_THEME") { return isDark(themeName: theme) }
    guard let folder else { return false }
    for settings in gtkSettings(in: folder) {
      let preference = value("gtk-application-prefer-dark-theme", in: settings)
      let theme = value("gtk-theme-name", in: settings)
      if preference == nil, theme == nil { continue }
      // A theme that is dark by itself needs no preference.
      return preference == "1" || preference == "true" || theme.map(isDark) ?? false
    }
    let scheme = value("ColorScheme", in: lines(of: folder + "/kdeglobals"))
    return scheme.map(isDark) ?? false
  }

  /// Whether the user chose one of GTK's high-contrast themes, `HighContrast` and
  /// `HighContrastInverse`.
  static func prefersHighContrast() -> Bool {
    var theme = variable("GTK_THEME")
    if theme == nil, let folder {
      theme = gtkSettings(in: folder).lazy.compactMap { value("gtk-theme-name", in: $0) }.first
    }
    return theme?.hasPrefix("HighContrast") ?? false
  }

  /// Whether the user turned animations off, by GTK's settings or by KDE's animation duration.
  static func reducesMotion() -> Bool {
    guard let folder else { return false }
    for settings in gtkSettings(in: folder) {
      if let isOn = value("gtk-enable-animations", in: settings) {
        return isOn == "0" || isOn.lowercased() == "false"
      }
    }
    let factor = value("AnimationDurationFactor", in: lines(of: folder + "/kdeglobals"))
    return factor.flatMap(Double.init) == 0
  }

  /// The longest time between the clicks of a double-click, in milliseconds; nil when the settings
  /// do not say.
  static func doubleClickTime() -> Int? {
    integer(
      gtk: "gtk-double-click-time", kde: "DoubleClickInterval",
      in: DesktopSettings.doubleClickTimes)
  }

  /// How far a pressed pointer moves before it drags, in points; nil when the settings do not say.
  static func dragThreshold() -> Int? {
    integer(
      gtk: "gtk-dnd-drag-threshold", kde: "StartDragDist", in: DesktopSettings.dragThresholds)
  }

  private static func integer(gtk: String, kde: String, in range: ClosedRange<Int>) -> Int? {
    guard let folder else { return nil }
    let text =
      gtkSettings(in: folder).lazy.compactMap { value(gtk, in: $0) }.first
      ?? value(kde, in: lines(of: folder + "/kdeglobals"))
    return text.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The family of the desktop's interface font, by GTK's settings or KDE's; nil when they name
  /// none, or a generic one.
  static func fontFamily() -> String? {
    guard let folder else { return nil }
    for settings in gtkSettings(in: folder) {
      if let font = value("gtk-font-name", in: settings) { return known(PangoFont(font).family) }
    }
    // Qt writes the family first, then the size and other numbers.
    let font = value("font", in: lines(of: folder + "/kdeglobals"))
    return font.flatMap { known(String($0.prefix { $0 != "," })) }
  }

  /// `family` without blanks around it; nil when it is empty or generic.
  static func known(_ family: String) -> String? {
    let name = trimmed(family[...])
    return name.isEmpty || FontBook.isGeneric(family: name) ? nil : name
  }

  /// The folder of the user's settings.
  private static var folder: String? {
    variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
  }

  private static func gtkSettings(in folder: String) -> [[Substring]] {
    ["gtk-4.0/settings.ini", "gtk-3.0/settings.ini"].map { lines(of: folder + "/" + $0) }
  }

  private static func isDark(themeName: String) -> Bool {
    ["dark", "inverse"].contains { themeName.lowercased().contains($0) }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The lines of a settings file; none when there is no such file.
  private static func lines(of path: String) -> [Substring] {
    let bytes = FileBytes.contents(of: path, limit: 256 * 1024) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private static func value(_ key: String, in lines: [Substring]) -> String? {
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1)
      let name = parts.first.map { trimmed($0) }
      if parts.count == 2, name == key { return trimmed(parts[1]) }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
