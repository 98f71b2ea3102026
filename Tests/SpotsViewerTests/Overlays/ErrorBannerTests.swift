import Spots
import SpotsTestSupport
import Testing

@testable import SpotsViewer

@MainActor
@Suite struct ErrorBannerTests {
  /// The banner's texts for a screen that is no more than a bracket, as wide as a usual window.
  private func texts(isRightToLeft: Bool) -> [(text: String, x: Double, TextDirection)] {
    let errors = ScreenReader().read(Array("  }".utf8)).diagnostics
    let banner = ErrorBanner()
    banner.content = ErrorBanner.Content(errors: errors, file: "a.json", hasGoodVersion: true)
    var environment = Environment(text: FixedFont(), images: FixedImages([:]))
    environment.isRightToLeft = isRightToLeft
    banner.environment = environment
    banner.frame = Rect(width: 600, height: banner.fit(width: 600, limit: 200))
    var list = DrawList(viewport: banner.frame)
    if isRightToLeft {
      list.mirrored(width: 600) { banner.record(into: &$0) }
    } else {
      banner.record(into: &list)
    }
    return list.entries.compactMap { entry in
      guard case .text(let text, _, _, let origin, _, let direction) = entry.command else {
        return nil
      }
      return (text, origin.x, direction)
    }
  }

  @Test func codeAndCaretReadFromLeftToRightInEveryScreen() {
    for isRightToLeft in [false, true] {
      let texts = texts(isRightToLeft: isRightToLeft)
      let code = texts.filter { ["}", "^"].contains($0.text) }
      #expect(code.map(\.text) == ["}", "^"] && code.allSatisfy { $0.2 == .leftToRight })
      #expect(code[0].x == code[1].x)
    }
  }

  /// The first click of a series opened the screen, and was not meant for its errors.
  @Test func aDoubleClickOnWhatWasThereBeforeListsNoErrors() throws {
    let context = try ViewerContext(test: "a.json")
    let session = Session(context: context, size: Size(width: 400, height: 300))
    for name in ["a.json", "b.json"] {
      let file = ScreenFile(DocumentSource(name), bytes: Array("  }".utf8), kinds: context.kinds)
      name == "a.json" ? session.start(file) : session.push(name: name, file)
    }
    _ = session.renderFrame(at: 1)
    let banner = session.page.overlays.banner.frame
    let place = Point(x: banner.midX, y: banner.y + 10)
    session.handle(.pointerPressed(place, .left, clicks: 2), at: 1)
    session.handle(.pointerReleased(place, .left), at: 1)
    #expect((session.page.controller.input.popup as? Panel) == nil)
    // Both halves of a double click on the banner itself list them.
    for clicks in 1...2 {
      session.handle(.pointerPressed(place, .left, clicks: clicks), at: 1)
      session.handle(.pointerReleased(place, .left), at: 1)
      #expect((session.page.controller.input.popup as? Panel)?.title == "1 error")
    }
  }
}
