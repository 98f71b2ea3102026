import Glibc
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
        let contrast = Self.contrast(theme[text], theme[surface])
        #expect(contrast >= 4.5, "\(text) on \(surface)")
      }
    }
  }

  @Test(arguments: [false, true])
  func theFocusRingCanBeSeenOnEverySurface(isDark: Bool) {
    let theme = isDark ? Theme.dark : .light
    for surface in [ColorRole.background, .surface, .surfaceHover, .selection] {
      #expect(Self.contrast(theme[.focusRing], theme[surface]) >= 3, "\(surface)")
    }
  }

  @Test func theFormulaItself() {
    #expect(abs(Self.contrast(.black, .white) - 21) < 1e-9)
    #expect(Self.contrast(.white, .white) == 1)
    // The gray #767676 is the lightest that passes on white.
    #expect(Self.contrast(Color(0x767676), .white) >= 4.5)
    #expect(Self.contrast(Color(0x777777), .white) < 4.5)
  }

  @Test func overridesReplaceSomeColors() {
    let theme = Theme.light.overridden(by: [.accent: .black])
    #expect(theme[.accent] == .black)
    #expect(theme[.primary] == Theme.light[.primary])
    #expect(!theme.isDark)
  }

  /// WCAG 2: (L1 + 0.05) / (L2 + 0.05), with the relative luminance of the lighter color as L1.
  private static func contrast(_ a: Color, _ b: Color) -> Double {
    let (dark, light) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)
  }

  private static func luminance(_ color: Color) -> Double {
    func linear(_ value: UInt8) -> Double {
      let channel = Double(value) / 255
      return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  @Test func whatIsNoNumberMixesNothing() {
    #expect(Color.black.mixed(with: .white, .nan) == .black)
    #expect(Color.black.opacity(.nan).alpha == 0)
  }
}
