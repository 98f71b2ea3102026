import Glibc
import Testing

@testable import SpotsViewer

/// What the desktop's settings files say. They are found by the process' surroundings, so that only
/// one test at a time may change those.
@MainActor
@Suite(.serialized) struct SystemAppearanceTests {
  private func reducesMotion(_ files: [String: String]) throws -> Bool {
    let directory = try TemporaryDirectory()
    try directory.shell("mkdir gtk-3.0 gtk-4.0")
    for (name, text) in files { try directory.write(text, to: name) }
    let saved = getenv("XDG_CONFIG_HOME").map { String(cString: $0) }
    setenv("XDG_CONFIG_HOME", directory.path, 1)
    defer {
      if let saved { setenv("XDG_CONFIG_HOME", saved, 1) } else { unsetenv("XDG_CONFIG_HOME") }
    }
    return SystemAppearance.reducesMotion()
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
