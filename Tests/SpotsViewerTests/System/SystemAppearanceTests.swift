import Glibc
import Spots
import Testing

@testable import SpotsSDL
@testable import SpotsViewer

/// The settings in the desktop's files. They are found by environment variables, which only one
/// test at a time may change.
@MainActor
@Suite(.serialized) struct SystemAppearanceTests {
  private func reducesMotion(_ files: [String: String]) throws -> Bool {
    try with(files, SystemAppearance.reducesMotion)
  }

  /// The result of `read` where the user's folder of settings has `files`.
  private func with<Result>(
    _ files: [String: String], gtkTheme: String? = nil, _ read: () -> Result
  ) throws -> Result {
    let directory = try TemporaryDirectory()
    try directory.shell("mkdir gtk-3.0 gtk-4.0")
    for (name, text) in files { try directory.write(text, to: name) }
    let variables = ["XDG_CONFIG_HOME": directory.path, "GTK_THEME": gtkTheme]
    func set(_ name: String, to value: String?) {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
    var saved: [String: String?] = [:]
    for (name, value) in variables {
      saved.updateValue(getenv(name).map { String(cString: $0) }, forKey: name)
      set(name, to: value)
    }
    defer { for (name, value) in saved { set(name, to: value) } }
    return read()
  }

  /// GTK's high-contrast themes express the user's wish where the portal gives no answer.
  @Test func gtkThemesTellContrastAndBrightness() throws {
    let themes: [(String, Theme)] = [
      ("HighContrast", .highContrast), ("HighContrastInverse", .highContrastDark),
      ("HighContrast:dark", .highContrastDark), ("Adwaita", .light), ("Adwaita-dark", .dark),
      ("Breeze-Dark", .dark),
    ]
    for (name, theme) in themes {
      func look(_ files: [String: String], gtkTheme: String? = nil) throws -> Theme {
        try with(files, gtkTheme: gtkTheme) { DesktopAppearance().theme() }
      }
      for version in ["gtk-4.0", "gtk-3.0"] {
        let settings = "[Settings]\ngtk-theme-name=\(name)\n"
        #expect(try look(["\(version)/settings.ini": settings]) == theme, "\(name)")
        // No preference for dark makes no dark theme light.
        let indifferent = settings + "gtk-application-prefer-dark-theme=0\n"
        #expect(try look(["\(version)/settings.ini": indifferent]) == theme, "\(name)")
      }
      #expect(try look([:], gtkTheme: name) == theme, "\(name)")
      let other = ["gtk-3.0/settings.ini": "[Settings]\ngtk-theme-name=HighContrast\n"]
      #expect(try look(other, gtkTheme: name) == theme, "\(name)")
    }
    let dark = "gtk-application-prefer-dark-theme=true\ngtk-theme-name=HighContrast\n"
    let files = ["gtk-3.0/settings.ini": "[Settings]\n" + dark]
    #expect(try with(files) { DesktopAppearance().theme() } == .highContrastDark)
    // The portal's answers win.
    for (name, answer) in [("contrast", 0), ("high-contrast", false)] as [(String, JSONValue)] {
      var desktop = DesktopAppearance()
      desktop.settings[try #require(DesktopSettings.Name(rawValue: name))] = answer
      #expect(try with(files) { desktop.theme() } == .dark)
    }
  }

  @Test func theInterfaceFontIsTheOneOfTheDesktop() throws {
    func family(_ files: [String: String]) throws -> String? {
      try with(files, SystemAppearance.fontFamily)
    }
    #expect(try family([:]) == nil)
    let fonts = [
      ("Cantarell 11", "Cantarell"), ("Noto Sans Semi-Bold 10.5", "Noto Sans"),
      ("Noto Sans, 10", "Noto Sans"), ("Fira Sans Condensed,  11", "Fira Sans Condensed"),
      ("Ubuntu", "Ubuntu"), ("Bold 11", "Bold"), ("Sans 10", nil), ("sans-serif", nil), ("", nil),
      ("11", nil), ("Inter Extrabold 11", "Inter"), ("Inter Ultra-Heavy Roman 11", "Inter"),
      ("Noto Sans SemiExpanded 10", "Noto Sans"), ("Fira Sans Small-Caps 12px", "Fira Sans"),
      ("Fira Sans Extra-Condensed Demi-Light Italic 9", "Fira Sans"),
      ("Noto Sans Ultra-condensed", "Noto Sans"), ("Infinity", "Infinity"),
      ("Inter Variable 11 @wght=300,opsz=12 #tnum=1", "Inter Variable"),
      ("Inter, Cantarell, 11", "Inter"), ("Noto Sans,Cantarell 11", "Noto Sans"), (", 11", nil),
    ]
    for (font, wanted) in fonts {
      for version in ["gtk-4.0", "gtk-3.0"] {
        let settings = "[Settings]\ngtk-font-name=\(font)\n"
        #expect(try family(["\(version)/settings.ini": settings]) == wanted, "\(font)")
      }
    }
    let kde = "[General]\nfont=Noto Sans,10,-1,5,50,0,0,0,0,0\n"
    #expect(try family(["kdeglobals": kde]) == "Noto Sans")
    #expect(try family(["kdeglobals": "[General]\nfont=\n"]) == nil)
    let families = try with(["kdeglobals": kde]) { DesktopAppearance().fontFamilies }
    #expect(families == ["Noto Sans", "Inter", "Cantarell", "Noto Sans", "Ubuntu"])
  }

  @Test func clicksAndDragsAreToldApartAsTheDesktopDoes() throws {
    func habits(_ files: [String: String]) throws -> [Int?] {
      try with(files) { [SystemAppearance.doubleClickTime(), SystemAppearance.dragThreshold()] }
    }
    #expect(try habits([:]) == [nil, nil])
    let gtk = "[Settings]\ngtk-double-click-time=250\ngtk-dnd-drag-threshold=12\n"
    let kde = "[KDE]\nDoubleClickInterval=700\nStartDragDist=10\n"
    #expect(try habits(["gtk-4.0/settings.ini": gtk, "kdeglobals": kde]) == [250, 12])
    #expect(try habits(["gtk-3.0/settings.ini": gtk]) == [250, 12])
    #expect(try habits(["gtk-3.0/settings.ini": "[Settings]\n", "kdeglobals": kde]) == [700, 10])
    for nonsense in ["", "0", "-5", "1e3", "99999999999999999999", "soon"] {
      let kde = "[KDE]\nDoubleClickInterval=\(nonsense)\nStartDragDist=\(nonsense)\n"
      #expect(try habits(["kdeglobals": kde]) == [nil, nil], "\(nonsense)")
    }
    let appearance = try with(["kdeglobals": kde]) {
      (DesktopAppearance().doubleClickTime, DesktopAppearance().dragThreshold)
    }
    #expect(appearance == (0.7, 10))
  }

  @Test func settingsThatWantNoMotionAreHonored() throws {
    #expect(try !reducesMotion([:]))
    for (value, wanted) in [("0", true), ("false", true), ("1", false), ("true", false)] {
      let settings = "[Settings]\ngtk-enable-animations = \(value)\n"
      for version in ["gtk-4.0", "gtk-3.0"] {
        #expect(try reducesMotion(["\(version)/settings.ini": settings]) == wanted)
      }
    }
    #expect(try reducesMotion(["kdeglobals": "[KDE]\nAnimationDurationFactor=0\n"]))
    #expect(try !reducesMotion(["kdeglobals": "[KDE]\nAnimationDurationFactor=0.5\n"]))
  }
}
