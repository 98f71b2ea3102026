import Glibc
import Testing

@testable import SpotsViewer

/// What the desktop's settings files say. They are found by the process' surroundings, so that only
/// one test at a time may change those.
@MainActor
@Suite(.serialized) struct SystemAppearanceTests {
  private func reducesMotion(_ files: [String: String]) throws -> Bool {
    try with(files, SystemAppearance.reducesMotion)
  }

  /// What `read` returns where the user's folder of settings has `files`.
  private func with<Result>(_ files: [String: String], _ read: () -> Result) throws -> Result {
    let directory = try TemporaryDirectory()
    try directory.shell("mkdir gtk-3.0 gtk-4.0")
    for (name, text) in files { try directory.write(text, to: name) }
    let saved = getenv("XDG_CONFIG_HOME").map { String(cString: $0) }
    setenv("XDG_CONFIG_HOME", directory.path, 1)
    defer {
      if let saved { setenv("XDG_CONFIG_HOME", saved, 1) } else { unsetenv("XDG_CONFIG_HOME") }
    }
    return read()
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
