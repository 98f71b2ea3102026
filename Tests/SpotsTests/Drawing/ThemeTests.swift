import SpotsTestSupport
import Testing

@testable import Spots

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

  @Test(arguments: [false, true])
  func textCanBeReadOnEverySurface(isDark: Bool) {
    let theme = isDark ? Theme.dark : .light
    for (text, surfaces) in Self.pairs {
      for surface in surfaces {
        let contrast = theme[text].contrast(with: theme[surface])
        #expect(contrast >= 4.5, "\(text) on \(surface)")
      }
    }
  }

  @Test(arguments: [false, true])
  func theFocusRingCanBeSeenOnEverySurface(isDark: Bool) {
    let theme = isDark ? Theme.dark : .light
    for surface in [ColorRole.background, .surface, .surfaceHover, .selection] {
      #expect(theme[.focusRing].contrast(with: theme[surface]) >= 3, "\(surface)")
    }
  }

  /// What a click acts on is told from what is around it, and the pointer from no pointer.
  @Test(arguments: [false, true])
  func surfacesDifferByTheirState(isDark: Bool) {
    let theme = isDark ? Theme.dark : .light
    let steps: [(ColorRole, ColorRole, Double)] = [
      (.surfaceHover, .surface, 1.15), (.surfacePressed, .surfaceHover, 1.1),
      (.selection, .surface, 1.2), (.surface, .background, 1.08),
      (.surfaceHover, .background, 1.08), (.surfacePressed, .background, 1.2),
    ]
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
