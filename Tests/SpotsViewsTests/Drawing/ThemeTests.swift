import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct ThemeTests {
  /// Text by the role of its color, and the surfaces it stands on.
  private static let pairs: [(ColorRole, [ColorRole])] = [
    (.primary, [.background, .surface, .surfaceHover, .surfacePressed, .selection, .errorSurface]),
    (.secondary, [.background, .surface, .surfaceHover, .surfacePressed, .selection]),
    (.accent, [.background, .surface]),
    (.onAccent, [.accent]),
    (.error, [.background, .surface, .errorSurface]),
    (.warning, [.background, .surface]),
  ]
  private static let themes = [Theme.light, .dark, .highContrast, .highContrastDark]

  @Test(arguments: themes)
  func textCanBeReadOnEverySurface(theme: Theme) {
    let least = theme.isHighContrast ? 7 : 4.5
    for (text, surfaces) in Self.pairs {
      for surface in surfaces {
        let contrast = theme[text].contrast(with: theme[surface])
        #expect(contrast >= least, "\(text) on \(surface)")
      }
    }
  }

  @Test(arguments: themes)
  func theFocusRingCanBeSeenOnEverySurface(theme: Theme) {
    for surface in [ColorRole.background, .surface, .surfaceHover, .selection] {
      #expect(theme[.focusRing].contrast(with: theme[surface]) >= 3, "\(surface)")
    }
  }

  /// In high contrast, the text of any role can be read on any surface, and lines are seen on all.
  @Test(arguments: [Theme.highContrast, .highContrastDark])
  func everythingStandsOutInHighContrast(theme: Theme) {
    let surfaces: [ColorRole] = [
      .background, .surface, .surfaceHover, .surfacePressed, .selection,
    ]
    for surface in surfaces {
      for text in [ColorRole.primary, .secondary, .accent, .error, .warning] {
        #expect(theme[text].contrast(with: theme[surface]) >= 7, "\(text) on \(surface)")
      }
      #expect(theme[.separator].contrast(with: theme[surface]) >= 3, "lines on \(surface)")
    }
  }

  /// Whatever accent the desktop has, text and marks in it can be read on every surface, and all
  /// text on what is selected.
  @Test(arguments: themes)
  func anyAccentIsMadeReadable(theme: Theme) {
    let least = theme.isHighContrast ? 7 : 4.5
    let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
    for red in levels {
      for green in levels {
        for blue in levels {
          let color = Color(red: red, green: green, blue: blue)
          let accented = theme.accented(by: color)
          for surface in [
            ColorRole.background, .surface, .surfaceHover, .surfacePressed, .selection,
          ] {
            let contrast = accented[.accent].contrast(with: accented[surface])
            #expect(contrast >= least, "\(color.hex) on \(surface)")
          }
          for (text, ground) in [
            (ColorRole.onAccent, ColorRole.accent), (.primary, .selection),
            (.secondary, .selection),
          ] {
            let contrast = accented[text].contrast(with: accented[ground])
            #expect(contrast >= least, "\(text) with \(color.hex)")
          }
          let button = accented[.background].mixed(
            with: accented[.accent], accented.buttonTints.over)
          #expect(accented[.accent].contrast(with: button) >= least, "\(color.hex) on buttons")
          #expect(accented[.focusRing] == accented[.accent])
        }
      }
    }
  }

  @Test func anAccentThatCanBeReadStaysAsItIs() {
    let blue = Color(0x1F4FC4)
    #expect(Theme.light.accented(by: blue)[.accent] == blue)
    #expect(Theme.light.accented(by: blue.opacity(0.2))[.accent] == blue)
    #expect(Theme.dark.accented(by: Color(0x9CC0FF))[.accent] == Color(0x9CC0FF))
    // GNOME's yellow is too light for text on white; it stays yellow rather than blue or gray.
    let yellow = Theme.light.accented(by: Color(0xC88800))[.accent]
    #expect(yellow != Color(0xC88800))
    #expect(yellow.red > yellow.green && yellow.green > yellow.blue)
  }

  @Test func theOtherBrightnessHasTheSameContrast() {
    for theme in Self.themes {
      let other = theme.withOtherBrightness
      #expect(other.isDark != theme.isDark)
      #expect(other.isHighContrast == theme.isHighContrast)
      #expect(other.withOtherBrightness == theme)
    }
  }

  /// Clickable surfaces differ from their surroundings, and look different under the pointer.
  @Test(arguments: themes)
  func surfacesDifferByTheirState(theme: Theme) {
    var steps: [(ColorRole, ColorRole, Double)] = [
      (.surfaceHover, .surface, 1.15), (.surfacePressed, .surfaceHover, 1.1),
      (.selection, .surface, 1.2), (.surfaceHover, .background, 1.08),
      (.surfacePressed, .background, 1.2),
    ]
    // In high contrast, outlines tell surfaces from the background.
    if !theme.isHighContrast { steps.append((.surface, .background, 1.08)) }
    for (surface, ground, least) in steps {
      let contrast = theme[surface].contrast(with: theme[ground])
      #expect(contrast >= least, "\(surface) on \(ground)")
    }
  }

  @Test func theFormulaItself() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
    #expect(Color.white.contrast(with: .white) == 1)
    // The gray #767676 is the lightest that passes on white.
    #expect(Color(0x767676).contrast(with: .white) >= 4.5)
    #expect(Color(0x777777).contrast(with: .white) < 4.5)
  }

  @Test func overridesReplaceSomeColors() {
    let theme = Theme.light.overridden(by: [.accent: .black])
    #expect(theme[.accent] == .black)
    #expect(theme[.primary] == Theme.light[.primary])
    #expect(!theme.isDark)
  }

  @Test func whatIsNoNumberMixesNothing() {
    #expect(Color.black.mixed(with: .white, .nan) == .black)
    #expect(Color.black.opacity(.nan).alpha == 0)
  }
}
