import Spots
import SpotsTestSupport
import Testing

@testable import SpotsViewer

@MainActor
@Suite struct ErrorBannerTests {
  /// The banner's texts for a screen that is no more than a bracket, as wide as a usual window.
  private func texts(isRightToLeft: Bool) -> [DrawCommand] {
    let errors = ScreenReader().read(Array("  }".utf8)).diagnostics
    let banner = ErrorBanner()
    banner.content = ErrorBanner.Content(errors: errors, file: "a.json", hasGoodVersion: true)
    var environment = Environment(text: FixedFont(), images: FixedImages([:]))
    environment.isRightToLeft = isRightToLeft
    banner.environment = environment
    banner.frame = Rect(width: 600, height: banner.height(width: 600, limit: 200))
    var list = DrawList(viewport: banner.frame)
    banner.record(into: &list)
    return list.entries.map(\.command).filter { if case .text = $0 { true } else { false } }
  }

  @Test func codeAndCaretReadFromLeftToRightInEveryScreen() {
    let texts = texts(isRightToLeft: true)
    let shown = texts.compactMap { command -> (String, TextDirection)? in
      guard case .text(let text, _, _, _, _, let direction) = command else { return nil }
      return (text, direction)
    }
    #expect(shown.map(\.0).dropFirst().prefix(2) == ["}", "^"])
    #expect(shown.allSatisfy { $0.1 == .leftToRight })
    #expect(texts == self.texts(isRightToLeft: false))
  }
}
